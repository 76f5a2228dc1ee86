#include "suite/study/reliability.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suite/figures/line_plot.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::study {

namespace {

constexpr std::size_t kBins = 10;

struct Bins {
  std::array<double, kBins> count{}, true_ones{}, sum{};

  void add(double p, bool is_true) {
    const double place = std::ceil(p * static_cast<double>(kBins)) - 1.0;
    const auto b = static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(kBins - 1)));
    count[b] += 1.0;
    true_ones[b] += is_true ? 1.0 : 0.0;
    sum[b] += p;
  }
};

void add(const records::ResultRecord& record, const std::map<long, std::string>& truth, Bins& bins) {
  if (!record.probabilities) return;
  const std::vector<std::string>& classes = record.probabilities->classes;
  for (std::size_t i = 0; i < record.samples.size(); ++i) {
    for (std::size_t c = classes.size() == 2 ? 1 : 0; c < classes.size(); ++c)
      bins.add(record.probabilities->values[i][c], truth.at(record.samples[i]) == classes[c]);
  }
}

std::string drawn(const std::vector<std::string>& learners, const FigureContext& context) {
  figures::LinePlot plot;
  plot.id_prefix = "reliability";
  plot.title = "Reliability of probabilities";
  plot.x_label = "mean probability in a bin";
  plot.y_label = "share that is true";
  plot.y_bounds = {0.0, 1.0};
  plot.x_shown = plot.y_shown = {0.0, 1.0};
  std::map<long, std::string> truth;
  for (std::size_t i = 0; i < context.task.ids.size(); ++i)
    truth[context.task.ids[i]] = context.task.outputs[i];
  for (const std::string& learner : learners) {
    Bins bins;
    for (std::size_t fold = 0; fold < truth.size(); ++fold) {
      for (const records::ResultRecord* record : context.all_records(learner, static_cast<int>(fold)))
        add(*record, truth, bins);
    }
    figures::Series series{learner, {}, {}, {}};
    for (std::size_t b = 0; b < kBins; ++b) {
      if (bins.count[b] == 0.0) continue;
      series.x.push_back(bins.sum[b] / bins.count[b]);
      series.y.push_back(bins.true_ones[b] / bins.count[b]);
    }
    if (series.x.empty()) continue;
    plot.caption += fmt::format("{}{}: {} in the bins", plot.caption.empty() ? "" : "; ", learner,
                                fmt::join(bins.count, ", "));
    plot.series.push_back(std::move(series));
  }
  if (plot.series.empty()) return "";
  plot.series.push_back({"as often as said", {0.0, 1.0}, {0.0, 1.0}, {}});
  return line_plot_svg(plot);
}

}  // namespace

std::optional<Figure> reliability_figure(const std::vector<registry::ParsedLearner>& learners) {
  Figure figure{"reliability.svg",
                "How often a class is true where its probability lies in one of ten bins, over all test "
                "samples; of two "
                "classes the second, of more each against the rest. Below: how many lie in each bin.",
                {},
                {},
                {},
                {}};
  for (const registry::ParsedLearner& learner : learners)
    if (learner.probabilities) figure.learners.push_back(learner.name);
  if (figure.learners.empty()) return std::nullopt;
  figure.draw = [names = figure.learners](const FigureContext& context) { return drawn(names, context); };
  return figure;
}

}  // namespace preimage::suite::study
