// The columns of a raster of boxes, laid out for scores of whole rows of boxes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "preimage/detection/spatial_pyramid.hpp"

namespace preimage::detection {

/// Edge by edge, in chunks of boxes side by side. Of most chunks an edge moves by one grid point from box to box: then what
/// a score reads there lies side by side, too.
class ColumnTable {
 public:
  static constexpr std::size_t kChunk = 8;

  /// columns  as in BoxRaster
  explicit ColumnTable(const std::vector<PyramidEdges>& columns);
  std::size_t chunks() const { return chunks_; }
  /// The kChunk grid indices of an edge. Beyond the last box they go on as if there were more.
  const std::uint32_t* edges(std::size_t edge, std::size_t chunk) const {
    return edges_.data() + (edge * chunks_ + chunk) * kChunk;
  }
  /// Whether they are e, e + 1, e + 2, ...
  bool are_side_by_side(std::size_t edge, std::size_t chunk) const {
    return side_by_side_[edge * chunks_ + chunk] != 0;
  }

 private:
  std::size_t chunks_;
  std::vector<std::uint32_t> edges_;  // edges x chunks x kChunk
  std::vector<unsigned char> side_by_side_;
};

}  // namespace preimage::detection
