#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/records/record_store.hpp"
#include "suite/study/cells.hpp"

namespace preimage::suite::cli {

/// "toy exclusive kde", at a point of a sweep with its values: "toy exclusive kde learners.kde.ridge=0.1".
std::string cell_words(const study::Cell& cell);

/// Cells of one learner at one point of a sweep; without a sweep one cell.
struct NamedPoint {
  std::string name;       // "toy exclusive kde learners.kde.ridge=0.1"
  std::size_t cells = 0;  // without a result
  std::string first;      // the first of them: "repetition 0 fold 2"
  records::CellKey first_key;
  std::string reason;  // of the first that failed; "not run" where none did
  bool has_failed = false;
  /// "toy exclusive kde learners.kde.ridge=0.1: 6 cells, the first repetition 0 fold 2: no memory"
  std::string text() const;
};

/// The points that have cells without a result among `cells`, in their order.
std::vector<NamedPoint> open_points(const std::vector<const study::Cell*>& cells,
                                    records::RecordStore& store);

/// Of more only how many is said.
inline constexpr std::size_t kMaxNamed = 10;

/// Their lines, the first kMaxNamed; how many more there are.
std::string lines_of(const std::vector<NamedPoint>& points);

}  // namespace preimage::suite::cli
