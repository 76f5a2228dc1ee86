#include "preimage/regression/support_vectors.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/testing_dual.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

/// The solver stops where the KKT conditions hold to 1e-3.
constexpr double kTolerance = 1e-2;

/// Three overlapping classes in the plane; `first` is the class of the first sample.
struct ToyClasses {
  arma::mat X;
  std::vector<int> classes;
  explicit ToyClasses(arma::uword n, int first = 0) : X(gaussian_matrix(n, 2, 51)) {
    for (arma::uword i = 0; i < n; ++i) {
      const int c = (static_cast<int>(i) + first) % 3;
      X(i, 0) += 1.5 * c;
      X(i, 1) += c == 1 ? 1.5 : 0.0;
      classes.push_back(c);
    }
  }
};

arma::vec signs_of(const std::vector<int>& classes, int positive) {
  arma::vec y(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) y(i) = classes[i] == positive ? 1.0 : -1.0;
  return y;
}

/// By testing_dual.hpp.  bounds  of y_i a_i
DualFunction by_enumeration(arma::mat K, const arma::vec& y, const arma::vec& diagonal,
                            const arma::vec& bounds) {
  K.diag() += diagonal;
  const arma::vec none(y.n_elem, arma::fill::zeros);
  return testing::by_enumeration(K, {-y, arma::min(y % bounds, none), arma::max(y % bounds, none), none});
}

}  // namespace

TEST_CASE(
    "machines with both hinges agree with an enumeration of their active sets, with weights and without") {
  const ToyClasses toy(9);
  const arma::mat K = gaussian_gram(toy.X, toy.X, 0.5);
  const arma::mat K_test_train = gaussian_gram(gaussian_matrix(20, 2, 52), toy.X, 0.5);
  const arma::vec ones(9, arma::fill::ones), weights = {4.0, 1.0, 0.25, 4.0, 1.0, 0.25, 4.0, 1.0, 0.25};
  for (const double scale : {0.05, 0.3, 1.0, 20.0}) {  // ridge, or C
    CAPTURE(scale);
    for (const arma::vec& v : {ones, weights}) {
      const auto squared = one_vs_rest_svm(K, toy.classes, {0, 1, 2}, {scale}, v)[0];
      const auto plain = one_vs_rest_hinge_svm(K, toy.classes, {0, 1, 2}, {scale}, v)[0];
      for (const int c : {0, 1, 2}) {
        const arma::vec y = signs_of(toy.classes, c);
        const auto check = [&](const DualFunction& found, const DualFunction& expected) {
          CHECK(
              is_close(evaluate({found}, K_test_train), evaluate({expected}, K_test_train), 0.0, kTolerance));
        };
        check(squared[static_cast<std::size_t>(c)], by_enumeration(K, y, scale / v, ones * arma::datum::inf));
        check(plain[static_cast<std::size_t>(c)], by_enumeration(K, y, 0.0 * ones, scale * v));
      }
    }
  }
  for (const arma::vec& bad : {arma::vec(8, arma::fill::ones), arma::vec(9, arma::fill::zeros)})
    CHECK_THROWS_AS(one_vs_rest_svm(K, toy.classes, {0, 1, 2}, {1.0}, bad), NumericalError);
  for (const double C : {0.0, -1.0, arma::datum::nan})
    CHECK(thrown_message<NumericalError>([&] {
            one_vs_rest_hinge_svm(K, toy.classes, {0, 1}, {C});
          }) == "one-vs-rest SVM: the hinge needs a C above 0");
}

TEST_CASE("a decision is positive for its class, whichever class comes first in training") {
  for (int first : {0, 1, 2}) {
    CAPTURE(first);
    const ToyClasses toy(12, first);
    const arma::mat K = gaussian_gram(toy.X, toy.X, 2.0);
    const arma::mat decisions = evaluate(one_vs_rest_svm(K, toy.classes, {0, 1, 2}, {1e-3})[0], K);
    for (arma::uword i = 0; i < decisions.n_rows; ++i) {
      CHECK(decisions.row(i).index_max() == static_cast<arma::uword>(toy.classes[i]));
      CHECK(arma::accu(decisions.row(i) > 0.0) == 1);
    }
  }
}

TEST_CASE("a class that is missing from training always scores -1") {
  const ToyClasses toy(9);
  const arma::mat K = gaussian_gram(toy.X, toy.X, 0.5);
  const arma::mat decisions = evaluate(one_vs_rest_svm(K, toy.classes, {0, 7, 2}, {0.1})[0], K);
  CHECK(is_close(decisions.col(1), arma::vec(9, arma::fill::value(-1.0)), 0.0));
  CHECK(is_close(decisions.col(2), evaluate(one_vs_rest_svm(K, toy.classes, {2}, {0.1})[0], K), 0.0));
}

TEST_CASE("what libsvm would accept in silence is an error") {
  const ToyClasses toy(9);
  const arma::mat K = gaussian_gram(toy.X, toy.X, 0.5);
  const auto message = [&](const arma::mat& gram, const std::vector<int>& classes, double ridge) {
    return thrown_message<NumericalError>([&] { one_vs_rest_svm(gram, classes, {0, 1}, {ridge}); });
  };
  for (double ridge : {0.0, -1.0, arma::datum::nan}) {
    CHECK(message(K, toy.classes, ridge) == "one-vs-rest SVM: the squared penalty needs a ridge above 0");
  }
  CHECK(message(K, std::vector<int>(9, 1), 1.0) ==
        "one-vs-rest SVM: the training samples are all of one class");
  CHECK(message(K, {0, 1}, 1.0) == "one-vs-rest SVM: 2 targets for 9 training samples");
  CHECK(message({}, {}, 1.0) == "one-vs-rest SVM: 0 targets for 0 training samples");
  arma::mat broken = K;
  broken(3, 2) = arma::datum::nan;
  CHECK(message(broken, toy.classes, 1.0) == "input Gram matrix: entry (3, 2) is nan, not a finite number");
  const DualFunctions functions = one_vs_rest_svm(K, toy.classes, {0, 1}, {1.0})[0];
  CHECK(thrown_message<NumericalError>([&] { evaluate(functions, broken); }) ==
        "input Gram matrix of the test samples: entry (3, 2) is nan, not a finite number");
}

TEST_CASE("support vector regression refuses damaged input") {
  const arma::mat K(3, 3, arma::fill::eye);
  const auto message = [&](const arma::mat& Y, const SupportVectorRegressionOptions& options) {
    return thrown_message<NumericalError>([&] { support_vector_regression(K, Y, {options}); });
  };
  const arma::mat Y(3, 1, arma::fill::ones);
  const std::string range = "support vector regression: needs C > 0 and epsilon >= 0";
  CHECK(message(Y, {0.0, 0.1}) == range);
  CHECK(message(Y, {arma::datum::nan, 0.1}) == range);
  CHECK(message(Y, {1.0, -0.1}) == range);
  CHECK(message(arma::mat(4, 1, arma::fill::ones), {}) ==
        "support vector regression: 4 targets for 3 training samples");
  CHECK(message(arma::datum::nan * Y, {}) == "regression targets: entry (0, 0) is nan, not a finite number");
}

namespace {

/// Forty points of the plane, two classes and a number each. Their machines f(x) = w.x + b with a linear
/// kernel were computed in double by a Python script that shares nothing with this library: Newton steps on
/// the squared hinge; pairs of duals of the regression.
struct Plane {
  arma::mat X = arma::mat(40, 2);
  std::vector<int> classes;
  arma::mat numbers = arma::mat(40, 1);

  Plane() {
    for (int i = 0; i < 40; ++i) {
      const auto row = static_cast<arma::uword>(i);
      classes.push_back(i % 2);
      X(row, 0) = 2.0 * std::sin(7.0 * i + 1.0) + 4.0 * (i % 2);
      X(row, 1) = 2.0 * std::sin(11.0 * i + 2.0);
      numbers(row, 0) = 0.5 * X(row, 0) - 0.3 * X(row, 1) + std::sin(5.0 * i);
    }
  }
};

struct Line {
  double slope_0, slope_1, bias;
  arma::vec of(const arma::mat& X) const { return slope_0 * X.col(0) + slope_1 * X.col(1) + bias; }
};

const Line kSvmOfRidge1 = {1.2832268948070986, -0.0332623426569155, -2.627633775523117};
const Line kSvmOfRidge1e6 = {53.853367549846, -0.700754300416662, -106.98335101871538};   // ridge 1e-6
const Line kRegressionOfC2 = {0.4727045558499148, -0.2047672285899904, -0.027253179445};  // epsilon .1

struct ErrorOfScores {
  double largest;
  bool is_said;  // not converged, or refused
};

/// The largest error of scores at points between and beyond the training samples, all inputs moved by
/// `shift`, then multiplied by `scale`.
template <class Train>
ErrorOfScores error_at(const Plane& plane, double shift, double scale, const Line& exact,
                       const Train& train) {
  const arma::mat X_test = arma::join_cols(plane.X, 1.5 * plane.X - 1.0);
  const arma::mat X = scale * (plane.X + shift);
  std::vector<DualFunction> functions;
  try {
    functions = train(X * X.t());
  } catch (const NumericalError&) {
    return {arma::datum::inf, true};
  }
  const arma::mat scores = evaluate(functions, (scale * (X_test + shift)) * X.t());
  return {arma::abs(scores.col(0) - exact.of(X_test)).max(), !functions[0].converged};
}

/// `train_at`  a scale of the inputs -> what trains there
template <class TrainAt>
void check_shifts(const Plane& plane, const Line& exact, const TrainAt& train_at) {
  for (const double scale : {1e-3, 1.0, 1e3}) {
    const auto train = train_at(scale);
    const ErrorOfScores at_origin = error_at(plane, 0.0, scale, exact, train);
    CHECK_FALSE(at_origin.is_said);
    CHECK(at_origin.largest < 0.01);
    for (const double shift : {300.0, 1000.0, 2000.0, -5000.0, 6000.0, 1e5, 1e6, 1e7, 1e8}) {
      CAPTURE(scale);
      CAPTURE(shift);
      const ErrorOfScores shifted = error_at(plane, shift, scale, exact, train);
      CAPTURE(shifted.largest);
      CAPTURE(at_origin.largest);
      // Steps stop where the conditions hold to 1e-3: how far below that an error lies is chance.
      const double unit = std::max(at_origin.largest, 1e-3);
      CHECK((shifted.is_said || shifted.largest <= 2.0 * unit));
      if (std::abs(shift) <= 1e5) CHECK_FALSE(shifted.is_said);
      if (shift == 1e8) CHECK(shifted.is_said);
    }
  }
}

/// The samples in the opposite order.
Plane reversed(Plane plane) {
  std::reverse(plane.classes.begin(), plane.classes.end());
  plane.X = arma::flipud(plane.X);
  plane.numbers = arma::flipud(plane.numbers);
  return plane;
}

}  // namespace

TEST_CASE("a shift of all inputs moves no decision of a machine, or it is said: at every scale and order") {
  for (const Plane& plane : {Plane(), reversed(Plane())}) {
    check_shifts(plane, kSvmOfRidge1, [&](double scale) {
      return [&plane, scale](const arma::mat& K) {
        return one_vs_rest_svm(K, plane.classes, {1}, {scale * scale})[0];
      };
    });
    check_shifts(plane, kRegressionOfC2, [&](double scale) {
      return [&plane, scale](const arma::mat& K) {
        return support_vector_regression(K, plane.numbers, {{2.0 / (scale * scale), 0.1}})[0];
      };
    });
  }
}

TEST_CASE("a machine whose ridge has no digit in single precision is trained in double") {
  for (const double shift : {0.0, 100.0}) {
    CAPTURE(shift);
    const Plane plane;
    const ErrorOfScores error = error_at(plane, shift, 1.0, kSvmOfRidge1e6, [&](const arma::mat& K) {
      return one_vs_rest_svm(K, plane.classes, {1}, {1e-6})[0];
    });
    CHECK_FALSE(error.is_said);
    CHECK(error.largest < 1e-3 * 300.0);  // of values up to 300
  }
}

TEST_CASE("regression beyond the range of single precision is regression") {
  const Plane plane;
  const ErrorOfScores error = error_at(plane, 0.0, 1e25, kRegressionOfC2, [&](const arma::mat& K) {
    return support_vector_regression(K, plane.numbers, {{2.0e-50, 0.1}})[0];
  });
  CHECK_FALSE(error.is_said);
  CHECK(error.largest < 0.01);
}

}  // namespace preimage::regression
