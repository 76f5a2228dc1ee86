// The experiment as a whole, on a few stand-in words.
#include <set>

#include <doctest/doctest.h>

#include "experiments/ocr_transduction/ocr_problem.hpp"
#include "experiments/ocr_transduction/ocr_words.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/kernels/set_kernel.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/samples/ngrams.hpp"
#include "preimage/sequences/ngram_features.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/run_cell.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::experiments;
using namespace preimage::experiments::ocr_transduction;
using testing::is_close;
using testing::parse;
using testing::replaced;
using testing::stand_in;
using testing::thrown_message;

namespace {

std::string letters_config() {
  return testing::config_of("ocr_transduction", R"(dataset: {name: ocr_letters, stand_in_words_per_fold: 60}
letter_kernel: {name: polynomial, degree: 2, offset: 1}
protocol: {outer: {given: true, train_on: one_fold}, inner: {folds: 3}}
learners:
  plain: {method: aligned_transduction, ridge: 1}
  model: {method: aligned_transduction, ridge: 1, language_model: {order: 2}, weight: [0.01, 0.1]}
  chain: {method: max_margin_markov_network, lambda: 0.01, passes: 5}
)");
}

std::string words_config() {
  return testing::config_of("ocr_transduction", R"(dataset: {name: ocr_letters, stand_in_words_per_fold: 12}
word_kernels:
  narrow: {name: normalised, base: {name: set, n: 1, position_bandwidth: 0.5, base: {name: gaussian, sigma: 3}}}
  wide: {name: normalised, base: {name: set, n: 1, position_bandwidth: 0.5, base: {name: gaussian, sigma: 6}}}
output_ngrams: [2, 3]
protocol: {outer: {given: true, train_on: the_rest}, inner: {folds: 3}}
learners:
  candidates: {method: kernel_dependency_estimation, ridge: [0.01, 1]}
  paths:
    method: kernel_dependency_estimation
    ridge: [0.01, 1]
    decoder: {name: euler_path, order: 2, pool: [2, 3], thresholds: leave_one_out, choice: language_model}
)");
}

/// Of every learner, the record of the first outer fold.
std::vector<suite::records::ResultRecord> first_fold_records(const suite::study::Study& study) {
  std::vector<suite::records::ResultRecord> records;
  const suite::data::DataSource source = stand_in();
  suite::run::CellRunner runner(source);
  for (const suite::study::Cell& cell : testing::plan_cells(study, study.readings[0], 1, source)) {
    if (cell.outer_fold != 0) continue;
    records.push_back(runner.run(cell));
    INFO(records.back().reason);
    REQUIRE(records.back().status == "ok");
  }
  return records;
}

double mean_of(const suite::records::ResultRecord& record, const std::string& measure) {
  const std::vector<double>& values = record.measures.at(measure);
  return arma::mean(arma::vec(values));
}

}  // namespace

TEST_CASE("letters: the Gram matrix of the elements is the kernel of the images, word by word") {
  const ocr_transduction::OcrLetters letters = load_ocr(stand_in(), {3});
  const auto words = words_of(letters).outputs.get<kernels::Strings>();
  const sequences::Elements elements =
      letters_of(letters, std::make_shared<kernels::PolynomialKernel>(2, 1.0));
  REQUIRE(words.size() == 30);
  CHECK(elements.points.size() == letters.pixels.n_rows);
  for (arma::uword i = 0; i < words.size(); ++i) CHECK(elements.offsets.length(i) == words[i].size());
  const arma::mat expected = arma::square(letters.pixels * letters.pixels.t() + 1.0);
  CHECK(is_close(elements.points.gram(), expected, 1e-13));
  CHECK(is_close(elements.points.squared_norms(), arma::vec(expected.diag()), 1e-13));
}

TEST_CASE("words: kernels to choose among, and the counts of the n-grams with boundary symbols") {
  const ocr_transduction::OcrLetters letters = load_ocr(stand_in(), {3});
  const auto words = words_of(letters).outputs.get<kernels::Strings>();
  const auto kernel = std::make_shared<kernels::SetKernel>(std::make_unique<kernels::LinearKernel>());
  const kernels::KernelChoices choices = word_choices(letters, {kernel, kernel});
  REQUIRE(choices.kernels.size() == 2);
  arma::mat sums(words.size(), letters.pixels.n_cols);  // sum_ij x_i . x'_j = (sum_i x_i) . (sum_j x'_j)
  for (arma::uword i = 0; i < words.size(); ++i) {
    const ocr_transduction::OcrWord& word = letters.words[i];
    sums.row(i) = arma::sum(letters.pixels.rows(word.first, word.first + word.text.size() - 1), 0);
  }
  CHECK(is_close(choices.kernels[1].points.gram(), sums * sums.t(), 1e-12));
  const outputs::ExplicitFeatures features = sequences::ngram_features(words, {2, 3});
  const arma::mat& F = features.values;
  std::vector<std::string> ngrams;  // with # for the boundary
  for (const std::string& packed : features.ngrams) {
    std::string& ngram = ngrams.emplace_back();
    for (const char byte : packed)
      ngram += byte == features.boundary ? "#" : features.alphabet->unpacked({&byte, 1});
  }
  REQUIRE(F.n_cols == ngrams.size());
  CHECK(std::set<std::string>(ngrams.begin(), ngrams.end()).size() == ngrams.size());
  for (arma::uword i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    // |w| + n - 1 n-grams of each order
    CHECK(arma::accu(F.row(i)) == static_cast<double>(2 * word.size() + 3));
    for (arma::uword u = 0; u < ngrams.size(); ++u) {
      const std::string text = (ngrams[u].size() == 2 ? "#" + word + "#" : "##" + word + "##");
      double count = 0.0;
      for (std::size_t p = text.find(ngrams[u]); p != std::string::npos; p = text.find(ngrams[u], p + 1))
        ++count;
      CHECK(F(i, u) == count);
    }
  }
}

TEST_CASE("letter learners: the losses are shares of all letters, and the model helps") {
  const std::vector<suite::records::ResultRecord> records = first_fold_records(parse(letters_config()));
  REQUIRE(records.size() == 3);
  for (const suite::records::ResultRecord& record : records) {
    CHECK(record.samples.size() == 9 * 60);
    CHECK(is_close(mean_of(record, "symbol_accuracy_percent"),
                   100.0 * (1.0 - mean_of(record, "symbol_error")), 1e-12));
    CHECK(mean_of(record, "symbol_error") < 0.8);  // guessing the commonest of 20 letters errs on more
  }
  CHECK(mean_of(records[1], "symbol_error") < mean_of(records[0], "symbol_error"));
}

TEST_CASE("word learners: edits are counted over all letters of the fold, and both learners read words") {
  const suite::study::Study study = parse(words_config());
  const ocr_transduction::OcrLetters letters = load_ocr(stand_in(), {12});
  for (const suite::records::ResultRecord& record : first_fold_records(study)) {
    if (!record.labels.empty()) {  // a path; a candidate is recorded as a sample
      double edits = 0.0, symbols = 0.0;
      for (std::size_t i = 0; i < record.samples.size(); ++i) {
        const std::string& truth = letters.words[i].text;  // the first fold's words come first
        REQUIRE(record.samples[i] == letters.words[i].id);
        edits += static_cast<double>(base::edit_distance(truth, record.labels[i]));
        symbols += static_cast<double>(truth.size());
      }
      CHECK(is_close(mean_of(record, "edit_error"), edits / symbols, 1e-12));
    }
    CHECK(mean_of(record, "edit_error") < 0.6);
    REQUIRE(record.chosen.size() == 2);
    CHECK(record.chosen[0].first == "word_kernel");
  }
}

TEST_CASE("what the experiment cannot work with, it says") {
  const auto error = [](const std::string& from, const std::string& to) {
    return thrown_message<suite::ConfigError>([&] { parse(replaced(words_config(), from, to)); });
  };
  CHECK(error("output_ngrams: [2, 3]", "output_ngrams: [2, 2.5]") ==
        "toy.yaml:8:20: output_ngrams[1]: expected an integer from 1 to 5, found '2.5' (integers are decimal "
        "digits, unquoted, like 12)");
  CHECK(thrown_message<suite::ConfigError>([] {
          parse(replaced(letters_config(), "letter_kernel: {name: polynomial, degree: 2, offset: 1}\n", ""));
        }) == "toy.yaml:1:1: letter_kernel: missing (expected a map)");
  ocr_transduction::OcrLetters letters = load_ocr(stand_in(), {3});
  for (ocr_transduction::OcrWord& word : letters.words) word.fold = word.fold == 0 ? 1 : word.fold;
  CHECK(thrown_message<DataError>([&] { require_all_folds(letters, "letter.data"); }) ==
        "letter.data: fold 0 holds no word, expected words in each of the folds 0 to 9");
}
