#include "suite/render/sweep_text.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "suite/render/curve.hpp"
#include "suite/render/loss_map.hpp"
#include "suite/render/points_table.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/results/sweep_words.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

/// "0.01 x 20, 1 x 5": by the number of folds, then in the points' order.
std::string counts_text(const std::vector<results::SweepBest>& best, std::size_t axis) {
  using Count = std::pair<std::string, std::size_t>;
  std::vector<Count> counts;
  for (const results::SweepBest& b : best) {
    if (b.row() == nullptr) continue;
    const std::string& value = b.row()->cell->reading->point[axis].value;
    auto found = std::ranges::find(counts, value, &Count::first);
    if (found == counts.end()) found = counts.insert(found, {value, 0});
    ++found->second;
  }
  std::ranges::stable_sort(counts, std::greater(), &Count::second);
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, counts.size()); ++i)
    text += fmt::format("{}{} x {}", i == 0 ? "" : ", ", counts[i].first, counts[i].second);
  if (counts.size() > kShown) text += fmt::format(", and {} more", counts.size() - kShown);
  return text;
}

using Lines = std::vector<std::vector<std::string>>;  // title, value

/// What the best of a learner have in common.
Lines best_lines(const results::SweepHead& head, const results::SweepLearner& learner,
                 const std::vector<results::SweepBest>& best) {
  Lines lines = {{"inner loss", results::mean_text(head, learner.name, results::fold_losses(best, ""))}};
  for (const std::string& name : results::measures_of(learner)) {
    const bool all = std::ranges::all_of(best, [&](const results::SweepBest& b) {
      return b.row() == nullptr || results::measure_in(*b.row(), name).has_value();
    });
    if (all)
      lines.push_back({name, results::mean_text(head, learner.name, results::fold_losses(best, name))});
  }
  for (const std::size_t a : learner.axes)
    lines.push_back({"best " + head.options.axes[a].path, counts_text(best, a)});
  return lines;
}

std::string learner_text(const results::SweepHead& head, const results::SweepLearner& learner) {
  const std::vector<results::SweepBest> best = results::best_points(learner);
  Lines lines;
  const auto failed = std::ranges::count_if(
      learner.rows, [](const results::SweepRow& row) { return row.result->status != "ok"; });
  if (failed > 0)
    lines.push_back({"without a result", fmt::format("{} of {} cells, which are not in the running", failed,
                                                     learner.rows.size())});
  if (best.empty()) {
    lines.push_back(
        {"best", head.has_inner_folds
                     ? "none: no cell has an inner loss (`--set learners." + learner.name +
                           ".inner_loss=true` computes it)"
                     : "none is named: a program of yours has no inner folds to choose by, and to "
                       "choose by what is reported would be no honest test"});
  } else {
    std::ranges::copy(best_lines(head, learner, best), std::back_inserter(lines));
  }
  const std::string text = "\n" + results::learner_title(*head.study, learner.name) + "\n" +
                           aligned_columns({Align::left, Align::left}, lines, "  ");
  return best.empty() ? text + points_table(head, learner) : text;
}

/// "KDE: the best learners.kde.ridge lies on the edge of its grid (10, in 23 of 25 outer folds): widen it"
std::vector<std::string> edge_warnings(const results::SweepHead& head,
                                       const std::vector<results::SweepLearner>& learners) {
  std::vector<std::string> warnings;
  for (const results::SweepLearner& learner : learners) {
    for (const results::SweepEdge& e :
         results::edges_of(learner, results::best_points(learner), head.options)) {
      warnings.push_back(fmt::format(
          "{}: the best {} lies {} of its grid ({}{}, in {} of {} outer folds): widen it",
          results::learner_title(*head.study, learner.name), e.path,
          e.is_near ? "near the edge" : "on the edge", e.is_near ? "near " : "", e.value, e.count, e.folds));
    }
  }
  return warnings;
}

/// Of what there is to draw: the curve over one axis, a map per learner over two and more.
std::vector<results::SweepForms::Picture> pictures_of(const results::SweepResults& sweep) {
  const auto title_of = [&](const std::string& learner) {
    return results::learner_title(*sweep.head.study, learner);
  };
  std::vector<results::SweepForms::Picture> pictures;
  if (const std::optional<Curve> curve = curve_of(sweep.head, sweep.learners)) {
    pictures.push_back({results::kCurveNumbers, curve_csv(*curve)});
    pictures.push_back({results::kCurvePicture, figures::line_plot_svg(curve_plot(*curve, title_of))});
  }
  for (const results::SweepLearner& learner : sweep.learners) {
    if (const std::optional<figures::HeatMap> map = loss_map(sweep.head, learner))
      pictures.push_back({results::heat_map_file(learner.name), figures::heat_map_svg(*map)});
  }
  return pictures;
}

/// figures  files beside summary.txt
std::string sweep_text(const results::SweepResults& sweep, const std::vector<std::string>& figures) {
  const results::SweepHead& head = sweep.head;
  std::string text = fmt::format("sweep of {}, reading {}: {} points{}{}\n", head.study->config, head.reading,
                                 head.points, head.options.random ? " drawn at random" : "",
                                 head.stand_in ? "; stand-in data, no result" : "");
  for (const study::Axis& axis : head.options.axes) text += "  " + axis.text + "\n";
  text += (head.has_inner_folds ? "of each outer fold the point with the smallest inner loss; " : "") +
          results::spread_text(head) + "\n";
  for (const results::SweepLearner& learner : sweep.learners) text += learner_text(head, learner);
  if (!sweep.winners.empty())
    text += "\nbest.yaml: the point with the smallest mean inner loss over all outer folds\n";
  for (const results::Winner& winner : sweep.winners) {
    text +=
        fmt::format("  {}: {}; inner loss {}\n", results::learner_title(*head.study, winner.learner->name),
                    results::point_text(winner, head.options),
                    results::mean_text(head, winner.learner->name, results::fold_losses(winner.rows, "")));
  }
  if (!figures.empty()) text += fmt::format("\nfigures: {}\n", fmt::join(figures, ", "));
  const std::vector<std::string> warnings = edge_warnings(head, sweep.learners);
  if (!warnings.empty()) text += "\n";
  for (const std::string& warning : warnings) text += "warning: " + warning + "\n";
  return text;
}

}  // namespace

results::SweepForms sweep_forms(const results::SweepResults& sweep) {
  results::SweepForms forms{"", pictures_of(sweep)};
  forms.summary = sweep_text(sweep, base::collect(forms.pictures, &results::SweepForms::Picture::file));
  return forms;
}

}  // namespace preimage::suite::render
