#include "suite/data/string_pairs.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace {

/// Adds the pair of one line. `n_fields` is that of the first pair, 0 before it.
void add_pair(StringPairs& pairs, std::string_view line, std::size_t& n_fields) {
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
  const auto fold = config::read_integer(fields[2]);
  if (!fold || *fold < std::numeric_limits<int>::min() || *fold > std::numeric_limits<int>::max())
    throw DataError(fmt::format("fold: expected an integer, found {}", base::excerpt(fields[2])));
  pairs.folds.push_back(static_cast<int>(*fold));
  pairs.fold_texts.emplace_back(fields[2]);
}

using Lines = std::vector<std::string_view>;

/// Whether at least half of the different bytes of the field are in none of the same field of other lines.
bool is_novel(std::string_view field, std::size_t column, const Lines& others) {
  std::set<char> novel(field.begin(), field.end());
  const std::size_t different = novel.size();
  for (std::size_t i = 0; i < others.size() && !novel.empty(); ++i) {
    const Lines fields = split_fields(others[i], '\t');
    if (column >= fields.size()) continue;
    for (const char c : fields[column]) novel.erase(c);
  }
  return different > 0 && 2 * novel.size() >= different;
}

/// others  the lines below
bool looks_like_header(std::string_view line, const Lines& others) {
  constexpr std::size_t kEnough = 10;
  const Lines fields = split_fields(line, '\t');
  if (fields.size() < 2 || fields.size() > 3 || others.empty()) return false;
  if (is_header_word(fields[0]) && is_header_word(fields[1])) return true;
  if (fields.size() == 3) {
    const Lines next = split_fields(others.front(), '\t');
    return !config::read_integer(fields[2]) && next.size() == 3 && config::read_integer(next[2]);
  }
  return others.size() >= kEnough && is_novel(fields[0], 0, others) && is_novel(fields[1], 1, others);
}

/// Whether the line is a header, by what is said of it.
bool is_header(Header said, std::string_view line, const Lines& others) {
  if (said == Header::none) return false;
  if (said == Header::first_line) return true;
  if (!looks_like_header(line, others)) return false;
  if (said == Header::recognise) return true;
  const Lines fields = split_fields(line, '\t');
  throw DataError(
      fmt::format("{} and {} look like a header: say `header: first_line` below dataset, or take the line "
                  "out; where they are a pair, say `header: none`",
                  base::excerpt(fields[0]), base::excerpt(fields[1])));
}

}  // namespace

bool looks_like_comment(std::string_view line) {
  return line.starts_with('#') && line.find('\t') == std::string_view::npos;
}

bool is_header_word(std::string_view word) {
  static const re2::RE2 words(  // input, text_2, input_text
      R"((?is)(?:.*[_ ])?(?:)"
      R"(answer|base|class|correct|ending|english|fold|form|forms|french|german|grapheme|graphemes)"
      R"(|hypothesis|id|inflected|input|inputs|key|label|labels|language|lemma|misspelled|misspelling)"
      R"(|name|original|output|outputs|past|phoneme|phonemes|plural|pos|prefix|present|pronunciation)"
      R"(|query|question|reference|response|root|sentence|seq|sequence|sequences|singular|source)"
      R"(|spanish|spelling|src|stem|string|strings|structure|suffix|tag|tags|target|targets|term|text)"
      R"(|texts|tgt|token|tokens|translation|transliteration|trg|value|word|words)"
      R"()[0-9_]*)",
      re2::RE2::Latin1);
  return re2::RE2::FullMatch(word, words);
}

StringPairs parse_string_pairs(std::string text, const std::string& source, std::size_t at_least,
                               const LineRules& rules) {
  text = plain_text(std::move(text), source);
  refuse_fasta(text, source);
  const Lines lines = split_lines(text, source);
  const auto n = std::ranges::find_if_not(lines, looks_like_comment) - lines.begin();
  if (n > 0 && rules.comment.empty())
    throw DataError(
        fmt::format("{}:1: lines 1 to {} begin with # and have no tab, as comments do: `sed '1,{}d' FILE > "
                    "NEW` leaves them out, and so does `comment: \"#\"` below dataset (--comment '#'), "
                    "wherever a line begins so",
                    source, n, n));
  StringPairs pairs;
  std::size_t n_fields = 0;
  bool is_first = true;
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    if (!rules.comment.empty() && line->starts_with(rules.comment)) continue;
    try {
      if (std::exchange(is_first, false) && is_header(rules.header, *line, Lines(line + 1, lines.end()))) {
        const Lines fields = split_fields(*line, '\t');
        pairs.header.assign(fields.begin(), fields.end());
        continue;
      }
      if (pairs.inputs.size() == kMaxRows)
        throw DataError(fmt::format("more than the limit of {} pairs", kMaxRows));
      add_pair(pairs, *line, n_fields);
      pairs.lines.push_back(static_cast<std::size_t>(line - lines.begin()) + 1);
    } catch (const DataError& error) {
      throw DataError(fmt::format("{}:{}: {}", source, line - lines.begin() + 1, error.what()));
    }
  }
  if (pairs.inputs.size() < at_least)
    throw DataError(
        fmt::format("{}: expected at least {} pairs, found {}", source, at_least, pairs.inputs.size()));
  return pairs;
}

StringPairs load_string_pairs(const std::filesystem::path& path, std::size_t at_least,
                              const LineRules& rules) {
  return parse_string_pairs(read_maybe_compressed(path), path.string(), at_least, rules);
}

}  // namespace preimage::suite::data
