#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "preimage/models/method.hpp"

namespace preimage::models {

struct MethodChoice {
  base::Parameters parameters;  // that tell it from the others
  std::shared_ptr<const Method> method;
  std::optional<std::size_t> kernel = {};  // of the inputs' kernels::KernelChoices, the one that it sees
};

/// Several methods, or one under several input kernels, as one method, to be chosen among like grid points:
/// its grid is that of the first entry, then that of the second, and so on, so of equals the first is
/// preferred.
/// choices  one at least
MethodPtr one_of(std::vector<MethodChoice> choices);

/// The method under each of the inputs' kernels.
/// parameters  of each, in the order of the inputs' KernelChoices; one at least
MethodPtr under_each_kernel(const std::shared_ptr<const Method>& method,
                            const std::vector<base::Parameters>& parameters);

}  // namespace preimage::models
