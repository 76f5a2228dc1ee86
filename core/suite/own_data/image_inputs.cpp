#include "suite/own_data/image_inputs.hpp"

#include <fmt/format.h>

#include "suite/data/delimited.hpp"
#include "suite/registry/image_shifts.hpp"

namespace preimage::suite::own_data {

std::optional<models::ImageShifts> read_shifts(const config::Reader& root, std::size_t columns) {
  if (!root.has("virtual_examples")) return std::nullopt;
  const config::Reader image = root.map("image");
  const auto most = static_cast<long>(data::kMaxColumns);
  const long width = image.integer("width", 1, most), height = image.integer("height", 1, most);
  if (static_cast<std::size_t>(width) * static_cast<std::size_t>(height) != columns)
    root.fail(
        "image",
        fmt::format("{} x {} pixels, but there are {} input columns (pixels that never change belong to "
                    "them, too: a config of `init` leaves such out below `except`)",
                    width, height, columns));
  return registry::parse_image_shifts(root, static_cast<arma::uword>(width), static_cast<arma::uword>(height),
                                      0.0);
}

}  // namespace preimage::suite::own_data
