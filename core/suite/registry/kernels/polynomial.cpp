#include "preimage/kernels/vector_kernels.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kDegree{"degree", 1, 100, "of the polynomial"};
constexpr Number kOffset{"offset", config::kNonNegative, "added to the inner product"};

kernels::KernelPtr<kernels::Vectors> make(const config::Reader& reader) {
  const long degree = kDegree.read(reader);
  return std::make_unique<kernels::PolynomialKernel>(degree, kOffset.read(reader));
}

}  // namespace

void add_polynomial(KernelTable& table) {
  table.rows<kernels::Vectors>().push_back({"polynomial", 2, "(x . x' + offset)^degree",
                                            facts_of(kDegree, kOffset),
                                            "{name: polynomial, degree: 3, offset: 1}", make});
}

}  // namespace preimage::suite::registry
