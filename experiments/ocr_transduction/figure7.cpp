#include "experiments/ocr_transduction/figure7.hpp"

#include <map>
#include <utility>
#include <vector>

#include "preimage/sequences/elements.hpp"
#include "suite/figures/line_plot.hpp"
#include "suite/records/verdict.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::ocr_transduction {

using namespace suite;

namespace {

constexpr int kSizes[] = {50, 100, 200, 400, 800, 1600};

const std::vector<std::pair<std::string, std::string>>& techniques() {
  static const std::vector<std::pair<std::string, std::string>> names = {
      {"random_subset", "random, trained on the n letters"},
      {"random", "random, fitted to all letters"},
      {"incomplete_cholesky", "incomplete Cholesky"},
      {"greedy", "greedy by residual, eq. (9)"},
      {"matching_pursuit", "matching pursuit (largest drop)"},
      {"as_printed", "greedy, coefficients as printed"}};
  return names;
}

/// Of a learner that is trained on one fold, in percent.
struct TestError {
  double mean = 0.0;    // over all test words
  double spread = 0.0;  // standard deviation of the means of the test folds
};

std::optional<TestError> error_of(const study::FigureContext& context, const std::string& learner) {
  const records::ResultRecord* record = context.record(learner, 0);
  if (record == nullptr) return std::nullopt;
  std::map<long, int> fold_of;
  for (std::size_t i = 0; i < context.task.ids.size(); ++i)
    fold_of[context.task.ids[i]] = context.task.given_folds[i];
  const std::vector<double>& errors = record->measures.at("symbol_error");
  std::map<int, std::vector<double>> by_fold;
  for (std::size_t i = 0; i < errors.size(); ++i)
    by_fold[fold_of.at(record->samples[i])].push_back(errors[i]);
  std::vector<double> means;
  for (const auto& [fold, values] : by_fold) means.push_back(100.0 * records::mean(values));
  return TestError{100.0 * records::mean(errors), records::standard_deviation(means)};
}

void add_point(figures::Series& series, double x, const TestError& error) {
  series.x.push_back(x);
  series.y.push_back(error.mean);
  series.error.push_back(error.spread);
}

double letters_of_first_fold(const study::Task& task) {
  const auto offsets = task.data.inputs.get<sequences::Elements>().offsets;
  arma::uword letters = 0;
  for (arma::uword i = 0; i < offsets.size(); ++i)
    if (task.given_folds[i] == 0) letters += offsets.length(i);
  return static_cast<double>(letters);
}

}  // namespace

std::vector<std::string> figure7_learners() {
  std::vector<std::string> names = {"all"};
  for (const auto& [name, title] : techniques()) {
    for (const int size : kSizes) names.push_back(name + "_" + std::to_string(size));
  }
  return names;
}

std::string draw_figure7(const study::FigureContext& context) {
  figures::LinePlot plot;
  plot.id_prefix = "letter-error";
  plot.title = context.stand_in ? "Letter error against n (stand-in: letters drawn by formula)"
                                : "Letter error on the first fold against n";
  plot.x_label = "training letters that carry the expansion, n";
  plot.y_label = "test error, %";
  plot.x_scale = figures::Scale::log2;
  plot.has_bands = true;
  plot.has_value_strip = true;
  plot.caption =
      "Trained on the first fold; lines: mean over all test words; bands: one SD over the other folds, each "
      "tested "
      "alone. Random letters are drawn once, so there is no spread over draws. Beside the axis: dark where "
      "the error is low.";
  for (const auto& [name, title] : techniques()) {
    figures::Series series{title, {}, {}, {}};
    for (const int size : kSizes)
      if (const auto error = error_of(context, name + "_" + std::to_string(size)))
        add_point(series, size, *error);
    if (!series.x.empty()) plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) return "";
  if (const std::optional<TestError> error = error_of(context, "all")) {
    figures::Series& whole = plot.series.emplace_back();
    whole.name = "all letters of the fold";
    add_point(whole, letters_of_first_fold(context.task), *error);
  }
  return figures::line_plot_svg(plot);
}

}  // namespace preimage::experiments::ocr_transduction
