#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/distances.hpp"
#include "preimage/linalg/exponential.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using namespace preimage;
using linalg::PanelOptions;
using regression::fit_ridge;
using regression::predict_by_blocks;

namespace {

arma::mat panel_test_gram(const arma::mat& X, double sigma) {
  return linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(X), sigma);
}

/// A matrix as one that is computed block by block; `asked` counts what is read of each entry.
kernels::Gram computed(const arma::mat& K, arma::mat* asked = nullptr) {
  kernels::Gram::Source source;
  source.n_rows = K.n_rows;
  source.n_columns = K.n_cols;
  source.values = [&K, asked](const arma::uvec& rows, const arma::uvec& columns) -> arma::mat {
    if (asked != nullptr) asked->submat(rows, columns) += 1.0;
    return K.submat(rows, columns);
  };
  return kernels::Gram(source);
}

/// Entries above the diagonal of a block are not to be looked at.
kernels::Gram lower_blocks(const arma::mat& K) {
  kernels::Gram::Source source;
  source.n_rows = source.n_columns = K.n_rows;
  source.values = [&K](const arma::uvec& rows, const arma::uvec& columns) {
    arma::mat block = K.submat(rows, columns);
    for (arma::uword j = 0; j < block.n_cols; ++j) {
      for (arma::uword i = 0; i < block.n_rows; ++i) {
        if (rows(i) < columns(j)) block(i, j) = -1e9;
      }
    }
    return block;
  };
  return kernels::Gram(source);
}

PanelOptions panels_of(arma::uword width, arma::uword rows, std::size_t threads = 1,
                       linalg::PanelKeeper* keeper = nullptr) {
  PanelOptions options;
  options.width = width;
  options.rows = rows;
  options.threads = threads;
  options.keeper = keeper;
  return options;
}

bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) &&
         std::memcmp(a.memptr(), b.memptr(), a.n_elem * sizeof(double)) == 0;
}

double difference(const arma::mat& a, const arma::mat& b) {
  return arma::abs(a - b).max() / arma::abs(b).max();
}

/// In memory. It has lost what is erased from `panels`.
struct MemoryKeeper final : linalg::PanelKeeper {
  std::map<std::size_t, std::vector<std::byte>> panels;
  std::vector<std::size_t> taken, computed;
  std::string matrix;
  std::uint64_t bytes = 0;
  std::mutex panels_mutex;  // put may run while another panel is asked for
  void begin(const std::string& words, std::uint64_t needed) override {
    matrix = words;
    bytes = needed;
    taken.clear();
    computed.clear();
  }
  bool take(std::size_t panel, std::span<std::byte> values) override {
    const std::lock_guard<std::mutex> guard(panels_mutex);
    const auto found = panels.find(panel);
    if (found == panels.end()) return false;
    REQUIRE(found->second.size() == values.size());
    std::copy(found->second.begin(), found->second.end(), values.begin());
    taken.push_back(panel);
    return true;
  }
  void put(std::size_t panel, std::span<const std::byte> values) override {
    const std::lock_guard<std::mutex> guard(panels_mutex);
    panels[panel].assign(values.begin(), values.end());
    computed.push_back(panel);
  }
};

}  // namespace

TEST_CASE("panels of any width give what the dense solution gives") {
  const arma::mat X = testing::gaussian_matrix(700, 7, 1), Y = testing::gaussian_matrix(700, 3, 2),
                  K = panel_test_gram(X, 0.7);
  const double ridge = 0.01;
  const arma::mat dense = arma::solve(K + ridge * arma::eye(700, 700), Y);
  const arma::mat inverse = regression::ridge_dual_operator(K, regression::RidgeForm::plain, ridge) * Y;
  for (const auto& shape : {std::pair{97, 53}, {128, 1024}, {233, 1}, {699, 7}, {700, 64}, {768, 1024}}) {
    const auto width = static_cast<arma::uword>(shape.first), rows = static_cast<arma::uword>(shape.second);
    CAPTURE(width);
    const arma::mat alpha = fit_ridge(lower_blocks(K), Y, ridge, panels_of(width, rows)).coefficients;
    CHECK(difference(alpha, dense) < 1e-10);
    CHECK(difference(alpha, inverse) < 1e-10);
  }
}

TEST_CASE("one sample, one output, none") {
  const arma::mat one(1, 1, arma::fill::ones);
  CHECK(fit_ridge(lower_blocks(one), one, 1.0).coefficients(0, 0) == doctest::Approx(0.5));
  CHECK(fit_ridge(lower_blocks(one), arma::mat(0, 2), 1.0).coefficients.n_rows == 0);
  const arma::mat K = panel_test_gram(testing::gaussian_matrix(90, 4, 3), 1.0),
                  y = testing::gaussian_matrix(90, 1, 4);
  CHECK(difference(fit_ridge(lower_blocks(K), y, 0.1, panels_of(17, 5)).coefficients,
                   arma::solve(K + 0.1 * arma::eye(90, 90), y)) < 1e-11);
}

TEST_CASE("the number of threads changes no bit, nor does a panel that was kept") {
  const arma::mat K = panel_test_gram(testing::gaussian_matrix(640, 5, 5), 0.5),
                  Y = testing::gaussian_matrix(640, 4, 6);
  const arma::mat alone = fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48)).coefficients;
  MemoryKeeper keeper;
  const arma::mat two = fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48, 2, &keeper)).coefficients;
  CHECK(same_bits(alone, two));
  CHECK(same_bits(alone, fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48, 5)).coefficients));
  CHECK(keeper.computed == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(keeper.bytes == linalg::panel_bytes(640, 64));
  CHECK(keeper.bytes == (640 * 641 / 2 + 640 * 63 / 2) * sizeof(double));
  CHECK(keeper.matrix.starts_with("n 640 width 64 rows 48 bytes 8 0x"));
  CHECK(keeper.matrix.ends_with(" ridge 0.1"));
  for (std::size_t lost = 6; lost < 10; ++lost) keeper.panels.erase(lost);
  CHECK(same_bits(alone, fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48, 1, &keeper)).coefficients));
  CHECK(keeper.taken == std::vector<std::size_t>{0, 1, 2, 3, 4, 5});
  CHECK(keeper.computed == std::vector<std::size_t>{6, 7, 8, 9});
  const std::string words = keeper.matrix;
  arma::mat other = K;
  other(639, 0) = other(0, 639) = K(639, 0) + 1e-15;
  MemoryKeeper of_other;
  fit_ridge(lower_blocks(other), Y, 0.1, panels_of(64, 48, 1, &of_other));
  CHECK(of_other.matrix != words);  // so the keeper tells them apart
  keeper.panels.erase(2);           // a damaged one in between: those behind it are good, and taken
  CHECK(same_bits(alone, fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48, 2, &keeper)).coefficients));
  CHECK(keeper.computed == std::vector<std::size_t>{2});
  CHECK(keeper.taken == std::vector<std::size_t>{0, 1, 3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("a last panel of a few numbers is kept as any") {
  const arma::mat K = panel_test_gram(testing::gaussian_matrix(66, 3, 9), 0.5),
                  Y = testing::gaussian_matrix(66, 1, 6);
  MemoryKeeper keeper;
  const arma::mat alone = fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48, 1, &keeper)).coefficients;
  CHECK(keeper.panels.at(1).size() == 4 * sizeof(double));
  CHECK(same_bits(alone, fit_ridge(lower_blocks(K), Y, 0.1, panels_of(64, 48, 1, &keeper)).coefficients));
  CHECK(keeper.taken == std::vector<std::size_t>{0, 1});
}

TEST_CASE("far from the origin the coefficients stay") {
  const arma::mat X = arma::round(1000.0 * testing::gaussian_matrix(300, 20, 7)) / 1024.0,
                  Y = testing::gaussian_matrix(300, 2, 8);
  const auto at = [&](double shift) {
    kernels::Gram::Source source;
    source.n_rows = source.n_columns = X.n_rows;
    source.values = [moved = arma::mat(X + shift)](const arma::uvec& rows, const arma::uvec& columns) {
      return linalg::gaussian_of_squared_distances(
          linalg::squared_distances_by_product(moved.rows(rows), moved.rows(columns)), 1.0);
    };
    return fit_ridge(kernels::Gram(source), Y, 0.01, panels_of(64, 50)).coefficients;
  };
  CHECK(difference(at(1048576.0), at(0.0)) < 1e-9);
}

TEST_CASE("what has no solution is refused in the words of the inverse") {
  arma::mat X = testing::gaussian_matrix(200, 3, 9);
  X.row(150) = X.row(20);
  const arma::mat K = panel_test_gram(X, 0.4), Y = testing::gaussian_matrix(200, 1, 10);
  const auto error = [&](const arma::mat& gram, double ridge, const arma::mat& y) {
    return testing::thrown_message<NumericalError>(
        [&] { fit_ridge(lower_blocks(gram), y, ridge, panels_of(48, 32, 2)); });
  };
  const std::string singular =
      "input Gram matrix + 0 I is not positive definite to working precision; raise the ridge";
  CHECK(error(K, 0.0, Y) == singular);
  CHECK(fit_ridge(lower_blocks(K), Y, 1e-6, panels_of(48, 32)).coefficients.is_finite());
  arma::mat nearly(200, 200, arma::fill::eye);
  nearly(199, 198) = nearly(198, 199) = 1.0;
  nearly(199, 199) = 1.0 + 2.3e-16;
  CHECK(error(nearly, 0.0, Y) == singular);
  const arma::mat tiny = arma::diagmat(arma::join_cols(arma::vec(199, arma::fill::ones), arma::vec{1e-17}));
  CHECK(fit_ridge(lower_blocks(tiny), Y, 0.0, panels_of(48, 32)).coefficients.is_finite());
  arma::mat other = K;
  other(199, 199) = -1.0;
  CHECK(error(other, 0.1, Y) ==
        "input Gram matrix + 0.1 I is not positive definite to working precision; raise the ridge");
  other(199, 199) = arma::datum::nan;
  CHECK(error(other, 0.1, Y) == "input Gram matrix + 0.1 I: an entry is not a finite number");
  arma::mat y = Y;
  y(3) = arma::datum::inf;
  CHECK(error(K, 0.1, y).starts_with("input Gram matrix + 0.1 I (right-hand side): entry (3, 0) is inf"));
  for (const double ridge : {-1.0, arma::datum::nan})
    CHECK(error(K, ridge, Y) == (ridge < 0.0 ? "ridge is -1, expected >= 0" : "ridge is nan, expected >= 0"));
}

TEST_CASE("kernel values of both signs have the condition of their sizes, in panels as in one matrix") {
  // +1 and -1, half each: |x x' + r I|_1 = 200 + r, |(x x' + r I)^-1|_1 = (1 + 198 / 200) / r, for r much
  // below 1.
  const arma::vec x = arma::join_cols(arma::vec(100, arma::fill::ones), -arma::vec(100, arma::fill::ones));
  const arma::mat K = x * x.t(), Y = testing::gaussian_matrix(200, 1, 11);
  for (const double ridge : {1e-11, 1e-13}) {
    for (const arma::uword width : {200, 48}) {
      CAPTURE(width);
      const double rcond = fit_ridge(lower_blocks(K), Y, ridge, panels_of(width, 32, 2)).rcond;
      CHECK(testing::is_close(rcond, ridge / (200.0 * 1.99), 0.02));
    }
  }
  CHECK_THROWS_AS(fit_ridge(lower_blocks(K), Y, 1e-14, panels_of(48, 32)), NumericalError);
  CHECK_THROWS_AS(regression::HeldOutRidge(K, Y, {50, 50, 100}).predictions(1e-14), NumericalError);
  const arma::mat X = testing::gaussian_matrix(200, 3, 12), linear = X * X.t();
  double whole = 0.0;
  linalg::regularised_inverse(regression::input_gram_matrix(linear), 1e-10, &whole);
  CHECK(testing::is_close(fit_ridge(lower_blocks(linear), Y, 1e-10, panels_of(48, 32)).rcond, whole, 1e-3));
}

TEST_CASE("what a keeper throws in its thread is thrown where the matrix is factorised") {
  struct FullKeeper final : linalg::PanelKeeper {
    void begin(const std::string&, std::uint64_t) override {}
    bool take(std::size_t, std::span<std::byte>) override { return false; }
    void put(std::size_t, std::span<const std::byte>) override { throw std::bad_alloc(); }
  };
  const arma::mat K = panel_test_gram(testing::gaussian_matrix(90, 4, 3), 1.0),
                  y = testing::gaussian_matrix(90, 1, 4);
  for (const arma::uword width : {90, 17}) {  // thrown behind the last panel, and before
    FullKeeper keeper;
    CHECK_THROWS_AS(fit_ridge(lower_blocks(K), y, 0.1, panels_of(width, 5, 1, &keeper)), std::bad_alloc);
  }
}

TEST_CASE("coefficients and predictions equal the inverse's, within one block and over several") {
  for (const arma::uword m : {1U, 40U, 255U, 257U, 600U}) {
    CAPTURE(m);
    const arma::mat X = testing::gaussian_matrix(m, 4, 51), X_test = testing::gaussian_matrix(30, 4, 52);
    const arma::mat Y = testing::gaussian_matrix(m, 3, 53);
    const arma::mat K = panel_test_gram(X, 1.3);
    const arma::mat K_test_train =
        linalg::gaussian_of_squared_distances(linalg::squared_euclidean_distances(X_test, X), 1.3);
    const arma::mat inverse = regression::ridge_dual_operator(K, regression::RidgeForm::plain, 0.05);
    const arma::mat alpha = fit_ridge(kernels::Gram(K), Y, 0.05).coefficients;
    CHECK(testing::is_close(alpha, inverse * Y, 1e-10));
    for (const arma::uword rows : {7U, 29U, 30U, 31U})
      CHECK(testing::is_close(predict_by_blocks(computed(K_test_train), alpha, {rows, 2 * rows}),
                              K_test_train * inverse * Y, 1e-9));
  }
}

TEST_CASE(
    "of a matrix that is factorised nothing above the panels is asked for, and each entry of them once") {
  const arma::uword m = 600;
  const arma::mat identity(m, m, arma::fill::eye);
  arma::mat asked(m, m, arma::fill::zeros);
  fit_ridge(computed(identity, &asked), arma::mat(m, 1, arma::fill::ones), 0.5, panels_of(100, 64));
  for (arma::uword j = 0; j < m; ++j) CHECK(asked(arma::span(j, m - 1), j).min() == 1.0);
  CHECK(asked(0, m - 1) == 0.0);
}

TEST_CASE("a prediction asks for every kernel value once; what is no number is refused") {
  arma::mat K_test_train = testing::gaussian_matrix(50, 20, 54);
  arma::mat asked(50, 20, arma::fill::zeros);
  const arma::mat alpha = testing::gaussian_matrix(20, 2, 55);
  predict_by_blocks(computed(K_test_train, &asked), alpha, {8, 6});
  CHECK(asked.min() == 1.0);
  CHECK(asked.max() == 1.0);
  K_test_train(2, 0) = arma::datum::nan;
  CHECK(testing::thrown_message<NumericalError>([&] { predict_by_blocks(computed(K_test_train), alpha); }) ==
        "predictions: entry (2, 0) is nan, not a finite number");
}
