#include "suite/registry/element_regression_options.hpp"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "suite/registry/tokens.hpp"

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
  using sequences::BasisFit, sequences::BasisRule;
  options.rule = kRule.read_as(*basis, {BasisRule::all, BasisRule::random, BasisRule::incomplete_cholesky,
                                        BasisRule::largest_residual, BasisRule::largest_drop});
  if (options.rule == sequences::BasisRule::all) return options;
  options.size = kSize.read_as<arma::uword>(*basis);
  options.fit = kFit.read_as(*basis, {BasisFit::all_rows, BasisFit::basis_only, BasisFit::as_printed});
  if (options.rule == sequences::BasisRule::random) {
    options.seed = kSeed.read_as<std::uint64_t>(*basis);
  }
  return options;
}

namespace {

constexpr Integer kWindow{"window", 1, 1001, "odd: symbols of the input around a position that are compared"};
constexpr Choice kTies{"ties", "all_tied | random | lowest_index",
                       "positions of equal distance: all vote, one at random, the first"};
constexpr Integer kTiesSeed{"seed", 0, 1000000000, "of ties at random", 1};

}  // namespace

std::vector<ParameterFacts> string_decoding_parameters() {
  return facts_of(kWindow, kTies, kTiesSeed, kTokens);
}

sequences::StringDecodingOptions parse_string_decoding(const config::Reader& reader) {
  sequences::StringDecodingOptions options;
  const long window = kWindow.read(reader);
  if (window % 2 == 0) {
    reader.fail(kWindow.name,
                fmt::format("expected an odd number (a window has a centre), found {}", window));
  }
  options.positions.window = static_cast<std::size_t>(window);
  options.positions.tokens = read_tokens(reader);
  using enum sequences::Ties;
  options.positions.ties = kTies.read_as(reader, {all_tied, random, lowest_index});
  if (options.positions.ties == sequences::Ties::random)
    options.seed = kTiesSeed.read_as<std::uint64_t>(reader);
  return options;
}

}  // namespace preimage::suite::registry
