// A number of a table, the same whether it comes from records, from a table's CSV file or from a reference.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

#include "suite/records/verdict.hpp"
#include "suite/results/provenance.hpp"

namespace preimage::suite::results {

/// A spread or rounding that a file does not say.
inline constexpr double kNotSaid = std::numeric_limits<double>::quiet_NaN();

struct Interval {
  double low = 0.0, high = 0.0;
  /// What it lies around in place of the mean: an estimate for the model that is fitted to all samples.
  std::optional<double> estimate = {};
};

struct Number {
  std::string learner;                          // "" where a table has nothing in this place
  bool applies = true;                          // false: this learner has no such measure
  std::optional<records::Published> published;  // read from CSV without the number of folds of its spread
  /// Nothing: a fold is missing or failed, printed as "-". Of a file `fold_spread` and `rounding` may be
  /// kNotSaid.
  std::optional<records::Estimate> ours;
  std::optional<records::Verdict> verdict;  // only where both are there
  std::size_t unconverged =
      0;  // predictions whose decoder or training did not converge: marked with a dagger

  std::optional<Interval> interval = {};  // of `ours`, 95 % (results/comparison.hpp)

  std::optional<double> mean() const { return ours ? std::optional(ours->mean) : std::nullopt; }
  /// Over repetitions; nothing where it has none.
  std::optional<double> sd() const {
    return ours && ours->has_spread ? std::optional(ours->sd) : std::nullopt;
  }
  int repetitions() const { return ours ? ours->repetitions : 0; }
};

/// A number outside of its table, of records, of a file or of a reference, with what the table says of all
/// its numbers.
struct ListedNumber : Number {
  std::string experiment = {};                                  // of its config
  records::SpreadKind spread_kind = records::SpreadKind::none;  // as printed, or that of its row
  std::string data = "real";                                    // or "stand-in"
  std::string spread_of_ours = {};                              // "SD over 10 repetitions"
  std::optional<long> choices = {};  // made for its reading after seeing the paper's numbers
  Provenance provenance = {};

  // Of a reference only.
  std::optional<double> tolerance = {};  // how far it may move
  std::string tolerance_of = {};         // where that is from
};

}  // namespace preimage::suite::results
