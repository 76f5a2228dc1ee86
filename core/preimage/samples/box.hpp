#pragma once

namespace preimage::samples {

/// An upright rectangle of whole pixels, half open: columns left .. left + width - 1, rows top .. top +
/// height - 1 (origin at the top left, rows downwards). It may lie partly or wholly outside an image. A box
/// without width or height is empty.
struct Box {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
  bool operator==(const Box&) const = default;
};

struct ScoredBox {
  Box box;
  double score = 0.0;
};

/// Pixels of a box; 0 where it is empty.
long area(const Box& box);

/// Pixels that lie in both.
long overlap_area(const Box& a, const Box& b);

/// |a n b| / |a u b| in [0, 1]; 0 where both are empty.
double intersection_over_union(const Box& a, const Box& b);

}  // namespace preimage::samples
