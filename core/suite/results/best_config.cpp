#include "suite/results/best_config.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "suite/config/path.hpp"
#include "suite/config/yaml_text.hpp"
#include "suite/study/config_keys.hpp"

namespace preimage::suite::results {

using config::Value;
using study::SweepOptions;

namespace {

constexpr const char* kProfile = "quick";  // what `run` takes without --profile

bool is_shared(const study::Axis& axis) {
  return study::learner_of(axis.path, {}).empty();
}

/// Whether two rows have the same values on the axes that concern all learners.
bool share(const SweepRow& a, const SweepRow& b, const SweepOptions& options) {
  for (std::size_t axis = 0; axis < options.axes.size(); ++axis) {
    if (is_shared(options.axes[axis]) &&
        a.cell->reading->point[axis].value != b.cell->reading->point[axis].value)
      return false;
  }
  return true;
}

/// Among the points that share what `with` has; nullptr: among all.
std::optional<Winner> winner_of(const SweepLearner& learner, const SweepRow* with,
                                const SweepOptions& options) {
  std::vector<Winner> all;
  for (std::vector<const SweepRow*>& rows : rows_by_point(learner)) {
    const std::optional<double> loss = mean_of(rows, "");
    const bool may_win = loss && (with == nullptr || share(*rows.front(), *with, options));
    if (may_win) all.push_back({&learner, std::move(rows), *loss});
  }
  if (all.empty()) return std::nullopt;
  std::vector<double> losses;
  std::vector<const SweepRow*> points;
  for (const Winner& winner : all) {
    losses.push_back(winner.inner_loss);
    points.push_back(winner.rows.front());
  }
  return std::move(all[preferred_of_equals(losses, points).front()]);
}

bool is_finished(const std::vector<SweepLearner>& learners) {
  const auto is_missing = [](const SweepRow& row) { return row.result->status == "missing"; };
  return std::ranges::none_of(
      learners, [&](const SweepLearner& learner) { return std::ranges::any_of(learner.rows, is_missing); });
}

/// The values of the axes that a winner says.
std::vector<config::Override> overrides_of(const std::vector<Winner>& winners, const SweepOptions& options) {
  std::vector<config::Override> overrides;
  std::vector<std::string> names;
  for (const Winner& winner : winners) names.push_back(winner.learner->name);
  for (std::size_t a = 0; a < options.axes.size(); ++a) {
    const std::string owner = study::learner_of(options.axes[a].path, names);
    const auto winner = std::ranges::find_if(
        winners, [&](const Winner& w) { return owner.empty() || w.learner->name == owner; });
    if (winner != winners.end())
      overrides.push_back({options.axes[a].path, winner->rows.front()->cell->reading->point[a].value});
  }
  return overrides;
}

Value scalar(const std::string& text, bool is_quoted = false) {
  Value value;
  value.kind = Value::Kind::scalar;
  value.scalar = text;
  value.quoted = is_quoted;
  return value;
}

Value map_of(std::vector<std::pair<std::string, Value>> entries) {
  Value map;
  map.kind = Value::Kind::map;
  map.entries = std::move(entries);
  return map;
}

/// With the reading under its name, which changes nothing, as the config has what it changed, and one profile
/// with the limits of the one that the sweep ran under.
Value root_of(const SweepHead& head, Value root, const std::string& profile) {
  static const std::set<std::string> kElsewhere = {"readings", "profiles",  "claims",
                                                   "paper",    "published", "reproduces"};
  const bool has_readings = root.find("readings") != nullptr;
  const Value* profiles = root.find("profiles");
  const Value* taken = profiles == nullptr ? nullptr : profiles->find(profile);
  Value quick = taken == nullptr ? map_of({}) : *taken;
  config::set_path(quick, study::keys::kRepetitions.name, scalar(std::to_string(head.repetitions)));
  config::set_path(quick, study::keys::kReadingNames.name, scalar("all"));
  std::erase_if(root.entries, [](const auto& entry) { return kElsewhere.contains(entry.first); });
  const study::Reading& reading = head.study->readings.front();
  Value own = map_of({});
  if (!reading.note.empty()) own = map_of({{study::keys::kNote.name, scalar(reading.note, true)}});
  if (has_readings) root.entries.emplace_back("readings", map_of({{reading.name, own}}));
  root.entries.emplace_back("profiles", map_of({{kProfile, quick}}));
  return root;
}

/// Lines of a comment, so that no line of a text ends it.
std::string as_comment(const std::string& text) {
  std::string comment = "# ";
  for (const char c : text) comment += c == '\n' ? std::string("\n# ") : std::string(1, c);
  return comment + "\n";
}

std::string learner_comment(const SweepHead& head, const Winner& winner) {
  const bool shares = std::ranges::any_of(head.options.axes, is_shared);
  std::string text = fmt::format("{}: {}\n  inner loss {}, the smallest of its points{}",
                                 winner.learner->name, point_text(winner, head.options),
                                 mean_text(head, winner.learner->name, fold_losses(winner.rows, "")),
                                 shares ? " with the values that all learners share" : "");
  for (const std::string& name : measures_of(*winner.learner)) {
    if (!measure_in(*winner.rows.front(), name)) continue;
    text += fmt::format("\n  {} {} on the outer test folds", name,
                        mean_text(head, winner.learner->name, fold_losses(winner.rows, name)));
  }
  return text;
}

/// The options that named files on the command line: a config alone names none outside its folder. Two words
/// each.
std::vector<std::string> typed_files(const Value& root, const config::NamedFiles& named) {
  std::vector<std::string> words;
  for (const auto& [path, files] : named) {
    const Value* value = config::value_at(root, path);
    if (value != nullptr && value->mark.source.starts_with("--set"))
      words.insert(words.end(), {"--set", path + "=" + value->scalar});
  }
  return words;
}

std::string head_comment(const SweepHead& head, const std::vector<Winner>& winners, const std::string& sweep,
                         const config::NamedFiles& named) {
  std::string text = as_comment(fmt::format("The best point of sweep {} of {}, reading {}: {} points{}.",
                                            sweep, head.study->config, head.reading, head.points,
                                            head.options.random ? " drawn at random" : ""));
  for (const Winner& winner : winners) text += as_comment(learner_comment(head, winner));
  text += as_comment(spread_text(head) + ".");
  text +=
      "# Chosen by the inner loss, the mean over all repetitions and outer folds; the outer test folds had "
      "no say. But a\n"
      "# sample of one outer test fold is a training sample of the others, so that all samples took part in "
      "the choice:\n"
      "# the losses of this config are those of a chosen setting. What choosing anew in each outer fold "
      "gives is in\n"
      "# summary.txt.\n";
  const Value& root = head.study->point_reader->value();
  const std::vector<std::string> typed = typed_files(root, named);
  if (typed.size() < 2 * named.size()) {
    text += as_comment(fmt::format("It names files as {} does: put it beside that.",
                                   std::filesystem::absolute(root.mark.source).lexically_normal().string()));
  }
  std::vector<std::string> words = typed;
  if (head.stand_in) words.emplace_back("--stand-in");
  text += as_comment(fmt::format("{}Run it: {}", head.stand_in ? "Found on stand-in data. " : "",
                                 study::command_text({"preimage", "run", "best.yaml"}, words)));
  return text;
}

}  // namespace

std::vector<Winner> winners_of(const std::vector<SweepLearner>& learners, const SweepOptions& options) {
  if (!is_finished(learners)) return {};
  std::vector<Winner> own;
  for (const SweepLearner& learner : learners) {
    if (std::optional<Winner> winner = winner_of(learner, nullptr, options))
      own.push_back(*std::move(winner));
  }
  if (own.empty() || std::ranges::none_of(options.axes, is_shared)) return own;
  std::vector<double> losses;  // of equal learners the first of the config
  for (const Winner& winner : own) losses.push_back(winner.inner_loss);
  const Winner first = own[equal_to_smallest_loss(losses).front()];
  std::vector<Winner> winners;
  for (const SweepLearner& learner : learners) {
    if (std::optional<Winner> winner = winner_of(learner, first.rows.front(), options))
      winners.push_back(*std::move(winner));
  }
  return winners;
}

std::string point_text(const Winner& winner, const SweepOptions& options) {
  std::string text;
  for (const std::size_t a : winner.learner->axes)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", options.axes[a].path,
                        winner.rows.front()->cell->reading->point[a].value);
  return text;
}

std::string best_config(const SweepHead& head, const std::vector<Winner>& winners, const std::string& sweep,
                        const std::string& profile) {
  const study::PointReader& reader = *head.study->point_reader;
  const std::vector<config::Override> overrides = overrides_of(winners, head.options);
  return head_comment(head, winners, sweep, reader.read(overrides).named_files) +
         config::yaml_text(
             root_of(head, config::with_overrides(reader.value(), overrides, "--grid"), profile));
}

namespace {

SweepHead head_of(const study::Plan& sweep, const study::StudyOptions& options) {
  const study::PlannedReading& first = sweep.readings.front();
  const bool same_splits = std::ranges::all_of(sweep.readings, &study::PlannedReading::repeats_one_draw);
  std::set<std::string> of_one_draw;
  for (const auto& [learner, repeats] : first.repeats) {
    const bool is_one =
        std::ranges::all_of(sweep.readings, [&, name = learner](const study::PlannedReading& point) {
          return point.repeats_of(name) != study::Repeats::draws;
        });
    if (is_one) of_one_draw.insert(learner);
  }
  return {first.study.get(),
          options.selected.sweep,
          first.reading->label(),
          options.selected.stand_in && first.reading->experiment.has_stand_in,
          sweep.readings.size(),
          first.repetitions,
          same_splits,
          !first.reading->experiment.outside,
          first.outer_folds,
          std::move(of_one_draw)};
}

}  // namespace

SweepResults sweep_results(const study::Plan& sweep, const study::StudyOptions& options,
                           records::RecordStore& store) {
  SweepResults found{head_of(sweep, options), collect_sweep(sweep, options.selected.sweep, store), {}};
  found.winners = winners_of(found.learners, options.selected.sweep);
  return found;
}

}  // namespace preimage::suite::results
