#include "suite/data/table_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/arff.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/gzip.hpp"

namespace preimage::suite::data {

std::size_t TableReader::column(const std::string& name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end())
    throw DataError(
        fmt::format("{}:1: no column {}{}", source_, base::excerpt(name), column_suggestion(name, header_)));
  return static_cast<std::size_t>(found - header_.begin());
}

std::string column_suggestion(const std::string& name, const std::vector<std::string>& header) {
  if (header.size() != 1 || header.front().find(';') == std::string::npos)
    return base::suggestion(name, header);
  return fmt::format(
      "; the one column is {}: are its fields separated by semicolons? Here they are by commas: "
      "`tr ';' ',' < FILE > NEW`",
      base::excerpt(header.front()));
}

bool is_column_name(const std::string& name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return !name.empty() && name.size() <= kMaxColumnName && std::none_of(name.begin(), name.end(), is_control);
}

bool is_arff(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".arff") || name.ends_with(".arff.gz");
}

std::unique_ptr<TableReader> make_table_reader(std::string text, const std::filesystem::path& path) {
  if (is_arff(path)) return std::make_unique<ArffReader>(std::move(text), path.string());
  return std::make_unique<CsvReader>(std::move(text), path.string());
}

std::unique_ptr<TableReader> open_table(const std::filesystem::path& path) {
  return make_table_reader(read_maybe_gzip(path, {.bytes = kMaxTextBytes}), path);
}

}  // namespace preimage::suite::data
