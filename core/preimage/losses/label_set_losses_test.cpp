#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/testing_label_sets.hpp"
#include "preimage/losses/loss.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::losses {

namespace {

using kernels::LabelSets;
using samples::LabelIndicators;
using testing::indicators;
using testing::is_close;
using testing::random_label_sets;
using testing::thrown_message;

/// The loss on data of so many labels, which need not all occur.
arma::vec hamming(const LabelSets& truth, const LabelSets& predicted, std::size_t labels) {
  return loss_for(hamming_loss(), LabelIndicators{truth, labels})({truth, labels}, {predicted, labels})
      .value();
}

}  // namespace

TEST_CASE("losses of label sets are what a table of marks gives") {
  base::Random random(7);
  LabelSets truth = random_label_sets(200, 0, 5, random), predicted = random_label_sets(200, 0, 5, random);
  truth[0] = {0, 1, 2, 3, 4};  // so that all labels occur in the truth
  const arma::mat a = indicators(truth, 0, 5), b = indicators(predicted, 0, 5);
  const arma::vec differ = arma::sum(arma::abs(a - b), 1);
  const arma::vec both = arma::sum(a % b, 1), any = arma::sum(arma::max(a, b), 1);
  REQUIRE(arma::any(any == 0.0));  // two empty sets
  arma::vec jaccard(200);
  for (arma::uword i = 0; i < 200; ++i) jaccard(i) = any(i) == 0.0 ? 0.0 : (any(i) - both(i)) / any(i);
  CHECK(is_close(hamming(truth, predicted, 5), differ / 5.0, 1e-15));
  CHECK(is_close(jaccard_distance_loss()(truth, predicted).value(), jaccard, 1e-15));
  CHECK(is_close(exact_match_error_loss()(truth, predicted).value(),
                 arma::conv_to<arma::vec>::from(differ > 0.0), 0.0));
}

TEST_CASE("examples of scikit-learn's pages") {
  const LabelSets truth = {{1}, {0, 1}}, none = {{}, {}};
  CHECK(arma::mean(hamming(truth, none, 2)) == 0.75);
  const LabelSets sets = {{1, 2}, {0, 1}}, found = {{0, 1, 2}, {0}};
  CHECK(is_close(1.0 - arma::mean(jaccard_distance_loss()(sets, found).value()), 0.58333333, 1e-7));
}

// As sklearn.metrics.hamming_loss of 4 x 6 indicator matrices, of whose columns 1, 4 and 5 hold no 1: 5 of 24
// entries differ.
TEST_CASE("labels that no sample has count in the Hamming loss") {
  const LabelSets truth = {{0, 2}, {3}, {}, {0, 2, 3}}, predicted = {{0}, {0, 2}, {3}, {2, 3, 0}};
  CHECK(is_close(arma::mean(hamming(truth, predicted, 6)), 5.0 / 24.0, 1e-15));
  CHECK(is_close(hamming(truth, predicted, 6), arma::vec{1.0, 3.0, 1.0, 0.0} / 6.0, 1e-15));
}

TEST_CASE("empty sets and data without labels") {
  const LabelSets empty = {{}}, one = {{4}};
  CHECK(jaccard_distance_loss()(empty, empty).value()(0) == 0.0);
  CHECK(jaccard_distance_loss()(empty, one).value()(0) == 1.0);
  CHECK(jaccard_distance_loss()(one, empty).value()(0) == 1.0);
  CHECK(exact_match_error_loss()(empty, empty).value()(0) == 0.0);
  CHECK(exact_match_error_loss()(empty, one).value()(0) == 1.0);
  CHECK(hamming(empty, empty, 0)(0) == 0.0);
  CHECK(hamming(empty, empty, 5)(0) == 0.0);
  CHECK(hamming(empty, one, 5)(0) == 0.2);
  CHECK(hamming({}, {}, 5).is_empty());
}

TEST_CASE("the Hamming loss has the scale of the data, whichever samples are asked for") {
  const LabelIndicators data{{{0}, {1}, {2, 3}}, 4};
  const Loss<LabelIndicators> loss = loss_for(hamming_loss(), data);
  CHECK(loss.name == "hamming_loss");
  CHECK(loss({{{0}}, 4}, {{{1}}, 4}).value()(0) == 0.5);
  const Loss<LabelIndicators> percent = loss_for(percent_correct("percent", hamming_loss()), data);
  CHECK(percent.is_gain);
  CHECK(percent({{{0}}, 4}, {{{1}}, 4}).value()(0) == 50.0);
  CHECK(thrown_message<NumericalError>([&] {
          loss({{{0, 1, 2}}, 4}, {{{3, 4}}, 4});
        }) == "hamming loss: two sets of 5 labels together, expected the data's 4 at most");
  CHECK(thrown_message<std::logic_error>([] {
          hamming_loss()({{{1}}, 4}, {{{2}}, 4});
        }) == "hamming loss: the data's number of labels is not known; loss_for takes it");
  CHECK(thrown_message<NumericalError>([&] {
          loss({{{1}}, 4}, {});
        }) == "hamming loss: as many predictions as truths expected");
  CHECK(thrown_message<NumericalError>([] { jaccard_distance_loss()(LabelSets{{1}}, {}); }) ==
        "jaccard distance: as many predictions as truths expected");
  CHECK(thrown_message<NumericalError>([] { exact_match_error_loss()(LabelSets{{1}}, {}); }) ==
        "exact match error: as many predictions as truths expected");
}

}  // namespace preimage::losses
