#include "preimage/kernels/polynomial_set_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kOrder{"n", 1, 100, "elements of an n-gram u"};
constexpr Integer kDegree{"degree", 1, 100, "of the polynomial"};
constexpr Number kOffset{"offset", config::kNonNegative, "added to the inner product"};

kernels::KernelPtr<samples::VectorSequences> make(const config::Reader& reader) {
  const auto n = kOrder.read_as<arma::uword>(reader);
  const long degree = kDegree.read(reader);
  return std::make_unique<kernels::PolynomialSetKernel>(n, degree, kOffset.read(reader));
}

}  // namespace

void add_polynomial_set(KernelTable& table) {
  table.rows<samples::VectorSequences>().push_back(
      {"polynomial_set", 1, "(u . u' + offset)^degree, summed over all pairs of n-grams of elements",
       facts_of(kOrder, kDegree, kOffset), "{name: polynomial_set, n: 2, degree: 2, offset: 1}", make});
}

}  // namespace preimage::suite::registry
