#include "experiments/known_length_strings/gram_normalisation.hpp"

#include "preimage/base/error.hpp"

namespace preimage::experiments::known_length_strings {

namespace {

arma::vec scales(const arma::mat& S, const std::string& how) {
  // DEVIATION: what the readings that reproduce the table use is not what is printed (ERRATA.md).
  if (how == "unit_norm") return arma::sqrt(S.diag());
  if (how == "row_sums") return arma::sum(S, 1);
  arma::vec trace(S.n_rows);
  trace.fill(arma::trace(S));
  return trace;
}

}  // namespace

const std::vector<std::string>& normalisation_names() {
  static const std::vector<std::string> names = {"unit_norm", "trace", "row_sums", "none"};
  return names;
}

arma::mat normalised(const arma::mat& S, const std::string& how) {
  if (!(arma::trace(S) > 0.0)) {
    throw NumericalError("normalisation: every string is shorter than the kernel's substrings");
  }
  if (how == "none") return S;
  arma::vec inverse = scales(S, how);
  inverse.transform([](double scale) { return scale > 0.0 ? 1.0 / scale : 0.0; });
  arma::mat result = S % (inverse * inverse.t());
  if (how == "unit_norm") result.diag() = arma::sign(S.diag());  // exactly
  return result;
}

}  // namespace preimage::experiments::known_length_strings
