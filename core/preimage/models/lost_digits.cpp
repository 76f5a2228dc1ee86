#include "preimage/models/lost_digits.hpp"

#include <optional>
#include <utility>

#include "preimage/kernels/points.hpp"

namespace preimage::models {

namespace {

constexpr std::array<const char*, 3> kNames = {"lost_input_digits", "lost_input_digits",
                                               "lost_output_digits"};

/// nullptr where there is no kernel.
std::array<const kernels::PairMatrix*, 3> matrices_of(const samples::DataSet& data) {
  std::array<const kernels::PairMatrix*, 3> result{};
  if (data.inputs.has<kernels::Points>()) {
    const kernels::PointSource& source = data.inputs.get<kernels::Points>().source();
    result[0] = &source.gram();
    result[1] = &source.squared_distances();
  }
  if (data.outputs.has<kernels::Points>()) result[2] = &data.outputs.get<kernels::Points>().source().gram();
  return result;
}

}  // namespace

LostDigits::LostDigits(samples::DataSet data) : data_(std::move(data)), before_(looks()) {}

std::array<std::size_t, 3> LostDigits::looks() const {
  std::array<std::size_t, 3> result{};
  const auto matrices = matrices_of(data_);
  for (std::size_t m = 0; m < result.size(); ++m)
    result[m] = matrices[m] == nullptr ? 0 : matrices[m]->looks();
  return result;
}

std::map<std::string, arma::vec> LostDigits::of(const arma::uvec& test) const {
  const std::array<std::size_t, 3> after = looks();  // before anything below looks as well
  const auto matrices = matrices_of(data_);
  std::map<std::string, arma::vec> result;
  for (std::size_t m = 0; m < after.size(); ++m) {
    if (after[m] == before_[m]) continue;
    const std::optional<arma::uvec> lost = matrices[m]->lost_digits();
    if (!lost || !arma::any(lost->elem(test))) continue;
    result[kNames[m]] = arma::conv_to<arma::vec>::from(lost->elem(test));
  }
  return result;
}

}  // namespace preimage::models
