#pragma once

#include <optional>

#include "preimage/validation/problem.hpp"
#include "suite/config/reader.hpp"

namespace preimage::experiments::shared {

/// What decoders must know of an output kernel on vectors beside its Gram matrix.
struct OutputForm {
  double sigma = 0.0;  // of a Gaussian, else 0
  std::optional<validation::PolynomialForm>
      polynomial;  // (y . y' + offset)^degree; linear: degree 1, offset 0
};

/// From the map that describes the kernel.
inline OutputForm read_output_form(const suite::config::Reader& kernel) {
  OutputForm form;
  const std::string name = kernel.text("name");
  if (name == "gaussian") form.sigma = kernel.number("sigma", suite::config::kPositive);
  if (name == "linear") form.polynomial = {1, 0.0};
  if (name == "polynomial") {
    form.polynomial = {kernel.integer("degree", 1, 100),
                       kernel.number("offset", suite::config::kNonNegative)};
  }
  return form;
}

inline void set_output_form(validation::Problem& problem, const OutputForm& form) {
  problem.output_sigma = form.sigma;
  problem.output_polynomial = form.polynomial;
}

}  // namespace preimage::experiments::shared
