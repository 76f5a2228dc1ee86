// Inner products of counts where few of very many possible features occur: what the spectrum kernels share.
#pragma once

#include <armadillo>
#include <string_view>
#include <vector>

namespace preimage::kernels {

/// The features that occur in one sample, with repetition, in any order. The texts must outlive the views.
using Occurrences = std::vector<std::string_view>;

/// |a| x |b|, entry (i, j) = sum over the texts u of (times u occurs in a_i) (times u occurs in b_j). Exact:
/// texts are compared, a hash only finds them, and the sums are whole numbers (below 2^53).
/// cost  a look-up for each occurrence, then one addition for every feature of a_i and every b_j that has it
arma::mat count_products(const std::vector<Occurrences>& a, const std::vector<Occurrences>& b);
/// count_products(a, a): |a| x |a|, exactly symmetric, for one look-up for each occurrence and half of the
/// additions.
arma::mat count_products(const std::vector<Occurrences>& a);

/// |a| values: sum over u of (times u occurs in a_i)^2.
arma::vec squared_counts(const std::vector<Occurrences>& a);

}  // namespace preimage::kernels
