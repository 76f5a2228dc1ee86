#include "suite/data/number_table.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

arma::mat parse_number_table(std::string text, const std::string& source) {
  text = plain_text(std::move(text), source);
  std::vector<std::string_view> lines = split_lines(text, source);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (lines.empty()) throw DataError(source + ": empty, expected rows of numbers");
  const std::size_t columns = split_fields(lines.front(), ',').size();
  if (columns > kMaxColumns)
    throw DataError(fmt::format("{}: more than the limit of {} columns", source, kMaxColumns));
  arma::mat table(columns, lines.size());  // its transpose, which is filled as it lies in memory
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string_view> fields = split_fields(lines[i], ',');
    if (fields.size() != columns)
      throw DataError(
          fmt::format("{}:{}: expected {} numbers, found {}", source, i + 1, columns, fields.size()));
    for (std::size_t j = 0; j < columns; ++j) {
      const std::optional<double> number = config::read_decimal(fields[j]);
      if (!number)
        throw DataError(fmt::format("{}:{}: column {}: expected a number, found {}{}", source, i + 1, j + 1,
                                    base::excerpt(fields[j]), config::number_advice(fields[j])));
      table(j, i) = *number;
    }
  }
  return table.t();
}

}  // namespace preimage::suite::data
