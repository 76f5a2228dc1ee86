// A sheet of small grey images in labelled rows: the originals in one row, each method's outputs below.
#pragma once

#include <armadillo>
#include <cstddef>
#include <string>
#include <vector>

namespace preimage::experiments::shared {

struct SheetRow {
  std::string label;  // left of the images; may be empty
  arma::mat images;   // one image per row: height * width pixels, row by row from the top
};

/// Rows whose images belong to each other column by column.
struct SheetGroup {
  std::string heading;                     // above the rows; may be empty
  std::vector<std::string> column_labels;  // above the images; none, or one per column (empty ones allowed)
  std::vector<SheetRow> rows;
};

struct ImageSheet {
  std::string id_prefix = "image-sheet";  // of the ids in the SVG: another one for each figure of a page
  std::string title, description;         // the description, for who cannot see it, may be empty
  std::size_t height = 16;                // of one image, in its own pixels
  std::size_t width = 16;
  double lo = 0.0;           // the value drawn black
  double hi = 1.0;           // the value drawn white; lo > hi draws dark ink on white paper
  std::size_t columns = 10;  // most images in a line: a longer group goes on below, all its rows again
  std::vector<SheetGroup> groups;
};

/// An SVG 1.1 document with the images as PNG inside. Values between `lo` and `hi` map linearly to 0..255
/// (rounded), values outside are drawn as the nearer end: a sheet shows, it does not measure. A row with
/// fewer images ends earlier.
/// throws  std::invalid_argument where there is no image, a row has not height * width columns, lo == hi,
///         `columns` is 0, or the column labels do not fit the columns, and what svg_opening throws;
///         NumericalError naming row and image for a value that is not finite
std::string image_sheet_svg(const ImageSheet& sheet);

}  // namespace preimage::experiments::shared
