#include "preimage/regression/one_class_svm.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/regression/testing_dual.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "preimage/regression/testing_libsvm.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

constexpr double kTolerance = 1e-4;

/// Samples far from the origin with norms that differ, so that the two enclosures do.
arma::mat toy_samples(arma::uword n, std::uint64_t seed) {
  arma::mat X = gaussian_matrix(n, 3, seed);
  X.col(0) += 4.0;
  return X;
}

arma::vec linear_term(const arma::mat& K, Enclosure enclosure) {
  if (enclosure == Enclosure::ball) return K.diag();
  return arma::vec(K.n_rows, arma::fill::zeros);
}

/// The two objectives, both as (1/2) a'Ka - (1/2) a'd.
double objective(const arma::mat& K, const arma::vec& d, const arma::vec& a) {
  return 0.5 * arma::dot(a, K * a) - 0.5 * arma::dot(a, d);
}

BoxDual dual_of(const arma::mat& K, Enclosure enclosure, double nu) {
  const arma::vec none(K.n_rows, arma::fill::zeros), share = none + 1.0 / static_cast<double>(K.n_rows);
  return {-0.5 * linear_term(K, enclosure), none, share / nu, share};
}

OneClassSvm fit(const arma::mat& K, double nu, Enclosure enclosure = Enclosure::hyperplane) {
  OneClassOptions options;
  options.nu = nu;
  options.enclosure = enclosure;
  return one_class_svm(K, options);
}

}  // namespace

TEST_CASE("both enclosures agree with an enumeration of all active sets") {
  const arma::mat X = toy_samples(7, 1);
  const arma::mat K = arma::square(X * X.t() + 1.0);
  for (const Enclosure enclosure : {Enclosure::hyperplane, Enclosure::ball}) {
    for (const double nu : {0.05, 0.3, 0.5, 0.8}) {
      CAPTURE(nu);
      const arma::vec a = fit(K, nu, enclosure).coefficients;
      CHECK(is_close(a, testing::by_enumeration(K, dual_of(K, enclosure, nu)).coefficients, kTolerance));
    }
  }
}

TEST_CASE("coefficients sum to 1, rho parts the samples, nu bounds the shares outside and used") {
  const arma::mat X = toy_samples(60, 2);
  for (const double scale : {1e-4, 1.0, 1e4}) {  // the tolerance is relative to K
    const arma::mat K = scale * X * X.t();
    for (const Enclosure enclosure : {Enclosure::hyperplane, Enclosure::ball}) {
      for (const double nu : {0.05, 0.33, 0.5, 0.95, 1.0}) {
        CAPTURE(nu);
        CAPTURE(scale);
        const OneClassSvm machine = fit(K, nu, enclosure);
        const arma::vec& a = machine.coefficients;
        const double upper = 1.0 / (nu * 60.0);
        CHECK(is_close(arma::accu(a), 1.0, 1e-12));
        CHECK(a.min() >= 0.0);
        CHECK(a.max() <= upper * (1.0 + 1e-12));
        const arma::vec values = evaluate(machine, K) - 0.5 * linear_term(K, enclosure);
        const double edge = 2e-6 * K.diag().max();
        for (arma::uword i = 0; i < 60; ++i) {
          if (a(i) < upper * (1.0 - 1e-9)) CHECK(values(i) >= -edge);
          if (a(i) > 0.0) CHECK(values(i) <= edge);
        }
        CHECK(arma::accu(values < -edge) <= 60.0 * nu);
        CHECK(arma::accu(a > 0.0) >= 60.0 * nu - 1e-9);
      }
    }
  }
}

TEST_CASE("on a line the hyperplane is the nearest point, the ball has its centre in the middle") {
  const arma::vec x = {1.0, 2.0, 5.0, 3.0};
  const arma::mat K = x * x.t();
  const OneClassSvm plane = fit(K, 0.2);
  CHECK(is_close(plane.coefficients, arma::vec{1.0, 0.0, 0.0, 0.0}, kTolerance));
  CHECK(is_close(plane.rho, 1.0, kTolerance));
  const OneClassSvm ball = fit(K, 0.25, Enclosure::ball);
  CHECK(is_close(ball.coefficients, arma::vec{0.5, 0.0, 0.5, 0.0}, kTolerance));
  CHECK(is_close(ball.rho, (9.0 - 4.0) / 2.0, kTolerance));  // (|centre|^2 - radius^2) / 2
  CHECK(is_close(evaluate(plane, arma::mat{{2.0, 4.0, 10.0, 6.0}})(0), 1.0, kTolerance));  // of x = 2
}

TEST_CASE("where no coefficient is inside its bounds rho is in the middle of what is optimal") {
  const arma::vec x = {1.0, 2.0, 5.0, 3.0};
  const OneClassSvm machine = fit(x * x.t(), 0.5);  // half on 1, half on 2: f = 1.5 x
  CHECK(is_close(machine.coefficients, arma::vec{0.5, 0.5, 0.0, 0.0}, kTolerance));
  CHECK(is_close(machine.rho, 0.5 * (3.0 + 4.5), kTolerance));
  CHECK(is_close(fit(x * x.t(), 1.0).rho, 2.75 * 5.0, kTolerance));  // all outside or on the edge
}

TEST_CASE("with a constant diagonal the two enclosures are one") {
  const arma::mat X = toy_samples(30, 3);
  const arma::mat K = gaussian_gram(X, X, 0.3);
  const arma::mat uneven = X * X.t();
  for (const double nu : {0.1, 0.5, 0.9}) {
    CHECK(is_close(fit(K, nu, Enclosure::ball).coefficients, fit(K, nu).coefficients, kTolerance));
    CHECK_FALSE(is_close(fit(uneven, nu, Enclosure::ball).coefficients, fit(uneven, nu).coefficients, 0.1));
  }
}

// Lampert and Blaschko 2008, eq. (3): max sum_ij a_i a_j K_ij - sum_i a_i K_ii.
TEST_CASE("eq. (3) with its max is largest, 0, at every single sample, whatever K is") {
  const arma::mat X = toy_samples(7, 4);
  const arma::mat K = X * X.t();
  for (arma::uword i = 0; i < 7; ++i) {
    arma::vec single(7, arma::fill::zeros);
    single(i) = 1.0;
    CHECK(objective(K, K.diag(), single) == 0.0);
  }
  arma::vec a = arma::abs(gaussian_matrix(7, 1, 5).col(0));
  a /= arma::accu(a);
  CHECK(objective(K, K.diag(), a) < 0.0);
  CHECK(objective(K, K.diag(), fit(K, 0.05, Enclosure::ball).coefficients) <= objective(K, K.diag(), a));
}

/// The same machine by another way, from the two-class problem without bias, all targets +1:
///   min 1/2 |w|^2 + C sum_i max(0, 1 - w . phi(x_i)),  dual  min 1/2 b'Kb - sum_i b_i,  0 <= b_i <= C
/// For rho > 0 its w is that of the hyperplane over rho, with C = 1 / (nu m rho) [sec. 2.3].
OneClassSvm bias_free_svm(const arma::mat& K, double C) {
  const arma::vec none(K.n_rows, arma::fill::zeros);
  const BoxDual dual{none - 1.0, none, none + C, none, 1e-6};
  const arma::vec b = SupportVectorSolver(K, none, none, false).train(dual).coefficients;
  const double sum = arma::accu(b);
  return {b / sum, 1.0 / sum, sum / (C * static_cast<double>(K.n_rows))};
}

TEST_CASE("without a bias the two-class machine is the one-class machine, and ranks new samples alike") {
  const arma::mat X = toy_samples(40, 6);
  const arma::mat T = toy_samples(50, 7);
  const auto check = [](const arma::mat& K, const arma::mat& K_test_train) {
    for (const double nu : {0.05, 0.3, 0.62, 0.9, 1.0}) {
      CAPTURE(nu);
      const OneClassSvm expected = fit(K, nu);
      const OneClassSvm actual = bias_free_svm(K, 1.0 / (nu * 40.0 * expected.rho));
      CHECK(is_close(actual.nu, nu, kTolerance));
      CHECK(is_close(actual.rho, expected.rho, kTolerance));
      const arma::vec values = evaluate(expected, K_test_train);
      const arma::vec others = evaluate(actual, K_test_train);
      CHECK(is_close(others, values, kTolerance));
      CHECK(arma::all(arma::sort_index(others) == arma::sort_index(values)));
    }
  };
  check(gaussian_gram(X, X, 0.3), gaussian_gram(T, X, 0.3));
  check(X * X.t(), T * X.t());  // of rank 3: the coefficients are not unique, the values are
}

TEST_CASE("machines of several nu at once are those of each alone") {
  const arma::mat X = toy_samples(40, 8);
  const std::vector<double> nus = {0.5, 0.05, 1.0, 0.3};
  const std::vector<OneClassSvm> machines = one_class_svms(X * X.t(), nus, {.enclosure = Enclosure::ball});
  for (std::size_t i = 0; i < nus.size(); ++i) {
    const OneClassSvm alone = fit(X * X.t(), nus[i], Enclosure::ball);
    CHECK(arma::all(machines.at(i).coefficients == alone.coefficients));
    CHECK(machines[i].rho == alone.rho);
    CHECK(machines[i].nu == nus[i]);
  }
  CHECK(one_class_svms(X * X.t(), {}, {}).empty());
}

TEST_CASE("kernels that are 0 are no failure") {
  const OneClassSvm zero = fit(arma::mat(4, 4, arma::fill::zeros), 0.5);
  CHECK(is_close(arma::accu(zero.coefficients), 1.0, 1e-12));
  CHECK(zero.rho == 0.0);
}

TEST_CASE("one-class machines refuse damaged Gram matrices and options out of bounds") {
  const arma::mat K(3, 3, arma::fill::eye);
  const auto message = [](const arma::mat& gram, double nu, double tolerance = 1e-6) {
    return thrown_message<NumericalError>([&] {
      one_class_svm(gram, {nu, Enclosure::hyperplane, tolerance});
    });
  };
  CHECK(message(K, 0.0) == "one-class SVM: nu is 0, expected 0 < nu <= 1");
  CHECK(message(K, 1.5) == "one-class SVM: nu is 1.5, expected 0 < nu <= 1");
  CHECK(message(K, arma::datum::nan) == "one-class SVM: nu is nan, expected 0 < nu <= 1");
  CHECK(message(K, 0.5, 0.0) == "one-class SVM: tolerance is 0, expected > 0");
  CHECK(message(arma::mat(), 0.5) == "one-class SVM: no training samples");
  arma::mat damaged = K;
  damaged(2, 1) = arma::datum::nan;
  CHECK(message(damaged, 0.5) == "Gram matrix: entry (2, 1) is nan, not a finite number");
  damaged(2, 1) = 0.5;
  CHECK(message(damaged, 0.5) == "Gram matrix: not symmetric, entry (2, 1) is 0.5 but (1, 2) is 0");
  CHECK(message(-K, 0.5) == "one-class SVM: Gram matrix entry (0, 0) is -1, expected >= 0");
  CHECK(message(K.head_cols(2), 0.5) == "Gram matrix: 3 x 2 is not square");
  const OneClassSvm machine = fit(K, 0.5);
  CHECK(thrown_message<NumericalError>([&] { evaluate(machine, arma::mat(2, 4, arma::fill::zeros)); }) ==
        "one-class SVM: Gram matrix of the test samples has 4 columns, expected 3");
  CHECK(thrown_message<NumericalError>([&] { evaluate(machine, arma::datum::nan * K); }) ==
        "Gram matrix of the test samples: entry (0, 0) is nan, not a finite number");
}

namespace {

/// The slow oracle.
arma::vec coefficients_by_libsvm(const arma::mat& K, double nu, double tolerance) {
  svm_parameter parameters = testing::libsvm_parameters(ONE_CLASS);
  parameters.nu = nu;
  parameters.eps = tolerance * nu * static_cast<double>(K.n_rows) * arma::abs(K).max();
  const arma::vec shares =
      testing::by_libsvm(K, arma::vec(K.n_rows, arma::fill::ones), parameters).coefficients;
  return shares / arma::accu(shares);
}

void check_same_bits(const arma::mat& K, double tightest = 1e-6) {
  for (const double nu : {0.05, 0.25, 0.3, 0.5, 0.77, 0.95, 0.999}) {
    if (nu * static_cast<double>(K.n_rows) < 1.0) continue;  // libsvm begins outside
    for (const double tolerance : {1e-2, tightest}) {
      CAPTURE(K.n_rows);
      CAPTURE(nu);
      CAPTURE(tolerance);
      const arma::vec found = one_class_svm(K, {.nu = nu, .tolerance = tolerance}).coefficients,
                      expected = coefficients_by_libsvm(K, nu, tolerance);
      CHECK(testing::is_same_machine({found}, {expected}, K));
    }
  }
}

}  // namespace

TEST_CASE(
    "every bit of a one-class machine is libsvm's, whatever the bandwidth, nu and the number of samples") {
  for (const arma::uword m : {1U, 2U, 3U, 4U, 5U, 31U, 64U, 120U}) {
    const arma::mat X = gaussian_matrix(m, 3, 61);
    for (const double g : {1e-4, 0.05, 1.0, 100.0}) check_same_bits(gaussian_gram(X, X, g));
    check_same_bits(X * X.t());
  }
}

TEST_CASE("among equals the choice is libsvm's: copies, a Gram matrix of few values, none but zeros") {
  arma::mat X = gaussian_matrix(60, 2, 62);
  for (arma::uword i = 3; i < 60; i += 3) X.row(i) = X.row(i - 3);
  check_same_bits(gaussian_gram(X, X, 0.5));
  check_same_bits(arma::floor(4.0 * gaussian_gram(X, X, 0.5)) / 4.0, 1e-3);
  check_same_bits(arma::mat(60, 60, arma::fill::ones));
  check_same_bits(arma::mat(60, 60, arma::fill::eye));
}

TEST_CASE("a tolerance below what single precision holds is reached") {
  const arma::mat X = gaussian_matrix(80, 3, 64);
  for (const double g : {1e-3, 0.3}) {
    const arma::mat K = gaussian_gram(X, X, g);
    for (const double nu : {0.1, 0.5}) {
      const OneClassSvm machine = one_class_svm(K, {.nu = nu, .tolerance = 1e-12});
      CHECK(machine.converged);
      const double upper = 1.0 / (nu * 80.0);
      const arma::vec values = K * machine.coefficients - machine.rho;
      for (arma::uword i = 0; i < 80; ++i) {
        if (machine.coefficients(i) < upper * (1.0 - 1e-9)) CHECK(values(i) >= -2e-12);
        if (machine.coefficients(i) > 0.0) CHECK(values(i) <= 2e-12);
      }
    }
  }
}

TEST_CASE("shares that would be larger than 1 bound nothing: every nu below 1 / m gives the same machine") {
  for (const double nu : {0.3, 1e-10, 1e-300}) {
    CAPTURE(nu);
    const OneClassSvm same = one_class_svm(arma::mat(3, 3, arma::fill::eye), {.nu = nu});  // by hand
    CHECK(same.converged);
    CHECK(arma::abs(same.coefficients - 1.0 / 3.0).max() < 1e-6);
    CHECK(std::abs(same.rho - 1.0 / 3.0) < 1e-6);
    // min a_1^2 + 2 a_2^2 on a_1 + a_2 = 1: (2/3, 1/3), and f is 2/3 at both.
    const OneClassSvm two = one_class_svm(arma::diagmat(arma::vec{1.0, 2.0}), {.nu = nu});
    CHECK(arma::abs(two.coefficients - arma::vec{2.0 / 3.0, 1.0 / 3.0}).max() < 1e-6);
    CHECK(std::abs(two.rho - 2.0 / 3.0) < 1e-6);
    // A single sample carries the machine: 4 times as far from the origin, the other one only adds to the
    // norm.
    const OneClassSvm one = one_class_svm(arma::mat{{1.0, 4.0}, {4.0, 16.0}}, {.nu = nu});
    CHECK(arma::abs(one.coefficients - arma::vec{1.0, 0.0}).max() < 1e-6);
    CHECK(std::abs(one.rho - 1.0) < 1e-5);
  }
}

}  // namespace preimage::regression
