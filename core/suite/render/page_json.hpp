// What the page's script works on: the cells behind every number.
#pragma once

#include <cstddef>
#include <string>

#include "suite/render/page.hpp"

namespace preimage::suite::render {

/// Losses and choices that a page carries at most, so that it stays a few megabytes: those of numbers beyond
/// are left out, and the page says so and how to see them.
inline constexpr std::size_t kMaxPageLosses = 150000;

/// One JSON object with "groups", "numbers" and "chosen", losses to 5 significant digits. It holds
/// no "<", so that a script element can hold it.
std::string page_json(const Page& page);

}  // namespace preimage::suite::render
