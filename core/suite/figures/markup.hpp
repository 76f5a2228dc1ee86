// Text and bytes inside XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace preimage::suite::figures {

/// UTF-8 text as the content of an element or between the quotes of an attribute, in XML 1.0 and in HTML.
/// Tabs and line ends are character references, because an attribute would make blanks of them; what XML
/// cannot hold is U+FFFD: other control characters, U+FFFE, U+FFFF, and bytes that are no UTF-8.
std::string markup_escaped(std::string_view text);

/// RFC 4648, section 4, with padding, on one line: what a data URI holds.
std::string base64(std::string_view bytes);

}  // namespace preimage::suite::figures
