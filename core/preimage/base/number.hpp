// The one spelling of numbers that this project reads and writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace preimage::base {

/// The value of a finite decimal number, or nothing:
///   number = [ "+" | "-" ] ( "0" | nonzero digit* ) [ "." digit+ ] [ ( "e" | "E" ) [ "+" | "-" ] digit+ ]
/// so `010`, `0x1F`, `1_000`, `.5`, `5.`, `nan`, `inf`, "" and surrounding blanks are refused, and so is what
/// a double cannot hold (`1e400`, and `1e-400`, which would become 0). Rounds to nearest; independent of the
/// locale.
std::optional<double> parse_decimal(std::string_view text);

/// The same for an integer, without fraction and exponent: "5", not "5.0" or "5e0".
std::optional<long> parse_integer(std::string_view text);

/// The shortest text that parse_decimal reads back as the same double ("0.1", "100", "1e-05"); "nan", "inf",
/// "-inf" for what is not finite.
std::string number_text(double value);

}  // namespace preimage::base
