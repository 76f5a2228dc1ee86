#include "preimage/losses/fold_measures.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

namespace preimage::losses {

namespace {

using kernels::Labels, kernels::LabelSets, kernels::Vectors;
using testing::is_close;
using testing::thrown_message;

Labels random_labels(std::size_t n, std::size_t classes, base::Random& random) {
  Labels labels(n);
  for (int& label : labels) label = static_cast<int>(random.below(classes)) * 3 - 4;
  return labels;
}

/// From precision and recall, sample by sample: 2 p r / (p + r), 0 where either has no sample or both are 0.
double f1_by_hand(const std::vector<bool>& truth, const std::vector<bool>& predicted) {
  double hits = 0.0, all_true = 0.0, all_predicted = 0.0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    hits += truth[i] && predicted[i] ? 1.0 : 0.0;
    all_true += truth[i] ? 1.0 : 0.0;
    all_predicted += predicted[i] ? 1.0 : 0.0;
  }
  const double p = all_predicted == 0.0 ? 0.0 : hits / all_predicted;
  const double r = all_true == 0.0 ? 0.0 : hits / all_true;
  return p + r == 0.0 ? 0.0 : 2.0 * p * r / (p + r);
}

std::vector<bool> marks_of(const LabelSets& sets, int label) {
  std::vector<bool> marks;
  for (const auto& set : sets) marks.push_back(set.count(label) > 0);
  return marks;
}

}  // namespace

TEST_CASE("accuracy, and F1 of each sample's sets: by hand") {
  CHECK(accuracy({1, 2, 3, 2}, {1, 2, 2, 3}).value() == 0.5);
  CHECK(samples_f1({{1, 2}, {}, {3}, {1}}, {{1}, {}, {}, {1}}).value() ==
        (2.0 / 3.0 + 1.0 + 0.0 + 1.0) / 4.0);
  base::Random random(5);
  LabelSets truth(30), predicted(30);
  for (LabelSets* sets : {&truth, &predicted})
    for (auto& set : *sets)
      for (int label = 0; label < 4; ++label)
        if (random.below(3) == 0) set.insert(label);
  double sum = 0.0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    std::vector<bool> a, b;  // as if labels were samples
    for (int label = 0; label < 4; ++label) {
      a.push_back(truth[i].count(label) > 0);
      b.push_back(predicted[i].count(label) > 0);
    }
    sum += truth[i].empty() && predicted[i].empty() ? 1.0 : f1_by_hand(a, b);
  }
  CHECK(is_close(samples_f1(truth, predicted).value(), sum / 30.0, 1e-14));
  CHECK_FALSE(accuracy({}, {}).has_value());
  CHECK_FALSE(samples_f1({}, {}).has_value());
  CHECK_THROWS_AS(accuracy({1}, {}), NumericalError);
  CHECK_THROWS_AS(samples_f1({{1}}, {}), NumericalError);
}

TEST_CASE("balanced error: the mean of the classes' error rates, by a loop over classes") {
  base::Random random(3);
  for (int round = 0; round < 20; ++round) {
    const Labels truth = random_labels(40, 4, random), predicted = random_labels(40, 6, random);
    double sum = 0.0;
    const std::set<int> classes(truth.begin(), truth.end());
    for (const int c : classes) {
      std::vector<double> wrong;
      for (std::size_t i = 0; i < truth.size(); ++i) {
        if (truth[i] == c) wrong.push_back(predicted[i] == c ? 0.0 : 1.0);
      }
      sum += arma::mean(arma::vec(wrong));
    }
    CHECK(
        is_close(balanced_error(truth, predicted).value(), sum / static_cast<double>(classes.size()), 1e-14));
  }
}

TEST_CASE("balanced error at the edges, and scikit-learn's example") {
  CHECK(balanced_error({0, 1, 0, 0, 1, 0}, {0, 1, 0, 0, 0, 1}).value() == 1.0 - 0.625);
  CHECK(balanced_error({2, 2, 2}, {2, 2, 2}).value() == 0.0);         // one class
  CHECK(balanced_error({2, 2, 2, 2}, {2, 2, 2, 7}).value() == 0.25);  // 7 is predicted only
  CHECK(balanced_error({1}, {2}).value() == 1.0);
  CHECK_FALSE(balanced_error({}, {}).has_value());
  CHECK(thrown_message<NumericalError>([] { balanced_error({1}, {}); }) ==
        "balanced error: as many predictions as truths expected");
}

TEST_CASE("macro F1 of classes: precision and recall of each class that occurs, by hand") {
  base::Random random(4);
  for (int round = 0; round < 20; ++round) {
    const Labels truth = random_labels(30, 4, random), predicted = random_labels(30, 6, random);
    std::set<int> classes(truth.begin(), truth.end());
    classes.insert(predicted.begin(), predicted.end());
    double sum = 0.0;
    for (const int c : classes) {
      std::vector<bool> a, b;
      for (std::size_t i = 0; i < truth.size(); ++i) {
        a.push_back(truth[i] == c);
        b.push_back(predicted[i] == c);
      }
      sum += f1_by_hand(a, b);
    }
    CHECK(is_close(macro_f1(truth, predicted).value(), sum / static_cast<double>(classes.size()), 1e-14));
  }
  // scikit-learn's page on f1_score: 0.26...
  CHECK(is_close(macro_f1(Labels{0, 1, 2, 0, 1, 2}, Labels{0, 2, 1, 0, 0, 1}).value(), 0.8 / 3.0, 1e-15));
  CHECK(macro_f1(Labels{5, 5}, Labels{5, 5}).value() == 1.0);
  CHECK(macro_f1(Labels{5, 5, 5}, Labels{5, 5, 6}).value() == 0.4);  // 0.8 and 0: 6 is predicted only
  CHECK_FALSE(macro_f1(Labels{}, Labels{}).has_value());
}

TEST_CASE("micro and macro F1 of label sets, label by label") {
  base::Random random(5);
  for (int round = 0; round < 20; ++round) {
    LabelSets truth(25), predicted(25);
    std::vector<bool> all_true, all_predicted;
    std::set<int> labels;
    for (LabelSets* sets : {&truth, &predicted}) {
      for (auto& set : *sets) {
        for (int label = 0; label < 7; ++label) {
          if (random.below(sets == &truth ? 9 : 5) == 0) set.insert(label);
        }
        labels.insert(set.begin(), set.end());
      }
    }
    double sum = 0.0;
    for (const int label : labels) {
      const std::vector<bool> a = marks_of(truth, label), b = marks_of(predicted, label);
      sum += f1_by_hand(a, b);
      all_true.insert(all_true.end(), a.begin(), a.end());
      all_predicted.insert(all_predicted.end(), b.begin(), b.end());
    }
    CHECK(is_close(macro_f1(truth, predicted).value(), sum / static_cast<double>(labels.size()), 1e-14));
    CHECK(is_close(micro_f1(truth, predicted).value(), f1_by_hand(all_true, all_predicted), 1e-14));
  }
}

TEST_CASE("F1 of label sets at the edges, and scikit-learn's example") {
  const LabelSets truth = {{}, {0, 1, 2}, {1, 2}}, predicted = {{}, {0, 1, 2}, {0, 1}};
  CHECK(is_close(macro_f1(truth, predicted).value(), (2.0 / 3.0 + 1.0 + 2.0 / 3.0) / 3.0, 1e-15));
  CHECK(micro_f1(truth, predicted).value() == 0.8);
  CHECK(micro_f1(LabelSets{{1}, {}}, LabelSets{{}, {1}}).value() == 0.0);
  CHECK(macro_f1(LabelSets{{1}}, LabelSets{{}}).value() == 0.0);
  const LabelSets empty = {{}, {}};
  CHECK_FALSE(micro_f1(empty, empty).has_value());  // no label occurs
  CHECK_FALSE(macro_f1(empty, empty).has_value());
  CHECK_FALSE(micro_f1(LabelSets{}, LabelSets{}).has_value());
  CHECK(thrown_message<NumericalError>([] { micro_f1(LabelSets{{}}, LabelSets{}); }) ==
        "F1: as many predictions as truths expected");
}

TEST_CASE("R^2: one minus the share of variance that is left, averaged over outputs") {
  const Vectors truth = testing::gaussian_matrix(30, 3, 1) + 4.0;
  const Vectors predicted = truth + 0.7 * testing::gaussian_matrix(30, 3, 2);
  double sum = 0.0;
  for (arma::uword j = 0; j < 3; ++j) {
    double mean = 0.0, left = 0.0, all = 0.0;
    for (arma::uword i = 0; i < 30; ++i) mean += truth(i, j) / 30.0;
    for (arma::uword i = 0; i < 30; ++i) {
      left += std::pow(truth(i, j) - predicted(i, j), 2);
      all += std::pow(truth(i, j) - mean, 2);
    }
    sum += 1.0 - left / all;
  }
  CHECK(is_close(r_squared(truth, predicted).value(), sum / 3.0, 1e-13));
  // It does not depend on the unit, up to the ends of the range.
  CHECK(is_close(r_squared(1e200 * truth, 1e200 * predicted).value(), sum / 3.0, 1e-13));
  CHECK(is_close(r_squared(1e-200 * truth, 1e-200 * predicted).value(), sum / 3.0, 1e-13));
}

TEST_CASE("R^2: scikit-learn's examples") {
  CHECK(is_close(r_squared(arma::vec{3, -0.5, 2, 7}, arma::vec{2.5, 0.0, 2, 8}).value(), 1.0 - 1.5 / 29.1875,
                 1e-14));  // 0.948...
  CHECK(is_close(r_squared(Vectors{{0.5, 1}, {-1, 1}, {7, -6}}, Vectors{{0, 2}, {-1, 2}, {8, -5}}).value(),
                 0.936800526662, 1e-11));
  CHECK(r_squared(arma::vec{1, 2, 3}, arma::vec{1, 2, 3}).value() == 1.0);
  CHECK(r_squared(arma::vec{1, 2, 3}, arma::vec{2, 2, 2}).value() == 0.0);
  CHECK(r_squared(arma::vec{1, 2, 3}, arma::vec{3, 2, 1}).value() == -3.0);
}

TEST_CASE("R^2 of a constant target, of one sample, and out of range") {
  CHECK(r_squared(arma::vec{-2, -2, -2}, arma::vec{-2, -2, -2}).value() == 1.0);
  CHECK(r_squared(arma::vec{-2, -2, -2}, arma::vec{-2, -2, -2 + 1e-8}).value() == 0.0);
  const arma::vec tenths = {0.1, 0.1, 0.1};  // their mean is not 0.1
  CHECK(r_squared(tenths, tenths).value() == 1.0);
  CHECK(r_squared(tenths, arma::vec{0.1, 0.1, 0.2}).value() == 0.0);
  CHECK(r_squared(Vectors{{1, 5}, {2, 5}}, Vectors{{1, 5}, {2, 6}}).value() ==
        0.5);  // one of two is constant
  CHECK_FALSE(r_squared(arma::vec{1.0}, arma::vec{1.0}).has_value());
  CHECK_FALSE(r_squared(Vectors(3, 0), Vectors(3, 0)).has_value());
  CHECK_FALSE(r_squared(arma::vec{1e-300, 2e-300}, arma::vec{1.0, 1.0}).has_value());
  CHECK(thrown_message<NumericalError>([] {
          r_squared(arma::vec{1, 2}, arma::vec{1});
        }) == "R^2: shapes differ");
}

TEST_CASE("a group has one prediction: the class of most of its samples, or the mean") {
  // Group 7: predicted 1 1 2, is 1; group 3: 2 1, the lesser of equals, is 2; group 9: 2, is 2.
  const kernels::Labels truth = {1, 1, 1, 2, 2, 2}, predicted = {1, 2, 1, 2, 1, 2};
  CHECK(losses::group_error(truth, predicted, {7, 7, 7, 3, 3, 9}).value() == doctest::Approx(1.0 / 3.0));
  CHECK(losses::group_error(truth, predicted, {0, 1, 2, 3, 4, 5}).value() == doctest::Approx(2.0 / 6.0));
  CHECK_FALSE(losses::group_error({}, {}, {}).has_value());
  CHECK_THROWS_AS(losses::group_error({1, 2}, {1, 1}, {4, 4}), NumericalError);
  CHECK_THROWS_AS(losses::group_error({1}, {1, 1}, {4, 4}), NumericalError);
  // Means of errors: (1 - 3) / 2 = -1 and 2 of two outputs; 0.
  const arma::mat y = {{1.0, 0.0}, {0.0, 5.0}, {4.0, 4.0}}, f = {{0.0, 0.0}, {3.0, 1.0}, {4.0, 4.0}};
  CHECK(losses::group_squared_error(y, f, {1, 1, 2}).value() == doctest::Approx((1.0 + 4.0) / 2.0));
}

}  // namespace preimage::losses
