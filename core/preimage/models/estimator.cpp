#include "preimage/models/estimator.hpp"

#include <algorithm>
#include <string_view>

#include "preimage/base/error.hpp"

namespace preimage::models {

namespace {

constexpr std::string_view kFitPrefix = "fit/", kParameterPrefix = "parameter/";
constexpr const char* kInputValues = "kernel_values/inputs";
constexpr const char* kOutputValues = "kernel_values/outputs";

/// Files of programs before this check have no values.
void require_same_values(const ModelFile& file, const char* name, const char* which, const arma::mat& now) {
  if (!file.arrays.contains(name)) return;
  const auto& saved = file.array<arma::mat>(name);
  const double scale = now.is_empty() ? 0.0 : arma::abs(now).max();
  if (arma::size(saved) == arma::size(now) && arma::approx_equal(saved, now, "absdiff", 1e-8 * scale)) return;
  throw DataError(
      fmt::format("the model was saved with another {} kernel: its values between training {}s are not this "
                  "kernel's",
                  which, which));
}

/// "ridge" of "parameter/ridge".
std::string shown(const std::string& name) {
  return name.starts_with(kParameterPrefix) ? name.substr(kParameterPrefix.size()) : name;
}

}  // namespace

void store_fit(ModelFile& file, const StoredFit& fit, const regression::KeptArrays& kept) {
  file.facts.insert(fit.facts.begin(), fit.facts.end());
  file.arrays[kInputValues] = fit.input_values;
  file.arrays[kOutputValues] = fit.output_values;
  for (const auto& [name, array] : kept.arrays()) file.arrays[std::string(kFitPrefix) + name] = array;
}

regression::KeptArrays restored_fit(const ModelFile& file, const StoredFit& now) {
  for (const auto& [name, value] : now.facts) {
    const auto saved = file.facts.find(name);
    if (saved != file.facts.end() && saved->second != value)
      throw DataError(fmt::format("the model was saved with {} {}, this estimator has {}", shown(name),
                                  saved->second, value));
  }
  require_same_values(file, kInputValues, "input", now.input_values);
  require_same_values(file, kOutputValues, "output", now.output_values);
  return fit_in(file);
}

regression::KeptArrays fit_in(const ModelFile& file) {
  regression::KeptArrays::Arrays arrays;
  for (const auto& [name, array] : file.arrays) {
    if (name.starts_with(kFitPrefix)) arrays[name.substr(kFitPrefix.size())] = file.array<arma::mat>(name);
  }
  return regression::KeptArrays::of(std::move(arrays));
}

arma::uvec some_of(arma::uword n) {
  const arma::uword count = std::min<arma::uword>(n, 8);
  arma::uvec some(count);
  for (arma::uword i = 0; i < count; ++i) some(i) = i * n / count;
  return some;
}

void EstimatorFacts::require_one_grid_point(const Method& method) {
  if (method.grid().size() == 1) return;
  throw std::invalid_argument(
      fmt::format("a grid of {} points, where a fit takes one: validation::grid_search chooses it and fits",
                  method.grid().size()));
}

std::map<std::string, std::string> EstimatorFacts::of(const std::string& input_kernel,
                                                      const std::string& output_kernel,
                                                      const Method& method) {
  std::map<std::string, std::string> facts;
  for (const auto& [name, text] :
       {std::pair{"input kernel", input_kernel}, std::pair{"output kernel", output_kernel},
        std::pair{"method", method.description()}}) {
    if (!text.empty()) facts[name] = text;
  }
  for (const auto& [name, value] : method.grid()[0])
    facts[std::string(kParameterPrefix) + name] = fmt::format("{}", value);
  return facts;
}

}  // namespace preimage::models
