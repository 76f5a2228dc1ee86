#include "suite/own_data/group_columns.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/times.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/own_data/survey.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::own_data {

arma::vec ranks_of(arma::vec numbers) {
  const arma::vec ascending = arma::sort(numbers);
  return numbers.transform([&](double number) {
    const auto [low, high] = std::equal_range(ascending.begin(), ascending.end(), number);
    return static_cast<double>((low - ascending.begin()) + (high - ascending.begin()));
  });
}

namespace {

constexpr std::size_t kFewestGroups = 5;  // init's own folds

std::string words_of(const std::string& name) {
  std::string words = " ";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool begins =
        i > 0 && std::isupper(c) != 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (begins) words += ' ';
    words += std::isalpha(c) != 0 ? static_cast<char>(std::tolower(c)) : ' ';
  }
  return words + " ";
}

template <class Words>
bool has_any(const std::string& name, const Words& some) {
  const std::string words = words_of(name);
  return std::ranges::any_of(some, [&](std::string_view word) {
    return words.find(" " + std::string(word) + " ") != std::string::npos;
  });
}

bool is_named_as_groups(const std::string& name) {
  constexpr std::string_view kWords[] = {
      "patient",   "subject",  "person",  "participant", "individual", "author", "speaker", "writer",
      "user",      "student",  "client",  "customer",    "animal",     "donor",  "family",  "household",
      "group",     "groups",   "machine", "device",      "sensor",     "engine", "batch",   "session",
      "recording", "plate",    "well",    "site",        "hospital",   "school", "subj",    "pid",
      "compound",  "molecule", "id",      "ids"};
  return has_any(name, kWords);
}

/// is_named  some rows may recur alone; else each twice in the mean
bool may_be_groups(std::size_t groups, std::size_t rows, bool is_named) {
  return rows >= kFewestRows && groups >= kFewestGroups &&
         (is_named ? groups + kFewestGroups : 2 * groups) <= rows;
}

/// A column whose values may name groups.
struct Candidate {
  GroupColumn column = {};
  bool is_named = false;
  bool may_be_alike = false;  // texts, or whole numbers
  arma::vec values = {};      // of each group, where they are numbers or dates
};

constexpr arma::uword kMaxTargets = 10;    // columns, or classes, that are looked at
constexpr std::size_t kFewestValues = 10;  // of groups that are found by what they tell

/// What is asked whether groups fix it: each column of numbers; of classes or labels 0 and 1 for each of the
/// first, together. Nothing of strings.
std::vector<arma::mat> targets_of(const data::Outputs& outputs) {
  std::vector<arma::mat> targets;
  if (const auto* numbers = std::get_if<arma::mat>(&outputs))
    for (arma::uword j = 0; j < std::min(numbers->n_cols, kMaxTargets); ++j)
      targets.emplace_back(numbers->col(j));
  const auto marks = [&](std::size_t rows, std::size_t names, const auto& has) {
    arma::mat& ones = targets.emplace_back(rows, std::min<arma::uword>(names, kMaxTargets));
    for (arma::uword i = 0; i < ones.n_rows; ++i)
      for (arma::uword j = 0; j < ones.n_cols; ++j) ones(i, j) = has(i, static_cast<int>(j)) ? 1.0 : 0.0;
  };
  if (const auto* classes = std::get_if<data::ClassOutputs>(&outputs))
    marks(classes->labels.size(), classes->names.size(),
          [&](std::size_t i, int name) { return classes->labels[i] == name; });
  if (const auto* sets = std::get_if<data::LabelSetOutputs>(&outputs))
    marks(sets->sets.size(), sets->names.size(),
          [&](std::size_t i, int name) { return sets->sets[i].contains(name); });
  return targets;
}

/// The mean target of each group.
arma::mat means_of(const arma::uvec& of, const arma::mat& targets) {
  arma::mat sum(of.max() + 1, targets.n_cols, arma::fill::zeros);
  arma::vec count(sum.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < of.n_elem; ++i) {
    sum.row(of(i)) += targets.row(i);
    count(of(i)) += 1.0;
  }
  return sum.each_col() / count;
}

/// Rows whose group has two at least, and their groups, from 0.
std::pair<arma::uvec, arma::uvec> recurring(const std::vector<int>& of) {
  std::vector<arma::uword> counts(of.empty() ? 0 : *std::max_element(of.begin(), of.end()) + 1U);
  for (const int group : of) ++counts[static_cast<std::size_t>(group)];
  std::vector<arma::uword> rows, groups, number(counts.size());
  for (arma::uword g = 0, next = 0; g < counts.size(); ++g)
    if (counts[g] > 1) number[g] = next++;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (counts[static_cast<std::size_t>(of[i])] < 2) continue;
    rows.push_back(i);
    groups.push_back(number[static_cast<std::size_t>(of[i])]);
  }
  return {arma::uvec(rows), arma::uvec(groups)};
}

/// Whether the value before one tells its target, as of a measurement, and half of what varies at least; of
/// values that recur, and by the ranks of their targets.
bool is_smooth(const Candidate& candidate, const arma::mat& targets) {
  const auto [rows, groups] = recurring(candidate.column.of);
  if (candidate.values.is_empty() || rows.is_empty()) return false;
  const arma::vec values = candidate.values.elem(arma::conv_to<arma::uvec>::from(candidate.column.of));
  const arma::uvec order = arma::stable_sort_index(arma::vec(means_of(groups, values.elem(rows))));
  arma::mat sorted = arma::mat(means_of(groups, targets.rows(rows))).rows(order);
  sorted.each_col([](arma::vec& means) { means = ranks_of(means); });
  const double varies = arma::accu(arma::var(sorted));
  return varies > 0.0 && arma::accu(arma::mean(arma::square(arma::diff(sorted)))) <= varies;
}

bool fixes_some(const Candidate& candidate, const std::vector<arma::mat>& targets) {
  if (candidate.column.groups < kFewestValues) return false;
  return std::any_of(targets.begin(), targets.end(), [&](const arma::mat& target) {
    return tell_target(candidate.column.of, target, kNearlyAll) && !is_smooth(candidate, target);
  });
}

/// The rows of an input by its numbers; each gap is a group of its own.
Candidate of_numbers(const std::string& name, const arma::vec& column) {
  Candidate candidate;
  candidate.column.name = name;
  std::unordered_map<double, int> numbers;
  std::vector<double> values;
  for (const double value : column) {
    const auto next = static_cast<int>(values.size());
    const int group = value == value ? numbers.emplace(value, next).first->second : next;
    if (group == next) values.push_back(value);
    candidate.column.of.push_back(group);
  }
  candidate.column.groups = values.size();
  candidate.values = arma::vec(values).replace(arma::datum::nan, 0.0);
  candidate.may_be_alike = arma::all(candidate.values == arma::floor(candidate.values));
  return candidate;
}

/// Whether the first rows leave it open that it is such a column: of wide tables the others are not grouped.
bool may_be_told(const arma::vec& column, const std::vector<arma::mat>& targets,
                 const std::vector<arma::vec>& numbers) {
  constexpr arma::uword kFirst = 1000, kFewestAgain = 50;
  constexpr double kHalf = 0.5;
  if (column.n_elem <= 2 * kFirst) return true;
  const Candidate first = of_numbers("", column.head(kFirst));
  if (first.column.groups + kFewestAgain > kFirst) return true;
  const auto is_told = [&](const auto& target) {
    const arma::mat head = target.head_rows(kFirst);
    return arma::accu(arma::var(head)) == 0.0 || told_by_groups(first.column.of, head) >= kHalf;
  };
  return std::any_of(targets.begin(), targets.end(), is_told) ||
         (first.may_be_alike && std::any_of(numbers.begin(), numbers.end(), [&](const arma::vec& y) {
            return is_told(y) && !is_smooth(first, y.head(kFirst));  // the column itself is smooth
          }));
}

/// Numbers or dates of all texts; or nothing.
arma::vec values_of(const std::vector<std::string>& texts, bool& are_dates) {
  arma::vec values(texts.size());
  are_dates = !texts.empty() && data::read_iso_time(texts.front()).has_value();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto time = are_dates ? data::read_iso_time(texts[i]) : std::nullopt;
    const std::optional<double> number = time ? std::optional(time->seconds) : config::read_decimal(texts[i]);
    if (!number || are_dates != time.has_value()) return {};
    values(i) = *number;
  }
  return values;
}

/// Texts of which rows with the same one are alike; whole numbers of which they are by no chance
/// (tell_target), where those before and behind tell less. As one of `numbers` a column is no proof of
/// itself: it is smooth.
bool are_alike(const Candidate& candidate, const std::vector<arma::vec>& numbers) {
  constexpr double kHalf = 0.5;
  const std::vector<int>& of = candidate.column.of;
  const bool are_texts = candidate.values.is_empty();
  if (!candidate.may_be_alike || (!are_texts && candidate.column.groups < kFewestValues)) return false;
  const auto told = std::count_if(numbers.begin(), numbers.end(), [&](const arma::vec& y) {
    return are_texts && !candidate.column.is_part ? told_by_groups(of, y) >= kHalf
                                                  : tell_target(of, y, kHalf) && !is_smooth(candidate, y);
  });
  return told > 0 && 3 * static_cast<std::size_t>(told) >= numbers.size();
}

/// Whether rows of one of `groups` have one of `fact`: the age of a patient.
bool is_fact_of(const GroupColumn& groups, const GroupColumn& fact) {
  std::unordered_map<int, int> first;
  for (std::size_t i = 0; i < fact.of.size(); ++i)
    if (first.emplace(groups.of[i], fact.of[i]).first->second != fact.of[i]) return false;
  return true;
}

/// The ranks of the first columns of numbers, of the outputs as targets_of has them, but for labels, and of
/// inputs; gaps at the mean.
std::vector<arma::vec> first_numbers(const data::VectorData& table, const std::vector<arma::mat>& targets) {
  std::vector<arma::vec> numbers;
  const auto add = [&](arma::vec column) {
    const arma::vec known = column.elem(arma::find_finite(column));
    if (numbers.size() < kMaxTargets && !known.is_empty() && known.min() < known.max())
      numbers.push_back(ranks_of(column.replace(arma::datum::nan, arma::mean(known))));
  };
  if (!std::holds_alternative<data::LabelSetOutputs>(table.outputs))
    for (const arma::mat& target : targets) add(target.col(0));
  for (arma::uword j = 0; j < table.inputs.n_cols; ++j)
    if (!table.levels.contains(j)) add(table.inputs.col(j));
  return numbers;
}

}  // namespace

bool is_named_as_names(const std::string& name) {
  constexpr std::string_view kWords[] = {"id",   "ids",  "name", "names", "key",   "code",     "file",
                                         "path", "link", "url",  "email", "login", "username", "filename"};
  return has_any(name, kWords) || is_named_as_groups(name);
}

double told_by_groups(const std::vector<int>& of, const arma::mat& targets) {
  const auto [rows, groups] = recurring(of);
  if (rows.is_empty()) return 0.0;
  const arma::mat y = targets.rows(rows), means = means_of(groups, y);
  const double within = arma::accu(arma::square(y - means.rows(groups)));
  const double total = arma::accu(arma::var(y));
  return total > 0.0 ? 1.0 - within / static_cast<double>(rows.n_elem - means.n_rows) / total : 0.0;
}

bool tell_target(const std::vector<int>& of, const arma::mat& targets, double least) {
  constexpr arma::uword kFewestAgain = 20;
  constexpr std::size_t kFewestOthers = 5;
  const auto [rows, groups] = recurring(of);
  if (rows.is_empty() || rows.n_elem - groups.max() - 1 < kFewestAgain) return false;
  const double by_chance = 4.0 / std::sqrt(static_cast<double>(rows.n_elem - groups.max() - 1));
  if (told_by_groups(of, targets) < std::max(least, by_chance)) return false;
  const arma::mat means = means_of(groups, targets.rows(rows));
  std::map<double, std::size_t> counts;  // of groups by their target; of classes by the mean number
  for (const double mean : arma::vec(means * arma::regspace(1.0, static_cast<double>(means.n_cols))))
    ++counts[mean];
  std::size_t most = 0;
  for (const auto& [mean, count] : counts) most = std::max(most, count);
  return means.n_rows - most >= kFewestOthers;
}

GroupSearch::GroupSearch(const data::TableReader& table, const data::VectorColumns& columns)
    : read_(columns) {
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    const std::string& name = table.header()[j];
    const bool is_number = std::ranges::count(columns.inputs, name) > 0 && !columns.is_string(name) &&
                           !columns.is_category(name) && !is_named_as_groups(name);
    if (!is_number && std::ranges::count(columns.outputs, name) == 0 && !table.format(j).holds_graphs)
      columns_.push_back({name, j});
  }
}

void GroupSearch::see(const data::TableReader& table) {
  constexpr std::size_t kMostTexts = 200'000;  // more are no groups, but would fill the memory
  for (Column& column : columns_) {
    if (column.texts.size() > kMostTexts) continue;
    if (data::is_missing_text(table, column.place, read_.gap_words)) {
      column.of.push_back(-1);
      continue;
    }
    const std::string text(config::without_blanks_around(table.text(column.place)));
    const auto [number, is_new] = column.numbers.emplace(text, static_cast<int>(column.texts.size()));
    if (is_new) column.texts.push_back(text);
    column.of.push_back(number->second);
  }
}

std::string GroupSearch::names_of_rows() const {
  for (const Column& column : columns_) {
    const bool are_names = is_named_as_names(column.name) && !read_.is_string(column.name);
    if (are_names && column.texts.size() == column.of.size()) return column.name;
  }
  return "";
}

std::vector<GroupColumn> GroupSearch::found(const data::VectorData& table) const {
  const std::size_t rows = table.inputs.n_rows;
  const std::vector<arma::mat> targets = targets_of(table.outputs);
  const std::vector<arma::vec> numbers = first_numbers(table, targets);
  const auto* classes = std::get_if<data::ClassOutputs>(&table.outputs);
  std::vector<GroupColumn> found;
  const auto judge = [&](Candidate candidate) {
    GroupColumn& column = candidate.column;
    const bool are_more = classes == nullptr || 2 * classes->names.size() <= column.groups;
    column.fixes_target = are_more && fixes_some(candidate, targets);
    if (!candidate.is_named && !column.fixes_target && !are_alike(candidate, numbers)) return;
    if (!candidate.is_named)
      column.reason = column.fixes_target ? "all or nearly all rows with the same one have one target"
                                          : "rows with the same one are alike";
    found.push_back(std::move(column));
  };
  for (const Column& column : columns_) {
    if (column.of.size() < rows) continue;
    bool has_gap = false, are_dates = false;
    std::vector<std::string> texts = column.texts;
    Candidate candidate;
    candidate.column.name = column.name;
    candidate.column.is_string = read_.is_string(column.name);
    candidate.column.is_part =
        texts.size() == rows && !candidate.column.is_string && values_of(texts, are_dates).is_empty();
    if (candidate.column.is_part)
      for (std::string& text : texts) text.resize(std::min(text.find_last_of("-_./"), text.size()));
    data::GroupedTexts grouped = data::grouped_texts(texts);
    candidate.column.groups = grouped.names.size();
    for (const int text : column.of) {
      has_gap = has_gap || text < 0;
      candidate.column.of.push_back(text < 0 ? static_cast<int>(candidate.column.groups++)
                                             : grouped.of[static_cast<std::size_t>(text)]);
    }
    candidate.values = values_of(grouped.names, are_dates);
    const bool are_whole = arma::all(candidate.values == arma::floor(candidate.values));  // or texts
    candidate.is_named =
        is_named_as_groups(column.name) && !candidate.column.is_part && !has_gap && !are_dates && are_whole;
    if (!may_be_groups(candidate.column.groups, rows, candidate.is_named)) continue;
    candidate.may_be_alike = are_whole && !are_dates && (!has_gap || !candidate.values.is_empty());
    if (!candidate.values.is_empty()) candidate.values.resize(candidate.column.groups);
    judge(std::move(candidate));
  }
  for (arma::uword j = 0; j < table.inputs.n_cols; ++j) {
    const arma::vec column = table.inputs.col(j);
    const auto is_seen = [&](const Column& other) { return other.name == read_.inputs[j]; };
    if (std::any_of(columns_.begin(), columns_.end(), is_seen)) continue;
    if (!may_be_told(column, targets, numbers)) continue;
    Candidate candidate = of_numbers(read_.inputs[j], column);
    candidate.column.is_number = true;
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const GroupColumn& other) {
      return other.of == candidate.column.of || (!other.is_number && is_fact_of(other, candidate.column));
    });
    if (is_new && may_be_groups(candidate.column.groups, rows, false)) judge(std::move(candidate));
  }
  std::erase_if(found, [others = found](const GroupColumn& one) {
    return one.is_number && !one.fixes_target &&
           std::any_of(others.begin(), others.end(), [&](const GroupColumn& other) {
             return other.of != one.of && is_fact_of(other, one);
           });
  });
  return found;
}

TimeSearch::TimeSearch(const data::TableReader& table, const std::vector<std::string>& targets) {
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    const std::string& name = table.header()[j];
    if (std::find(targets.begin(), targets.end(), name) == targets.end()) columns_.push_back({name, j, {}});
  }
}

void TimeSearch::see(const data::TableReader& table) {
  std::erase_if(columns_, [&](TimeColumn& column) {
    const auto time = data::read_iso_time(config::without_blanks_around(table.text(column.place)));
    if (time) column.times.push_back(time->seconds);
    return !time;
  });
}

std::optional<TimeColumn> TimeSearch::found(const std::vector<GroupColumn>& groups) const {
  constexpr std::string_view kBirths[] = {"birth", "born", "birthday", "birthdate", "dob"};
  const auto column = std::find_if(columns_.begin(), columns_.end(), [&](const TimeColumn& one) {
    const auto is_it = [&](const GroupColumn& group) { return group.fixes_target && group.name == one.name; };
    return !has_any(one.name, kBirths) && std::none_of(groups.begin(), groups.end(), is_it);
  });
  return column == columns_.end() ? std::nullopt : std::optional(*column);
}

std::string part_words(const GroupColumn& column) {
  return fmt::format(
      "rows whose {} is the same before its last '-', '_', '.' or '/' may belong together ({} different "
      "beginnings; {}): make a column of these beginnings, and name it `group`",
      base::excerpt(column.name), column.groups, column.reason);
}

std::vector<std::string> group_warnings(const OwnData& data, bool are_ordered, const std::string& option) {
  const std::vector<std::string>& inputs = data.columns.inputs;
  std::vector<std::string> lines;
  if (data.groups != nullptr && data.groups->names.size() == data.groups->of.size())
    lines.push_back(
        fmt::format("{} groups of {} of one row each: folds are as without `group`. Name a column that has "
                    "the same value in all rows of a patient, a machine or the like",
                    data.groups->names.size(), data.groups->column));
  for (const GroupColumn& fine : data.unused_groups) {
    for (const GroupColumn& coarse : data.unused_groups) {
      if (!fine.is_part && !coarse.is_part && fine.groups > coarse.groups && is_fact_of(fine, coarse))
        lines.push_back(
            fmt::format("each {0} has one {1}: groups by {0} ask how well rows of a new {0} are predicted, "
                        "by {1} those of "
                        "a new {1}",
                        base::excerpt(fine.name), base::excerpt(coarse.name)));
    }
  }
  for (const GroupColumn& column : data.unused_groups) {
    const std::string name = base::excerpt(column.name);
    const std::string group = option + "--set " + study::shell_quoted("dataset.group=" + column.name) +
                              (column.is_string ? " --set dataset.group_overlap=1000" : "");
    if (column.is_part) lines.push_back(part_words(column));
    if (!column.is_part && are_ordered) {
      const bool are_classes = data.columns.output_kind == data::OutputKind::class_label;
      lines.push_back(fmt::format(
          "rows of one {0} are in training and in test: folds in the order of time say how well later rows "
          "of a known {0} are predicted. For an unknown one type `{1} --set 'protocol.outer={{folds: "
          "5{2}}}'`",
          name, group, are_classes ? ", stratified: true" : ""));
    }
    if (column.is_part || are_ordered) continue;
    const bool is_input = std::find(inputs.begin(), inputs.end(), column.name) != inputs.end();
    lines.push_back(fmt::format(
        "rows of one {0} are in training and in test ({1} different values; {2}{3}): the model may recognise "
        "the {0} instead of learning the target, and the estimate may be much too good. Type `{4}`",
        name, column.groups, column.reason, is_input ? "; it is an input" : "", group));
  }
  return lines;
}

}  // namespace preimage::suite::own_data
