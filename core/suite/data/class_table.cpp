#include "suite/data/class_table.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::data {

namespace {

/// The row's class among the columns.
arma::uword place_of(const CsvReader& csv, const std::string& name, const std::vector<std::string>& classes) {
  const auto found = std::find(classes.begin(), classes.end(), name);
  if (found == classes.end())
    csv.fail(fmt::format("a row of class {}, of which there is no column{}", base::excerpt(name),
                         base::suggestion(name, classes)));
  return static_cast<arma::uword>(found - classes.begin());
}

double value_of(const CsvReader& csv, const std::string& column, const std::string& field) {
  const std::optional<double> value = config::read_decimal(field);
  if (!value || *value < 0.0)
    csv.fail(fmt::format("column {}: expected a number >= 0, found {}{}", base::excerpt(column),
                         base::excerpt(field), config::number_advice(field)));
  return *value;
}

}  // namespace

ClassTable read_class_table(CsvReader csv) {
  const std::vector<std::string>& header = csv.header();
  if (header.size() < 3) csv.fail(1, "expected a header of a word and at least 2 classes: true,A,B");
  if (header.size() > kMaxTableClasses + 1)
    csv.fail(1, fmt::format("more than the limit of {} classes", kMaxTableClasses));
  ClassTable table{{header.begin() + 1, header.end()}, {}};
  const arma::uword c = table.classes.size();
  table.values.zeros(c, c);
  std::vector<bool> seen(c, false);
  for (std::vector<std::string> fields; csv.next(fields);) {
    const arma::uword row = place_of(csv, fields[0], table.classes);
    if (seen[row]) csv.fail(fmt::format("a second row of class {}", base::excerpt(fields[0])));
    seen[row] = true;
    for (arma::uword j = 0; j < c; ++j) table.values(row, j) = value_of(csv, table.classes[j], fields[j + 1]);
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end())
    throw DataError(
        fmt::format("{}: not square: no row of class {}, of which there is a column", csv.source(),
                    base::excerpt(table.classes[static_cast<std::size_t>(missing - seen.begin())])));
  if (table.values.max() == 0.0)
    throw DataError(csv.source() + ": all numbers are 0, so nothing is told apart");
  return table;
}

}  // namespace preimage::suite::data
