#include "suite/own_data/group_columns.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr std::size_t kFewestGroups = 5;  // init's own folds
constexpr std::size_t kMaxOthers = 10;

/// A column that may name groups.
struct Candidate {
  std::string name;
  std::size_t column = 0;
  bool is_possible = true;
  std::vector<std::string> texts = {};  // until it is known which are one group
  std::unordered_set<std::string> different = {};
  std::vector<int> group = {};
  std::size_t groups = 0;
  std::vector<double> value = {};  // empty of texts
};

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

bool is_named_as_groups(const std::string& name) {
  constexpr std::string_view kWords[] = {
      "patient",   "subject", "person",  "participant", "individual", "author", "speaker", "writer",
      "user",      "student", "client",  "customer",    "animal",     "donor",  "family",  "household",
      "group",     "groups",  "machine", "device",      "sensor",     "engine", "batch",   "session",
      "recording", "plate",   "site",    "hospital",    "school",     "subj",   "pid"};
  const std::string words = words_of(name);
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) {
    return words.find(" " + std::string(word) + " ") != std::string::npos;
  });
}

/// The part of a column's variance that is between groups, of random groups 0 in the mean; at most 1.
double told_by_groups(const Candidate& candidate, const arma::vec& y) {
  const auto g = static_cast<double>(candidate.groups), n = static_cast<double>(y.n_elem);
  const auto place = [&](arma::uword i) { return static_cast<arma::uword>(candidate.group[i]); };
  arma::vec sum(candidate.groups, arma::fill::zeros), count = sum;
  for (arma::uword i = 0; i < y.n_elem; ++i) {
    sum(place(i)) += y(i);
    count(place(i)) += 1.0;
  }
  const arma::vec mean = sum / count;
  double within = 0.0;
  for (arma::uword i = 0; i < y.n_elem; ++i) within += (y(i) - mean(place(i))) * (y(i) - mean(place(i)));
  const double total = arma::accu(arma::square(y - arma::mean(y)));
  return total > 0.0 ? 1.0 - within / (n - g) * (n - 1.0) / total : 0.0;
}

/// The part that a parabola through the column's numbers tells; 0 of texts.
double told_by_size(const Candidate& candidate, const arma::vec& y) {
  if (candidate.value.empty()) return 0.0;
  arma::vec x(candidate.value);
  const double spread = arma::stddev(x);
  if (!(spread > 0.0)) return 0.0;
  x = (x - arma::mean(x)) / spread;
  const arma::vec centred = y - arma::mean(y);
  const double total = arma::accu(arma::square(centred));
  arma::vec square = arma::square(x);
  square -= arma::mean(square) + x * (arma::dot(x, square) / arma::dot(x, x));
  double told = arma::dot(x, centred) * arma::dot(x, centred) / arma::dot(x, x);
  const double norm = arma::dot(square, square);
  if (norm > 1e-9 * static_cast<double>(y.n_elem))
    told += arma::dot(square, centred) * arma::dot(square, centred) / norm;
  return total > 0.0 ? told / total : 0.0;
}

bool tells(const Candidate& candidate, const arma::vec& y) {
  constexpr double kHalf = 0.5;
  return told_by_groups(candidate, y) - told_by_size(candidate, y) >= kHalf;
}

/// Whether each class lies in one value alone.
bool says_the_class(const Candidate& candidate, const std::vector<int>& classes) {
  std::set<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < classes.size(); ++i) pairs.emplace(classes[i], candidate.group[i]);
  return !classes.empty() && pairs.size() == std::set<int>(classes.begin(), classes.end()).size();
}

/// Whether most samples are of a group of one class, as random groups of such sizes hardly are.
bool tells_the_class(const Candidate& candidate, const std::vector<int>& classes) {
  std::map<int, arma::uword> counts;
  for (const int label : classes) ++counts[label];
  for (const auto& [label, count] : counts) {
    arma::vec is_label(classes.size(), arma::fill::zeros);
    for (std::size_t i = 0; i < classes.size(); ++i) is_label(i) = classes[i] == label ? 1.0 : 0.0;
    if (!tells(candidate, is_label)) return false;
  }
  return !counts.empty();
}

bool tells_target(const Candidate& candidate, const data::Outputs& outputs) {
  if (const std::vector<int> classes = data::class_numbers(outputs); !classes.empty())
    return tells_the_class(candidate, classes);
  const auto* vectors = std::get_if<arma::mat>(&outputs);
  if (vectors == nullptr) return false;
  for (arma::uword j = 0; j < vectors->n_cols; ++j)
    if (!tells(candidate, vectors->col(j))) return false;
  return true;
}

void see(Candidate& candidate, const std::string& field, std::size_t rows) {
  if (!candidate.is_possible) return;
  candidate.texts.push_back(field);
  candidate.different.insert(field);
  candidate.is_possible = 2 * candidate.different.size() <= rows;
}

/// Of one whose rows were seen.
void find_groups(Candidate& candidate, const ColumnFacts& column, const std::vector<int>& classes) {
  if (!candidate.is_possible) return;
  if (column.no_numbers == 0)
    for (const std::string& text : candidate.texts) candidate.value.push_back(*config::read_decimal(text));
  data::GroupedTexts grouped = data::grouped_texts(std::exchange(candidate.texts, {}));
  candidate.group = std::move(grouped.of);
  candidate.groups = grouped.names.size();
  candidate.is_possible = candidate.groups >= kFewestGroups && !says_the_class(candidate, classes);
}

/// Whether it holds whole numbers of at most 18 digits, or texts.
bool may_hold_groups(const ColumnFacts& column, std::size_t rows) {
  if (column.gaps > 0 || column.counts_rows) return false;
  return column.no_numbers == 0 ? !column.has_fraction : 2 * column.no_numbers >= rows;
}

/// Some columns of numbers without gaps, spread over the file.
std::vector<std::size_t> columns_of_numbers(const Survey& survey, const std::vector<std::string>& targets) {
  std::vector<std::size_t> all, some;
  for (std::size_t j = 0; j < survey.columns.size(); ++j) {
    const ColumnFacts& column = survey.columns[j];
    const bool is_target = std::find(targets.begin(), targets.end(), column.name) != targets.end();
    const bool varies = column.has_numbers() && column.no_numbers == 0 && !column.is_constant();
    if (!is_target && varies && !column.counts_rows) all.push_back(j);
  }
  const std::size_t count = std::min(all.size(), kMaxOthers + 1);
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

bool rows_are_alike(const Candidate& candidate, const std::map<std::size_t, arma::vec>& numbers) {
  std::size_t others = 0, told = 0;
  for (const auto& [column, y] : numbers) {
    if (column == candidate.column) continue;
    ++others;
    told += tells(candidate, y) ? 1 : 0;
  }
  return others > 0 && 3 * told >= others;
}

/// Whether all rows with one value of the first have one value of the second.
bool tells_all_of(const Candidate& first, const Candidate& second) {
  std::map<int, int> value;
  for (std::size_t i = 0; i < first.group.size(); ++i)
    if (value.emplace(first.group[i], second.group[i]).first->second != second.group[i]) return false;
  return true;
}

/// Whether it is a fact about the groups of another column, as the age of patients is; of two that say the same the one that is
/// named as groups, or the first, is none.
bool is_of_others(const Candidate& candidate, const std::vector<const Candidate*>& alike) {
  return std::any_of(alike.begin(), alike.end(), [&](const Candidate* other) {
    if (other == &candidate || !tells_all_of(*other, candidate)) return false;
    return !tells_all_of(candidate, *other) || is_named_as_groups(other->name) ||
           other->column < candidate.column;
  });
}

}  // namespace

std::vector<GroupColumn> group_columns(data::TableReader& table, const Survey& survey,
                                       const std::vector<std::string>& targets, const data::Outputs& outputs,
                                       const std::vector<std::size_t>& lines) {
  std::vector<Candidate> candidates;
  for (std::size_t j = 0; j < survey.columns.size(); ++j) {
    const ColumnFacts& column = survey.columns[j];
    const bool is_target = std::find(targets.begin(), targets.end(), column.name) != targets.end();
    if (!is_target && may_hold_groups(column, survey.rows)) candidates.push_back({column.name, j});
  }
  std::map<std::size_t, arma::vec> numbers;
  for (const std::size_t j : columns_of_numbers(survey, targets)) numbers[j].set_size(lines.size());
  std::vector<std::string> fields;
  for (arma::uword i = 0; i < lines.size() && table.next(fields); ++i) {
    while (table.line() < lines[i] && table.next(fields)) {
    }
    for (Candidate& candidate : candidates) see(candidate, fields[candidate.column], survey.rows);
    for (auto& [j, values] : numbers) values(i) = config::read_decimal(fields[j]).value_or(0.0);
  }
  const std::vector<int> classes = data::class_numbers(outputs);
  std::vector<const Candidate*> alike;
  for (Candidate& candidate : candidates) {
    find_groups(candidate, survey.columns[candidate.column], classes);
    if (!candidate.is_possible) continue;
    if (is_named_as_groups(candidate.name) || rows_are_alike(candidate, numbers) ||
        tells_target(candidate, outputs))
      alike.push_back(&candidate);
  }
  std::vector<GroupColumn> found;
  for (const Candidate* candidate : alike) {
    const bool is_named = is_named_as_groups(candidate->name);
    if (is_named || !is_of_others(*candidate, alike))
      found.push_back({candidate->name, candidate->group, candidate->groups,
                       is_named ? "its name says so" : "rows with the same one are alike"});
  }
  return found;
}

std::vector<std::string> group_warnings(const DataFile& file, const OwnData& data) {
  if (data.lines.size() < kFewestRows) return {};
  const data::TableFile table(file.path, file.outputs_path, file.rules);
  if (table.identity() != data.identity) return {};
  const std::vector<std::string>& inputs = data.columns.inputs;
  const Survey survey = survey_columns(*table.open(), data.columns.gap_words);
  std::vector<std::string> lines;
  for (const GroupColumn& column : group_columns(*table.open(), survey, data.columns.outputs,
                                                 std::get<data::Outputs>(data.outputs), data.lines)) {
    const bool is_input = std::find(inputs.begin(), inputs.end(), column.name) != inputs.end();
    lines.push_back(fmt::format(
        "column {} looks like groups of rows ({} different values; {}){}, and rows of one group lie on both "
        "sides of "
        "folds: estimates may be much too good; `group` below dataset keeps each whole",
        base::excerpt(column.name), column.groups, column.reason, is_input ? " and is an input" : ""));
  }
  return lines;
}

}  // namespace preimage::suite::own_data
