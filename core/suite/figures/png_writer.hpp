// Grey pixels as PNG, for pictures inside figures.
#pragma once

#include <string>

#include "preimage/samples/grey_image.hpp"

namespace preimage::suite::figures {

/// The PNG by libpng with fixed settings and no time stamp: equal pixels, equal bytes.
/// throws  std::invalid_argument where a side is 0 or more than 32767, or the number of pixels does not fit; DataError
///         with libpng's reason
std::string png_bytes(const samples::GreyImage& grey);

}  // namespace preimage::suite::figures
