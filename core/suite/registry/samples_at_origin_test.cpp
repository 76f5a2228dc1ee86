// Which kernels map several samples to the origin of their feature space: compared with all small samples.
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/sequences/testing_strings.hpp"
#include "suite/config/value.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/testing_kernel_properties.hpp"
#include "suite/registry/testing_notations.hpp"

namespace preimage::suite::registry {

using testing::kernel_of;

namespace {

/// All strings of up to `longest` symbols a and b, the empty one among them.
kernels::Strings all_strings(std::size_t longest) {
  kernels::Strings strings;
  for (std::size_t length = 0; length <= longest; ++length)
    for (const std::string& string : testing::all_strings(length, "ab")) strings.push_back(string);
  return strings;
}

template <class Samples>
Samples all_samples();

template <>
kernels::Strings all_samples() {
  return all_strings(6);
}

template <>
kernels::StringPairs all_samples() {
  kernels::StringPairs pairs;
  for (const std::string& input : all_strings(3)) {
    for (const std::string& output : all_strings(3)) {
      if (input.size() == output.size()) pairs.push_back({input, output});
    }
  }
  return pairs;
}

template <>
kernels::Vectors all_samples() {
  return {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 1}};
}

template <>
kernels::Labels all_samples() {
  return {0, 1, 2};
}

template <>
kernels::LabelSets all_samples() {
  return {{}, {0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
}

template <class Samples>
void check(const std::string& yaml, const Samples& samples = all_samples<Samples>()) {
  CAPTURE(yaml);
  const kernels::KernelPtr<Samples> kernel = kernel_of<Samples>(yaml);
  const arma::vec squared_norms = kernel->diagonal(samples);
  const arma::uvec at_origin = arma::find(squared_norms == 0.0);
  CHECK(kernel->maps_several_to_zero() == (at_origin.n_elem > 1));
}

template <class Samples>
void check_table() {
  for (const KernelRow<Samples>& row : kernel_table<Samples>()) {
    if constexpr (std::is_same_v<Samples, kernels::Strings>) {
      if (!row.notation.empty()) {
        check<Samples>(row.example, testing::texts_in(row.notation));
        continue;
      }
    }
    check<Samples>(row.example);
  }
}

}  // namespace

TEST_CASE("every kernel on outputs says whether it maps several samples to the origin") {
  check_table<kernels::Vectors>();
  check_table<kernels::Strings>();
  check_table<kernels::StringPairs>();
  check_table<kernels::Labels>();
  check_table<kernels::LabelSets>();
}

TEST_CASE(
    "strings shorter than what is counted are at the origin, n-grams leave the empty string there alone") {
  for (const char* length : {"1", "2", "4"}) {
    check<kernels::Strings>("{name: subsequence, decay: 0.5, length: " + std::string(length) + "}");
    check<kernels::Strings>("{name: spectrum, length: " + std::string(length) + "}");
    check<kernels::Strings>("{name: n_gram, length: " + std::string(length) + "}");
  }
  for (const char* length : {"1", "3"}) {
    check<kernels::StringPairs>("{name: joint_spectrum, length: " + std::string(length) + "}");
    check<kernels::StringPairs>(
        "{name: product, input: {name: spectrum, length: 1}, output: {name: spectrum, length: " +
        std::string(length) + "}}");
  }
}

TEST_CASE("wrappers: scaled and normalised keep the origin, a Gaussian over a kernel has nothing there") {
  for (const char* base : {"{name: subsequence, length: 3, decay: 0.5}", "{name: n_gram, length: 2}"}) {
    check<kernels::Strings>("{name: scaled, factor: 3, base: " + std::string(base) + "}");
    check<kernels::Strings>("{name: normalised, base: " + std::string(base) + "}");
    check<kernels::Strings>("{name: normalised, base: {name: scaled, factor: 3, base: " + std::string(base) +
                            "}}");
    check<kernels::Strings>("{name: gaussian_over, sigma: 1, base: " + std::string(base) + "}");
  }
  CHECK(kernel_of<kernels::Strings>("{name: normalised, base: {name: spectrum, length: 2}}")
            ->maps_several_to_zero());
  CHECK_FALSE(
      kernel_of<kernels::Strings>("{name: gaussian_over, sigma: 1, base: {name: spectrum, length: 2}}")
          ->maps_several_to_zero());
  CHECK_FALSE(
      kernel_of<kernels::LabelSets>("{name: normalised, base: {name: label_set}}")->maps_several_to_zero());
  CHECK_FALSE(
      kernel_of<kernels::Vectors>("{name: polynomial, degree: 2, offset: 0}")->maps_several_to_zero());
}

}  // namespace preimage::suite::registry
