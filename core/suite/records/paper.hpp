// What is said of a paper with whose numbers a config is compared.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/data/delimited.hpp"

namespace preimage::suite::records {

/// Texts as they are written; "" where nothing is said.
struct Paper {
  std::string key;  // "kde_nips_2002": the first part of its tables' names
  std::string authors, title, venue, year, url;
  bool operator==(const Paper&) const = default;
};

/// Its fields but for the key, by the names that configs and papers.csv have for them.
struct PaperField {
  const char* name;
  std::string Paper::*text;
};
inline constexpr PaperField kPaperFields[] = {{"authors", &Paper::authors},
                                              {"title", &Paper::title},
                                              {"venue", &Paper::venue},
                                              {"year", &Paper::year},
                                              {"url", &Paper::url}};

/// Why a field cannot have a text, "expected ..."; or "".
std::string wrong_in_paper(const std::string& field, const std::string& text);

/// Papers that several configs share, a row each: a column `key`, and any of the fields' names.
/// throws  DataError "source:line: ..." for an unknown column, a key twice, a text that does not fit its
///         field, and what CsvReader throws
std::vector<Paper> read_papers(data::CsvReader csv);

}  // namespace preimage::suite::records
