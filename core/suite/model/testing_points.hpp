// A small table with outputs of each kind, and configs for models of it.
#pragma once

#include <string>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "testing/config_text.hpp"
#include "testing/workplace.hpp"

namespace preimage::testing {

/// 24 points in given folds, with outputs of each kind.
inline std::string points() {
  std::string text = "id,x1,x2,kind,size,tags,word,fold\n";
  for (int i = 0; i < 24; ++i) {
    const double a = 0.37 * ((7 * i) % 24), b = 100.0 + 11.0 * ((5 * i) % 24);
    const std::string tags = a < 4.0 ? "l;low" : i % 3 == 0 ? "" : "r";
    text += fmt::format("{},{},{},{},{},{},{},{}\n", i + 101, suite::config::number_text(a),
                        suite::config::number_text(b), a < 4.0 ? "left" : "right",
                        suite::config::number_text(a * a), tags, a < 4.0 ? "ab" : "bba", i % 3);
  }
  return text;
}

inline std::string config_of_points(const std::string& target, const std::string& kind,
                                    const std::string& rest) {
  return config_of(
      "own_data",
      "dataset: {name: vectors, path: points.csv, inputs: [x1, x2], outputs: [" + target +
          "], output_kind: " + kind +
          ", fold: fold, id: id}\ninput_kernel: {name: linear}\nscale: standard\nloss: distance\n" + rest +
          "protocol: {outer: {given: true}, inner: {folds: 3}}\n");
}

inline const std::string kClasses = config_of_points(
    "kind", "class",
    "output_kernel: {name: class}\nlearners:\n"
    "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1, 2]}, ridge: [0.01, 0.1]}\n"
    "  svm: {method: one_vs_rest_svm, ridge: [0.1, 1]}\n");

/// Sizes by a decoder that iterates.
inline const std::string kSizes = config_of_points(
    "size", "vector",
    "output_kernel: {name: gaussian, sigma: 5}\nscale_outputs: standard\nlearners:\n"
    "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1]}, ridge: 0.01, "
    "n_components: 3, decoder: {name: fixed_point}}\n");

/// Sizes by a linear function, which has no bounds.
inline const std::string kLines = config_of_points(
    "size", "vector",
    "output_kernel: {name: linear}\nlearners: {ridge: {method: kernel_ridge, ridge: 0.1}}\n");

/// A folder with the points, costs of mistakes and a config.
struct Points : Workplace {
  explicit Points(const std::string& text)
      : Workplace(text, {{"points.csv", points()}, {"costs.csv", "true,left,right\nleft,0,9\nright,1,0\n"}}) {
  }
  std::string path(const std::string& name) const { return out(name); }
  std::string model() const { return out("m.pim"); }
};

}  // namespace preimage::testing
