// A mean and its spread as text.
#pragma once

#include <string>

namespace preimage::suite::records {

/// The text of a number, without the sign of one that is nothing or rounds to it: "0.0" of "-0.0" and "+0.0",
/// "-0.1" of itself.
std::string without_sign_of_zero(std::string text);

/// Four decimals; four digits where those would say nothing ("9.758e-05"), or too much ("3.100e+240").
std::string mean_text(double value);

/// The spread with the decimals that mean_text gives its mean: "0.0021", "1e-06".
std::string spread_text(double mean, double spread);

}  // namespace preimage::suite::records
