#include "experiments/ocr_transduction/figure7.hpp"

#include <utility>
#include <vector>

#include "preimage/sequences/elements.hpp"
#include "suite/figures/line_plot.hpp"
#include "suite/statistics/verdict.hpp"
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

/// The first fold's test error in percent.
std::optional<double> error_of(const study::FigureContext& context, const std::string& learner) {
  const records::ResultRecord* record = context.record(learner, 0);
  if (record == nullptr) return std::nullopt;
  return 100.0 * statistics::mean(record->measures.at("symbol_error"));
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
  plot.title = context.stand_in ? "Letter error against n (stand-in: letters drawn by formula)"
                                : "Letter error on the first fold against n";
  plot.x_label = "training letters that carry the expansion, n";
  plot.y_label = "test error, %";
  plot.x_scale = figures::Scale::log2;
  for (const auto& [name, title] : techniques()) {
    figures::Series series{title, {}, {}, {}};
    for (const int size : kSizes) {
      const std::optional<double> error = error_of(context, name + "_" + std::to_string(size));
      if (!error) continue;
      series.x.push_back(size);
      series.y.push_back(*error);
    }
    if (!series.x.empty()) plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) return "";
  if (const std::optional<double> error = error_of(context, "all")) {
    arma::uword letters = 0;
    const auto offsets = context.task.data.inputs.get<sequences::Elements>().offsets;
    for (arma::uword i = 0; i < offsets.size(); ++i) {
      if (context.task.given_folds[i] == 0) letters += offsets.length(i);
    }
    plot.series.push_back({"all letters of the fold", {static_cast<double>(letters)}, {*error}, {}});
  }
  return figures::line_plot_svg(plot);
}

}  // namespace preimage::experiments::ocr_transduction
