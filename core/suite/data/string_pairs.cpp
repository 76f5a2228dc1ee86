#include "suite/data/string_pairs.hpp"

#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/number.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/gzip.hpp"

namespace preimage::suite::data {

namespace {

bool is_comment(std::string_view line) {
  return !line.empty() && line.front() == '#';
}

/// Adds the pair of one line. `n_fields` is that of the first pair, 0 before it.
void add_pair(StringPairs& pairs, std::string_view line, std::size_t& n_fields) {
  if (is_comment(line)) throw DataError("a comment line ('#') is allowed only in front of the first pair");
  const auto fields = split_fields(line, '\t');
  if (fields.size() != 2 && fields.size() != 3)
    throw DataError(fmt::format("expected 2 or 3 fields separated by tabs, found {}", fields.size()));
  if (n_fields == 0) n_fields = fields.size();
  if (fields.size() != n_fields)
    throw DataError(
        fmt::format("expected {} fields as in the first pair, found {}", n_fields, fields.size()));
  pairs.inputs.emplace_back(fields[0]);
  pairs.outputs.emplace_back(fields[1]);
  if (n_fields == 2) return;
  const auto fold = base::parse_integer(fields[2]);
  if (!fold || *fold < std::numeric_limits<int>::min() || *fold > std::numeric_limits<int>::max())
    throw DataError(fmt::format("fold: expected an integer, found {}", base::excerpt(fields[2])));
  pairs.folds.push_back(static_cast<int>(*fold));
  pairs.fold_texts.emplace_back(fields[2]);
}

}  // namespace

StringPairs parse_string_pairs(std::string_view text, const std::string& source, std::size_t at_least) {
  const auto lines = split_lines(text, source);
  StringPairs pairs;
  std::size_t n_fields = 0, i = 0;
  while (i < lines.size() && is_comment(lines[i])) ++i;
  for (; i < lines.size(); ++i) {
    try {
      if (pairs.inputs.size() == kMaxRows)
        throw DataError(fmt::format("more than the limit of {} pairs", kMaxRows));
      add_pair(pairs, lines[i], n_fields);
    } catch (const DataError& error) {
      throw DataError(fmt::format("{}:{}: {}", source, i + 1, error.what()));
    }
  }
  if (pairs.inputs.size() < at_least)
    throw DataError(
        fmt::format("{}: expected at least {} pairs, found {}", source, at_least, pairs.inputs.size()));
  return pairs;
}

StringPairs load_string_pairs(const std::filesystem::path& path, std::size_t at_least) {
  return parse_string_pairs(read_maybe_gzip(path, {.bytes = kMaxTextBytes}), path.string(), at_least);
}

}  // namespace preimage::suite::data
