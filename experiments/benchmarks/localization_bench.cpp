// Windows per second of the scan for cars, the counting of words included: sums over the training boxes
// against tables and integral images; and what the training of both machines costs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/localization_setup.hpp"
#include "experiments/car_localization/box_search.hpp"
#include "experiments/car_localization/chi_square_boxes.hpp"
#include "experiments/car_localization/direct_scores.hpp"
#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/regression/one_class_svm.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/study/options.hpp"

namespace preimage::experiments::benchmarks {

Benchmark make_localization_benchmark();  // called by the generated table

namespace {

using namespace car_localization;

using experiments::car_localization::BoxHistogram;
using experiments::car_localization::LocalizationImage;
using Setup = LocalizationSetup;

constexpr int kRounds = 5;
constexpr std::size_t kEvery = 64;  // window that the slow contenders score
constexpr double kTargetTables = 60.0, kTargetLinear = 400.0;
constexpr double kTolerance = 1e-12;  // of a score, relative to the largest
constexpr double kC = 0.001;          // of the S-SVM: what the ROC area mostly picks

constexpr int kNus = 20;
const std::vector<int> kWidths = {88, 105, 125, 148, 176, 209};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Every kEvery-th window by such a sum.
void score_some(const Setup& setup, BoxHistogram histogram, const SumOverBoxes& sum, arma::vec& scores) {
  FilledCounts counter(setup.samples().front().words.n_words);
  std::vector<FilledBin> filled;
  for (std::size_t w = 0; w < setup.windows.size(); w += kEvery) {
    const auto& [sample, box] = setup.windows[w];
    const double points = counter.count(setup.samples()[sample].words, box, filled);
    if (histogram == BoxHistogram::shares)
      for (FilledBin& entry : filled) entry.value /= points;
    scores(w) = sum(filled);
  }
}

/// All windows, image by image, by a score made for each image.
void score_all(const Setup& setup,
               const std::function<experiments::car_localization::BoxScore(
                   const experiments::car_localization::WordMap&)>& make_score,
               arma::vec& scores) {
  arma::uword w = 0;
  for (std::size_t i = setup.cars.n_train; i < setup.samples().size(); ++i) {
    const LocalizationImage& sample = setup.samples()[i];
    const experiments::car_localization::BoxScore score = make_score(sample.words);
    const experiments::car_localization::BoxRaster raster =
        box_raster(sample.words.grid, boxes_of(setup.cars, sample, setup.scan));
    for (const experiments::car_localization::PyramidEdges& rows : raster.rows) {
      for (const experiments::car_localization::PyramidEdges& columns : raster.columns)
        scores(w++) = score(columns, rows);
    }
  }
}

struct Contender {
  std::string name;
  std::size_t every;      // windows that it scores
  std::size_t reference;  // contender whose scores it should have
  double target;          // of the ratio to the first contender, or 0
  std::function<void(arma::vec& scores)> run;
};

/// The largest difference over windows that both scored, relative to the reference's largest score.
double largest_difference(const arma::vec& scores, const arma::vec& reference) {
  double difference = 0.0, largest = 0.0;
  for (std::size_t w = 0; w < scores.n_elem; w += kEvery) {
    if (std::isnan(scores(w))) return scores(w);
    difference = std::max(difference, std::abs(scores(w) - reference(w)));
    largest = std::max(largest, std::abs(reference(w)));
  }
  return difference / largest;
}

/// Tables and all, so that a scan of the test set costs what it says.
void score_by_tables(const Setup& setup, arma::vec& scores) {
  const kernels::ChiSquareExpansion expansion(setup.shares, setup.coefficients);
  experiments::car_localization::ChiSquareTables tables(expansion, setup.samples()[0].words.n_words);
  const auto of_image =
      [&](const experiments::car_localization::WordMap& words) -> experiments::car_localization::BoxScore {
    const auto scorer = std::make_shared<experiments::car_localization::ChiSquareBoxScorer>(tables, words);
    return [scorer](const auto& columns, const auto& rows) { return scorer->score(columns, rows); };
  };
  score_all(setup, of_image, scores);
}

void score_by_integral_images(const Setup& setup, arma::vec& scores) {
  const auto of_image =
      [&](const experiments::car_localization::WordMap& words) -> experiments::car_localization::BoxScore {
    return experiments::car_localization::linear_score(words, setup.weights, BoxHistogram::counts);
  };
  score_all(setup, of_image, scores);
}

std::vector<Contender> make_contenders(const Setup& setup) {
  const auto chi_square = [&setup](const SumOverBoxes& sum) {
    return [&setup, sum](arma::vec& scores) { score_some(setup, BoxHistogram::shares, sum, scores); };
  };
  // Lambdas, so that no side pays for a call.
  const auto mean = [](double x, double y) { return kernels::chi_square_term(x, y); };
  const auto linear = [&setup](arma::vec& scores) {
    const auto product = [](double x, double y) { return x * y; };
    score_some(setup, BoxHistogram::counts, pair_by_pair(setup.count_columns, setup.coefficients, product),
               scores);
  };
  return {{"chi-square, pair by pair", kEvery, 0, 0.0,
           chi_square(pair_by_pair(setup.share_columns, setup.coefficients, mean))},
          {"chi-square, side by side", kEvery, 0, 0.0,
           chi_square(side_by_side(setup.shares, setup.coefficients))},
          {"chi-square, tables per bin", 1, 0, kTargetTables,
           [&setup](arma::vec& scores) { score_by_tables(setup, scores); }},
          {"linear, pair by pair", kEvery, 3, 0.0, linear},
          {"linear, integral images", 1, 3, kTargetLinear,
           [&setup](arma::vec& scores) { score_by_integral_images(setup, scores); }}};
}

/// Whether all agree.
bool report_windows(const Setup& setup, const std::vector<Contender>& contenders,
                    const std::vector<arma::vec>& scores, const std::vector<double>& seconds,
                    std::ostream& out) {
  out << fmt::format("{:<28}{:>10}{:>14}{:>10}{:>10}{:>22}\n", "scores", "windows", "windows/s", "ratio",
                     "target", "largest difference");
  bool agree = true;
  double direct = 0.0;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    const Contender& contender = contenders[c];
    const std::size_t windows = (setup.windows.size() + contender.every - 1) / contender.every;
    const double per_second = static_cast<double>(windows) / seconds[c];
    if (c == 0) direct = per_second;
    const double difference = largest_difference(scores[c], scores[contender.reference]);
    agree = agree && difference <= kTolerance;  // false for NaN
    out << fmt::format("{:<28}{:>10}{:>14.0f}{:>10.1f}{:>10}{:>22.1e}{}\n", contender.name, windows,
                       per_second, per_second / direct,
                       contender.target > 0.0 ? fmt::format(">= {}", contender.target) : "", difference,
                       per_second / direct < contender.target ? "  missed" : "");
  }
  return agree;
}

bool time_windows(const Setup& setup, std::ostream& out) {
  const std::vector<Contender> contenders = make_contenders(setup);
  std::vector<arma::vec> scores(contenders.size(),
                                arma::vec(setup.windows.size(), arma::fill::value(arma::datum::nan)));
  std::vector<std::function<void()>> actions;
  for (std::size_t c = 0; c < contenders.size(); ++c)
    actions.emplace_back([&, c] { contenders[c].run(scores[c]); });
  const std::vector<double> seconds = interleaved_seconds(actions, kRounds);
  const bool agree = report_windows(setup, contenders, scores, seconds, out);
  out << fmt::format("differences are relative to the largest score (tolerance {:.0e})\n", kTolerance);
  out << fmt::format("all {} images by tables: {:.2f} s\n", setup.n_test(), seconds[2]);
  return agree;
}

void time_training(const Setup& setup, std::ostream& out) {
  const auto start = Clock::now();
  const arma::mat K = kernels::ChiSquareKernel().gram(setup.shares);
  const double gram_seconds = seconds_since(start);
  double slowest = 0.0, nu_of_slowest = 0.0;
  for (int step = 1; step <= kNus; ++step) {
    regression::OneClassOptions options;
    options.nu = static_cast<double>(step) / kNus;
    const auto begin = Clock::now();
    regression::one_class_svm(K, options);
    const double elapsed = seconds_since(begin);
    if (elapsed <= slowest) continue;
    slowest = elapsed;
    nu_of_slowest = options.nu;
  }
  out << fmt::format(
      "JKSE, chi-square: Gram matrix {:.4f} s, machine {:.4f} s (the slowest of {}, nu = {})\n", gram_seconds,
      slowest, kNus, nu_of_slowest);
  const experiments::car_localization::BoxSearch search(*setup.cars.images, setup.pairs, kWidths,
                                                        setup.scan.outside);
  experiments::car_localization::StructuredSvmOptions options;
  options.C = kC;
  const auto svm_start = std::chrono::steady_clock::now();
  const experiments::car_localization::StructuredSvm machine =
      experiments::car_localization::structured_svm(setup.count_columns, search, options);
  out << fmt::format("S-SVM, C = {}: {} MAP calls, {:.2f} s; duality gap {:.2g}\n", kC, machine.oracle_calls,
                     std::chrono::duration<double>(std::chrono::steady_clock::now() - svm_start).count(),
                     machine.gap());
}

int run(std::ostream& out) {
  const Setup setup = make_localization_setup();
  out << fmt::format("{} windows of {} images, {} training boxes, {} bins; median of {}\n",
                     setup.windows.size(), setup.n_test(), setup.pairs.size(), setup.shares.n_cols, kRounds);
  out << "images: " << setup.source << "\n";
  const bool agree = time_windows(setup, out);
  time_training(setup, out);
  return agree ? suite::cli::kOk : suite::cli::kRegression;
}

}  // namespace

Benchmark make_localization_benchmark() {
  return {"localization",
          "windows scored for cars: tables and integral images against sums over training boxes", run};
}

}  // namespace preimage::experiments::benchmarks
