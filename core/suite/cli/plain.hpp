// Manual pages as text of 80 columns.
#pragma once

#include <string>

#include "suite/cli/manual_page.hpp"

namespace preimage::suite::cli {

/// The page as `man` shows it, without bold and italic letters.
std::string plain_text(const Page& page);

/// The words of a text in lines of at most 80 columns, each behind `indent` blanks. A longer word has a line of its own.
std::string wrapped(const std::string& text, std::size_t indent);

}  // namespace preimage::suite::cli
