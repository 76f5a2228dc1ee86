#include "suite/own_data/string_kinds.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utf8proc.h>

#include "preimage/base/text.hpp"
#include "preimage/kernels/graph_kernels.hpp"
#include "preimage/samples/smiles.hpp"
#include "preimage/samples/tree.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::suite::own_data {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kNucleotides = "ACGTUNacgtun";
constexpr std::string_view kAllNucleotides = "ACGTUNRYSWKMBDHVIacgtunryswkmbdhvi-.*";
constexpr std::string_view kAminoAcids = "ACDEFGHIKLMNPQRSTVWYacdefghiklmnpqrstvwy";
constexpr std::string_view kAllAminoAcids = "ACDEFGHIKLMNPQRSTVWYacdefghiklmnpqrstvwyBJOUXZbjouxz*-.";

bool holds(std::string_view letters, char c) {
  return letters.find(c) != std::string_view::npos;
}

bool is_letter(unsigned char c) {
  return c >= 0x80 || std::isalpha(c) != 0;
}

/// Whether the word begins with a capital or a digit, behind quotes and brackets; nothing of one without
/// letters.
std::optional<bool> begins_as_name(std::string_view word) {
  while (!word.empty() && !is_letter(static_cast<unsigned char>(word.front())) &&
         !holds(kDigits, word.front()))
    word.remove_prefix(1);
  if (word.empty()) return std::nullopt;
  utf8proc_int32_t c = 0;
  utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(word.data()),
                   static_cast<utf8proc_ssize_t>(word.size()), &c);
  return holds(kDigits, word.front()) || utf8proc_category(c) == UTF8PROC_CATEGORY_LU;
}

/// Why a text is none that `parse` reads; "" of one that is.
template <class Parse>
std::string why_none(std::string_view text, std::size_t line, const Parse& parse) {
  try {
    parse(text);
    return "";
  } catch (const std::invalid_argument& refusal) {
    return fmt::format("{}{}: {}", base::excerpt(text), line == 0 ? "" : fmt::format(" on line {}", line),
                       refusal.what());
  }
}

}  // namespace

void TextShape::see(std::string_view text, std::size_t line) {
  shortest_ = texts_ == 0 ? text.size() : std::min(shortest_, text.size());
  ++texts_;
  size_ += text.size();
  for (const char c : text) {
    bytes_.set(static_cast<unsigned char>(c));
    nucleotides_ += holds(kNucleotides, c) ? 1 : 0;
  }
  const std::string no_molecule = why_none(text, line, samples::parse_smiles);
  molecules_ += no_molecule.empty() ? 1 : 0;
  if (no_molecule_.empty()) no_molecule_ = no_molecule;
  if (no_tree_.empty() || text.starts_with('(')) {
    const std::string reason = why_none(text, line, samples::parse_tree);
    trees_ += reason.empty() ? 1 : 0;
    if (no_tree_.empty()) no_tree_ = reason;
  }
  nested_ += text.find('(', 1) != std::string_view::npos ? 1 : 0;
  structured_ += text.find_first_of("=#()[]123") != std::string_view::npos ? 1 : 0;
  with_blanks_ += text.find_first_of(kBlanks) != std::string_view::npos ? 1 : 0;
  see_words(text);
}

void TextShape::see_words(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    if (const std::optional<bool> is_name = begins_as_name(text.substr(0, end))) {
      ++words_;
      capitals_ += *is_name ? 1 : 0;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool TextShape::has_only(std::string_view letters) const {
  for (std::size_t byte = 0; byte < bytes_.size(); ++byte)
    if (bytes_[byte] && !holds(letters, static_cast<char>(byte))) return false;
  return true;
}

std::optional<std::string> TextShape::nearly() const {
  if (trees_ < texts_ && 2 * std::min(trees_, nested_) >= texts_)
    return fmt::format(
        "{} of {} texts are trees in brackets, which a kernel on trees would compare, but not {}", trees_,
        texts_, no_tree_);
  if (molecules_ < texts_ && 10 * molecules_ >= 9 * texts_ && 10 * structured_ >= texts_)
    return fmt::format("{} of {} texts are molecules in SMILES, but not {}", molecules_, texts_,
                       no_molecule_);
  return std::nullopt;
}

std::optional<StringKind> TextShape::kind() const {
  constexpr std::size_t kMaxSymbols = 30;
  if (texts_ == 0) return std::nullopt;
  if (trees_ == texts_ && 2 * nested_ >= texts_) return StringKind::trees;
  const auto have = [&](std::size_t bytes) { return size_ >= bytes * texts_; };  // in the mean
  const bool are_names = 2 * capitals_ >= words_;
  if (with_blanks_ > 0) {
    const bool are_sentences = 2 * with_blanks_ >= texts_ && words_ >= 3 * texts_ && !are_names;
    return are_sentences ? std::optional(StringKind::sentences) : std::nullopt;
  }
  if (has_only(kAllNucleotides) && 10 * nucleotides_ >= 9 * size_ && have(4)) return StringKind::nucleotides;
  if (molecules_ == texts_ && 10 * structured_ >= texts_) return StringKind::molecules;
  if ((has_only(kAminoAcids) && have(6)) || (has_only(kAllAminoAcids) && have(20)))
    return StringKind::amino_acids;
  bool are_words = !are_names, has_digit = false;
  for (std::size_t byte = 0; byte < bytes_.size(); ++byte) {
    if (!bytes_[byte]) continue;
    are_words = are_words && (is_letter(static_cast<unsigned char>(byte)) || byte == '-' || byte == '\'');
    has_digit = has_digit || holds(kDigits, static_cast<char>(byte));
  }
  const bool is_path = bytes_['/'] || bytes_['\\'] || bytes_['@'] || bytes_['_'];
  if (!has_digit && !is_path && bytes_.count() <= kMaxSymbols && have(20)) return StringKind::symbols;
  return are_words ? std::optional(StringKind::words) : std::nullopt;
}

namespace {

struct KindFacts {
  std::string_view words, counts;  // what the texts are; what of them is counted
  std::vector<double> values;      // lengths of these, or decays
  std::size_t overlap;
};

/// A substring as long as an overlap is in two sequences by chance once in a million files.
const KindFacts& facts_of_kind(StringKind kind) {
  static const KindFacts all[] = {{"sequences of nucleotides", "substrings", {3, 4, 5, 6}, 30},
                                  {"sequences of amino acids", "substrings", {2, 3, 4}, 15},
                                  {"molecules in SMILES", "substrings", {2, 3, 4}, 0},
                                  {"strings of few symbols", "substrings", {2, 3, 4, 5}, 30},
                                  {"words", "substrings", {2, 3, 4}, 0},
                                  {"texts of several words", "word sequences", {1, 2}, 0},
                                  {"trees in brackets", "fragments", {0.25, 0.5, 1}, 0},
                                  {"graphs", "", {0, 1, 2, 3, 5}, 0}};
  return all[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string LinkedRows::words(const std::string& column) const {
  return fmt::format(
      "{} of {} rows share {} bytes in a row of {} with another, as parts do that are cut from one", rows,
      groups.of.size(), overlap, base::excerpt(column));
}

std::optional<LinkedRows> linked_rows(const std::vector<std::string>& texts, std::optional<StringKind> kind) {
  const std::size_t overlap = kind ? facts_of_kind(*kind).overlap : 0;
  if (overlap == 0) return std::nullopt;
  LinkedRows linked{overlap, 0, 0, data::linked_texts(texts, overlap)};
  std::vector<std::size_t> sizes(linked.groups.names.size());
  for (const int group : linked.groups.of) ++sizes[static_cast<std::size_t>(group)];
  for (const std::size_t size : sizes) linked.rows += size > 1 ? size : 0;
  linked.largest = *std::max_element(sizes.begin(), sizes.end());
  return linked.rows == 0 ? std::nullopt : std::optional(std::move(linked));
}

std::optional<RewrittenGraphs> rewritten_graphs(const std::vector<std::string>& texts,
                                                std::optional<StringKind> kind) {
  constexpr std::size_t kMostTexts = 1000, kMostBytes = std::size_t{1} << 18;
  const bool are_molecules = kind == StringKind::molecules;
  std::map<std::string, std::size_t> rows;  // by text
  std::size_t bytes = 0, i = 0;
  for (const std::string& text : texts)
    if (rows.contains(text) || (rows.size() < kMostTexts && bytes < kMostBytes))
      bytes += ++rows[text] == 1 ? text.size() : 0;
  kernels::Graphs graphs;
  for (const auto& [text, count] : rows) {
    if (!are_molecules && text.find('|') == std::string::npos) return std::nullopt;
    try {
      graphs.push_back(are_molecules ? samples::parse_smiles(text) : samples::parse_graph(text));
    } catch (const std::invalid_argument&) {
      return std::nullopt;
    }
  }
  const arma::mat K = kernels::WeisfeilerLehmanKernel(16, true).gram(graphs);
  RewrittenGraphs found;
  for (auto one = rows.begin(); one != rows.end(); ++one, ++i) {
    arma::uvec same = arma::find(K.col(i) == K(i, i) && K.diag() == K(i, i));  // counts, whole and exact
    same.shed_rows(arma::find(same == i));
    if (same.empty()) continue;
    if (found.rows == 0) found = {0, one->first, std::next(rows.begin(), same(0))->first};
    found.rows += one->second;
  }
  return found.rows == 0 ? std::nullopt : std::optional(std::move(found));
}

std::string StringInput::words() const {
  return std::string(facts_of_kind(kind).words);
}

std::string StringInput::parameter() const {
  return kind == StringKind::trees ? "decay" : is_graph() ? "rounds" : "length";
}

std::string StringInput::values() const {
  return fmt::format("[{}]", fmt::join(facts_of_kind(kind).values, ", "));
}

std::string StringInput::middle_value() const {
  const std::vector<double>& values = facts_of_kind(kind).values;
  return fmt::format("{}", values[(values.size() - 1) / 2]);
}

/// Of all lengths up to one where a text may be shorter, which had no substring of it.
bool StringInput::counts_shorter() const {
  const KindFacts& facts = facts_of_kind(kind);
  return facts.overlap == 0 || static_cast<double>(shortest) < facts.values.back();
}

std::string StringInput::kernel(const std::string& value) const {
  if (is_graph())
    return fmt::format("{{name: normalised, base: {{name: weisfeiler_lehman, rounds: {}, notation: graph}}}}",
                       value);
  const bool are_trees = kind == StringKind::trees;
  return fmt::format("{{name: normalised, base: {{name: {}, {}: {}{}}}}}",
                     are_trees          ? "subset_tree"
                     : counts_shorter() ? "n_gram"
                                        : "spectrum",
                     parameter(), value,
                     kind == StringKind::sentences ? ", tokens: words"
                     : is_ascii || are_trees       ? ""
                                                   : ", tokens: characters");
}

std::string StringInput::kernel_words() const {
  if (is_graph()) return "counts of its nodes by what is around them, up to one number of rounds";
  return fmt::format("counts of its {} {} one {}", facts_of_kind(kind).counts,
                     kind == StringKind::trees ? "at"
                     : counts_shorter()        ? "up to"
                                               : "of",
                     parameter());
}

}  // namespace preimage::suite::own_data
