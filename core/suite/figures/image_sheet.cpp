#include "suite/figures/image_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"

namespace preimage::suite::figures {

namespace {

constexpr std::size_t kMargin = 8;  // pixels around the sheet and between the texts and the images
constexpr std::size_t kFrame = 2;   // thickness; drawn around the image, in a border that every image has

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("image sheet: " + what);
}

std::size_t column_count(const std::vector<SheetRow>& rows) {
  std::size_t columns = 0;
  for (const SheetRow& row : rows) columns = std::max<std::size_t>(columns, row.images.n_rows);
  return columns;
}

void check(const std::vector<SheetRow>& rows, const SheetLayout& layout) {
  const std::size_t columns = column_count(rows);
  if (columns == 0) refuse("there is no image");
  if (layout.scale == 0 || layout.text_scale == 0) refuse("a scale is 0");
  if (!(std::isfinite(layout.lo) && std::isfinite(layout.hi)) || layout.lo == layout.hi) {
    refuse(fmt::format("values from {} to {}", layout.lo, layout.hi));
  }
  if (!layout.column_labels.empty() && layout.column_labels.size() != columns) {
    refuse(fmt::format("{} column labels for {} columns", layout.column_labels.size(), columns));
  }
  for (const SheetRow& row : rows) {
    if (row.images.n_rows > 0 && row.images.n_cols != layout.height * layout.width) {
      refuse(fmt::format("row '{}': {} pixels per image, expected {} x {} = {}", row.label, row.images.n_cols,
                         layout.height, layout.width, layout.height * layout.width));
    }
    if (!row.frames.empty() && row.frames.rbegin()->first >= row.images.n_rows) {
      refuse(fmt::format("row '{}': a frame for image {} of {}", row.label, row.frames.rbegin()->first,
                         row.images.n_rows));
    }
  }
}

/// Where everything goes, in screen pixels.
struct Geometry {
  std::size_t cell_width = 0;  // image and its border for a frame
  std::size_t cell_height = 0;
  std::size_t column_step = 0;  // from one column to the next: wide enough for the column labels
  std::size_t row_step = 0;
  std::size_t left = 0;  // of the first cell
  std::size_t top = 0;
  std::size_t width = 0;  // of the sheet
  std::size_t height = 0;
};

Geometry geometry_of(const std::vector<SheetRow>& rows, const SheetLayout& layout) {
  const std::size_t columns = column_count(rows);
  const std::size_t line = text_height(layout.text_scale) + kMargin;
  std::size_t label_width = 0;
  std::size_t column_label_width = 0;
  for (const SheetRow& row : rows) {
    label_width = std::max(label_width, text_width(row.label, layout.text_scale));
  }
  for (const std::string& label : layout.column_labels) {
    column_label_width = std::max(column_label_width, text_width(label, layout.text_scale));
  }
  Geometry g;
  g.cell_width = layout.width * layout.scale + 2 * kFrame;
  g.cell_height = layout.height * layout.scale + 2 * kFrame;
  g.column_step =
      std::max(g.cell_width + layout.column_gap, column_label_width == 0 ? 0 : column_label_width + kMargin);
  g.row_step = std::max(g.cell_height, text_height(layout.text_scale)) + layout.row_gap;
  g.left = kMargin + (label_width == 0 ? 0 : label_width + kMargin);
  g.top = kMargin + (layout.title.empty() ? 0 : line) + (layout.column_labels.empty() ? 0 : line);
  const std::size_t last_column = std::max(g.cell_width, column_label_width);
  g.width = std::max(g.left + (columns - 1) * g.column_step + last_column,
                     kMargin + text_width(layout.title, layout.text_scale)) +
            kMargin;
  g.height = g.top + rows.size() * g.row_step - layout.row_gap + kMargin;
  return g;
}

Colour grey_of(double value, const SheetLayout& layout, const SheetRow& row, std::size_t image) {
  if (!std::isfinite(value)) {
    throw NumericalError(
        fmt::format("image sheet: row '{}': image {} has a pixel of value {}", row.label, image, value));
  }
  const double part = std::clamp((value - layout.lo) / (layout.hi - layout.lo), 0.0, 1.0);
  const auto grey = static_cast<std::uint8_t>(std::lround(255.0 * part));
  return {grey, grey, grey};
}

void draw_image(Canvas& canvas, const SheetRow& row, std::size_t image, const SheetLayout& layout,
                std::size_t x, std::size_t y) {
  for (std::size_t r = 0; r < layout.height; ++r) {
    for (std::size_t c = 0; c < layout.width; ++c) {
      const double value = row.images(image, r * layout.width + c);
      canvas.fill(x + c * layout.scale, y + r * layout.scale, layout.scale, layout.scale,
                  grey_of(value, layout, row, image));
    }
  }
}

void draw_row(Canvas& canvas, const SheetRow& row, const SheetLayout& layout, const Geometry& g,
              std::size_t y) {
  // (row_step - row_gap) is the height of the row, whichever of image and label is the taller.
  const std::size_t height = g.row_step - layout.row_gap;
  canvas.text(kMargin, y + (height - text_height(layout.text_scale)) / 2, row.label, layout.text_scale);
  for (std::size_t image = 0; image < row.images.n_rows; ++image) {
    const std::size_t x = g.left + image * g.column_step;
    draw_image(canvas, row, image, layout, x + kFrame, y + kFrame);
    const auto frame = row.frames.find(image);
    if (frame == row.frames.end()) continue;
    canvas.frame(x, y, g.cell_width, g.cell_height, kFrame, frame->second);
  }
}

}  // namespace

Canvas image_sheet(const std::vector<SheetRow>& rows, const SheetLayout& layout) {
  check(rows, layout);
  const Geometry g = geometry_of(rows, layout);
  Canvas canvas(g.width, g.height);
  canvas.text(kMargin, kMargin, layout.title, layout.text_scale);
  for (std::size_t i = 0; i < layout.column_labels.size(); ++i) {
    const std::size_t y = g.top - kMargin - text_height(layout.text_scale);
    canvas.text(g.left + i * g.column_step, y, layout.column_labels[i], layout.text_scale);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    draw_row(canvas, rows[i], layout, g, g.top + i * g.row_step);
  }
  return canvas;
}

}  // namespace preimage::suite::figures
