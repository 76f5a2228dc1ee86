#include "suite/data/gap_words.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/table_reader.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

using config::without_blanks_around;

bool is_gap(std::string_view field) {
  // What pandas, R, Excel and C libraries write.
  constexpr std::string_view kWords[] = {
      "NA",   "N/A", "n/a",  "#N/A", "#NA",  "#N/A N/A", "<NA>", "NaN",    "nan",     "NAN",     "-nan",
      "-NaN", "NaT", "null", "NULL", "Null", "None",     "?",    "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN"};
  field = without_blanks_around(field);
  return field.empty() || std::find(std::begin(kWords), std::end(kWords), field) != std::end(kWords);
}

bool is_other_gap(std::string_view field, const GapWords& words) {
  if (words.others.empty()) return false;
  field = without_blanks_around(field);
  const std::optional<double> number = config::read_decimal(field);
  return std::any_of(words.others.begin(), words.others.end(), [&](const std::string& word) {
    if (field == word) return true;
    return number && config::read_decimal(word) == number &&
           config::exact_decimal(word) == config::exact_decimal(field);
  });
}

bool is_missing_number(const TableReader& table, std::size_t column, const GapWords& words) {
  return !(words.others.empty() && table.number(column)) && is_gap(table.text(column), words);
}

bool is_missing_text(const TableReader& table, std::size_t column, const GapWords& words) {
  const std::string& field = table.text(column);
  if (table.is_unknown(column) || is_other_gap(field, words)) return true;
  if (table.format(column).declares_values) return false;
  return words.na_is_text ? without_blanks_around(field).empty() : is_gap(field);
}

bool looks_like_gap(std::string_view text) {
  constexpr std::string_view kWords[] = {"\\n",  "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!",
                                         "n.a.", "n.a",    "n.d.",    "n.d",     "nil",   "missing"};
  if (!text.empty() && text.size() <= 3 &&
      (text.find_first_not_of('-') == std::string_view::npos ||
       text.find_first_not_of('.') == std::string_view::npos))
    return true;
  const std::string small = lower_case(std::string(text));
  return std::find(std::begin(kWords), std::end(kWords), small) != std::end(kWords);
}

std::string na_key(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words)
    list += (list.empty() ? "" : ", ") + (config::parse_decimal(word) ? word : base::quote(word));
  return "na: [" + list + "]";
}

}  // namespace preimage::suite::data
