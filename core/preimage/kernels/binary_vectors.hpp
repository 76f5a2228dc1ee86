// Inner products of black-and-white images: what a matrix product says, from bits.
#pragma once

#include <optional>

#include "preimage/kernels/kernel.hpp"

namespace preimage::kernels {

/// |a| x |b| inner products of rows whose entries are all 0 or 1, by counting the ones that they share:
/// exact, so the same numbers as a matrix product has. Nothing where an entry is anything else, where the
/// widths differ, or where this machine cannot count bits.
/// cost  |a| |b| d / 64 word operations: for 128 pixels some ten times less than the product
std::optional<arma::mat> binary_inner_products(const Vectors& a, const Vectors& b);

}  // namespace preimage::kernels
