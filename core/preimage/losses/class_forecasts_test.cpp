// Right values by hand or of scikit-learn 1.2.1: roc_auc_score(label_binarize(y), scores, average="macro"),
// log_loss, brier_score_loss.
#include "preimage/losses/class_forecasts.hpp"

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::losses {

namespace {

using testing::is_close;
using testing::thrown_message;

/// Classes a, b, ... of which there are `classes` in the data.
ClassForecasts of(const std::vector<int>& labels, std::size_t classes, const arma::mat& scores = {},
                  const arma::mat& probabilities = {}, const std::vector<int>& columns = {0, 1, 2}) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < classes; ++c) names.emplace_back(1, static_cast<char>('a' + c));
  const auto part = [&](const arma::mat& values) -> std::optional<outputs::Scores> {
    if (values.is_empty()) return std::nullopt;
    return outputs::Scores{values, {columns.begin(), columns.begin() + static_cast<long>(values.n_cols)}};
  };
  return {
      {labels, std::make_shared<const std::vector<std::string>>(names)}, part(scores), part(probabilities)};
}

const std::vector<int> kTwo = {0, 1, 1, 0, 1, 0, 0, 1}, kThree = {0, 1, 2, 2, 1, 0, 1};
const arma::mat kScores = {{.9, .1, .3}, {.2, .6, .6}, {.5, .4, .1}, {0, .2, .8},
                           {.7, .3, .2}, {.1, .5, .4}, {.3, .8, .1}};

const Loss<ClassForecasts> kAucError = loss_of_fold("auc_error", true, auc);

}  // namespace

TEST_CASE("area under the ROC curve of two classes and of more; nothing where it is not defined") {
  const arma::vec d = {-1, .5, .25, .5, 2, -.75, 1, -.5};
  CHECK(
      auc(of(kTwo, 2), of(kTwo, 2, arma::join_rows(3.0 - d, arma::vec(8, arma::fill::value(3.0))))).value() ==
      0.65625);
  CHECK(is_close(auc(of(kThree, 3), of(kThree, 3, kScores)).value(), 0.6611111111111111, 1e-15));
  const arma::uvec of_a_and_b = {0, 1, 4, 5, 6};  // the truth has two of the three classes
  CHECK(is_close(auc(select(of(kThree, 3), of_a_and_b), select(of(kThree, 3, kScores), of_a_and_b)).value(),
                 2.0 / 3.0, 1e-15));
  // Equal but for the last digit, which another CPU rounds otherwise.
  arma::mat constant(6, 3, arma::fill::value(1.0 / 3.0));
  for (arma::uword i = 0; i < 6; i += 2) constant.row(i) += 1e-16 * arma::rowvec{1, 0, -1};
  CHECK(auc(of({0, 1, 2, 0, 1, 2}, 3), of({0, 1, 2, 0, 1, 2}, 3, constant)).value() == 0.5);
  CHECK(auc(of({0, 1, 0, 1}, 2), of({0, 1, 0, 1}, 2, {{0, 1e-30}, {0, 2e-30}, {0, 1e-30}, {0, 2e-30}}))
            .value() == 1.0);
  CHECK_FALSE(auc(of(kThree, 3), of(kThree, 3)));                                  // no values
  CHECK_FALSE(auc(of({1, 1}, 2), of({0, 1}, 2, {{0, 1}, {1, 0}})));                // one class
  CHECK_FALSE(auc(of({0, 1, 2}, 3), of({0, 1, 1}, 3, {{0, 1}, {1, 0}, {1, 0}})));  // c did not train
  CHECK_FALSE(kAucError(of({1, 1}, 2), of({0, 1}, 2, {{0, 1}, {1, 0}})));
  CHECK(is_close(*kAucError(of(kThree, 3), of(kThree, 3, kScores)),
                 arma::vec(7, arma::fill::value(1.0 - 0.6611111111111111)), 1e-15));
}

TEST_CASE("sensitivity and specificity are of the class that is named") {
  const ClassForecasts truth = of({0, 0, 0, 1, 2}, 3), predicted = of({0, 0, 1, 0, 1}, 3);
  CHECK(sensitivity("a")(truth, predicted).value() == 2.0 / 3.0);
  CHECK(specificity("a")(truth, predicted).value() == 0.5);
  CHECK(specificity("b")(truth, predicted).value() == 0.5);
  CHECK_FALSE(sensitivity("b")(of({0, 0}, 2), of({0, 1}, 2)));
  CHECK_FALSE(specificity("a")(of({0, 0}, 2), of({0, 1}, 2)));
  CHECK(is_close(*loss_of_fold("false_negative_rate", true, sensitivity("a"))(truth, predicted),
                 arma::vec(5, arma::fill::value(1.0 / 3.0)), 1e-15));
  CHECK(thrown_message<DataError>([&] {
          loss_for(loss_of_fold("false_positive_rate", true, specificity("A")), truth);
        }) == "positive: the data have no class 'A'; known: a, b, c");
}

TEST_CASE("log loss, clipped at the unit of doubles, and Brier score") {
  const arma::mat p = {{.7, .2, .1}, {.25, .5, .25}, {0, 0, 1}, {1, 0, 0}};
  const ClassForecasts truth = of({0, 2, 2, 1}, 3), predicted = of({0, 1, 2, 0}, 3, {}, p);
  CHECK(is_close(*log_loss()(truth, predicted),
                 arma::vec{0.35667494393873245, 1.3862943611198906, 0, 36.04365338911715}, 1e-15));
  CHECK(is_close(*brier_score_loss()(truth, predicted), arma::vec{.14, .875, 0, 2}, 1e-15));
  const ClassForecasts two = of({0, 1, 1}, 2, {}, {{.8, .2}, {.1, .9}, {.5, .5}});
  CHECK(is_close(*brier_score_loss()(two, two), arma::vec{.04, .01, .25}, 1e-15));
  const ClassForecasts one = of({0, 1}, 2, {}, arma::ones(2, 1), {1});  // only b trained
  CHECK(is_close(*brier_score_loss()(one, one), arma::vec{1, 0}, 1e-15));
  CHECK_FALSE(log_loss()(truth, of({0, 1, 2, 0}, 3)));
}

TEST_CASE("what is no distribution over classes is refused, and so are other numbers of samples") {
  for (const arma::mat& bad :
       {arma::mat{{.5, .4}}, arma::mat{{1.5, -.5}}, arma::mat{{arma::datum::nan, 1.0}}}) {
    for (const Loss<ClassForecasts>& loss : {log_loss(), brier_score_loss()})
      CHECK(thrown_message<NumericalError>([&] {
              loss(of({0}, 2), of({0}, 2, {}, bad));
            }).starts_with("probabilities of sample 0: expected numbers from 0 to 1 that sum to 1"));
  }
  for (const ClassForecasts& bad : {of({0}, 2), of({0, 1}, 2, {}, arma::mat{{.5, .5}})})
    CHECK(thrown_message<NumericalError>([&] {
            log_loss()(of({0, 1}, 2), bad);
          }) == "a measure of classes: as many predictions as truths expected");
}

}  // namespace preimage::losses
