// What every row of every kernel table has to keep, whatever its samples are. At least 17 samples.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/linalg/symmetric.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/reader.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/kernel_table.hpp"
#include "testing/is_close.hpp"
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

inline samples::VectorSequences slice(const samples::VectorSequences& samples, std::size_t begin,
                                      std::size_t end) {
  return samples::select(samples, arma::regspace<arma::uvec>(begin, end - 1));
}

inline kernels::Vectors slice(const kernels::Vectors& samples, std::size_t begin, std::size_t end) {
  return samples.rows(begin, end - 1);
}

template <class Sample>
std::vector<Sample> slice(const std::vector<Sample>& samples, std::size_t begin, std::size_t end) {
  return {samples.begin() + static_cast<std::ptrdiff_t>(begin),
          samples.begin() + static_cast<std::ptrdiff_t>(end)};
}

inline bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::approx_equal(a, b, "absdiff", 0.0);
}

inline void check_gram_is_positive_semi_definite(const arma::mat& gram) {
  CHECK(same_bits(gram, gram.t()));
  const arma::vec values = linalg::symmetric_eigen(gram, "gram").values;
  CHECK(values.max() > 0.0);
  CHECK(values.min() >= -1e-10 * values.max());
  const arma::vec norms = arma::sqrt(gram.diag());
  const arma::mat bound = norms * norms.t();
  CHECK(arma::all(arma::vectorise(arma::abs(gram) <= (1.0 + 1e-12) * bound)));
}

template <class Samples>
void check_blocks(const kernels::Kernel<Samples>& kernel, const Samples& samples, const arma::mat& gram) {
  CHECK(kernel.cross_gram(samples, samples).is_finite());
  CHECK(is_close(kernel.cross_gram(samples, samples), gram, 1e-12));
  CHECK(is_close(kernel.cross_gram(slice(samples, 0, 3), slice(samples, 2, gram.n_rows)),
                 gram.submat(0, 2, 2, gram.n_rows - 1), 1e-12));
  CHECK(is_close(kernel.cross_gram(slice(samples, 5, 16), slice(samples, 7, 8)), gram.submat(5, 7, 15, 7),
                 1e-12, 1e-12 * gram.max()));
  CHECK(kernel.diagonal(samples).is_finite());
  CHECK(is_close(kernel.diagonal(samples), gram.diag(), 1e-12));
}

template <class Samples>
void check_is_kernel(const kernels::Kernel<Samples>& kernel, const Samples& samples) {
  const arma::mat gram = kernel.gram(samples);
  using kernels::sample_count;  // or that of the samples' own namespace
  REQUIRE(arma::size(gram) == arma::SizeMat(sample_count(samples), sample_count(samples)));
  REQUIRE(gram.is_finite());
  check_gram_is_positive_semi_definite(gram);
  check_blocks(kernel, samples, gram);
  if (const auto features = kernel.features(samples)) CHECK(is_close(*features * features->t(), gram, 1e-12));
  const Samples training = slice(samples, 0, 3);
  if (const auto map = kernel.feature_map(training)) {
    const arma::mat F = (*map)(samples), F_training = (*map)(training);
    CHECK(is_close(F * F_training.t(), kernel.cross_gram(samples, training), 1e-12, 1e-12 * gram.max()));
  }
  if (const auto own = kernel.own_squared_distances(samples, samples)) {
    CHECK(is_close(*own, kernels::squared_distances(gram), 1e-12));
    CHECK(same_bits(*own, own->t()));
    CHECK(arma::abs(own->diag()).max() == 0.0);
  }
  CHECK(same_bits(gram, kernel.gram(samples)));
  CHECK(same_bits(kernel.cross_gram(samples, samples), kernel.cross_gram(samples, samples)));
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
