#include "suite/data/fasta.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace {

constexpr std::string_view kGaps = " \t\v\f";

bool is_symbol(unsigned char c) {
  return c < 0x80 && (std::isalpha(c) != 0 || c == '*' || c == '-' || c == '.');
}

/// The lines of a text, each with its end.
NextLine lines_of(std::string text) {
  return [text = std::move(text), position = std::size_t{0}](std::string& line) mutable {
    const std::size_t end = std::min(text.find('\n', position), text.size() - 1) + 1;
    line = text.substr(position, end - position);
    position = end;
    return !line.empty();
  };
}

}  // namespace

bool has_fasta_ending(const std::filesystem::path& path) {
  const std::string ending = small_ending(path);
  return ending == ".fasta" || ending == ".fa" || ending == ".fna" || ending == ".faa";
}

bool may_be_fasta(std::string_view text) {
  return without_order_mark(text).starts_with('>');
}

bool begins_as_fasta(std::string_view text) {
  static const re2::RE2 record(R"(^>[^\r\n]*[\r\n]+[ \t\v\f]*[A-Za-z*.-]+[ \t\v\f]*(?:[\r\n]|$))",
                               re2::RE2::Latin1);
  return re2::RE2::PartialMatch(without_order_mark(text), record);
}

namespace {

class FastaReader final : public TableReader {
 public:
  FastaReader(NextLine next_line, std::string source,
              std::size_t most_rows = std::numeric_limits<std::size_t>::max())
      : TableReader(std::move(source)), next_line_(std::move(next_line)), most_rows_(most_rows) {
    read_names();
  }

  using TableReader::next;
  bool next() override {
    if (!is_at_record_) return false;
    row_line_ = line_;
    if (++rows_ > most_rows_) fail(line_, fmt::format("more than the limit of {} records", most_rows_));
    split_name();
    while (read_line() && !is_at_record_) add_to_sequence();
    if (fields_.back().empty())
      fail(fmt::format("record {} has no sequence", base::excerpt(fields_.front())));
    return true;
  }
  const std::string& text(std::size_t column) const override { return fields_[column]; }

 private:
  /// The next line that is no comment; '>' begins a record.
  bool read_line() {
    do {
      is_at_record_ = false;
      if (!next_line_(here_)) return false;
      ++line_;
      refuse_nul(here_, source_, line_);
      if (line_ == 1) here_.erase(0, here_.size() - without_order_mark(here_).size());
      while (here_.ends_with('\n') || here_.ends_with('\r')) here_.pop_back();
    } while (here_.starts_with(';'));
    is_at_record_ = here_.starts_with('>');
    return true;
  }
  void read_names() {
    while (read_line() && !is_at_record_)
      if (!config::without_blanks_around(here_).empty())
        fail(line_, fmt::format("found {}, expected a line that begins with '>' above a sequence",
                                base::excerpt(here_)));
    if (!is_at_record_) throw DataError(source_ + ": no line begins with '>', expected records of FASTA");
    header_ = {"id", "description", "sequence"};
    fields_.resize(header_.size());
    split_name();
    const std::string& id = fields_.front();
    if (id.find('|') != std::string::npos) parts_ = split_fields(id, '|').size();
    for (std::size_t k = parts_; k > 0; --k) header_.insert(header_.begin() + 1, fmt::format("id_{}", k));
    formats_.assign(header_.size() - 1, {.names_rows = true});  // all but the sequence
  }
  /// Of the line at which a record begins.
  void split_name() {
    const std::string_view name = config::without_blanks_around(std::string_view(here_).substr(1));
    const std::string_view id = name.substr(0, name.find_first_of(kGaps));
    fields_.assign(header_.size(), "");
    fields_.front() = id;
    fields_[header_.size() - 2] = config::without_blanks_around(name.substr(id.size()));
    std::string_view rest = id;
    for (std::size_t k = 1; k <= parts_; ++k) {
      const std::size_t end = k < parts_ ? std::min(rest.find('|'), rest.size()) : rest.size();
      fields_[k] = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  void add_to_sequence() {
    for (const char c : here_) {
      if (kGaps.find(c) != std::string_view::npos) continue;
      if (!is_symbol(static_cast<unsigned char>(c)))
        fail(line_, fmt::format("found {} in a sequence, expected letters, '*', '-' or '.'",
                                base::excerpt(std::string(1, c))));
      fields_.back() += c;
    }
  }

  NextLine next_line_;
  std::size_t most_rows_, rows_ = 0, line_ = 0;
  std::size_t parts_ = 0;  // of an id
  std::string here_;       // the line that was read last, without its end
  bool is_at_record_ = false;
  std::vector<std::string> fields_;
};

}  // namespace

std::unique_ptr<TableReader> read_fasta(std::string text, std::string source) {
  NextLine lines = lines_of(plain_text(std::move(text), source));
  return std::make_unique<FastaReader>(std::move(lines), std::move(source), kMaxRows);
}

std::unique_ptr<TableReader> read_fasta(NextLine next_line, std::string source) {
  return std::make_unique<FastaReader>(std::move(next_line), std::move(source));
}

}  // namespace preimage::suite::data
