// A sheet of small grey images in labelled rows: the originals in one row, each method's outputs below.
#pragma once

#include <armadillo>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "suite/figures/canvas.hpp"

namespace preimage::suite::figures {

struct SheetRow {
  std::string label;                     // drawn left of the images; may be empty
  arma::mat images;                      // one image per row: height * width pixels, row by row from the top
  std::map<std::size_t, Colour> frames;  // image number -> colour of a frame around it
};

struct SheetLayout {
  std::string title;                       // above everything; may be empty
  std::vector<std::string> column_labels;  // above the images; none, or one per column (empty ones allowed)
  std::size_t height = 16;                 // of one image, in its own pixels
  std::size_t width = 16;
  double lo = 0.0;             // the value drawn black
  double hi = 1.0;             // the value drawn white; lo > hi draws dark ink on white paper
  std::size_t scale = 3;       // screen pixels per image pixel
  std::size_t column_gap = 4;  // screen pixels between two columns ...
  std::size_t row_gap = 4;     // ... and two rows
  std::size_t text_scale = 2;
};

/// Draws the rows below each other; a row with fewer images ends earlier. Values between `lo` and `hi` map
/// linearly to 0..255 (rounded), values outside are drawn as the nearer end: a sheet shows, it does not
/// measure.
/// throws  std::invalid_argument where there is no image, a row has not height * width columns, lo == hi, the
///         scales are 0, a frame's image does not exist, or the column labels do not fit the columns;
///         NumericalError naming row and image for a value that is not finite
Canvas image_sheet(const std::vector<SheetRow>& rows, const SheetLayout& layout);

}  // namespace preimage::suite::figures
