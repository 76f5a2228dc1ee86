#include "experiments/benchmarks/nested_cv_setup.hpp"

#include <utility>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark_data.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "experiments/ocr_transduction/ocr_words.hpp"
#include "experiments/shared/digits.hpp"
#include "preimage/base/random.hpp"
#include "suite/data/npy.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

namespace {

using samples::TrainOn;

std::vector<NestedFold> cut_twice(std::size_t n, TrainOn train_on) {
  std::vector<NestedFold> folds;
  base::Random random(base::derive_seed({"nested-cv"}));
  const arma::uvec all = arma::regspace<arma::uvec>(0, n - 1);
  const auto parts = samples::cut_into_folds(all, kNestedFolds, {}, random);
  for (samples::Split& split : samples::make_splits(parts, train_on)) {
    const auto inner_parts = samples::cut_into_folds(split.train, kNestedFolds, {}, random);
    split.test = arma::sort(split.test);
    folds.push_back({std::move(split), samples::make_splits(inner_parts, TrainOn::the_rest)});
  }
  return folds;
}

NestedSetup usps(const std::string& title, TrainOn train_on) {
  const auto load = [](const data::DataSource& source) { return shared::load_digits(source, {100, 0.8}); };
  auto [digits, source] = real_data_or_stand_in("USPS", "stroke_digits", load);
  const std::size_t n = digits.labels.size();
  return {title, source, std::move(digits.pixels), std::move(digits.labels), cut_twice(n, train_on)};
}

std::optional<NestedSetup> table_2(std::string&) {
  return usps("Table 2 of KDE: 1,000 digits smoothed by 0.8 pixel, train on 200, test on 800",
              TrainOn::one_fold);
}

std::optional<NestedSetup> usps_on_the_rest(std::string&) {
  return usps("the same 1,000 digits, train on 800, test on 200", TrainOn::the_rest);
}

std::optional<NestedSetup> sklearn_digits(std::string& skipped) {
  if (!has_python_module("sklearn")) {
    skipped = "scikit-learn's digits: " + no_python_module_text("sklearn");
    return std::nullopt;
  }
  const testing::TemporaryFolder folder;
  run_peer_script("sklearn_digits.py", folder.path(), [](const std::string&) {});
  const arma::mat table = read_peer_matrix(folder.path() / "digits.csv");  // 64 pixels and a class
  const arma::vec classes = table.col(table.n_cols - 1);
  return NestedSetup{"1,797 digits of 8 x 8 pixels, train on the rest", "scikit-learn's digits",
                     table.head_cols(table.n_cols - 1), std::vector<int>(classes.begin(), classes.end()),
                     cut_twice(table.n_rows, TrainOn::the_rest)};
}

std::optional<NestedSetup> ocr_letters(std::string&) {
  LetterRows rows = ocr_letter_rows();
  const std::size_t n = rows.labels.size();
  return NestedSetup{fmt::format("{} letters of 16 x 8 pixels in 26 classes, train on the rest", n),
                     std::move(rows.source), std::move(rows.first), std::move(rows.labels),
                     cut_twice(n, TrainOn::the_rest)};
}

}  // namespace

LetterRows ocr_letter_rows() {
  constexpr std::size_t kWordsPerFold = 605;  // of the stand-in: about as many letters
  const auto load = [](const data::DataSource& source) {
    return ocr_transduction::load_ocr(source, {kWordsPerFold});
  };
  const auto [letters, source] = real_data_or_stand_in("OCR", "stroke_words", load);
  std::vector<arma::uword> first, others;
  LetterRows rows;
  for (const ocr_transduction::OcrWord& word : letters.words) {
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      (word.fold == 0 ? first : others).push_back(word.first + i);
      if (word.fold == 0) rows.labels.push_back(word.text[i] - 'a');
    }
  }
  rows.first = letters.pixels.rows(arma::uvec(first));
  rows.others = letters.pixels.rows(arma::uvec(others));
  rows.source = source;
  return rows;
}

arma::mat NestedSetup::fold_table() const {
  arma::mat table(labels.size(), folds.size(), arma::fill::value(-1.0));
  for (std::size_t outer = 0; outer < folds.size(); ++outer) {
    for (std::size_t f = 0; f < folds[outer].inner.size(); ++f) {
      for (const arma::uword sample : folds[outer].inner[f].test)
        table(sample, outer) = static_cast<double>(f);
    }
  }
  return table;
}

std::vector<NestedJob> nested_jobs() {
  return {{200, 5, 5, kNestedFolds, table_2},
          {800, 1, 3, kNestedFolds, usps_on_the_rest},
          {1438, 1, 3, kNestedFolds, sklearn_digits},
          {3694, 1, 1, 1, ocr_letters}};
}

}  // namespace preimage::experiments::benchmarks
