// What the page calls methods and measures: one name for each, wherever it stands.
#pragma once

#include <string>

namespace preimage::suite::report {

/// The title as the page has it: "jkse" is "JKSE", "psnr db, textured" is "PSNR, dB, textured". A name that only a config
/// has stays as it is.
std::string shown_name(const std::string& title);

}  // namespace preimage::suite::report
