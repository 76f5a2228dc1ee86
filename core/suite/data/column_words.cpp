#include "suite/data/column_words.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/table_reader.hpp"

namespace preimage::suite::data {

namespace {

using Names = std::set<std::string>;
using Words = std::vector<std::string>;

/// A range of columns, its ends included.
struct ColumnRange {
  std::string prefix;
  long first = 0, last = 0;
  std::size_t width = 1;  // digits of a number, at least

  std::string name(long number) const { return fmt::format("{}{:0{}}", prefix, number, width); }
};

/// At any of the hyphens: the prefix may hold some, too. No number of columns needs more than nine digits.
std::optional<ColumnRange> parse_range(std::string_view word) {
  static const re2::RE2 end(R"((?s)((?:.*\D)?)(\d{1,9}))", re2::RE2::Latin1);
  for (std::size_t at = word.find('-'); at != std::string_view::npos; at = word.find('-', at + 1)) {
    std::string prefix, first, prefix_of_last, last;
    if (!re2::RE2::FullMatch(word.substr(0, at), end, &prefix, &first) ||
        !re2::RE2::FullMatch(word.substr(at + 1), end, &prefix_of_last, &last) || prefix != prefix_of_last)
      continue;
    const bool padded = first.size() > 1 && first.front() == '0';
    return ColumnRange{prefix, std::stol(first), std::stol(last), padded ? first.size() : 1};
  }
  return {};
}

bool has_star(std::string_view word) {
  return std::count(word.begin(), word.end(), '*') == 1;
}

/// Requires has_star(pattern).
bool matches(std::string_view name, std::string_view pattern) {
  const std::size_t star = pattern.find('*');
  return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
         name.ends_with(pattern.substr(star + 1));
}

[[noreturn]] void fail(const ColumnsAtHand& at_hand, const std::string& message) {
  throw DataError(fmt::format("{}:1: {}", at_hand.source, message));
}

/// Expands words against one header.
class Expansion {
 public:
  explicit Expansion(const ColumnsAtHand& at_hand)
      : at_hand_(at_hand),
        header_(at_hand.header.begin(), at_hand.header.end()),
        taken_(at_hand.taken.begin(), at_hand.taken.end()) {
    for (const std::string& word : at_hand.except) {
      if (word == kAnyColumn && !header_.contains(word)) fail(at_hand_, "every column is left out");
      for (const std::string& name : columns_of(word).value_or(Words{word})) {
        require(name, " to leave out");
        left_out_.insert(name);
      }
    }
  }

  std::vector<std::string> of(const std::vector<std::string>& words) {
    if (names_all(words, at_hand_.header)) return all();
    std::vector<std::string> names;
    for (const std::string& word : words) add(names, word);
    if (names.empty()) fail(at_hand_, "every column of the range is left out");
    return names;
  }

 private:
  std::optional<ColumnRange> range_of(const std::string& word) const {
    const std::optional<ColumnRange> range = parse_range(word);
    if (range && range->first > range->last)
      fail(at_hand_,
           fmt::format("no column {}; in a range the smaller number comes first", base::excerpt(word)));
    if (range && range->last - range->first >= static_cast<long>(kMaxColumns))
      fail(at_hand_,
           fmt::format("no column {}; a range has at most {} columns", base::excerpt(word), kMaxColumns));
    return range;
  }

  std::vector<std::string> all() const {
    std::vector<std::string> names;
    for (const std::string& name : at_hand_.header) {
      if (!taken_.contains(name) && !left_out_.contains(name)) names.push_back(name);
    }
    if (names.empty()) fail(at_hand_, "no column is left for 'all'");
    return names;
  }

  void add(Words& names, const std::string& word) const {
    if ((word == kAllColumns || word == kAnyColumn) && !header_.contains(word))
      fail(at_hand_, fmt::format("no column '{}'; the word for all columns is used alone", word));
    const std::optional<Words> several = columns_of(word);
    if (!several && left_out_.contains(word))
      fail(at_hand_, fmt::format("column {} is named, and left out, too: `except` is of `all` and of ranges; "
                                 "of names leave it out by naming the others, or compare both by "
                                 "`readings: {{with: {{}}, without: {{dataset.inputs: [the others]}}}}`",
                                 base::excerpt(word)));
    if (!several) return names.push_back(word);
    for (const std::string& name : *several) {
      if (left_out_.contains(name)) continue;
      require(name, fmt::format(" (of {})", base::name_excerpt(word)));
      names.push_back(name);
    }
  }

  /// What a word means that no column has for a name; nothing of one that means no more than itself.
  std::optional<Words> columns_of(const std::string& word) const {
    if (header_.contains(word)) return std::nullopt;
    if (word == kLabelColumns && !at_hand_.labels_doubt.empty()) fail(at_hand_, at_hand_.labels_doubt);
    if (word == kLabelColumns && at_hand_.labels.empty())
      fail(at_hand_,
           "the file calls no columns labels, as @relation of ARFF does by -C; name them: TAG_*, y1-y45 or "
           "a, b");
    if (word == kLabelColumns) return at_hand_.labels;
    Words names;
    if (has_star(word)) {
      std::copy_if(at_hand_.header.begin(), at_hand_.header.end(), std::back_inserter(names),
                   [&](const std::string& name) { return matches(name, word); });
      if (names.empty()) fail(at_hand_, fmt::format("no column matches {}", base::excerpt(word)));
      return names;
    }
    const std::optional<ColumnRange> range = range_of(word);
    if (!range) return std::nullopt;
    for (long i = range->first; i <= range->last; ++i) names.push_back(range->name(i));
    return names;
  }

  void require(const std::string& name, const std::string& where) const {
    if (!header_.contains(name))
      fail(at_hand_, fmt::format("no column {}{}{}", base::excerpt(name), where,
                                 base::suggestion(name, at_hand_.header)));
  }

  const ColumnsAtHand& at_hand_;
  Names header_, taken_, left_out_;
};

}  // namespace

bool may_name_several(const std::string& word) {
  return word == kAllColumns || word == kLabelColumns || has_star(word) || parse_range(word).has_value();
}

bool names_all(const std::vector<std::string>& words, const std::vector<std::string>& header) {
  return words.size() == 1 && (words.front() == kAllColumns || words.front() == kAnyColumn) &&
         std::find(header.begin(), header.end(), words.front()) == header.end();
}

Words split_names(const Words& texts, const Words& header) {
  Words names;
  for (const std::string& text : texts) {
    const bool is_name = std::find(header.begin(), header.end(), text) != header.end();
    if (is_name || text.find_first_of(",\"") == std::string::npos) {
      names.push_back(text);
      continue;
    }
    names.emplace_back();
    bool is_quoted = false;
    for (const char c : text) {
      if (c == '"') is_quoted = !is_quoted;
      if (c == ',' && !is_quoted)
        names.emplace_back();
      else if (c != '"')
        names.back() += c;
    }
  }
  return names;
}

std::vector<std::string> expand_columns(const std::vector<std::string>& words, const ColumnsAtHand& at_hand) {
  return Expansion(at_hand).of(words);
}

}  // namespace preimage::suite::data
