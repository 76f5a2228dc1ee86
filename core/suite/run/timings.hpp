// How long cells took, for estimates: never a result.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "suite/data/delimited.hpp"

namespace preimage::suite::run {

/// Of some cells together.
struct Timing {
  double seconds = 0.0;
  long peak_kib = 0;
  std::size_t cells = 0;
};

/// A run's timings.csv, a line per cell, as the text of a reference's: a line per config and learner, over
/// all readings.
/// throws  DataError for a missing column and for what is no number
std::string summary_of_timings(data::CsvReader timings);

/// The summary beside the committed reference.
class ReferenceTimings {
 public:
  /// Empty where there is no such file.
  /// throws  DataError
  explicit ReferenceTimings(const std::filesystem::path& summary);
  /// throws  DataError for a missing column and for what is no number
  explicit ReferenceTimings(data::CsvReader summary);
  /// nullptr where the reference run had no such cell.
  const Timing* find(const std::string& config, const std::string& learner) const;

 private:
  std::map<std::pair<std::string, std::string>, Timing> timings_;
};

/// Those of the reference that comes with the program.
/// throws  DataError
ReferenceTimings own_reference_timings();

/// Estimated seconds of one cell: the mean of the `finished` ones of its learner and reading, else of the
/// reference run's of its learner; nothing where neither knows any.
std::optional<double> seconds_per_cell(const Timing& finished, const Timing* reference);

}  // namespace preimage::suite::run
