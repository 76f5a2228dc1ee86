#include "suite/registry/bandwidth_options.hpp"

#include <cmath>

namespace preimage::suite::registry {

namespace {

constexpr Part kBandwidth{"bandwidth", "a map with one of the two below",
                          "a Gaussian of the input kernel's distances; without it the kernel itself", true};
constexpr Numbers kSigma{"sigma", config::kPositive, "in exp(-d^2 / (2 sigma^2))", Preferred::larger};
constexpr Numbers kInverse{"inverse_two_sigma_squared", config::kPositive, "g in exp(-g d^2)",
                           Preferred::smaller};

}  // namespace

std::vector<ParameterFacts> bandwidth_parameters() {
  return facts_of(kBandwidth, below(kBandwidth.name, facts_of(kSigma, kInverse)));
}

kernels::BandwidthGrid parse_bandwidths(const config::Reader& learner) {
  const std::optional<config::Reader> bandwidth = learner.optional_map(kBandwidth.name);
  if (!bandwidth) return {};
  if (bandwidth->has(kSigma.name) == bandwidth->has(kInverse.name)) {
    learner.fail(kBandwidth.name, "expected exactly one of 'sigma' and 'inverse_two_sigma_squared'");
  }
  if (bandwidth->has(kSigma.name)) return kernels::BandwidthGrid(kSigma.read(*bandwidth));
  std::vector<double> sigmas;
  for (const double g : kInverse.read(*bandwidth)) sigmas.push_back(1.0 / std::sqrt(2.0 * g));
  return kernels::BandwidthGrid(std::move(sigmas));
}

}  // namespace preimage::suite::registry
