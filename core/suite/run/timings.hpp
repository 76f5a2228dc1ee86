// How long cells took, for estimates: never a result.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "suite/data/delimited.hpp"

namespace preimage::suite::run {

/// Of some cells together.
struct Timing {
  double seconds = 0.0;
  long peak_kib = 0;
  std::size_t cells = 0;
};

/// Config, reading, learner.
using TimingName = std::tuple<std::string, std::string, std::string>;

/// A run's timings.csv, a line per cell, as the text of a reference's: a line per config, reading and learner.
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
  /// Of the learner's cells in this reading; where the reference run had none, of those in all its readings; nullptr
  /// where it had none either.
  const Timing* find(const std::string& config, const std::string& reading, const std::string& learner) const;
  /// Where this knows nothing, `other` answers: of the reading first, then of all readings.
  void fall_back_on(ReferenceTimings other);

 private:
  std::map<TimingName, Timing> by_reading_, by_learner_;  // the latter without the reading's name
};

/// Those of the reference that comes with the program: of the profile, and where that knows nothing, of the others. Their
/// cells may be smaller or larger: an estimate.
/// throws  DataError
ReferenceTimings own_reference_timings(const std::string& profile);

/// Estimated seconds of one cell: the mean of the `finished` ones of its learner and reading, else of those that the
/// reference found; nothing where neither knows any.
std::optional<double> seconds_per_cell(const Timing& finished, const Timing* reference);

}  // namespace preimage::suite::run
