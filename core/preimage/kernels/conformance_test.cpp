#include "preimage/kernels/conformance.hpp"

#include <functional>
#include <optional>
#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/kernels/vector_kernels.hpp"
#include "testing/thrown_message.hpp"
#include "testing/toy_data.hpp"

using namespace preimage;

namespace {

/// The linear kernel, of which a test may break one promise.
class BreakableKernel final : public kernels::Kernel<kernels::Vectors> {
 public:
  using Vectors = kernels::Vectors;
  std::function<arma::mat(arma::mat, const Vectors&, const Vectors&)> block =
      [](arma::mat values, const Vectors&, const Vectors&) { return values; };
  std::function<arma::mat(arma::mat)> whole = [](arma::mat values) { return values; };
  std::optional<kernels::FeatureMap<Vectors>> map = std::nullopt;
  std::optional<arma::mat> distances = std::nullopt;
  double diagonal_factor = 1.0;

  arma::mat cross_gram(const Vectors& a, const Vectors& b) const override { return block(a * b.t(), a, b); }
  arma::vec diagonal(const Vectors& a) const override { return diagonal_factor * arma::sum(a % a, 1); }
  arma::mat gram(const Vectors& a) const override { return whole(Kernel::gram(a)); }
  std::optional<kernels::FeatureMap<Vectors>> feature_map(const Vectors&) const override { return map; }
  std::optional<arma::mat> own_squared_distances(const Vectors&, const Vectors&) const override {
    return distances;
  }
};

const arma::mat& conformance_samples() {
  static const arma::mat samples = testing::gaussian_matrix(9, 3, 1);
  return samples;
}

/// What is said of it: the beginnings of the lines up to the colon.
std::string violated(const BreakableKernel& kernel) {
  std::string result;
  for (const std::string& text : kernels::kernel_violations(kernel, conformance_samples()))
    result += (result.empty() ? "" : "; ") + text.substr(0, text.find(':'));
  return result;
}

}  // namespace

TEST_CASE("a kernel that keeps its promises violates none") {
  BreakableKernel kernel;
  CHECK(violated(kernel).empty());
  kernel.map = [](const arma::mat& a) { return a; };
  kernel.distances = kernels::squared_distances(kernel.gram(conformance_samples()));
  CHECK(violated(kernel).empty());
  CHECK(kernels::kernel_violations(kernels::GaussianKernel(1.0), conformance_samples()).empty());
}

TEST_CASE("a Gram matrix that is none is named") {
  BreakableKernel kernel;
  kernel.whole = [](const arma::mat& values) { return arma::mat(-values); };
  CHECK(violated(kernel).find("gram; gram; gram") ==
        0);  // no positive eigenvalue, negative ones, negative diagonal
  kernel.whole = [](const arma::mat& values) { return arma::mat(values.head_cols(2)); };
  CHECK(violated(kernel) == "gram");
  kernel.whole = [](arma::mat values) {
    values(1, 2) = arma::datum::nan;
    return values;
  };
  CHECK(kernels::kernel_violations(kernel, conformance_samples()) ==
        std::vector<std::string>{"gram: not finite"});
  kernel.whole = [](arma::mat values) {
    values(1, 2) += 1e-14;
    return values;
  };
  CHECK(kernels::kernel_violations(kernel, conformance_samples()).front() == "gram: not exactly symmetric");
}

TEST_CASE("a function that is symmetric and not positive semi-definite is named with its eigenvalues") {
  BreakableKernel kernel;
  kernel.whole = [](const arma::mat& values) { return arma::mat(values - 0.5 * arma::eye(9, 9)); };
  const std::vector<std::string> texts = kernels::kernel_violations(kernel, conformance_samples());
  CHECK(texts.front().find("gram: not positive semi-definite, the smallest eigenvalue is -0.5") == 0);
}

TEST_CASE("blocks that differ from the whole are named") {
  BreakableKernel kernel;
  kernel.block = [](arma::mat values, const arma::mat& a, const arma::mat&) {
    if (a.n_rows == 3) values *= 1.0 + 1e-9;
    return values;
  };
  CHECK(violated(kernel) == "cross_gram of the first three samples against gram");
  kernel.block = [](arma::mat values, const arma::mat&, const arma::mat& b) {
    return b.n_rows == 1 ? arma::mat(values.t()) : values;
  };
  CHECK(violated(kernel) == "cross_gram with one sample against gram");
  kernel.block = [](arma::mat values, const arma::mat&, const arma::mat&) { return values; };
  kernel.diagonal_factor = 2.0;
  CHECK(violated(kernel) == "diagonal against that of gram");
}

TEST_CASE("features and distances that are not the kernel's are named") {
  BreakableKernel kernel;
  kernel.map = [](const arma::mat& a) { return arma::mat(2.0 * a); };
  CHECK(violated(kernel) ==
        "inner products of features against gram; inner products by feature_map against cross_gram");
  kernel.map = [](const arma::mat& a) {
    return arma::mat(arma::join_rows(a, arma::zeros(a.n_rows, a.n_rows)));
  };
  CHECK(violated(kernel) == "feature_map");
  kernel.map.reset();
  kernel.distances = kernels::squared_distances(kernel.gram(conformance_samples())) + 1e-6;
  CHECK(violated(kernel) == "own_squared_distances against those made of gram; own_squared_distances");
}

TEST_CASE("a kernel that answers differently the second time is named") {
  BreakableKernel kernel;
  int asked = 0;
  kernel.whole = [&asked](const arma::mat& values) { return arma::mat(values * (1.0 + 1e-14 * asked++)); };
  CHECK(violated(kernel) == "gram, asked twice");
}

TEST_CASE("too few samples are refused") {
  const std::string said = testing::thrown_message<std::invalid_argument>(
      [] { kernels::kernel_violations(BreakableKernel(), kernels::Vectors(4, 3, arma::fill::ones)); });
  CHECK(said == "kernel_violations: 4 samples, expected at least 5");
}
