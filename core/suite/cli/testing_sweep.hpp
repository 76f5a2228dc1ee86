// What the tests of `sweep` share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "testing/workplace.hpp"

namespace preimage::testing {

using Words = std::vector<std::string>;
using Row = std::map<std::string, std::string>;  // column -> field

/// The name of a sweep over `ridge` and `sigma`, as the program makes it.
inline constexpr const char* kSweepName = "toy-exclusive-ridge-sigma";

/// 3 x 2 points for kde.
inline Words sweep_grid() {
  return {"--reading", "exclusive",
          "--grid",    "learners.kde.ridge=1e-2:1:log10",
          "--grid",    "learners.kde.bandwidth.sigma=0.5,1"};
}

inline Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline Finished sweep(const Workplace& place, const std::string& out, const Words& more = sweep_grid()) {
  return run_preimage(place.words(out, more, "sweep"));
}

inline std::filesystem::path sweep_folder(const Workplace& place, const std::string& out,
                                          const std::string& name = kSweepName) {
  return place.out(out) / "sweeps" / name;
}

inline std::vector<Row> rows_in(const std::filesystem::path& path) {
  suite::data::CsvReader csv = suite::data::open_csv(path);
  std::vector<Row> rows;
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    Row& row = rows.emplace_back();
    for (std::size_t f = 0; f < fields.size(); ++f) row[csv.header()[f]] = fields[f];
  }
  return rows;
}

/// std::bad_optional_access where the field is no number.
inline double number(const Row& row, const std::string& column) {
  return preimage::suite::config::parse_decimal(row.at(column)).value();
}

}  // namespace preimage::testing
