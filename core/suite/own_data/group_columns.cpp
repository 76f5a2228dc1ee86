#include "suite/own_data/group_columns.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/own_data/survey.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr std::size_t kFewestGroups = 5;  // init's own folds
constexpr std::size_t kMaxOthers = 10;
constexpr std::size_t kMaxKept = 64;       // columns whose numbers are held to be told
constexpr std::size_t kTellingRows = 100;  // of numbers alone, behind which no texts are expected

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
double told_by_groups(const GroupSearch::Column& candidate, const arma::vec& y) {
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
double told_by_size(const GroupSearch::Column& candidate, const arma::vec& y) {
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

bool tells(const GroupSearch::Column& candidate, const arma::vec& y) {
  constexpr double kHalf = 0.5;
  return told_by_groups(candidate, y) - told_by_size(candidate, y) >= kHalf;
}

/// Whether each class lies in one value alone.
bool says_the_class(const GroupSearch::Column& candidate, const std::vector<int>& classes) {
  std::set<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < classes.size(); ++i) pairs.emplace(classes[i], candidate.group[i]);
  return !classes.empty() && pairs.size() == std::set<int>(classes.begin(), classes.end()).size();
}

/// Whether most samples are of a group of one class, as random groups of such sizes hardly are.
bool tells_the_class(const GroupSearch::Column& candidate, const std::vector<int>& classes) {
  std::map<int, arma::uword> counts;
  for (const int label : classes) ++counts[label];
  for (const auto& [label, count] : counts) {
    arma::vec is_label(classes.size(), arma::fill::zeros);
    for (std::size_t i = 0; i < classes.size(); ++i) is_label(i) = classes[i] == label ? 1.0 : 0.0;
    if (!tells(candidate, is_label)) return false;
  }
  return !counts.empty();
}

bool tells_target(const GroupSearch::Column& candidate, const data::Outputs& outputs) {
  if (const std::vector<int> classes = data::class_numbers(outputs); !classes.empty())
    return tells_the_class(candidate, classes);
  const auto* vectors = std::get_if<arma::mat>(&outputs);
  if (vectors == nullptr) return false;
  for (arma::uword j = 0; j < vectors->n_cols; ++j)
    if (!tells(candidate, vectors->col(j))) return false;
  return true;
}

/// Of columns of numbers, but for the candidate itself.
bool rows_are_alike(const GroupSearch::Column& candidate,
                    const std::vector<const GroupSearch::Column*>& numbers) {
  std::size_t others = 0, told = 0;
  for (const GroupSearch::Column* column : numbers) {
    if (column == &candidate) continue;
    ++others;
    told += tells(candidate, arma::vec(column->numbers)) ? 1 : 0;
  }
  return others > 0 && 3 * told >= others;
}

/// Whether all rows with one value of the first have one value of the second.
bool tells_all_of(const GroupSearch::Column& first, const GroupSearch::Column& second) {
  std::map<int, int> value;
  for (std::size_t i = 0; i < first.group.size(); ++i)
    if (value.emplace(first.group[i], second.group[i]).first->second != second.group[i]) return false;
  return true;
}

/// Whether it is a fact about the groups of another column, as the age of patients is; of two that say the
/// same the one that is named as groups, or the first, is none.
bool is_of_others(const GroupSearch::Column& candidate,
                  const std::vector<const GroupSearch::Column*>& alike) {
  return std::any_of(alike.begin(), alike.end(), [&](const GroupSearch::Column* other) {
    if (other == &candidate || !tells_all_of(*other, candidate)) return false;
    return !tells_all_of(candidate, *other) || is_named_as_groups(other->name) ||
           other->place < candidate.place;
  });
}

}  // namespace

GroupSearch::GroupSearch(const data::TableReader& table, const std::vector<std::string>& targets,
                         data::GapWords words)
    : words_(std::move(words)) {
  for (std::size_t j = 0; j < table.header().size(); ++j) {
    const std::string& name = table.header()[j];
    if (std::find(targets.begin(), targets.end(), name) == targets.end()) columns_.push_back({name, j});
  }
  const std::size_t kept = std::min(columns_.size(), kMaxKept);
  for (std::size_t i = 0; i < kept; ++i) columns_[i * columns_.size() / kept].keeps_numbers = true;
}

void GroupSearch::see(const data::TableReader& table) {
  for (Column& column : columns_) {
    if (!column.may_group && !column.keeps_numbers) continue;
    const std::size_t j = column.place;
    const std::optional<double> read = table.number(j);
    const bool is_date = table.number_type(j) == data::TableReader::NumberType::none;
    const std::optional<double> number = is_date ? std::nullopt : read;
    // A number is parsed once: it is a gap only where words of the user's own say so.
    const bool is_gap =
        table.is_unknown(j) || ((!read || !words_.others.empty()) &&
                                (table.declares_values(j) ? data::is_other_gap(table.text(j), words_)
                                                          : data::is_gap(table.text(j), words_)));
    if (is_gap || !number) column.stop_numbers();
    if (is_gap) column.stop_groups();
    if (number) column.see_number(*number, rows_ == 0);
    column.texts += number ? 0 : 1;
    if (!column.may_group) continue;
    const std::optional<long> whole = number ? config::read_integer(table.text(j)) : std::nullopt;
    column.has_fraction = column.has_fraction || (number && !whole);
    column.counts_rows = column.counts_rows && whole && (rows_ == 0 || column.last_whole + 1 == *whole);
    column.last_whole = whole.value_or(0);
    if (column.has_fraction && column.texts == 0 && rows_ >= kTellingRows) column.stop_groups();
    if (!column.may_group) continue;
    if (!column.group.empty() &&
        column.names[static_cast<std::size_t>(column.group.back())] == table.text(j)) {
      column.group.push_back(column.group.back());
      continue;
    }
    const auto [entry, is_new] =
        column.codes.try_emplace(table.text(j), static_cast<int>(column.names.size()));
    if (is_new) column.names.push_back(entry->first);
    column.group.push_back(entry->second);
  }
  ++rows_;
}

void GroupSearch::Column::stop_groups() {
  may_group = false;
  codes = {};
  names = {};
  group = {};
}

void GroupSearch::Column::stop_numbers() {
  keeps_numbers = false;
  numbers = {};
}

void GroupSearch::Column::see_number(double number, bool is_first) {
  if (is_first) first = number;
  varies = varies || number != first;
  if (keeps_numbers) numbers.push_back(number);
}

/// Merges texts that are one group; nothing is left of a column that holds none.
void GroupSearch::Column::find_groups(std::size_t rows) {
  const bool are_numbers = texts == 0;
  const bool fits = are_numbers ? !has_fraction && !counts_rows : 2 * texts >= rows;
  if (!may_group || !fits || 2 * names.size() > rows) return stop_groups();
  if (are_numbers)
    for (const int code : group)
      value.push_back(*config::read_decimal(names[static_cast<std::size_t>(code)]));
  const data::GroupedTexts merged = data::grouped_texts(names);
  for (int& code : group) code = merged.of[static_cast<std::size_t>(code)];
  groups = merged.names.size();
  if (groups < kFewestGroups) stop_groups();
}

std::vector<GroupColumn> GroupSearch::found(const data::Outputs& outputs) const {
  if (rows_ < kFewestRows) return {};
  const std::vector<int> classes = data::class_numbers(outputs);
  std::vector<Column> columns = columns_;
  std::vector<const Column*> all, numbers, alike;
  for (Column& column : columns) {
    column.find_groups(rows_);
    if (column.keeps_numbers && column.varies && !column.counts_rows) all.push_back(&column);
  }
  const std::size_t count = std::min(all.size(), kMaxOthers + 1);
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(all[i * all.size() / count]);
  for (const Column& column : columns) {
    if (!column.may_group || says_the_class(column, classes)) continue;
    if (is_named_as_groups(column.name) || rows_are_alike(column, numbers) || tells_target(column, outputs))
      alike.push_back(&column);
  }
  std::vector<GroupColumn> found;
  for (const Column* column : alike) {
    const bool is_named = is_named_as_groups(column->name);
    if (is_named || !is_of_others(*column, alike))
      found.push_back({column->name, column->group, column->groups,
                       is_named ? "its name says so" : "rows with the same one are alike"});
  }
  return found;
}

std::vector<std::string> group_warnings(const OwnData& data) {
  const std::vector<std::string>& inputs = data.columns.inputs;
  std::vector<std::string> lines;
  if (data.group_search == nullptr) return lines;
  for (const GroupColumn& column : data.group_search->found(std::get<data::Outputs>(data.outputs))) {
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
