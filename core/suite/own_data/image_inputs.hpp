#pragma once

#include <cstddef>
#include <optional>

#include "preimage/models/virtual_examples.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::own_data {

/// `image: {width, height}` with `virtual_examples`: the input columns are pixels, line by line. Nothing without
/// virtual_examples.
/// throws  ConfigError, also where width x height is not `columns`
std::optional<models::ImageShifts> read_shifts(const suite::config::Reader& root, std::size_t columns);

}  // namespace preimage::suite::own_data
