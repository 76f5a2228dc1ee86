// The box of the largest linear score without scoring every box: efficient subwindow search.
//                                                       [Lampert, Blaschko and Hofmann 2008, CVPR]
#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <vector>

#include "preimage/detection/detections.hpp"
#include "preimage/detection/spatial_pyramid.hpp"

namespace preimage::detection {

/// Branch and bound over the boxes of sliding_boxes. For a set of boxes, lefts from a range and tops from a
/// range, every cell of the pyramid lies inside the union U of that cell over the set and holds its
/// intersection I, so that
///   w . box_counts(box) <= sum over cells of (positive weights of the points in U + negative weights of the
///   points in I),
/// with equality for a set of one box. The set with the largest bound is halved until it is one box.
class SubwindowSearch {
 public:
  /// weights  kPyramidCells map.n_words, in the order of box_counts
  /// throws   std::invalid_argument where there are more or fewer; NumericalError where one is not finite
  /// memory   16 kPyramidCells (columns + 1) (rows + 1) bytes
  SubwindowSearch(const WordMap& map, const arma::vec& weights);

  struct Found {
    samples::ScoredBox best;  // its score to rounding; of boxes with equal scores any one, always the same
    std::size_t bounds = 0;   // computed: what was looked at, against all boxes
  };
  /// The best of sliding_boxes(image, width, height, step, outside), nothing where there are none.
  /// throws  as sliding_boxes
  /// cost    O(kPyramidCells) per bound; at most twice as many bounds as boxes
  std::optional<Found> best(const samples::GreyImage& image, int width, int height, int step,
                            double outside) const;

 private:
  struct Set;
  double bound(const PyramidEdges& first_columns, const PyramidEdges& last_columns,
               const PyramidEdges& first_rows, const PyramidEdges& last_rows) const;

  Grid grid_;
  std::vector<double> positive_, negative_;  // kPyramidCells x (rows + 1) x (columns + 1)
};

}  // namespace preimage::detection
