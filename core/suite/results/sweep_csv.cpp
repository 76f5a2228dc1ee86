#include "suite/results/sweep_csv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/predictions.hpp"
#include "suite/results/sweep_folder.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::results {

namespace fs = std::filesystem;

namespace {

using Fields = std::vector<std::string>;

constexpr std::size_t kPieceBytes = 1 << 16;

std::string number(const std::optional<double>& value) {
  return value ? config::number_text(*value) : "";
}

std::vector<std::string> measures_of(const std::vector<SweepLearner>& learners) {
  std::set<std::string> names;
  for (const SweepLearner& learner : learners) names.merge(measures_of(learner));
  return {names.begin(), names.end()};
}

/// What points.csv and best.csv have in common.
Fields head_columns(const SweepHead& head, const std::vector<std::string>& measures) {
  Fields columns = {"point"};
  for (const study::Axis& axis : head.options.axes) columns.push_back(axis.path);
  for (const char* name : {"config", "reading", "learner", "data", "repetition", "outer_fold", "inner_loss"})
    columns.emplace_back(name);
  columns.insert(columns.end(), measures.begin(), measures.end());
  columns.emplace_back("hyper_parameters");
  return columns;
}

/// `row` may be nothing: then only the place is known.
Fields head_fields(const SweepHead& head, const SweepLearner& learner, int repetition, int fold,
                   const SweepRow* row, const std::vector<std::string>& measures) {
  Fields fields = {row == nullptr ? "" : std::to_string(row->point)};
  for (std::size_t a = 0; a < head.options.axes.size(); ++a) {
    const bool is_shown = row != nullptr && std::ranges::count(learner.axes, a) > 0;
    fields.push_back(is_shown ? row->cell->reading->point[a].value : "");
  }
  fields.insert(fields.end(),
                {head.study->config, head.reading, learner.name, head.stand_in ? "stand-in" : "real",
                 std::to_string(repetition), std::to_string(fold)});
  fields.push_back(row == nullptr ? "" : number(row->result->inner_loss));
  for (const std::string& name : measures)
    fields.push_back(row == nullptr ? "" : number(measure_in(*row, name)));
  fields.push_back(row == nullptr ? "" : hyper_parameters_text(row->result->chosen));
  return fields;
}

}  // namespace

void points_csv(const SweepHead& head, const std::vector<SweepLearner>& learners,
                const base::ByteSink& sink) {
  const std::vector<std::string> measures = measures_of(learners);
  Fields columns = head_columns(head, measures);
  columns.insert(columns.end(), {"status", "reason", "key"});
  std::string text = data::csv_line(columns);
  for (const SweepLearner& learner : learners) {
    for (const SweepRow& row : learner.rows) {
      Fields fields = head_fields(head, learner, row.cell->repetition, row.cell->outer_fold, &row, measures);
      fields.insert(fields.end(), {row.result->status, row.result->reason, row.cell->key});
      text += data::csv_line(fields);
      if (text.size() < kPieceBytes) continue;
      sink(text);
      text.clear();
    }
  }
  sink(text);
}

std::string best_csv(const SweepHead& head, const std::vector<SweepLearner>& learners) {
  const std::vector<std::string> measures = measures_of(learners);
  Fields columns = head_columns(head, measures);
  columns.insert(columns.end(), {"equal_points", "failed_points", "key"});
  std::string text = data::csv_line(columns);
  for (const SweepLearner& learner : learners) {
    for (const SweepBest& b : best_points(learner)) {
      Fields fields = head_fields(head, learner, b.repetition, b.outer_fold, b.row(), measures);
      fields.insert(fields.end(), {std::to_string(b.equals.size()), std::to_string(b.failed),
                                   b.row() == nullptr ? "" : b.row()->cell->key.text()});
      text += data::csv_line(fields);
    }
  }
  return text;
}

std::string axes_csv(const study::SweepOptions& options) {
  std::string text = data::csv_line({"axis", "scale", "low", "high", "values"});
  for (const study::Axis& axis : options.axes) {
    const bool is_drawn = options.random && study::is_interval(axis);
    const std::string scale = !axis.range                                ? "values"
                              : axis.range->scale == study::Scale::log10 ? "log10"
                                                                         : "linear";
    const std::optional<std::pair<double, double>> bounds = study::bounds_of(axis);
    text += data::csv_line({axis.path, scale, bounds ? config::number_text(bounds->first) : "",
                            bounds ? config::number_text(bounds->second) : "",
                            is_drawn ? "" : fmt::format("[{}]", fmt::join(study::axis_values(axis), ", "))});
  }
  return text;
}

SweepCsv::SweepCsv(const fs::path& file) : csv_(data::open_quoted_csv(file)) {
  for (const char* name : {"point", "config", "learner", "inner_loss", "hyper_parameters"}) csv_.column(name);
  const std::vector<std::string>& header = csv_.header();
  const auto names = [&](const char* from, const char* to) {
    const auto at = [&](const char* name) {
      return header.begin() + static_cast<std::ptrdiff_t>(csv_.column(name));
    };
    if (at(to) < at(from))
      throw DataError(file.string() + ":1: column '" + to + "' is before '" + from + "'");
    return std::vector<std::string>(at(from), at(to));
  };
  axes_ = names("point", "config");
  axes_.erase(axes_.begin());
  losses_ = names("inner_loss", "hyper_parameters");
}

std::optional<std::size_t> SweepCsv::point() const {
  const std::string& text = at("point");
  if (text.empty()) return std::nullopt;
  const std::optional<long> number = config::parse_integer(text);
  if (!number || *number < 0) {
    throw DataError(fmt::format("{}:{}: column 'point': expected a number from 0, found '{}'", csv_.source(),
                                csv_.line(), text));
  }
  return static_cast<std::size_t>(*number);
}

namespace {

using Points = std::map<std::size_t, StoredPoint>;

/// Sums the losses of the point's cells; no number where a cell lacks one.
void add_cell(const SweepCsv& csv, StoredPoint& point) {
  if (point.cells++ == 0) {
    for (const std::string& axis : csv.axes()) point.values.push_back(csv.at(axis));
    point.losses.resize(csv.losses().size());
  }
  for (std::size_t l = 0; l < point.losses.size(); ++l) {
    const std::optional<double> loss = config::parse_decimal(csv.at(csv.losses()[l]));
    point.losses[l] += csv.at("status") == "ok" && loss ? *loss : std::numeric_limits<double>::quiet_NaN();
  }
}

/// Leaves out what no point has: axes of other learners, measures of other experiments.
template <class Has>
void keep(std::vector<std::string>& names, Points& points, auto StoredPoint::*values, const Has& has) {
  for (std::size_t i = names.size(); i-- > 0;) {
    const bool any =
        std::ranges::any_of(points, [&](const auto& point) { return has((point.second.*values)[i]); });
    if (any) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    names.erase(names.begin() + at);
    for (auto& [number, point] : points) (point.*values).erase((point.*values).begin() + at);
  }
}

std::vector<StoredLearner> stored_learners(const fs::path& folder, const LearnerTitles& title_of) {
  std::map<std::string, StoredLearner> learners;
  SweepCsv csv(folder / "points.csv");
  while (csv.next()) {
    const std::optional<std::size_t> point = csv.point();
    if (!point) continue;
    StoredLearner& learner = learners[csv.at("learner")];
    if (learner.title.empty()) learner.title = title_of(csv.at("config"), csv.at("learner"));
    add_cell(csv, learner.points[*point]);
  }
  SweepCsv best(folder / "best.csv");
  while (best.next()) {
    const std::optional<std::size_t> number = best.point();
    if (!number) continue;
    Points& points = learners[best.at("learner")].points;
    const auto point = points.find(*number);
    if (point == points.end())  // rows at the end of points.csv that are gone would not show otherwise
      throw DataError(
          fmt::format("{}: best.csv names point {}, which points.csv does not have: run the sweep again",
                      folder.string(), *number));
    ++point->second.chosen;
  }
  std::vector<StoredLearner> result;
  for (auto& [name, learner] : learners) {
    learner.name = name;
    learner.axes = csv.axes();
    for (const std::string& loss : csv.losses()) learner.losses.push_back(shown_name(loss));
    for (auto& [number, point] : learner.points) {
      for (double& loss : point.losses) loss /= static_cast<double>(point.cells);
    }
    keep(learner.axes, learner.points, &StoredPoint::values, [](const auto& text) { return !text.empty(); });
    keep(learner.losses, learner.points, &StoredPoint::losses, [](double loss) { return !std::isnan(loss); });
    result.push_back(std::move(learner));
  }
  return result;
}

StoredSweep read_stored_sweep(const fs::path& folder, const LearnerTitles& title_of) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 24;
  StoredSweep sweep{folder.filename().string(),
                    base::read_file(folder / "summary.txt", kMaxBytes),
                    stored_learners(folder, title_of),
                    {}};
  const auto read = [&](ResultFigure& figure, const std::string& file, const std::string& caption) {
    if (fs::exists(folder / file))
      figure = {folder / file, caption, base::read_file(folder / file, kMaxBytes)};
  };
  for (std::size_t i = 0; i < sweep.learners.size(); ++i) {
    StoredLearner& learner = sweep.learners[i];
    if (i == 0 && learner.axes.size() == 1)
      read(sweep.curve, kCurvePicture,
           fmt::format("Mean loss over repetitions and outer folds by {}, a line per learner.",
                       learner.axes[0]));
    if (learner.axes.size() < 2 || learner.losses.empty()) continue;
    read(learner.heat_map, heat_map_file(learner.name),
         fmt::format("Mean {} by {} and {}{}; a ring holds the number of outer folds whose inner folds chose "
                     "the point.",
                     learner.losses[0], learner.axes[0], learner.axes[1],
                     learner.axes.size() > 2 ? ", the smallest over the other axes" : ""));
  }
  return sweep;
}

}  // namespace

std::vector<StoredSweep> read_stored_sweeps(const fs::path& results, const LearnerTitles& title_of,
                                            std::vector<std::string>& unreadable) {
  std::vector<StoredSweep> sweeps;
  for (const fs::path& folder : sweep_folders(results)) {
    try {
      sweeps.push_back(read_stored_sweep(folder, title_of));
    } catch (const DataError& error) {
      unreadable.emplace_back(error.what());
    }
  }
  return sweeps;
}

}  // namespace preimage::suite::results
