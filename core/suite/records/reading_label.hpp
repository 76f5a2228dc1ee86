// What a reading is called wherever its numbers stand.
#pragma once

#include <string>

namespace preimage::suite::records {

/// "smoothed-0.8", or "smoothed-0.8 (modified: dataset.smoothing=2)"
inline std::string reading_label(const std::string& reading, const std::string& modifications) {
  return modifications.empty() ? reading : reading + " (modified: " + modifications + ")";
}

}  // namespace preimage::suite::records
