#pragma once

#include <string>
#include <string_view>

namespace preimage::base {

/// UTF-8 text as the content of an element or between the quotes of an attribute, in XML 1.0 and in HTML.
/// Tabs and line ends are character references, because an attribute would make blanks of them; other control
/// characters, which XML cannot hold, are U+FFFD.
std::string markup_escaped(std::string_view text);

}  // namespace preimage::base
