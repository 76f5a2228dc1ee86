// Right values are of NumPy, SciPy and scikit-learn 1.2.1: the root of the sigmoid's gradient
// (scipy.optimize.root to 1e-15, from the targets of sklearn.calibration._sigmoid_calibration), and
// IsotonicRegression(out_of_bounds="clip").
#include "preimage/regression/calibration.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::regression {

namespace {

using testing::is_close;

const arma::vec kScores = {-2.5, -1.75, -1.25, -0.5, -0.5, 0.125, 0.25, 0.75, 0.75, 1.5, 2.25, 3.0};
const std::vector<bool> kOutcomes = {false, false, true, false, false, false,
                                     true,  false, true, true,  true,  true};
const arma::vec kAt = {-3, -2.5, -1.5, -0.5, 0, 0.2, 0.5, 0.75, 1, 2, 3, 4};

std::string refused(const arma::vec& scores, const std::vector<bool>& outcomes) {
  return testing::thrown_message<NumericalError>(
      [&] { calibrator_fit(Calibration::isotonic, scores, outcomes); });
}

}  // namespace

TEST_CASE("a sigmoid's A and B, and its probabilities, in any units of the scores") {
  const arma::mat found = calibrator_fit(Calibration::sigmoid, kScores, kOutcomes);
  CHECK(is_close(found, arma::mat(arma::vec{-0.6833321452627517, 0.11385911961253327}), 1e-12));
  const arma::vec expected = {0.10304355372959659, 0.13917135974302963, 0.24253021697277008,
                              0.388047907983563,   0.4715659314947935,  0.5057015802113004,
                              0.5567067124410856,  0.5983608591241119,  0.6386415696782503,
                              0.7777850719372856,  0.8739271732336716,  0.9321041384485949};
  CHECK(is_close(calibrated(Calibration::sigmoid, found, kAt), expected, 1e-12));
  const arma::mat scaled = calibrator_fit(Calibration::sigmoid, 1e7 * kScores - 3e8, kOutcomes);
  CHECK(is_close(calibrated(Calibration::sigmoid, scaled, 1e7 * kAt - 3e8), expected, 1e-9));
}

TEST_CASE("a sigmoid of scores that say nothing, or all: targets keep it from 0 and 1") {
  const arma::mat equal =
      calibrator_fit(Calibration::sigmoid, arma::vec(3, arma::fill::value(0.1)), {true, false, false});
  CHECK(equal(0) == 0.0);  // (2/3 + 1/4 + 1/4) / 3 for each
  CHECK(
      is_close(calibrated(Calibration::sigmoid, equal, {0.1, 5.0}), arma::vec{7.0 / 18.0, 7.0 / 18.0}, 1e-9));
  const arma::vec apart = {-1.0, 1.0};  // both targets are met: 1/3 and 2/3
  CHECK(is_close(
      calibrated(Calibration::sigmoid, calibrator_fit(Calibration::sigmoid, apart, {false, true}), apart),
      arma::vec{1.0 / 3.0, 2.0 / 3.0}, 1e-12));
}

TEST_CASE("isotonic regression, linear between its steps and constant beyond them") {
  const arma::mat found = calibrator_fit(Calibration::isotonic, kScores, kOutcomes);
  CHECK(is_close(found,
                 arma::mat{{-2.5, -1.75, -1.25, 0.125, 0.25, 0.75, 1.5, 3.0},
                           {0.0, 0.0, 0.25, 0.25, 2.0 / 3.0, 2.0 / 3.0, 1.0, 1.0}},
                 1e-15));
  CHECK(is_close(calibrated(Calibration::isotonic, found, kAt),
                 arma::vec{0.0, 0.0, 0.125, 0.25, 0.25, 0.5, 2.0 / 3.0, 2.0 / 3.0, 7.0 / 9.0, 1.0, 1.0, 1.0},
                 1e-15));
  const arma::mat falling = calibrator_fit(Calibration::isotonic, {1.0, 2.0, 3.0}, {true, false, false});
  CHECK(is_close(calibrated(Calibration::isotonic, falling, {0.0, 2.5, 9.0}),
                 arma::vec(3, arma::fill::value(1.0 / 3.0)), 1e-15));
  const arma::mat tied = calibrator_fit(Calibration::isotonic, {0.1 + 0.2, 0.3, 1.0}, {false, true, true});
  CHECK(is_close(calibrated(Calibration::isotonic, tied, {0.3, 0.1 + 0.2}), arma::vec{0.5, 0.5}, 0.0));
  const arma::mat single = calibrator_fit(Calibration::isotonic, {1.0}, {true});
  CHECK(is_close(calibrated(Calibration::isotonic, single, {0.0, 1.0, 2.0}), arma::vec{1.0, 1.0, 1.0}, 0.0));
}

TEST_CASE("what is no calibrator's data is refused") {
  CHECK(refused({}, {}).find("0 scores and 0 outcomes") != std::string::npos);
  CHECK(refused({1.0, 2.0}, {true}).find("2 scores and 1 outcomes") != std::string::npos);
  CHECK(refused({1.0, arma::datum::nan}, {true, false}) == "a calibrator: a score is not finite");
}

}  // namespace preimage::regression
