// What texts look like that hardly recur: strings that a kernel compares, or names and codes that tell
// nothing of others.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/data/vectors.hpp"

namespace preimage::suite::own_data {

/// nucleotides, amino_acids  sequences of DNA or RNA, of proteins
/// molecules                 SMILES
/// symbols                   long, of few different symbols
/// words                     a word each
/// sentences                 several words each
/// trees                     in brackets (samples::parse_tree)
/// graphs                    as a format says that it holds them (ColumnFormat::holds_graphs)
enum class StringKind { nucleotides, amino_acids, molecules, symbols, words, sentences, trees, graphs };

/// The letters of all texts of a column.
class TextShape {
 public:
  TextShape() = default;
  explicit TextShape(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) see(text);
  }
  /// line  for `nearly`; 0: it names none
  void see(std::string_view text, std::size_t line = 0);
  /// Nothing of no texts, and of codes, names and all else. By these rules, of which the first that fits is
  /// it:
  ///   trees        all are trees in brackets, half of them with a bracket in a bracket
  ///   nucleotides  no other letters than those of IUPAC, 9 of 10 of them A, C, G, T, U or N; 4 in the mean
  ///   molecules    all are read as SMILES, with a bond, ring, branch or bracket in one of 10
  ///   amino_acids  the letters of the 20 alone, 6 in the mean; or also B J O U X Z * - ., 20 in the mean
  ///   symbols      no digits, blanks or / \ @ _, at most 30 different bytes, 20 in the mean
  ///   words        letters, hyphens and apostrophes, fewer than half with a capital in front, as names have
  ///   sentences    blanks in half of them, 3 words in the mean, fewer than half with a capital or digit in
  ///                front, as names, titles and addresses have
  std::optional<StringKind> kind() const;
  /// Bytes of the shortest text.
  std::size_t shortest() const { return shortest_; }
  bool is_ascii() const { return (bytes_ >> 128).none(); }
  /// "29 of 30 texts are trees in brackets, ...", with the first that is none, where half and not all of them
  /// are; or molecules, where 9 of 10 are.
  std::optional<std::string> nearly() const;

 private:
  bool has_only(std::string_view letters) const;
  void see_words(std::string_view text);

  std::bitset<256> bytes_;
  std::size_t texts_ = 0, size_ = 0, shortest_ = 0;  // size_: bytes of all
  std::size_t nucleotides_ = 0;                      // of these
  std::size_t with_blanks_ = 0, words_ = 0, capitals_ = 0, structured_ = 0;
  std::size_t trees_ = 0, nested_ = 0;  // of the texts
  std::size_t molecules_ = 0;
  std::string no_tree_, no_molecule_;  // the first that is none, and why
};

/// Rows of a column of sequences that have parts in common (data::linked_texts).
struct LinkedRows {
  std::size_t overlap = 0;  // bytes in a row that they have in common
  std::size_t rows = 0;     // how many have some with another
  std::size_t largest = 0;  // rows of the largest group
  data::GroupedTexts groups;

  /// "247 of 494 rows share 30 bytes in a row of 'sequence' with another, ..."
  std::string words(const std::string& column) const;
};

/// Nothing of texts that are no sequences, or of which no two share as much as only such do that are cut from
/// one.
std::optional<LinkedRows> linked_rows(const std::vector<std::string>& texts, std::optional<StringKind> kind);

/// Rows whose texts differ and hold one graph: equal as far as labels tell that are around each node within 16
/// edges.
struct RewrittenGraphs {
  std::size_t rows = 0;
  std::string one, other;  // the first two
};

/// Among the first 1,000 different texts, of 256 KiB, of molecules, or of graphs with '|'; nothing of others.
/// cost  O(d^2) of d different texts
std::optional<RewrittenGraphs> rewritten_graphs(const std::vector<std::string>& texts,
                                                std::optional<StringKind> kind);

/// What the config says of a column of strings.
class StringInput {
 public:
  std::string column;
  StringKind kind = StringKind::words;
  std::size_t shortest = 0;
  bool is_ascii = true;

  /// "sequences of nucleotides"
  std::string words() const;
  /// In YAML, with its parameter as it is given: "{name: normalised, base: {name: spectrum, length: ...}}".
  std::string kernel(const std::string& value) const;
  /// "length"
  std::string parameter() const;
  /// What that counts.
  std::string kernel_words() const;
  /// Of the parameter, of which the inner folds choose.
  std::string values() const;
  /// Of these, for the distances that are looked at.
  std::string middle_value() const;
  /// Whether the kernel compares the graphs that its texts are.
  bool is_graph() const { return kind == StringKind::graphs; }

 private:
  bool counts_shorter() const;
};

}  // namespace preimage::suite::own_data
