#include "preimage/kernels/chi_square_kernel.hpp"
#include "preimage/kernels/indicator_kernels.hpp"
#include "preimage/kernels/label_kernels.hpp"
#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace polynomial {

constexpr Integer kDegree{"degree", 1, 100, "of the polynomial"};
constexpr Number kOffset{"offset", config::kNonNegative, "added to the inner product"};

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& reader) {
  const long degree = kDegree.read(reader);
  return std::make_unique<kernels::PolynomialKernel>(degree, kOffset.read(reader));
}

void add(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"polynomial", 2, "(x . x' + offset)^degree",
                                            facts_of(kDegree, kOffset),
                                            "{name: polynomial, degree: 3, offset: 1}", make});
}

}  // namespace polynomial

namespace gaussian {

constexpr Number kSigma{"sigma", config::kPositive, "bandwidth"};

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& reader) {
  return std::make_unique<kernels::GaussianKernel>(kSigma.read(reader));
}

kernels::KernelPtr<kernels::LabelSets> make_of_sets(const config::Reader& reader) {
  return std::make_unique<kernels::IndicatorGaussianKernel>(kSigma.read(reader));
}

void add(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"gaussian", 1, "exp(-|x - x'|^2 / (2 sigma^2))", facts_of(kSigma),
                                            "{name: gaussian, sigma: 1.5}", make});
  table.rows<kernels::LabelSets>().push_back(
      {"gaussian", 1, "exp(-|A symmetric difference B| / (2 sigma^2)): of vectors of 0 and 1",
       facts_of(kSigma), "{name: gaussian, sigma: 1.5}", make_of_sets});
}

}  // namespace gaussian

}  // namespace

void add_vectors_and_labels(KernelTable& table) {
  table.add<kernels::LinearKernel>("linear", 3, "x . x'");
  table.add<kernels::IndicatorLinearKernel>("linear", 1, "|A n B|: of vectors of 0 and 1");
  polynomial::add(table);
  gaussian::add(table);
  table.add<kernels::ChiSquareKernel>("chi_square", 1,
                                      "of histograms x >= 0: sum over bins of 2 x x' / (x + x')", true);
  table.add<kernels::ClassKernel>("class", 1, "1/2 where both classes are the same, else 0");
  table.add<kernels::LabelSetKernel>("label_set", 1, "|A n B| / 2, A and B sets of labels");
}

}  // namespace preimage::suite::registry
