#include "suite/registry/element_regression_options.hpp"

#include <cstdint>
#include <optional>

namespace preimage::suite::registry {

namespace {

constexpr Choice kMap{"map", "ridge | support_vector_regression", "from elements to symbols", "ridge"};
constexpr Number kC{"C", config::kPositive, "of support vector regression", 1.0};
constexpr Number kEpsilon{"epsilon", config::kNonNegative, "of support vector regression", 0.1};
constexpr Number kRidge{"ridge", config::kNonNegative, "added to the diagonal of K"};
constexpr Part kBasis{"basis", "a map", "training elements that carry the expansion; without it all", true};
constexpr Choice kRule{"rule", "all | random | incomplete_cholesky | largest_residual | largest_drop",
                       "how they are picked"};
constexpr Integer kSize{"size", 1, 1000000, "how many"};
constexpr Choice kFit{"fit", "all_rows | basis_only | as_printed", "how their coefficients are found",
                      "all_rows"};
constexpr Integer kSeed{"seed", 0, 1000000000, "of a random basis", 1};

}  // namespace

std::vector<ParameterFacts> element_regression_parameters() {
  return facts_of(kMap, kRidge, kC, kEpsilon, kBasis,
                  below(kBasis.name, facts_of(kRule, kSize, kFit, kSeed)));
}

sequences::ElementRegressionOptions parse_element_regression(const config::Reader& reader) {
  sequences::ElementRegressionOptions options;
  if (!kMap.is(reader, "ridge")) {
    options.support_vectors = {kC.read(reader), kEpsilon.read(reader)};
    return options;
  }
  options.ridge = kRidge.read(reader);
  const std::optional<config::Reader> basis = reader.optional_map(kBasis.name);
  if (!basis) return options;
  options.rule = static_cast<sequences::BasisRule>(kRule.read_place(*basis));
  if (options.rule == sequences::BasisRule::all) return options;
  options.size = kSize.read_as<arma::uword>(*basis);
  options.fit = static_cast<sequences::BasisFit>(kFit.read_place(*basis));
  if (options.rule == sequences::BasisRule::random) {
    options.seed = kSeed.read_as<std::uint64_t>(*basis);
  }
  return options;
}

}  // namespace preimage::suite::registry
