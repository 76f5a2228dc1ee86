#include "suite/render/sweep_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/render/points_table.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/sweep_words.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace {

using Fields = std::vector<std::string>;

constexpr std::size_t kPieceBytes = 1 << 16;

std::string csv_line(const Fields& fields) {
  std::string line;
  for (std::size_t f = 0; f < fields.size(); ++f) line += (f == 0 ? "" : ",") + data::csv_quoted(fields[f]);
  return line + "\n";
}

std::string number(const std::optional<double>& value) {
  return value ? config::number_text(*value) : "";
}

/// All that any row has.
std::set<std::string> measures_of(const results::SweepLearner& learner) {
  std::set<std::string> names;
  for (const results::SweepRow& row : learner.rows) {
    for (const auto& [name, value] : row.result->measures) names.insert(name);
  }
  return names;
}

std::vector<std::string> measures_of(const std::vector<results::SweepLearner>& learners) {
  std::set<std::string> names;
  for (const results::SweepLearner& learner : learners) names.merge(measures_of(learner));
  return {names.begin(), names.end()};
}

/// What points.csv and best.csv have in common.
Fields head_columns(const results::SweepHead& head, const std::vector<std::string>& measures) {
  Fields columns = {"point"};
  for (const study::Axis& axis : head.options.axes) columns.push_back(axis.path);
  for (const char* name : {"config", "reading", "learner", "data", "repetition", "outer_fold", "inner_loss"})
    columns.emplace_back(name);
  columns.insert(columns.end(), measures.begin(), measures.end());
  columns.emplace_back("hyper_parameters");
  return columns;
}

/// `row` may be nothing: then only the place is known.
Fields head_fields(const results::SweepHead& head, const results::SweepLearner& learner, int repetition,
                   int fold, const results::SweepRow* row, const std::vector<std::string>& measures) {
  Fields fields = {row == nullptr ? "" : std::to_string(row->point)};
  for (std::size_t a = 0; a < head.options.axes.size(); ++a) {
    const bool is_shown = row != nullptr && std::count(learner.axes.begin(), learner.axes.end(), a) > 0;
    fields.push_back(is_shown ? row->cell->reading->point[a].value : "");
  }
  fields.insert(fields.end(),
                {head.study->config, head.reading, learner.name, head.stand_in ? "stand-in" : "real",
                 std::to_string(repetition), std::to_string(fold)});
  fields.push_back(row == nullptr ? "" : number(row->result->inner_loss));
  for (const std::string& name : measures)
    fields.push_back(row == nullptr ? "" : number(results::measure_in(*row, name)));
  fields.push_back(row == nullptr ? "" : results::hyper_parameters_text(row->result->chosen));
  return fields;
}

/// "0.01 x 20, 1 x 5": by the number of folds, then in the points' order.
std::string counts_text(const std::vector<results::SweepBest>& best, std::size_t axis) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  for (const results::SweepBest& b : best) {
    if (b.row() == nullptr) continue;
    const std::string& value = b.row()->cell->reading->point[axis].value;
    const auto found =
        std::find_if(counts.begin(), counts.end(), [&](const auto& count) { return count.first == value; });
    if (found == counts.end()) {
      counts.emplace_back(value, 1);
    } else {
      ++found->second;
    }
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, counts.size()); ++i)
    text += fmt::format("{}{} x {}", i == 0 ? "" : ", ", counts[i].first, counts[i].second);
  if (counts.size() > kShown) text += fmt::format(", and {} more", counts.size() - kShown);
  return text;
}

using Lines = std::vector<std::pair<std::string, std::string>>;  // title, value

/// What the best of a learner have in common.
Lines best_lines(const results::SweepHead& head, const results::SweepLearner& learner,
                 const std::vector<results::SweepBest>& best) {
  Lines lines = {
      {"inner loss",
       results::mean_text(head, learner.name, results::fold_losses(best, [](const results::SweepRow& row) {
                            return *row.result->inner_loss;
                          }))}};
  for (const std::string& name : measures_of(learner)) {
    const bool all = std::all_of(best.begin(), best.end(), [&](const results::SweepBest& b) {
      return b.row() == nullptr || results::measure_in(*b.row(), name).has_value();
    });
    if (!all) continue;
    lines.emplace_back(name, results::mean_text(head, learner.name,
                                                results::fold_losses(best, [&](const results::SweepRow& row) {
                                                  return row.result->measures.at(name);
                                                })));
  }
  for (const std::size_t a : learner.axes)
    lines.emplace_back("best " + head.options.axes[a].path, counts_text(best, a));
  return lines;
}

std::string learner_text(const results::SweepHead& head, const results::SweepLearner& learner) {
  const std::vector<results::SweepBest> best = results::best_points(learner);
  Lines lines;
  const auto failed = std::count_if(learner.rows.begin(), learner.rows.end(),
                                    [](const results::SweepRow& row) { return row.result->status != "ok"; });
  if (failed > 0) {
    lines.emplace_back("without a result", fmt::format("{} of {} cells, which are not in the running", failed,
                                                       learner.rows.size()));
  }
  if (best.empty()) {
    lines.emplace_back("best",
                       head.has_inner_folds
                           ? "none: no cell has an inner loss (`--set learners." + learner.name +
                                 ".inner_loss=true` computes it)"
                           : "none is named: a program of yours has no inner folds to choose by, and to "
                             "choose by what is reported would be no honest test");
  } else {
    const Lines more = best_lines(head, learner, best);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  std::size_t width = 0;
  for (const auto& [title, value] : lines) width = std::max(width, title.size());
  std::string text = "\n" + results::learner_title(*head.study, learner.name) + "\n";
  for (const auto& [title, value] : lines) text += fmt::format("  {:<{}}  {}\n", title, width, value);
  return best.empty() ? text + points_table(head, learner) : text;
}

}  // namespace

void points_csv(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners,
                const base::ByteSink& sink) {
  const std::vector<std::string> measures = measures_of(learners);
  Fields columns = head_columns(head, measures);
  columns.insert(columns.end(), {"status", "reason", "key"});
  std::string text = csv_line(columns);
  for (const results::SweepLearner& learner : learners) {
    for (const results::SweepRow& row : learner.rows) {
      Fields fields = head_fields(head, learner, row.cell->repetition, row.cell->outer_fold, &row, measures);
      fields.insert(fields.end(), {row.result->status, row.result->reason, row.cell->key});
      text += csv_line(fields);
      if (text.size() < kPieceBytes) continue;
      sink(text);
      text.clear();
    }
  }
  sink(text);
}

std::string best_csv(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners) {
  const std::vector<std::string> measures = measures_of(learners);
  Fields columns = head_columns(head, measures);
  columns.insert(columns.end(), {"equal_points", "failed_points", "key"});
  std::string text = csv_line(columns);
  for (const results::SweepLearner& learner : learners) {
    for (const results::SweepBest& b : results::best_points(learner)) {
      Fields fields = head_fields(head, learner, b.repetition, b.outer_fold, b.row(), measures);
      fields.insert(fields.end(), {std::to_string(b.equals.size()), std::to_string(b.failed),
                                   b.row() == nullptr ? "" : b.row()->cell->key.text()});
      text += csv_line(fields);
    }
  }
  return text;
}

std::string axes_csv(const study::SweepOptions& options) {
  std::string text = csv_line({"axis", "scale", "low", "high", "values"});
  for (const study::Axis& axis : options.axes) {
    const bool is_drawn = options.random && study::is_interval(axis);
    const std::string scale = !axis.range                                ? "values"
                              : axis.range->scale == study::Scale::log10 ? "log10"
                                                                         : "linear";
    const std::optional<std::pair<double, double>> bounds = study::bounds_of(axis);
    text += csv_line({axis.path, scale, bounds ? config::number_text(bounds->first) : "",
                      bounds ? config::number_text(bounds->second) : "",
                      is_drawn ? "" : fmt::format("[{}]", fmt::join(study::axis_values(axis), ", "))});
  }
  return text;
}

namespace {

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

}  // namespace

std::string sweep_text(const results::SweepHead& head, const std::vector<results::SweepLearner>& learners,
                       const std::vector<results::Winner>& winners, const std::vector<std::string>& figures) {
  std::string text = fmt::format("sweep of {}, reading {}: {} points{}{}\n", head.study->config, head.reading,
                                 head.points, head.options.random ? " drawn at random" : "",
                                 head.stand_in ? "; stand-in data, no result" : "");
  for (const study::Axis& axis : head.options.axes) text += "  " + axis.text + "\n";
  text += (head.has_inner_folds ? "of each outer fold the point with the smallest inner loss; " : "") +
          results::spread_text(head) + "\n";
  for (const results::SweepLearner& learner : learners) text += learner_text(head, learner);
  if (!winners.empty())
    text += "\nbest.yaml: the point with the smallest mean inner loss over all outer folds\n";
  for (const results::Winner& winner : winners) {
    text += fmt::format(
        "  {}: {}; inner loss {}\n", results::learner_title(*head.study, winner.learner->name),
        results::point_text(winner, head.options),
        results::mean_text(
            head, winner.learner->name,
            results::losses_of(winner, [](const results::SweepRow& row) { return row.result->inner_loss; })));
  }
  if (!figures.empty()) text += fmt::format("\nfigures: {}\n", fmt::join(figures, ", "));
  const std::vector<std::string> warnings = edge_warnings(head, learners);
  if (!warnings.empty()) text += "\n";
  for (const std::string& warning : warnings) text += "warning: " + warning + "\n";
  return text;
}

}  // namespace preimage::suite::render
