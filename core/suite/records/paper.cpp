#include "suite/records/paper.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/records/csv_columns.hpp"

namespace preimage::suite::records {

namespace {

constexpr const char* kKey = "key";

bool is_key_of_paper(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
}

bool is_year(const std::string& text) {
  const std::optional<long> year = config::parse_integer(text);
  return year && *year >= 1000 && *year <= 9999;
}

}  // namespace

std::string wrong_in_paper(const std::string& field, const std::string& text) {
  if (field == kKey && !is_key_of_paper(text)) return "expected letters, digits, '_', '-' and '.' only";
  if (base::find_unshowable(text)) return "expected text without control characters";
  if (field == kKey || text.empty()) return "";
  if (field == "year" && !is_year(text)) return "expected a year of four digits";
  if (field == "url" && !text.starts_with("https://") && !text.starts_with("http://"))
    return "expected an address that begins with https:// or http://";
  return "";
}

std::vector<Paper> read_papers(data::CsvReader csv) {
  const std::size_t key = csv.column(kKey);
  std::vector<std::string> known = {kKey};
  for (const PaperField& field : kPaperFields) known.emplace_back(field.name);
  require_known_columns(csv, known);
  std::vector<Paper> papers;
  while (csv.next()) {
    Paper& paper = papers.emplace_back();
    for (std::size_t i = 0; i < csv.header().size(); ++i) {
      const std::string &name = csv.header()[i], &text = csv.text(i);
      if (const std::string wrong = wrong_in_paper(name, text); !wrong.empty()) {
        throw DataError(fmt::format("{}:{}: column '{}': {}, found {}", csv.source(), csv.line(), name, wrong,
                                    base::excerpt(text)));
      }
      for (const PaperField& field : kPaperFields) {
        if (name == field.name) paper.*field.text = text;
      }
    }
    paper.key = csv.text(key);
    const auto same = std::ranges::count_if(papers, [&](const Paper& p) { return p.key == paper.key; });
    if (same > 1)
      throw DataError(fmt::format("{}:{}: paper '{}' occurs twice", csv.source(), csv.line(), paper.key));
  }
  return papers;
}

}  // namespace preimage::suite::records
