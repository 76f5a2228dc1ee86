#include "preimage/validation/lost_digits.hpp"

#include <optional>
#include <utility>

namespace preimage::validation {

namespace {

constexpr const char* kInputs = "lost_input_digits";

using Named = std::pair<const char*, const PairMatrix*>;

std::array<Named, 3> matrices_of(const Problem& problem) {
  return {Named{kInputs, &problem.input_gram}, Named{kInputs, &problem.input_squared_distances},
          Named{"lost_output_digits", &problem.output_gram}};
}

}  // namespace

LostDigits::LostDigits(const Problem& problem) : problem_(problem), before_(looks()) {}

std::array<std::size_t, 3> LostDigits::looks() const {
  std::array<std::size_t, 3> result{};
  const auto matrices = matrices_of(problem_);
  for (std::size_t m = 0; m < result.size(); ++m) result[m] = matrices[m].second->looks();
  return result;
}

std::map<std::string, arma::vec> LostDigits::of(const Indices& test) const {
  const std::array<std::size_t, 3> after = looks();  // before anything below looks as well
  const auto matrices = matrices_of(problem_);
  std::map<std::string, arma::vec> result;
  for (std::size_t m = 0; m < after.size(); ++m) {
    if (after[m] == before_[m]) continue;
    const std::optional<arma::uvec> lost = matrices[m].second->lost_digits();
    if (!lost || !arma::any(lost->elem(test))) continue;
    result[matrices[m].first] = arma::conv_to<arma::vec>::from(lost->elem(test));
  }
  return result;
}

}  // namespace preimage::validation
