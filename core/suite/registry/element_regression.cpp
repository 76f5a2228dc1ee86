#include "suite/registry/element_regression.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/regression/blocked_kernel_ridge.hpp"
#include "preimage/regression/greedy_basis.hpp"

namespace preimage::suite::registry {

namespace {

std::string bytes_of(const validation::Indices& indices) {
  return {reinterpret_cast<const char*>(indices.memptr()), indices.n_elem * sizeof(arma::uword)};
}

arma::mat one_hot(const std::string& symbols, const std::string& alphabet) {
  arma::mat Y(symbols.size(), alphabet.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < symbols.size(); ++i) Y(i, alphabet.find(symbols[i])) = 1.0;
  return Y;
}

/// Positions in `train` of the basis. The whole Gram matrix is computed: a column at a time takes longer from
/// some fifty columns on.
arma::uvec choose_basis(const validation::PairMatrix& gram, const validation::Indices& train,
                        const arma::mat& Y, const ElementRegressionOptions& options) {
  if (options.rule == BasisRule::random) {
    base::Random random(base::derive_seed({"random basis", std::to_string(options.seed)}));
    return regression::random_basis(train.n_elem, options.size, random);
  }
  const arma::mat K = gram.submat(train, train);
  const linalg::GramColumn column = [&](arma::uword i) { return arma::vec(K.col(i)); };
  if (options.rule == BasisRule::incomplete_cholesky) {
    return linalg::incomplete_cholesky(column, K.diag(), options.size).pivots;
  }
  return options.rule == BasisRule::largest_residual
             ? regression::greedy_basis_by_residual(column, K.diag(), Y, options.size, options.ridge)
             : regression::greedy_basis_by_drop(K, Y, options.size, options.ridge);
}

arma::mat basis_fit(const validation::Elements& elements, const validation::Indices& train,
                    const arma::uvec& basis, const arma::mat& Y, const ElementRegressionOptions& options) {
  const validation::Indices chosen = train.elem(basis);
  if (options.fit == BasisFit::basis_only) {
    return regression::blocked_ridge_coefficients(validation::gram_block(elements, chosen, chosen),
                                                  Y.rows(basis), options.ridge);
  }
  const arma::mat K_all_basis = elements.gram.submat(train, chosen);
  return options.fit == BasisFit::all_rows
             ? regression::basis_coefficients(K_all_basis, basis, Y, options.ridge)
             : regression::printed_basis_coefficients(K_all_basis, basis, Y);
}

/// train, test  elements;  symbols  of train
arma::mat fit_and_predict(const validation::Elements& elements, const validation::Indices& train,
                          const std::string& symbols, const std::string& alphabet,
                          const validation::Indices& test, const ElementRegressionOptions& options) {
  const arma::mat Y = one_hot(symbols, alphabet);
  const validation::PairMatrix& gram = elements.gram;
  if (options.support_vectors) {
    const auto functions =
        regression::support_vector_regression(gram.submat(train, train), Y, *options.support_vectors);
    arma::mat alpha(train.n_elem, functions.size());
    arma::rowvec bias(functions.size());
    for (arma::uword s = 0; s < functions.size(); ++s) {
      alpha.col(s) = functions[s].coefficients;
      bias(s) = functions[s].bias;
    }
    arma::mat predicted = validation::element_predictions(elements, test, train, alpha);
    predicted.each_row() += bias;
    return predicted;
  }
  if (options.rule == BasisRule::all) {
    const arma::mat alpha = regression::blocked_ridge_coefficients(
        validation::gram_block(elements, train, train), Y, options.ridge);
    return validation::element_predictions(elements, test, train, alpha);
  }
  if (options.size > train.n_elem) {
    throw NumericalError(
        fmt::format("basis.size {} exceeds the {} training elements", options.size, train.n_elem));
  }
  const auto basis =
      elements.bases->get(fmt::format("{} {} {} {} {}", options.ridge, static_cast<int>(options.rule),
                                      options.size, options.seed, base::sha256(bytes_of(train) + symbols)),
                          [&] { return choose_basis(gram, train, Y, options); });
  const arma::mat alpha = basis_fit(elements, train, *basis, Y, options);
  return validation::element_predictions(elements, test, train.elem(*basis), alpha);
}

}  // namespace

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

ElementRegressionOptions parse_element_regression(const config::Reader& reader) {
  ElementRegressionOptions options;
  if (!kMap.is(reader, "ridge")) {
    options.support_vectors = {kC.read(reader), kEpsilon.read(reader)};
    return options;
  }
  options.ridge = kRidge.read(reader);
  const std::optional<config::Reader> basis = reader.optional_map(kBasis.name);
  if (!basis) return options;
  options.rule = static_cast<BasisRule>(kRule.read_place(*basis));
  if (options.rule == BasisRule::all) return options;
  options.size = kSize.read_as<arma::uword>(*basis);
  options.fit = static_cast<BasisFit>(kFit.read_place(*basis));
  if (options.rule == BasisRule::random) {
    options.seed = kSeed.read_as<std::uint64_t>(*basis);
  }
  return options;
}

std::shared_ptr<const arma::mat> element_scores(const validation::Elements& elements,
                                                const validation::Indices& train,
                                                const std::string& train_symbols, const std::string& alphabet,
                                                const validation::Indices& test,
                                                const ElementRegressionOptions& options) {
  const std::string key = base::sha256(
      fmt::format("{} {} {} {} {} {} {} {}|{}|{}|{}|{}", options.ridge,
                  options.support_vectors ? options.support_vectors->C : 0.0,
                  options.support_vectors ? options.support_vectors->epsilon : 0.0,
                  static_cast<int>(options.rule), static_cast<int>(options.fit), options.size, options.seed,
                  alphabet, train_symbols, train.n_elem, bytes_of(train), bytes_of(test)));
  return elements.scores->get(key, [&] {
    const validation::Indices train_elements = validation::elements_of(elements, train);
    return fit_and_predict(elements, train_elements, train_symbols, alphabet,
                           validation::elements_of(elements, test), options);
  });
}

}  // namespace preimage::suite::registry
