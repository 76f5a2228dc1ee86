#include "suite/run/cell_list.hpp"

#include <set>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/records/result_record.hpp"

namespace preimage::suite::run {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 26;

}  // namespace

std::string cell_list_text(std::span<const records::CellKey> keys) {
  std::string text;
  for (const records::CellKey& key : keys) text += key.text() + "\n";
  return text;
}

std::vector<records::CellKey> parse_cell_list(std::string_view text, const std::string& source) {
  std::vector<records::CellKey> keys;
  std::set<std::string_view> seen;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::string place = fmt::format("{}:{}", source, keys.size() + 1);
    if (!base::is_sha256(line)) {
      throw DataError(fmt::format("{}: expected a cell's key (64 lower-case hexadecimal digits), found {}",
                                  place, base::excerpt(line)));
    }
    if (line.size() == text.size()) throw DataError(place + ": the line has no end: the file was cut off");
    if (!seen.insert(line).second) throw DataError(fmt::format("{}: the key {} is here twice", place, line));
    keys.emplace_back(line);
    text.remove_prefix(line.size() + 1);
  }
  if (keys.empty()) throw DataError(source + ": expected cells' keys, one a line, found none");
  return keys;
}

std::vector<records::CellKey> read_cell_list(const std::filesystem::path& path) {
  return parse_cell_list(base::read_file(path, kMaxBytes), path.string());
}

}  // namespace preimage::suite::run
