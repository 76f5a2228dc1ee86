// Numbers: the one spelling that this project writes, and configs have; and numbers as people write them into
// data.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace preimage::suite::config {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// A field without blanks and tabs at its ends.
std::string_view without_blanks_around(std::string_view text);

/// The value of a finite decimal number, or nothing:
///   number = [ "+" | "-" ] ( "0" | nonzero digit* ) [ "." digit+ ] [ ( "e" | "E" ) [ "+" | "-" ] digit+ ]
/// so `010`, `0x1F`, `1_000`, `.5`, `5.`, `nan`, `inf`, "" and surrounding blanks are refused, and so is what
/// a double cannot hold (`1e400`, and `1e-400`, which would become 0). Rounds to nearest; independent of the
/// locale.
std::optional<double> parse_decimal(std::string_view text);

/// The same for an integer, without fraction and exponent: "5", not "5.0" or "5e0".
std::optional<long> parse_integer(std::string_view text);

/// A number as data files, ledgers and programs have it, in the spelling of parse_decimal with the same
/// digits, or nothing.
/// Beyond that spelling it may have blanks or tabs around it, zeros in front and no digit on one side of the
/// point:
/// " 7 " is "7", "01" is "1", "+.5" is "+0.5", "5." is "5", "1.e3" is "1e3".
std::optional<std::string> plain_decimal(std::string_view text);

/// The value of such a number, rounded to nearest. What is too small for a double is 0 with its sign (1e-400,
/// as C's strtod has it); what is too large is nothing.
std::optional<double> read_decimal(std::string_view text);

/// The same for an integer, without point and exponent: " 07" is 7.
std::optional<long> read_integer(std::string_view text);

/// The same text for two such numbers that are equal digit by digit, however large: "1", "01", "1.0" and
/// "10e-1" are one, 9007199254740992 and 9007199254740993 two. Nothing for what is no number, and for an
/// exponent of more than 18 digits.
std::optional<std::string> exact_decimal(std::string_view text);

/// What a text that is no such number seems to mean, and what to type in its place, to be put behind "found
/// '45%'":
/// " (a per cent sign: type 45 or 0.45)". Of decimal commas, commas and blanks between thousands, a minus
/// sign that is none of ASCII, an exponent with D, and numbers beyond a double's range; else "".
std::string number_advice(std::string_view text);

/// The shortest text that parse_decimal reads back as the same double ("0.1", "100", "1e-05"); "nan", "inf",
/// "-inf" for what is not finite.
std::string number_text(double value);

}  // namespace preimage::suite::config
