#include "preimage/kernels/points.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/kernels/wrappers.hpp"
#include "preimage/linalg/symmetric.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::kernels {

namespace {

using testing::is_close;
using testing::thrown_message;

const arma::uvec kRows = {4, 0, 4}, kColumns = {1, 5};

struct Data {
  std::shared_ptr<const Kernel<Vectors>> kernel = std::make_shared<const PolynomialKernel>(2, 1.0);
  std::shared_ptr<const Vectors> X = std::make_shared<const Vectors>(testing::gaussian_matrix(6, 3, 5));
  std::shared_ptr<const Vectors> new_X = std::make_shared<const Vectors>(testing::gaussian_matrix(4, 3, 6));
  arma::mat K = kernel->gram(*X), D = kernels::squared_distances(*kernel, *X);
};

}  // namespace

TEST_CASE("held, by block and given, points have the same kernel values and distances") {
  const Data d;
  for (const Points& all : {Points::of(d.kernel, d.X), Points::by_block(d.kernel, d.X), Points::given(d.K)}) {
    const Points rows = all.subset(kRows), columns = all.subset(kColumns);
    CHECK(rows.size() == 3);
    CHECK(is_close(all.gram(), d.K, 1e-14));
    CHECK(is_close(rows.cross_gram(columns), arma::mat(d.K.submat(kRows, kColumns)), 1e-14));
    CHECK(is_close(rows.squared_distances(columns), arma::mat(d.D.submat(kRows, kColumns)), 0.0, 1e-12));
    CHECK(is_close(rows.squared_norms(), arma::vec(arma::vec(d.K.diag()).elem(kRows)), 1e-14));
    CHECK(is_close(all.subset({1, 2}).paired_squared_distances(all.subset({3, 4})),
                   arma::vec{d.D(1, 3), d.D(2, 4)}, 0.0, 1e-12));
  }
}

TEST_CASE("copied points have the same bits; where the Gram matrix is held nothing is copied") {
  const Data d;
  const Points by_block = Points::by_block(d.kernel, d.X), held = Points::of(d.kernel, d.X);
  const Points rows = by_block.subset(kRows), columns = by_block.subset(kColumns);
  CHECK(rows.with_copied_samples().size() == 3);
  CHECK_FALSE(rows.with_copied_samples().share_samples(rows));
  CHECK(is_close(rows.with_copied_samples().cross_gram(columns.with_copied_samples()),
                 rows.cross_gram(columns), 0.0));
  CHECK(is_close(rows.with_copied_samples().cross_gram(columns), rows.cross_gram(columns), 0.0));
  const Points rest = rows.subset({1, 2});
  CHECK(is_close(rows.with_copied_samples().subset({1, 2}).cross_gram(columns.with_copied_samples()),
                 rest.cross_gram(columns), 0.0));
  for (const Points& points : {held, Points::given(d.K)})
    CHECK(points.with_copied_samples().share_samples(points));
}

TEST_CASE("between data sets the kernel is evaluated; of new samples the values are the same bits again") {
  const Data d;
  const Points train = Points::of(d.kernel, d.X), test = Points::of(d.kernel, d.new_X);
  const arma::mat expected = d.kernel->cross_gram(*d.new_X, *d.X);
  CHECK(is_close(test.cross_gram(train), expected, 0.0));
  CHECK(is_close(test.subset({3}).squared_distances(train.subset({2})),
                 kernels::squared_distances(*d.kernel, Vectors(d.new_X->row(3)), Vectors(d.X->row(2))),
                 1e-12));
  const Points anew = train.with_new_samples(d.new_X);
  CHECK(is_close(anew.subset({2, 0}).cross_gram(train.subset(kColumns)),
                 arma::mat(expected.submat(arma::uvec{2, 0}, kColumns)), 0.0));
  CHECK(is_close(anew.gram(), d.kernel->gram(*d.new_X), 1e-14));
  CHECK(is_close(anew.cross_gram(test), d.kernel->cross_gram(*d.new_X, *d.new_X), 1e-14));
}

TEST_CASE("samples of another kind or dimension are named, and those that the model was fitted to") {
  const Data d;
  const Points train = Points::of(d.kernel, d.X);
  const Points wide = Points::of(d.kernel, std::make_shared<const Vectors>(2, 4, arma::fill::ones));
  CHECK(thrown_message<std::invalid_argument>([&] { wide.cross_gram(train); }) ==
        "the samples are vectors of 4 numbers, those that the model was fitted to vectors of 3 numbers");
  const Points strings =
      Points::of<Strings>(std::make_shared<const SubsequenceKernel>(2, 0.5, SubsequenceAlgorithm::features),
                          std::make_shared<const Strings>(Strings{"aab"}));
  CHECK(thrown_message<std::invalid_argument>([&] { strings.squared_distances(train); }) ==
        "the samples are strings, those that the model was fitted to vectors of 3 numbers");
  CHECK(thrown_message<std::invalid_argument>([&] { Points::given(d.K).cross_gram(train); }) ==
        "a given Gram matrix has no kernel to compare its samples with vectors of 3 numbers");
  CHECK_THROWS_AS(strings.with_new_samples(d.X), std::invalid_argument);
}

TEST_CASE("a held Gram matrix has the values of the kernel, and forms of kernels are passed on") {
  const Data d;
  const Points all = Points::by_block(d.kernel, d.X), held = all.subset({5, 1, 2}).with_held_gram();
  CHECK(is_close(held.subset({2, 0}).cross_gram(held),
                 arma::mat(d.K.submat(arma::uvec{2, 5}, arma::uvec{5, 1, 2})), 1e-14));
  CHECK(held.kernel_forms().polynomial->degree == 2);
  CHECK_FALSE(held.kernel_forms().gaussian);
}

TEST_CASE("no kernel among the forms of samples is said") {
  CHECK(thrown_message<std::invalid_argument>([] { points_of(samples::SampleSet(3)); }) ==
        "no kernel was given for these samples");
}

TEST_CASE("distances between more samples than are held are those of the pairs that are asked for") {
  const arma::uword n = kMaxHeldDistances + 1;
  const auto samples = std::make_shared<const arma::mat>(testing::gaussian_matrix(n, 20, 51));
  const Points points = Points::of<Vectors>(std::make_shared<const LinearKernel>(), samples);
  const arma::uvec some = {0, 17, n - 1, 5}, others = {3, n - 1};
  const auto slow = [&](arma::uword i, arma::uword j) {
    return arma::accu(arma::square(samples->row(i) - samples->row(j)));
  };
  const arma::mat cross = points.subset(some).squared_distances(points.subset(others));
  const arma::mat own = points.subset(some).squared_distances(points.subset(some));
  CHECK(linalg::is_exactly_symmetric(own));
  for (arma::uword i = 0; i < some.n_elem; ++i) {
    for (arma::uword j = 0; j < some.n_elem; ++j) CHECK(own(i, j) == doctest::Approx(slow(some(i), some(j))));
    for (arma::uword j = 0; j < others.n_elem; ++j)
      CHECK(cross(i, j) == doctest::Approx(slow(some(i), others(j))));
  }
  const arma::vec pairs = points.subset(some).paired_squared_distances(points.subset(arma::reverse(some)));
  for (arma::uword i = 0; i < some.n_elem; ++i) CHECK(is_close(pairs(i), slow(some(i), some(3 - i)), 1e-12));
  CHECK(points.reads().values == 0);  // for four pairs not all are computed
}

TEST_CASE("distances of pairs far from the origin are those of the vectors, and of equal samples 0") {
  const auto y = std::make_shared<const arma::mat>(arma::vec{1.7e9, 1.7e9 + 10.0, 1.7e9 + 40.0, 1.7e9});
  const arma::uvec first = {0, 0, 1, 0}, second = {1, 2, 2, 3};
  const arma::vec expected = {100.0, 1600.0, 900.0, 0.0};
  for (const bool is_linear : {true, false}) {
    const std::shared_ptr<const Kernel<Vectors>> kernel =
        is_linear ? std::shared_ptr<const Kernel<Vectors>>(std::make_shared<const LinearKernel>())
                  : std::make_shared<const PolynomialKernel>(1, 2.0);
    const Points points = Points::of<Vectors>(kernel, y);
    const Points others = Points::of<Vectors>(kernel, std::make_shared<const arma::mat>(*y));
    const auto between = [&](const Points& a, const Points& b) {
      return a.subset(first).paired_squared_distances(b.subset(second));
    };
    CHECK(is_close(between(points, points), expected, 0.0));
    CHECK(is_close(between(points, others), expected, 0.0));
    CHECK(is_close(between(points.with_held_gram(), others), expected, 0.0));
    CHECK(points.reads().values == 0);  // so nothing was lost there
  }
}

TEST_CASE("pairs of as many points are asked for, and what is no number stays none") {
  const Points points = Points::given(arma::mat{{1.0, arma::datum::nan}, {arma::datum::nan, 1.0}});
  CHECK(thrown_message<std::invalid_argument>([&] { points.paired_squared_distances(points.subset({0})); }) ==
        "pairs of points: 2 and 1");
  CHECK(std::isnan(points.subset({0}).paired_squared_distances(points.subset({1}))(0)));
}

TEST_CASE("equal samples at different places have distance 0 under any kernel") {
  const Strings words = {"abcab", "bca", "abcab", "aaaa"};
  const auto kernel =
      std::make_shared<const NormalisedKernel<Strings>>(std::make_shared<const SpectrumKernel>(2, 2));
  const Points points = Points::of<Strings>(kernel, std::make_shared<const Strings>(words));
  const Points given = Points::given(kernel->gram(words));
  for (const Points& p : {points, given}) {
    const arma::vec found = p.subset({0, 1, 0}).paired_squared_distances(p.subset({2, 1, 1}));
    CHECK(found(0) == 0.0);
    CHECK(found(1) == 0.0);
    // 2-grams of abcab: ab twice, bc, ca; of bca: bc, ca
    CHECK(is_close(found(2), 2.0 - 2.0 * 2.0 / std::sqrt(6.0 * 2.0), 1e-13));
  }
}

TEST_CASE("of a given Gram matrix, what its values tell apart by their last digits alone is equal") {
  const auto distance = [](double value) {
    const Points given = Points::given(arma::mat{{1.0, value}, {value, 1.0}});
    return given.subset({0}).paired_squared_distances(given.subset({1}))(0);
  };
  CHECK(distance(1.0 - 2e-16) == 0.0);
  CHECK(distance(1.0 + 2e-16) == 0.0);
  CHECK(is_close(distance(1.0 - 1e-14), 2e-14, 0.02));
}

TEST_CASE("distances are off by the rounding of kernel values, but where they are known as such") {
  const double eps = arma::datum::eps;
  const auto errors_between = [](const Points& rows, const Points& columns) {
    return rows.distance_errors(columns, rows.squared_distances(columns));
  };
  // Means 1.5, 3 and 10^6, standard deviations 1.5, 2 and 0: lengths sqrt(3^2 + 4^2 + 0^2) and sqrt(0^2 + 1^2
  // + 0^2).
  const auto X = std::make_shared<const arma::mat>(arma::mat{{3.0, 5.0, 1e6}, {0.0, 1.0, 1e6}});
  const Points linear = Points::of<Vectors>(std::make_shared<const LinearKernel>(), X);
  const arma::mat by_differences = {{0.0, 4.0 * 5.0 * 6.0 + 3.0 * 25.0}, {4.0 * 5.0 * 6.0 + 3.0 * 25.0, 0.0}};
  CHECK(is_close(errors_between(linear, linear), eps * by_differences, 1e-12));
  const Points twice = Points::of<Vectors>(
      std::make_shared<const ScaledKernel<Vectors>>(std::make_shared<const LinearKernel>(), 2.0), X);
  CHECK(is_close(errors_between(twice, twice), 2.0 * eps * by_differences, 1e-12));
  const arma::mat K = {{25.0, 4.0}, {4.0, 1.0}}, D = {{0.0, 4.0}, {4.0, 0.0}};
  const Points apart = Points::given(K, D);
  CHECK(is_close(errors_between(apart, apart), 16.0 * eps * D, 1e-12));
  const Points given = Points::given(K);
  CHECK(is_close(errors_between(given, given), 16.0 * eps * arma::mat{{50.0, 26.0}, {26.0, 2.0}}, 1e-12));
  CHECK(is_close(errors_between(given.subset({1}), given), 16.0 * eps * arma::mat{{26.0, 2.0}}, 1e-12));
}

TEST_CASE("equal samples have distance 0 under every kernel, in every block") {
  const Strings words = {"abcab", "bca", "abcab", "aaaa", "", "bca", ""};
  const auto counts = std::make_shared<const SpectrumKernel>(1, 3);
  const auto check = [&](const SharedKernel<Strings>& kernel) {
    const Points held = Points::of<Strings>(kernel, std::make_shared<const Strings>(words));
    const Points others = held.with_new_samples(std::make_shared<const Strings>(words));
    for (const Points& rows : {held, held.without_held_gram(), others}) {
      const arma::mat D = rows.squared_distances(held);
      const arma::mat part = rows.subset({0, 1}).squared_distances(held.subset({5, 2}));
      for (arma::uword i = 0; i < words.size(); ++i)
        for (arma::uword j = 0; j < words.size(); ++j) CHECK((D(i, j) == 0.0) == (words[i] == words[j]));
      CHECK(part(0, 1) == 0.0);
      CHECK(part(1, 0) == 0.0);
      CHECK(part(0, 0) > 0.0);
    }
  };
  const auto normalised = std::make_shared<const NormalisedKernel<Strings>>(counts);
  check(normalised);
  check(std::make_shared<const ScaledKernel<Strings>>(normalised, 0.3));
  check(std::make_shared<const GaussianOverKernel<Strings>>(normalised, 0.7));
  check(std::make_shared<const NormalisedKernel<Strings>>(
      std::make_shared<const GaussianOverKernel<Strings>>(counts, 0.7)));
}

TEST_CASE("new samples beside a given Gram matrix have the values of the same samples under the kernel") {
  const arma::mat X = testing::gaussian_matrix(7, 3, 81), Z = testing::gaussian_matrix(4, 3, 82);
  const Points given = Points::given(X * X.t());
  const arma::mat squared = linalg::squared_euclidean_distances(Z, X);
  const Points beside = Points::beside_given(Z * X.t(), base::Lazy<arma::vec>(arma::sum(arma::square(Z), 1)));
  const arma::uvec some = {2, 0}, columns = {6, 1, 3};
  CHECK(is_close(beside.subset(some).cross_gram(given.subset(columns)), Z.rows(some) * X.rows(columns).t(),
                 1e-13));
  CHECK(
      is_close(beside.subset(some).squared_distances(given.subset(columns)), squared(some, columns), 1e-12));
  CHECK(is_close(beside.squared_norms(), arma::vec(arma::sum(arma::square(Z), 1)), 0.0));
  const base::Lazy<arma::vec> no_norms([]() -> arma::vec { throw std::runtime_error("no k(x, x)"); });
  const Points unknown = Points::beside_given(Z * X.t(), no_norms);
  CHECK(is_close(unknown.cross_gram(given), Z * X.t(), 0.0));
  CHECK(thrown_message<std::runtime_error>([&] { unknown.squared_distances(given); }) == "no k(x, x)");
  const Points with_distances = Points::beside_given(Z * X.t(), no_norms, squared);
  CHECK(is_close(with_distances.squared_distances(given), squared, 0.0));
  CHECK(is_close(with_distances.distance_errors(given, squared), 16.0 * arma::datum::eps * squared, 1e-12));
  CHECK_THROWS_AS(beside.gram(), std::invalid_argument);
  CHECK_THROWS_AS(beside.cross_gram(Points::given(arma::eye(6, 6))), std::invalid_argument);
}

}  // namespace preimage::kernels
