#include "preimage/sequences/element_regression.hpp"

#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/random.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/regression/kernel_ridge.hpp"

namespace preimage::sequences {

namespace {

std::string bytes_of(const arma::uvec& indices) {
  return {reinterpret_cast<const char*>(indices.memptr()), indices.n_elem * sizeof(arma::uword)};
}

std::string bytes_of(const std::u32string& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(char32_t)};
}

arma::mat one_hot(const AlignedSymbols& symbols) {
  arma::mat Y(symbols.numbers.size(), symbols.alphabet.size(), arma::fill::zeros);
  for (std::size_t i = 0; i < symbols.numbers.size(); ++i) Y(i, symbols.numbers[i]) = 1.0;
  return Y;
}

/// The whole Gram matrix is computed: a column at a time takes longer from some fifty columns on.
std::shared_ptr<regression::GrowingBasis> growing_basis(const kernels::Points& train, const arma::mat& Y,
                                                        const ElementRegressionOptions& options) {
  arma::mat K = train.cross_gram(train);
  const arma::vec diagonal = K.diag();
  if (options.rule == BasisRule::largest_drop)
    return std::make_shared<regression::DropBasis>(K, Y, options.ridge);
  if (options.rule == BasisRule::largest_residual)
    return std::make_shared<regression::ResidualBasis>(std::move(K), diagonal, Y, options.ridge);
  return std::make_shared<regression::PivotBasis>(std::move(K), diagonal);
}

arma::mat fitted_ridge(const kernels::Points& x, const arma::mat& Y, double ridge,
                       regression::FitQuality& quality) {
  regression::RidgeFit fit = regression::fit_ridge(element_gram(x, x), Y, ridge);
  quality.rcond = fit.rcond;
  return std::move(fit.coefficients);
}

arma::mat basis_coefficients(const kernels::Points& train, const arma::uvec& basis, const arma::mat& Y,
                             const ElementRegressionOptions& options, regression::FitQuality& quality) {
  const kernels::Points chosen = train.subset(basis);
  if (options.fit == BasisFit::basis_only) return fitted_ridge(chosen, Y.rows(basis), options.ridge, quality);
  const arma::mat K_all_basis = train.cross_gram(chosen);
  return options.fit == BasisFit::all_rows
             ? regression::basis_coefficients(K_all_basis, basis, Y, options.ridge, &quality)
             : regression::printed_basis_coefficients(K_all_basis, basis, Y, &quality);
}

}  // namespace

ElementRegression::ElementRegression(const samples::DataSet& training,
                                     const ElementRegressionOptions& options,
                                     const regression::KeptArrays& kept)
    : training_(std::make_shared<const Training>(Training{
          training.inputs.get<Elements>(), training.inputs.numbers(), aligned_symbols(training), options})),
      expansion_([held = training_, kept] { return keep(*held, kept); }) {}

ElementRegression::Expansion ElementRegression::keep(const Training& training,
                                                     const regression::KeptArrays& kept) {
  const arma::uword m = training.elements.points.size(), n_symbols = training.symbols.alphabet.size();
  Expansion expansion = kept.is_loading() ? Expansion() : fit(training);
  kept.field("basis", m, expansion.basis);
  kept.field("coefficients", {expansion.basis.n_elem, n_symbols}, expansion.coefficients);
  kept.field("bias", {1, n_symbols}, expansion.bias);
  kept.field(expansion.quality);
  return expansion;
}

ElementRegression::Expansion ElementRegression::fit(const Training& training) {
  const kernels::Points& x = training.elements.points;
  const ElementRegressionOptions& options = training.options;
  if (x.size() == 0) throw NumericalError("regression of elements: the training inputs have none");
  const arma::mat Y = one_hot(training.symbols);
  arma::rowvec bias(Y.n_cols, arma::fill::zeros);
  const arma::uvec all = arma::regspace<arma::uvec>(0, x.size() - 1);
  if (options.support_vectors) {
    const auto functions =
        regression::support_vector_regression(x.cross_gram(x), Y, {*options.support_vectors}).front();
    arma::mat alpha(x.size(), functions.size());
    for (arma::uword s = 0; s < functions.size(); ++s) {
      alpha.col(s) = functions[s].coefficients;
      bias(s) = functions[s].bias;
    }
    return {all, alpha, bias, regression::quality_of(functions)};
  }
  regression::FitQuality quality;
  if (options.rule == BasisRule::all) {
    arma::mat alpha = fitted_ridge(x, Y, options.ridge, quality);
    return {all, std::move(alpha), bias, quality};
  }
  if (options.size > x.size())
    throw NumericalError(
        fmt::format("basis.size {} exceeds the {} training elements", options.size, x.size()));
  const arma::uvec basis = shared_basis(training, Y);
  arma::mat alpha = basis_coefficients(x, basis, Y, options, quality);
  return {basis, std::move(alpha), bias, quality};
}

arma::uvec ElementRegression::shared_basis(const Training& training, const arma::mat& Y) {
  const ElementRegressionOptions& options = training.options;
  if (options.rule == BasisRule::random) {
    base::Random random(base::derive_seed({"random basis", std::to_string(options.seed)}));
    return regression::random_basis(training.elements.points.size(), options.size, random);
  }
  const auto begin = [&] { return growing_basis(training.elements.points, Y, options); };
  if (!training.elements.work) return begin()->first(options.size);
  const std::string key =
      fmt::format("{} {} {}", options.ridge, static_cast<int>(options.rule),
                  base::sha256(bytes_of(training.samples) + bytes_of(training.symbols.numbers)));
  return (*training.elements.work->bases.get(key, begin))->first(options.size);
}

std::shared_ptr<const ElementScores> ElementRegression::scores(const samples::SampleSet& inputs) const {
  const kernels::Points test = inputs.get<Elements>().points;
  const auto compute = [&]() -> ElementScores {
    const kernels::Points& x = training_->elements.points;
    const arma::uvec& basis = expansion_->basis;
    const bool on_all = training_->options.support_vectors || training_->options.rule == BasisRule::all;
    arma::mat predicted = element_predictions(test, on_all ? x : x.subset(basis), expansion_->coefficients);
    predicted.each_row() += expansion_->bias;
    return {std::move(predicted), expansion_->quality};
  };
  const Training& t = *training_;
  // Numbers are names within one data set only.
  if (t.elements.work == nullptr || !test.share_samples(t.elements.points))
    return std::make_shared<const ElementScores>(compute());
  const ElementRegressionOptions& options = t.options;
  const auto svr = options.support_vectors.value_or(regression::SupportVectorRegressionOptions{0.0, 0.0});
  const std::string key = base::sha256(fmt::format(
      "{} {} {} {} {} {} {}|{}|{}|{}|{}", options.ridge, svr.C, svr.epsilon, static_cast<int>(options.rule),
      static_cast<int>(options.fit), options.size, options.seed, bytes_of(t.symbols.numbers),
      t.samples.n_elem, bytes_of(t.samples), bytes_of(inputs.numbers())));
  return t.elements.work->scores.get(key, compute);
}

}  // namespace preimage::sequences
