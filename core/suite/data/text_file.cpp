#include "suite/data/text_file.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/fasta.hpp"
#include "suite/data/foreign_file.hpp"

namespace preimage::suite::data {

namespace {

using namespace std::string_view_literals;

/// The name that iconv has for it, or "".
std::string wide_encoding(std::string_view text) {
  if (text.starts_with("\xff\xfe\0\0"sv) || text.starts_with("\0\0\xfe\xff"sv)) return "UTF-32";
  if (text.starts_with("\xff\xfe"sv) || text.starts_with("\xfe\xff"sv)) return "UTF-16";
  if (text.size() < 4) return "";
  const auto is_nul = [&](std::size_t i) { return text[i] == '\0'; };
  if (!is_nul(0) && is_nul(1) && !is_nul(2) && is_nul(3)) return "UTF-16LE";
  return is_nul(0) && !is_nul(1) && is_nul(2) && !is_nul(3) ? "UTF-16BE" : "";
}

}  // namespace

std::string plain_text(std::string text, const std::string& source) {
  if (const auto by = compression_of(text, ""); !by.empty())
    throw DataError(
        fmt::format("{0}: is compressed by {1}; where it comes from a stream: `{1} -dc FILE | preimage ...`",
                    source, by));
  refuse_foreign(text, source);
  if (const std::string encoding = wide_encoding(text); !encoding.empty())
    throw DataError(
        fmt::format("{}: the file is in {}, expected UTF-8: `iconv -f {} -t UTF-8 FILE > NEW` converts it",
                    source, encoding, encoding));
  refuse_nul(text, source);
  text.erase(0, text.size() - without_order_mark(text).size());
  if (text.ends_with('\x1a')) text.pop_back();  // the end of a text file of DOS
  const std::size_t first_end = text.find_first_of("\r\n");
  const bool ends_with_cr =
      first_end != std::string::npos && text[first_end] == '\r' && text.compare(first_end, 2, "\r\n") != 0;
  if (!ends_with_cr) return text;
  for (std::size_t i = first_end; i < text.size(); ++i) {
    if (text[i] == '\r' && text.compare(i, 2, "\r\n") != 0) text[i] = '\n';
  }
  return text;
}

void refuse_nul(std::string_view text, const std::string& source, std::size_t first_line) {
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return;
  const auto before = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
  throw DataError(fmt::format("{}:{}: found a NUL byte, expected text (UTF-8 or ASCII)", source,
                              first_line + static_cast<std::size_t>(before)));
}

std::string_view without_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

std::string small_ending(const std::filesystem::path& path) {
  return lower_case(without_compression(path).extension().string());
}

void refuse_to_replace_other(const std::filesystem::path& out, const std::string& beginning,
                             const std::string& option) {
  std::error_code none;
  if (std::filesystem::is_regular_file(out, none) && std::filesystem::file_size(out, none) > 0 &&
      !beginning_of(out).starts_with(beginning))
    throw ConfigError(
        fmt::format("{} {}: there is such a file of another kind: name another", option, out.string()));
}

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

void add_once(std::vector<std::string>& texts, const std::string& text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

void append(std::vector<std::string>& texts, std::vector<std::string> more) {
  texts.insert(texts.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string few_of(std::vector<std::string> texts, const std::string& between, const std::string& of) {
  constexpr std::size_t kMost = 5;
  const std::size_t more = texts.size() - std::min(texts.size(), kMost);
  texts.resize(texts.size() - more);
  return fmt::format("{}{}", fmt::join(texts, between),
                     more == 0 ? "" : fmt::format(" and {} more{}", more, of));
}

void refuse_fasta(std::string_view text, const std::string& source) {
  if (begins_as_fasta(text))
    throw DataError(
        source +
        ": the file is in FASTA, which is read as a table: `preimage init FILE --target id` writes "
        "a config for it, where the word behind '>' is what is predicted");
}

std::string encoding_advice(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::optional<base::BadByte> bad = base::find_bad_byte(text.substr(begin));
    if (!bad) return "";
    if (bad->what.starts_with("invalid UTF-8"))
      return fmt::format(
          "{}; a file in Latin-1 or Windows-1252 is converted by `iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW`",
          bad->what);
    begin += bad->offset + 1;  // a control character
  }
  return "";
}

}  // namespace preimage::suite::data
