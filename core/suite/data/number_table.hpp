// A matrix of numbers in a CSV file without header.
#pragma once

#include <armadillo>
#include <string>

namespace preimage::suite::data {

/// A row per line, numbers as config::read_decimal has them, separated by commas; empty lines at the end do not count.
/// throws  DataError "source:line: ..." for another number of fields than in the first line, and for what is no number;
///         "source: ..." for an empty text and more than kMaxColumns columns
arma::mat parse_number_table(std::string text, const std::string& source);

}  // namespace preimage::suite::data
