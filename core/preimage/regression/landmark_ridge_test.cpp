#include "preimage/regression/landmark_ridge.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/linalg/condition.hpp"
#include "preimage/regression/kernel_ridge.hpp"
#include "preimage/regression/ridge_rounding.hpp"
#include "preimage/regression/testing_gram.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::regression {

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;

namespace {

struct LandmarkToy {
  arma::mat K, Y;  // of 60 samples
};

LandmarkToy landmark_toy(double g, double origin = 0.0) {
  const arma::mat X = origin + gaussian_matrix(60, 3, 11);
  return {gaussian_gram(X, X, g), gaussian_matrix(60, 4, 12)};
}

LandmarkNormalEquations collected(const LandmarkToy& toy, const arma::uvec& landmarks, double ridge,
                                  arma::uword block) {
  LandmarkNormalEquations equations(toy.K.submat(landmarks, landmarks), toy.K.n_rows, toy.Y.n_cols, ridge);
  const arma::uvec kept = landmarks.elem(equations.kept());
  for (arma::uword begin = 0; begin < toy.K.n_rows; begin += block) {
    const auto rows = arma::regspace<arma::uvec>(begin, std::min(begin + block, toy.K.n_rows) - 1);
    equations.add(toy.K.submat(rows, kept), toy.Y.rows(rows));
  }
  return equations;
}

/// What the map on these landmarks predicts for all samples.
arma::mat predicted(const LandmarkToy& toy, const arma::uvec& landmarks, double ridge,
                    arma::uword block = 17) {
  LandmarkNormalEquations equations = collected(toy, landmarks, ridge, block);
  const arma::uvec kept = landmarks.elem(equations.kept());
  return toy.K.cols(kept) * std::move(equations).solved().coefficients(ridge);
}

/// (K_Mn K_nM + ridge K_MM) a = K_Mn Y, by elimination.
arma::mat by_elimination(const LandmarkToy& toy, const arma::uvec& landmarks, double ridge) {
  const arma::mat K_nM = toy.K.cols(landmarks);
  const arma::mat left = K_nM.t() * K_nM + ridge * toy.K.submat(landmarks, landmarks);
  return K_nM * arma::solve(left, arma::mat(K_nM.t() * toy.Y));
}

const arma::uvec kSome = {50, 3, 17, 21, 8, 44, 31, 0};

}  // namespace

TEST_CASE("it is the normal equations, for any block of rows and ridge") {
  const LandmarkToy toy = landmark_toy(1.0);
  for (const double ridge : {1e-4, 1e-2, 1.0, 100.0}) {
    const arma::mat expected = by_elimination(toy, kSome, ridge);
    for (const arma::uword block : {1, 7, 60}) {
      CHECK_FALSE(collected(toy, kSome, ridge, block).solves_blocks());
      CHECK(is_close(predicted(toy, kSome, ridge, block), expected, 1e-10));
    }
  }
}

TEST_CASE("one collection serves all ridges and other outputs") {
  const LandmarkToy toy = landmark_toy(1.0);
  LandmarkNormalEquations equations = collected(toy, kSome, 0.01, 20);
  const LandmarkRidge ridge = std::move(equations).solved();
  for (const double value : {0.01, 0.5, 3.0}) {
    CHECK(is_close(arma::mat(toy.K.cols(kSome) * ridge.coefficients(value)),
                   by_elimination(toy, kSome, value), 1e-10));
    const arma::mat weights = ridge.coefficients(value, arma::mat(toy.K.rows(kSome)));
    CHECK(is_close(arma::mat(weights * toy.Y), ridge.coefficients(value), 1e-10));
  }
}

TEST_CASE("with all samples as landmarks it is kernel ridge regression") {
  for (const double g : {3.0, 0.3, 0.03}) {  // the last is singular to seven digits
    for (const double origin : {0.0, 1e4}) {
      const LandmarkToy toy = landmark_toy(g, origin);
      const auto all = arma::regspace<arma::uvec>(59, -1, 0);
      for (const double ridge : {1e-3, 1.0}) {
        CAPTURE(g);
        CAPTURE(ridge);
        const arma::mat exact = toy.K * ridge_dual_operator(toy.K, RidgeForm::plain, ridge) * toy.Y;
        CHECK(is_close(predicted(toy, all, ridge), exact, 1e-8));
      }
    }
  }
}

namespace {

/// Inputs .05, .15, ..., 1.95, then the same below 0; outputs 1, -1, 1, ...; k(x, z) = exp(-(x - z)^2 / 2).
/// Predictions at four points in 70 digits (by elimination, in Python's decimal numbers): of the ridge on all
/// samples, with every second one as landmark, and with those above 0.
struct MirroredTruth {
  double ridge;
  arma::vec all, second, above;
};
const std::vector<MirroredTruth> kMirrored = {
    {1e-2,
     {-0.23159080802653803, -0.008980288034272857, 0.13609312312296873, 0.027789029818786438},
     {-0.2315908080276673, -0.008980288034055614, 0.13609312312300412, 0.027789029819196148},
     {-0.23108576400268302, -0.008726374840024403, 0.13606469641762378, 0.02776027183767103}},
    {1e-6,
     {-0.2738895867514846, 0.035221714643847456, 0.22296078667546423, -0.05438168152540276},
     {-0.27388959474068764, 0.03522171482565473, 0.222960786901632, -0.05438168293764879},
     {-0.2862472254438771, 0.02700999270356338, 0.22084794182586032, -0.05246334877119994}},
    {1e-8,
     {-0.16025770610707726, 0.060412855244475004, 0.21864984565327927, -0.019191589368795076},
     {-0.16025804982374114, 0.06041289323921148, 0.2186498512504299, -0.019191632825654885},
     {-0.20687714911582927, 0.07288788778248495, 0.22825711075356206, -0.024086832810934124}},
    {1e-12,
     {0.3830965606734844, -0.056722202305644655, 0.3304918899668499, 0.07315520902570385},
     {0.38282546328488953, -0.05676866107736364, 0.3305221605105947, 0.07321592492472288},
     {0.14274878406628325, -0.08002146456617669, 0.3510376756860493, 0.06836186962314159}}};

}  // namespace

TEST_CASE("landmarks err at most 100 times as much as the ridge on all samples, or they say so") {
  const arma::vec side = 0.1 * (arma::regspace(0.0, 19.0) + 0.5), x = arma::join_cols(side, -side);
  arma::vec y(40, arma::fill::ones);
  for (arma::uword i = 1; i < 40; i += 2) y(i) = -1.0;
  const arma::vec points = {-1.9, -1.0, 0.05, 1.3};
  const auto gram = [](const arma::vec& a, const arma::vec& b) -> arma::mat {
    return arma::exp(-0.5 * arma::square(arma::repmat(a, 1, b.n_elem) - arma::repmat(b.t(), a.n_elem, 1)));
  };
  const auto error = [](const arma::mat& found, const arma::vec& expected) {
    return arma::abs(arma::vec(found - expected)).max() / arma::abs(expected).max();
  };
  const LandmarkToy toy{gram(x, x), y};
  for (const MirroredTruth& truth : kMirrored) {
    CAPTURE(truth.ridge);
    const arma::mat exact = gram(points, x) * ridge_dual_operator(toy.K, RidgeForm::plain, truth.ridge) * y;
    const double of_ridge = error(exact, truth.all);
    CHECK(of_ridge < std::max(1e-11, 2e-14 / truth.ridge));
    for (const bool is_above : {false, true}) {
      CAPTURE(is_above);
      const arma::uvec landmarks = arma::regspace<arma::uvec>(0, is_above ? 1 : 2, is_above ? 19 : 39);
      LandmarkNormalEquations equations = collected(toy, landmarks, truth.ridge, 17);
      const arma::uvec kept = landmarks.elem(equations.kept());
      LandmarkErrors errors;
      const arma::mat a = std::move(equations).solved().coefficients(truth.ridge, &errors);
      const arma::mat K_points = gram(points, x.elem(kept));
      const arma::vec& expected = is_above ? truth.above : truth.second;
      const double own = error(K_points * a, expected);
      const arma::vec stated = rounding_errors(K_points * errors.columns);
      if (!is_above && truth.ridge > 1e-12) {
        CHECK(arma::all(arma::abs(arma::vec(K_points * a - expected)) <= stated));
        CHECK(stated.max() <= 100.0 * own);
      }
      const bool is_said = errors.is_worse_than_ridge() || errors.rcond < linalg::kFewDigits;
      CAPTURE(own);
      CAPTURE(of_ridge);
      CAPTURE(errors.rounding);
      CHECK((own <= 100.0 * of_ridge || is_said));
      CHECK(own < 100.0 * errors.rounding);
      if (truth.ridge == 1e-12) CHECK(errors.rcond < linalg::kFewDigits);
      if (is_above) CHECK(is_said);
    }
  }
  // The same inputs three times as far apart, every second one a landmark: sums are rounded before they are
  // solved.
  const arma::vec far_side = 0.3 * (arma::regspace(0.0, 19.0) + 0.5),
                  far = arma::join_cols(far_side, -far_side);
  const arma::uvec second = arma::regspace<arma::uvec>(0, 2, 39);
  LandmarkNormalEquations sums = collected({gram(far, far), y}, second, 1e-4, 17);
  REQUIRE_FALSE(sums.solves_blocks());
  LandmarkErrors of_sums;
  const arma::mat a = std::move(sums).solved().coefficients(1e-4, &of_sums);
  const double own = error(gram(points, far.elem(second)) * a, {-0.028988605548223752, -0.10352672379193793,
                                                                0.5241694899439713, 0.03804697053259622});
  CHECK(own < 100.0 * of_sums.rounding);
  CHECK(own > 0.01 * of_sums.rounding);
  CHECK(of_sums.is_worse_than_ridge());
  const LandmarkToy other =
      landmark_toy(1.0);  // where landmarks are far from dependent, there is nothing to say
  LandmarkErrors errors;
  collected(other, kSome, 0.01, 17).solved().coefficients(0.01, &errors);
  CHECK_FALSE(errors.is_worse_than_ridge());
  CHECK(errors.rcond > 1e-6);
  collected(other, kSome, 0.01, 17).solved().coefficients(0.01, arma::mat(other.K.rows(kSome)), &errors);
  CHECK_FALSE(errors.is_worse_than_ridge());
}

TEST_CASE("where rounding would show, blocks are solved first") {
  const LandmarkToy toy = landmark_toy(0.003);  // eigenvalues of K from 57 to 1e-14
  const arma::uvec landmarks = arma::regspace<arma::uvec>(0, 29);
  const double ridge = 1e-6;
  CHECK(collected(toy, landmarks, ridge, 9).solves_blocks());
  // Least squares of (F; sqrt(ridge) I) c = (Y; 0), F = K_nM L^-T, without normal equations.
  const arma::mat L = arma::chol(arma::mat(toy.K.submat(landmarks, landmarks)), "lower");
  const arma::mat F = arma::solve(arma::trimatl(L), arma::mat(toy.K.rows(landmarks))).t();
  const arma::mat root = std::sqrt(ridge) * arma::eye(F.n_cols, F.n_cols);
  const arma::mat expected =
      F * arma::solve(arma::mat(arma::join_cols(F, root)),
                      arma::join_cols(toy.Y, arma::mat(F.n_cols, 4, arma::fill::zeros)));
  CHECK(is_close(predicted(toy, landmarks, ridge, 9), expected, 1e-6));
}

TEST_CASE("landmarks that occur twice are dropped and change nothing") {
  LandmarkToy toy = landmark_toy(1.0);
  toy.K = arma::repmat(toy.K, 2, 2);
  toy.Y = arma::join_cols(toy.Y, gaussian_matrix(60, 4, 13));
  const arma::uvec twice = arma::join_cols(kSome, kSome + 60, kSome.head(3));
  LandmarkNormalEquations equations = collected(toy, twice, 0.1, 50);
  CHECK(arma::all(arma::sort(equations.kept()) == arma::regspace<arma::uvec>(0, 7)));
  CHECK(is_close(predicted(toy, twice, 0.1), predicted(toy, kSome, 0.1), 1e-10));
  CHECK(is_close(predicted(toy, kSome, 0.1), by_elimination(toy, kSome, 0.1), 1e-9));
}

TEST_CASE("outputs that are all alike are predicted alike") {
  LandmarkToy toy = landmark_toy(1.0);
  toy.Y.zeros();  // one class, centred
  CHECK(arma::accu(arma::abs(predicted(toy, kSome, 0.1))) == 0.0);
}

TEST_CASE("the explained trace is that of the landmarks' projection") {
  const LandmarkToy toy = landmark_toy(1.0);
  const arma::mat K_nM = toy.K.cols(kSome);
  const double expected =
      arma::trace(K_nM * arma::solve(arma::mat(toy.K.submat(kSome, kSome)), arma::mat(K_nM.t())));
  CHECK(is_close(collected(toy, kSome, 1.0, 11).solved().explained_trace(), expected, 1e-10));
  const arma::uvec all = arma::regspace<arma::uvec>(0, 59);
  CHECK(is_close(collected(toy, all, 1.0, 11).solved().explained_trace(), 60.0, 1e-9));
}

TEST_CASE("what does not fit or is no number is refused") {
  const LandmarkToy toy = landmark_toy(1.0);
  const arma::mat own = toy.K.submat(kSome, kSome), some = toy.K.cols(kSome);
  CHECK_THROWS_AS(LandmarkNormalEquations(own, 60, 4, -1.0), NumericalError);
  CHECK_THROWS_AS(LandmarkNormalEquations(arma::mat(2, 2, arma::fill::zeros), 60, 4, 1.0), NumericalError);
  CHECK_THROWS_AS(LandmarkNormalEquations(some, 60, 4, 1.0), NumericalError);
  LandmarkNormalEquations equations(own, 60, 4, 1.0);
  CHECK_THROWS_AS(equations.add(some.head_cols(3), toy.Y), NumericalError);
  CHECK_THROWS_AS(equations.add(some, toy.Y.head_rows(3)), NumericalError);
  CHECK_THROWS_AS(equations.add(some, toy.Y * arma::datum::nan), NumericalError);
  arma::mat poisoned = some;
  poisoned(59, 2) = arma::datum::nan;
  equations.add(poisoned, toy.Y);
  CHECK_THROWS_AS(std::move(equations).solved(), NumericalError);
  CHECK_THROWS_AS(collected(toy, kSome, 1.0, 60).solved().coefficients(-1.0), NumericalError);
  CHECK_THROWS_AS(collected(toy, kSome, 1.0, 60).solved().coefficients(1.0, arma::mat(3, 3)), NumericalError);
}

using testing::gaussian_gram;
using testing::gaussian_matrix;
using testing::is_close;
using testing::thrown_message;

namespace {

struct HeldToy {
  arma::mat K_nM, K_MM, Y;  // 700 samples, of which the last are landmarks
};

HeldToy held_toy(double g, arma::uword landmarks = 200) {
  const arma::mat X = gaussian_matrix(700, 4, 21);
  const arma::mat Z = X.tail_rows(landmarks);
  return {gaussian_gram(X, Z, g), gaussian_gram(Z, Z, g), gaussian_matrix(700, 3, 22)};
}

HeldLandmarkRidge held(const HeldToy& toy, arma::uword block = 150) {
  HeldLandmarkRidge ridge(toy.K_MM, toy.Y.n_cols);
  for (arma::uword begin = 0; begin < toy.K_nM.n_rows; begin += block) {
    const arma::uword last = std::min(begin + block, toy.K_nM.n_rows) - 1;
    ridge.add(arma::mat(toy.K_nM.rows(begin, last)).cols(ridge.kept()).t(), toy.Y.rows(begin, last));
  }
  return ridge;
}

/// Predictions for all samples, by least squares on the rows of (K_nM; sqrt(ridge) L'), which squares no
/// condition number.
arma::mat by_least_squares(const HeldToy& toy, double ridge) {
  const arma::uword m = toy.K_MM.n_rows;
  const arma::mat rows = arma::join_cols(toy.K_nM, std::sqrt(ridge) * arma::chol(toy.K_MM));
  const arma::mat outputs = arma::join_cols(toy.Y, arma::mat(m, toy.Y.n_cols, arma::fill::zeros));
  return toy.K_nM * arma::solve(rows, outputs);
}

}  // namespace

TEST_CASE("conjugate gradients find what least squares find, in few iterations, for any block of rows") {
  for (const double g : {2.0, 0.5, 0.2}) {  // condition numbers of K_MM from 1e2 to 1e7
    const HeldToy toy = held_toy(g);
    for (const double ridge : {1e-3, 0.1, 10.0}) {
      CAPTURE(g);
      CAPTURE(ridge);
      const arma::mat expected = by_least_squares(toy, ridge);
      for (const arma::uword block : {150, 700}) {
        const IteratedCoefficients found = held(toy, block).coefficients(ridge);
        CHECK(is_close(arma::mat(toy.K_nM * found.values), expected, 1e-7));
        CHECK(found.residual <= kAcceptedResidual);
        CHECK(found.iterations >= 2);  // single precision alone is not enough
        CHECK(found.iterations <= 10);
      }
    }
  }
}

TEST_CASE("they agree with the direct way, with fewer landmarks than are taken out, too") {
  for (const arma::uword landmarks : {1, 7, 128, 129, 300}) {
    CAPTURE(landmarks);
    const HeldToy toy = held_toy(1.0, landmarks);
    LandmarkNormalEquations equations(toy.K_MM, toy.K_nM.n_rows, toy.Y.n_cols, 0.01);
    equations.add(toy.K_nM, toy.Y);
    const arma::mat direct = toy.K_nM * std::move(equations).solved().coefficients(0.01);
    CHECK(is_close(arma::mat(toy.K_nM * held(toy).coefficients(0.01).values), direct, 1e-8));
  }
}

TEST_CASE("held landmarks that occur twice are dropped, and outputs that are all alike are predicted alike") {
  HeldToy toy = held_toy(1.0, 50);
  const arma::mat expected = by_least_squares(toy, 0.1);
  HeldToy twice = toy;
  twice.K_MM = arma::repmat(toy.K_MM, 2, 2);
  twice.K_nM = arma::join_rows(toy.K_nM, toy.K_nM);
  const HeldLandmarkRidge ridge = held(twice);
  CHECK(arma::all(arma::sort(ridge.kept()) == arma::regspace<arma::uvec>(0, 49)));
  CHECK(is_close(arma::mat(toy.K_nM.cols(ridge.kept()) * ridge.coefficients(0.1).values), expected, 1e-8));
  toy.Y.col(1).zeros();
  const IteratedCoefficients found = held(toy).coefficients(0.1);
  CHECK(arma::accu(arma::abs(found.values.col(1))) == 0.0);
  CHECK(is_close(arma::mat(toy.K_nM * found.values.cols(arma::uvec{0, 2})),
                 arma::mat(expected.cols(arma::uvec{0, 2})), 1e-8));
}

TEST_CASE("what does not converge says so") {
  const HeldToy toy = held_toy(0.02, 300);  // eigenvalues of K_MM from 250 to 1e-12
  const std::string message = thrown_message<NumericalError>([&] { held(toy).coefficients(0.0); });
  CHECK_MESSAGE(message.ends_with("; raise the ridge, or solve them directly"), message);
}

TEST_CASE("what does not fit or is no number is refused by held landmarks") {
  const HeldToy toy = held_toy(1.0, 10);
  CHECK_THROWS_AS(HeldLandmarkRidge(arma::mat(2, 2, arma::fill::zeros), 1), NumericalError);
  CHECK_THROWS_AS(HeldLandmarkRidge(toy.K_nM, 1), NumericalError);
  CHECK_THROWS_AS(HeldLandmarkRidge(toy.K_MM, 0), NumericalError);
  CHECK_THROWS_AS(held(toy).coefficients(-1.0), NumericalError);
  CHECK_THROWS_AS(held(toy).coefficients(arma::datum::nan), NumericalError);
  HeldLandmarkRidge ridge(toy.K_MM, toy.Y.n_cols);
  CHECK_THROWS_AS(ridge.add(toy.K_nM.head_cols(3).t(), toy.Y), NumericalError);
  CHECK_THROWS_AS(ridge.add(toy.K_nM.t(), toy.Y.head_rows(3)), NumericalError);
  CHECK_THROWS_AS(ridge.add(toy.K_nM.t(), toy.Y * arma::datum::nan), NumericalError);
  arma::mat poisoned = toy.K_nM.t();
  poisoned(2, 3) = arma::datum::nan;
  ridge.add(poisoned, toy.Y);
  CHECK_THROWS_AS(ridge.coefficients(0.1), NumericalError);
}

}  // namespace preimage::regression
