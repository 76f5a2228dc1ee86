// What every row of every kernel table has to keep, whatever its samples are.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/kernels/conformance.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/kernel_table.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::testing {

template <class Samples>
kernels::KernelPtr<Samples> kernel_of(const std::string& text) {
  const suite::config::Value value = suite::config::parse_yaml(text, "example");
  const suite::config::Reader reader(value);
  auto kernel = suite::registry::make_kernel<Samples>(reader);
  reader.finish();
  return kernel;
}

inline bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::approx_equal(a, b, "absdiff", 0.0);
}

/// What any kernel keeps, a stranger's, too (preimage/kernels/conformance.hpp).
template <class Samples>
void check_is_kernel(const kernels::Kernel<Samples>& kernel, const Samples& samples) {
  const std::vector<std::string> violations = kernels::kernel_violations(kernel, samples);
  CHECK(fmt::format("{}", fmt::join(violations, "; ")).empty());
}

template <class Samples>
void check_normalised(const std::string& base, const Samples& samples) {
  const auto kernel = kernel_of<Samples>("{name: normalised, base: " + base + "}");
  const arma::vec norms = kernel_of<Samples>(base)->diagonal(samples);
  CHECK(same_bits(kernel->gram(samples).diag(), arma::sign(norms)));
  CHECK(same_bits(kernel->diagonal(samples), arma::sign(norms)));
}

/// What a row says of itself: an example that is complete and an unknown parameter that is found.
template <class Samples>
void check_row(const suite::registry::KernelRow<Samples>& row) {
  CHECK(row.version >= 1);
  CHECK(row.example.find("{name: " + row.name) == 0);
  const std::string with_extra = "{wrong_key: 1, " + row.example.substr(1);
  CHECK(thrown_message<suite::ConfigError>([&] {
          kernel_of<Samples>(with_extra);
        }).find("wrong_key: unknown key") != std::string::npos);
  const std::string nested = "{name: normalised, base: " + with_extra + "}";
  CHECK(thrown_message<suite::ConfigError>([&] {
          kernel_of<Samples>(nested);
        }).find("base.wrong_key: unknown key") != std::string::npos);
}

}  // namespace preimage::testing
