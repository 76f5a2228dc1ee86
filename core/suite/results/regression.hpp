// How two sets of numbers differ, and whose version integer says so.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "suite/results/result_numbers.hpp"

namespace preimage::suite::results {

/// A tolerance is this many times the largest difference seen between BLAS core types. Where a number depends
/// on every rounding, core types are treated as draws from one distribution: the difference on a core type
/// that was not measured exceeds four times the largest of three with a probability of 1 in 100 (normal).
inline constexpr double kSpreadFactor = 4.0;

/// How far the rounding of the values behind a number, and the order of their sum, may move it
/// (records::rounding_of_mean): 0 of a count. As its line says; of files that do not say it R x 2^-52 (|ours|
/// + SD).
double rounding_of(const Number& number);
/// rounding_of(number) + kSpreadFactor spread
double tolerance_of_spread(const Number& number, double spread);
/// What a number is allowed where no spread was measured: rounding_of(number) + SD / (4 sqrt(R)), a quarter
/// of the standard error of its mean over the R repetitions. An SD of R x 2^-52 |ours| at most is 0: equal
/// values have one, by the rounding of their mean.
double tolerance_of_standard_error(const Number& number);
/// What the reference's line says, or else that of the standard error; 0 where that is below R x 2^-52
/// |ours|, the rounding of the number itself.
double tolerance_of(const ListedNumber& reference);

enum class Change { same, moved, missing, added };

/// A version integer that is not the same in the reference (0: not there).
struct VersionStep {
  std::string name;
  long from = 0, to = 0;
};

/// What became of one number.
struct NumberChange {
  NumberName name;
  Change change = Change::same;
  ListedNumber reference, latest;
  double moved = 0.0, tolerance = 0.0;  // both 0 where one side has no value
  std::string what;                     // "0.12, reference 0.11: moved by ...", or "" where nothing changed
  std::vector<VersionStep> steps;       // of versions, whether it moved or not
  std::string data_before, data_now;    // what it was made from; both "" where that is the same
  /// Of a number that moved while its inputs and versions stayed: the version integers that should have been
  /// raised, by name. Of those in the number's cells, the ones whose numbers moved most often.
  std::vector<std::string> suspects;
};

/// What is one number on both sides.
struct Sameness {
  bool is_exact =
      false;  // any move of a number or of its SD is one; else what rounding and the tolerance leave is none
  std::set<std::string> data_of =
      {};  // configs whose numbers were made from data, which are compared by content too: of others
           // they may be a program's
};

/// The one comparison of numbers: of a reference with the latest, of two folders, of an update with what it
/// replaces. All numbers of either side, sorted by name. A number has moved where |latest - reference| is
/// above the tolerance and above the rounding of the two, 2^-52 times the larger; or where it is of other
/// data, of another number of repetitions, or has no value.
std::vector<NumberChange> compare(const NumberSet& reference, const NumberSet& latest,
                                  const Sameness& same = {});

/// "data of iris changed from vectors 9cc1c345 to vectors 43502abc", a line per config and pair of data.
std::vector<std::string> data_changes(const std::vector<NumberChange>& changes);
/// The same of files that a program outside reads, its own source among them, where numbers did not move.
std::vector<std::string> quiet_changes(const std::vector<NumberChange>& changes);

/// The change in a sentence: what moved, how far, since which version, and what is to be done. "" where
/// nothing changed.
std::string sentence(const NumberChange& change);

/// Numbers that fail a check: moved or missing.
bool fails(const NumberChange& change);

}  // namespace preimage::suite::results
