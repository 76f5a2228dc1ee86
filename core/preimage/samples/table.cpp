#include "preimage/samples/table.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::samples {

const Column& Table::column(const std::string& name) const {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
  if (found == columns.end())
    throw std::invalid_argument(fmt::format("the samples have no column {}", base::excerpt(name)));
  return *found;
}

std::size_t sample_count(const Column& column) {
  return std::visit([](const auto& values) { return sample_count(values); }, column.values);
}

std::size_t sample_count(const Table& table) {
  return table.columns.empty() ? 0 : sample_count(table.columns.front());
}

Table select(const Table& table, const arma::uvec& numbers) {
  Table selected;
  for (const Column& column : table.columns)
    selected.columns.push_back(
        {column.name,
         std::visit([&](const auto& values) -> decltype(Column::values) { return select(values, numbers); },
                    column.values)});
  return selected;
}

std::vector<std::variant<std::vector<double>, std::string>> sample_value(const Table& table, arma::uword i) {
  std::vector<std::variant<std::vector<double>, std::string>> values;
  for (const Column& column : table.columns) {
    if (const auto* numbers = std::get_if<arma::mat>(&column.values))
      values.emplace_back(arma::conv_to<std::vector<double>>::from(numbers->row(i)));
    else
      values.emplace_back(std::get<std::vector<std::string>>(column.values)[i]);
  }
  return values;
}

std::string kind_of(const Table& table) {
  std::vector<std::string> columns;
  for (const Column& column : table.columns) {
    const auto* numbers = std::get_if<arma::mat>(&column.values);
    columns.push_back(fmt::format("{} ({})", base::excerpt(column.name),
                                  numbers == nullptr     ? "a string"
                                  : numbers->n_cols == 1 ? "1 number"
                                                         : fmt::format("{} numbers", numbers->n_cols)));
  }
  return fmt::format("rows of {}", fmt::join(columns, ", "));
}

}  // namespace preimage::samples
