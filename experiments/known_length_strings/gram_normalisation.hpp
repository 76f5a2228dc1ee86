#pragma once

#include <armadillo>
#include <string>
#include <vector>

namespace preimage::experiments::known_length_strings {

/// How "S <- D^-1 S D^-1 where D is a diagonal matrix such that D_ii = sum_i S_ii" is read.
///                                                                             [Bakir et al. 2003, sec. 4]
///   unit_norm   D_ii = sqrt(S_ii), the usual meaning of a normalised kernel matrix
///   trace       D_ii = sum_j S_jj, as printed
///   row_sums    D_ii = sum_j S_ij, the other way to repair the index
///   none        D = I
const std::vector<std::string>& normalisation_names();

/// D^-1 S D^-1 for the Gram matrix of all strings of a draw; a string without features stays at zero. trace
/// and row_sums thereby look at the test strings' outputs too, as the paper's formula does.
/// S  n x n of counts;  throws NumericalError where no string has a feature
arma::mat normalised(const arma::mat& S, const std::string& how);

}  // namespace preimage::experiments::known_length_strings
