#pragma once

#include <string>
#include <string_view>

namespace preimage::base {

/// UTF-8 text as the content of an element or between the quotes of an attribute, in XML 1.0 and in HTML.
/// Tabs and line ends are character references, because an attribute would make blanks of them; what XML cannot
/// hold is U+FFFD: other control characters, U+FFFE, U+FFFF, and bytes that are no UTF-8.
std::string markup_escaped(std::string_view text);

}  // namespace preimage::base
