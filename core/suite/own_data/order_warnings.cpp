#include "suite/own_data/order_warnings.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/string_kinds.hpp"
#include "suite/registry/column_groups.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr arma::uword kFewestTold = 50;
constexpr double kTold = 0.5;

/// Whether rows of these times can be cut so that each fold, outer and inner, trains on the past: on 5 rows at
/// least, or a twentieth of all.
bool can_be_ordered(const arma::vec& times, const OrderedFolds& folds) {
  const arma::uvec all = arma::regspace<arma::uvec>(0, times.n_elem - 1);
  const arma::uword fewest = std::min<arma::uword>(5, times.n_elem / 20);
  try {
    for (const samples::Split& outer : samples::ordered_splits(all, times, folds.outer, {})) {
      const auto inner = samples::ordered_splits(outer.train, times.elem(outer.train), folds.inner, {});
      if (inner.front().train.n_elem < fewest) return false;
    }
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// What to add for this estimate and that of ordered folds beside each other. Inner folds are named, too, as
/// those of the config may be stratified.
/// ordered  the reading of the config that has these folds, which is named then; or ""
/// times    of all rows, or their numbers
/// time     a column of dates that no key names yet; or ""
std::string both_readings(const study::Protocol& protocol, const std::string& ordered, const arma::vec& times,
                          const std::string& time = "") {
  if (!ordered.empty())
    return fmt::format("reading {} is one that trains on the past", base::excerpt(ordered));
  const std::optional<OrderedFolds> folds = ordered_folds(times, protocol.inner_folds);
  if (!folds) return "too many rows are of one time for folds in its order";
  return fmt::format(
      "`readings: {{random: {{}}, ordered: {{{}protocol.outer: {{ordered: {}}}, protocol.inner: {{folds: "
      "{}}}}}}}` in the config gives this estimate and one that trains on the past",
      time.empty() ? "" : fmt::format("dataset.time: {}, ", base::quote(time)), folds->outer, folds->inner);
}

/// Numbers that rise or fall along the rows, classes or levels of which each is one block; of neither with a
/// gap.
bool is_sorted_by(const arma::vec& column, bool are_classes) {
  if (column.has_nan()) return false;
  if (!are_classes)
    return std::is_sorted(column.begin(), column.end()) ||
           std::is_sorted(column.begin(), column.end(), std::greater<>());
  const arma::uword changes = arma::accu(arma::vec(arma::diff(column)) != 0.0);
  return changes < arma::vec(arma::unique(column)).n_elem;
}

/// 1 - the mean squared difference of a number from that of the row before / from that of any other row
/// [von Neumann's ratio; its mean is 0 where rows are in random order, its deviation about n^-1/2]. Of
/// classes a difference is 1.
/// Requires 2 numbers that differ.
double told_by_row_before(const arma::vec& target, bool are_classes) {
  const auto n = static_cast<double>(target.n_elem);
  const arma::vec steps = arma::diff(target);
  if (!are_classes) return 1.0 - arma::mean(arma::square(steps)) / (2.0 * arma::var(target));
  std::map<double, double> counts;
  for (const double of_class : target) ++counts[of_class];
  double alike = 0.0;
  for (const auto& [of_class, count] : counts) alike += count * (count - 1.0);
  const double differ = static_cast<double>(arma::accu(steps != 0.0)) / (n - 1.0);
  return 1.0 - differ / (1.0 - alike / (n * (n - 1.0)));
}

/// remedy  behind "may belong together (a person, a day)"
std::string told_warning(const std::string& name, const arma::vec& target, bool are_classes,
                         const std::string& remedy) {
  if (target.n_elem < kFewestTold || is_sorted_by(target, are_classes)) return "";
  const double told = told_by_row_before(target, are_classes);
  if (told < kTold) return "";
  return fmt::format(
      "the row before tells {:.0f} % of what varies in the target {}, and folds are drawn at random: rows "
      "next to each other may belong together (a person, a day), {}",
      100.0 * told, base::excerpt(name), remedy);
}

}  // namespace

std::optional<OrderedFolds> ordered_folds(const arma::vec& times, std::size_t inner) {
  OrderedFolds folds{5, inner};
  while (folds.outer > 2 && !can_be_ordered(times, {folds.outer, 2})) --folds.outer;
  while (folds.inner > 2 && !can_be_ordered(times, folds)) --folds.inner;
  return can_be_ordered(times, folds) ? std::optional(folds) : std::nullopt;
}

std::string questions_of(const std::string& group, const std::string& time) {
  return fmt::format(
      "`group: {0}` and `time: {1}` answer two questions: how well rows of a new {0} are predicted, and how "
      "well later rows of a known one; the second needs a config without `group`",
      group, time);
}

namespace {

std::vector<std::string> row_warnings(const OwnData& data, const study::Protocol& protocol,
                                      const std::string& ordered) {
  const bool has_dates = data.times == nullptr && data.unused_time;
  arma::vec times;
  if (has_dates) times = arma::vec(data.unused_time->times);
  if (data.times != nullptr) times = data.times->of;
  const bool has_times = !times.is_empty();
  const std::string time = has_dates ? data.unused_time->name : data.columns.time.value_or("");
  std::vector<std::string> lines;
  if (has_times)
    lines.push_back(fmt::format(
        "{}folds are drawn at random, and training sets hold rows later than those tested: {}",
        has_dates
            ? fmt::format("column {} looks like times of the rows; ", base::excerpt(data.unused_time->name))
            : "",
        data.columns.group ? questions_of(*data.columns.group, time)
                           : both_readings(protocol, ordered, times, has_dates ? time : "")));
  if (has_dates && !data.unused_groups.empty() && !data.unused_groups.front().is_part)
    lines.back() += "; " + questions_of(data.unused_groups.front().name, data.unused_time->name);
  const auto* inputs = std::get_if<arma::mat>(&data.inputs);
  if (inputs == nullptr || data.groups != nullptr || !data.unused_groups.empty() ||
      (has_times && is_sorted_by(times, false)))
    return lines;
  for (arma::uword j = 0; j < inputs->n_cols; ++j)
    if (!data.columns.is_string(data.columns.inputs[j]) &&
        is_sorted_by(inputs->col(j), data.levels.contains(j)))
      return lines;
  const std::optional<arma::mat> targets = output_numbers(data);
  if (!targets) return lines;
  const bool are_classes = data.columns.output_kind == data::OutputKind::class_label;
  const std::string remedy =
      has_times
          ? "and are not in the order of time. A column that names what they share is "
            "`group` below dataset"
          : "which `group` or `time` below dataset says; " +
                both_readings(protocol, ordered, arma::regspace(1.0, static_cast<double>(targets->n_rows)));
  for (arma::uword t = 0; t < targets->n_cols; ++t) {
    std::string line = told_warning(data.columns.outputs[t], targets->col(t), are_classes, remedy);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> overlap_warnings(const OwnData& data) {
  std::vector<std::string> lines;
  const auto* inputs = std::get_if<arma::mat>(&data.inputs);
  if (inputs == nullptr || data.groups != nullptr) return lines;
  for (arma::uword place = 0; place < inputs->n_cols; ++place) {
    const std::string& column = data.columns.inputs[place];
    if (!data.columns.is_string(column)) continue;
    const std::vector<std::string> texts = registry::strings_of(inputs->col(place), data.levels.at(place));
    const std::optional<StringKind> kind = TextShape(texts).kind();
    if (const std::optional<RewrittenGraphs> found = rewritten_graphs(texts, kind))
      lines.push_back(fmt::format(
          "{} of {} rows of {} hold the graph that another row writes differently ({} and {}{}), and folds "
          "drawn at random put them on both sides: write each in one way, keep one, or name their `group`",
          found->rows, texts.size(), base::excerpt(column), base::excerpt(found->one),
          base::excerpt(found->other),
          kind == StringKind::molecules ? "; chirality and isotopes are not compared" : ""));
    if (const std::optional<LinkedRows> linked = linked_rows(texts, kind))
      lines.push_back(
          fmt::format("{}, and folds drawn at random put them on both sides: `group: {}` and "
                      "`group_overlap: {}` in dataset keep them on one",
                      linked->words(column), base::quote(column), linked->overlap));
  }
  return lines;
}

}  // namespace

std::vector<std::string> row_number_warnings(const OwnData& data, const study::Reading& reading) {
  const auto is_program = [](const registry::ParsedLearner& learner) { return learner.program.has_value(); };
  const std::optional<arma::mat> targets = output_numbers(data);
  std::vector<std::string> lines;
  if (!targets || std::ranges::none_of(reading.learners, is_program)) return lines;
  const bool are_classes = data.columns.output_kind == data::OutputKind::class_label;
  for (arma::uword t = 0; t < targets->n_cols; ++t)
    if (is_sorted_by(targets->col(t), are_classes))
      lines.push_back(fmt::format(
          "the rows are sorted by the target {}: a program that takes `row` for an input (y ~ . in R) knows "
          "it. Leave `row` out of its inputs, or shuffle the rows of the file",
          base::excerpt(data.columns.outputs[t])));
  return lines;
}

MixedOrder mixed_order(const study::Study& study, const study::Reading& reading) {
  const auto is_ordered = [](const study::Reading& one) { return one.protocol.ordered; };
  const auto ordered = std::ranges::find_if(study.readings, is_ordered);
  if (ordered == study.readings.end() || std::ranges::all_of(study.readings, is_ordered)) return {};
  return {"--reading " + study::shell_quoted(reading.name) + " ", ordered->name};
}

std::vector<std::string> order_warnings(const OwnData& data, const study::Protocol& protocol,
                                        const std::string& ordered) {
  std::vector<std::string> lines = row_warnings(data, protocol, ordered);
  data::append(lines, overlap_warnings(data));
  return lines;
}

}  // namespace preimage::suite::own_data
