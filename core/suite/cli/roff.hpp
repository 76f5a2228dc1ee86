// Manual pages in the language of `man`.
#pragma once

#include <string>

#include "suite/cli/manual_page.hpp"

namespace preimage::suite::cli {

/// The page for `man`, with the macros that groff and mandoc both know: the same bytes whenever and wherever it is made.
std::string roff_text(const Page& page);

}  // namespace preimage::suite::cli
