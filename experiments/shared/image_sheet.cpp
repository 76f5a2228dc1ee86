#include "experiments/shared/image_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/figures/grey_image.hpp"
#include "suite/figures/markup.hpp"
#include "suite/figures/svg.hpp"

namespace preimage::experiments::shared {

using namespace suite::figures;

namespace {

constexpr double kMaxLabel = 104.0;  // a longer label of a row takes several lines
constexpr double kMaxImage = 96.0;   // an image is not drawn wider
constexpr double kImageGap = 3.0;
constexpr double kBlockGap = 9.0;  // between lines of images that belong together and the next

[[noreturn]] void refuse_sheet(const std::string& what) {
  throw std::invalid_argument("image sheet: " + what);
}

std::size_t column_count(const SheetGroup& group) {
  std::size_t columns = 0;
  for (const SheetRow& row : group.rows) columns = std::max<std::size_t>(columns, row.images.n_rows);
  return columns;
}

void check_group(const ImageSheet& sheet, const SheetGroup& group) {
  const std::size_t columns = column_count(group);
  if (!group.column_labels.empty() && group.column_labels.size() != columns)
    refuse_sheet(fmt::format("{} column labels for {} columns", group.column_labels.size(), columns));
  for (const SheetRow& row : group.rows) {
    if (row.images.n_rows > 0 && row.images.n_cols != sheet.height * sheet.width) {
      refuse_sheet(fmt::format("row '{}': {} pixels per image, expected {} x {} = {}", row.label,
                               row.images.n_cols, sheet.height, sheet.width, sheet.height * sheet.width));
    }
  }
}

void check(const ImageSheet& sheet) {
  std::size_t images = 0;
  for (const SheetGroup& group : sheet.groups) images += column_count(group);
  if (images == 0) refuse_sheet("there is no image");
  if (sheet.columns == 0) refuse_sheet("there is no column");
  if (!(std::isfinite(sheet.lo) && std::isfinite(sheet.hi)) || sheet.lo == sheet.hi)
    refuse_sheet(fmt::format("values from {} to {}", sheet.lo, sheet.hi));
  for (const SheetGroup& group : sheet.groups) check_group(sheet, group);
}

std::uint8_t grey_of(double value, const ImageSheet& sheet, const SheetRow& row, std::size_t image) {
  if (!std::isfinite(value)) {
    throw NumericalError(
        fmt::format("image sheet: row '{}': image {} has a pixel of value {}", row.label, image, value));
  }
  const double part = std::clamp((value - sheet.lo) / (sheet.hi - sheet.lo), 0.0, 1.0);
  return static_cast<std::uint8_t>(std::lround(255.0 * part));
}

GreyImage grey_image(const ImageSheet& sheet, const SheetRow& row, std::size_t image) {
  GreyImage grey{sheet.width, sheet.height, {}};
  for (arma::uword i = 0; i < row.images.n_cols; ++i)
    grey.pixels.push_back(grey_of(row.images(image, i), sheet, row, image));
  return grey;
}

/// Draws from the top down.
class Drawing {
 public:
  explicit Drawing(const ImageSheet& sheet) : sheet_(sheet) {
    double label_width = 0.0;
    std::size_t columns = 1;
    for (const SheetGroup& group : sheet.groups) {
      columns = std::max(columns, std::min(column_count(group), sheet.columns));
      for (const SheetRow& row : group.rows)
        label_width = std::max(label_width, widest(wrapped(row.label, kMaxLabel, kSmallSize), kSmallSize));
    }
    left_ = kEdge + (label_width > 0.0 ? std::ceil(label_width) + 6.0 : 0.0);
    const double room = (kFigureWidth - kEdge - left_ + kImageGap) / static_cast<double>(columns) - kImageGap;
    width_ = std::min(std::floor(room * 2.0) / 2.0, kMaxImage);
    height_ = width_ * static_cast<double>(sheet.height) / static_cast<double>(sheet.width);
    title_ = wrapped(sheet.title, kFigureWidth - 2 * kEdge, kTitleSize);
    y_ = kEdge + kTitleLine * static_cast<double>(title_.size()) + 4.0;
    elements_ = svg_title(title_, kEdge);
    for (const SheetGroup& group : sheet.groups) draw(group);
  }
  std::string document() const {
    return svg_opening(
               {sheet_.id_prefix, sheet_.title, sheet_.description, kFigureWidth, y_ - kBlockGap + kEdge}) +
           elements_ + "</svg>\n";
  }

 private:
  double x(std::size_t column) const { return left_ + (width_ + kImageGap) * static_cast<double>(column); }

  void draw(const SheetGroup& group) {
    const std::size_t columns = column_count(group);
    if (columns == 0) return;
    if (!group.heading.empty()) {
      const std::vector<std::string> lines = wrapped(group.heading, kFigureWidth - 2 * kEdge);
      elements_ += svg_lines(kEdge, y_ + kFontSize, lines, kLineHeight, "");
      y_ += kLineHeight * static_cast<double>(lines.size()) + 4.0;
    }
    for (std::size_t first = 0; first < columns; first += sheet_.columns) {
      const std::size_t end = std::min(first + sheet_.columns, columns);
      draw_column_labels(group, first, end);
      for (const SheetRow& row : group.rows) draw_row(row, first, end);
      y_ += kBlockGap - kImageGap;
    }
  }

  void draw_column_labels(const SheetGroup& group, std::size_t first, std::size_t end) {
    if (group.column_labels.empty()) return;
    std::size_t most = 0;
    for (std::size_t i = first; i < end; ++i) {
      const std::vector<std::string> lines = wrapped(group.column_labels[i], width_, kSmallSize);
      elements_ += svg_lines(x(i - first) + width_ / 2, y_ + kSmallSize, lines, kSmallLine,
                             std::string(kSmall) + kMiddle);
      most = std::max(most, lines.size());
    }
    y_ += kSmallLine * static_cast<double>(most) + 2.0;
  }

  void draw_row(const SheetRow& row, std::size_t first, std::size_t end) {
    const std::vector<std::string> lines = wrapped(row.label, kMaxLabel, kSmallSize);
    const double text_height = row.label.empty() ? 0.0 : kSmallLine * static_cast<double>(lines.size());
    const double height = std::max(height_, text_height);
    if (!row.label.empty())
      elements_ +=
          svg_lines(kEdge, y_ + (height - text_height) / 2 + kSmallSize - 0.5, lines, kSmallLine, kSmall);
    for (std::size_t i = first; i < std::min<std::size_t>(end, row.images.n_rows); ++i)
      elements_ += svg_picture(x(i - first), y_ + (height - height_) / 2, width_, height_,
                               png_bytes(grey_image(sheet_, row, i)),
                               width_ > static_cast<double>(sheet_.width) ? kSharp : "");
    y_ += height + kImageGap;
  }

  const ImageSheet& sheet_;
  double left_ = 0.0, width_ = 0.0, height_ = 0.0,
         y_ = 0.0;  // left of the first image; of an image; where to go on
  std::vector<std::string> title_;
  std::string elements_;
};

}  // namespace

std::string image_sheet_svg(const ImageSheet& sheet) {
  check(sheet);
  return Drawing(sheet).document();
}

}  // namespace preimage::experiments::shared
