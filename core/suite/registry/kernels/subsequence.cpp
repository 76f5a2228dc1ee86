#include "preimage/base/error.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kLength{"length", 1, kernels::SubsequenceKernel::kMaxLength, "r, symbols of a subsequence"};
constexpr Number kDecay{"decay", {config::kPositive.min, 1.0}, "lambda, per symbol that a subsequence spans"};
constexpr Choice kAlgorithm{"algorithm", "auto | features | dynamic_programme", "equal up to rounding",
                            "auto"};
constexpr kernels::SubsequenceAlgorithm kAlgorithms[] = {kernels::SubsequenceAlgorithm::automatic,
                                                         kernels::SubsequenceAlgorithm::features,
                                                         kernels::SubsequenceAlgorithm::dynamic_programme};

kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  const auto length = kLength.read_as<int>(reader);
  const double decay = kDecay.read(reader);
  const kernels::SubsequenceAlgorithm algorithm = kAlgorithms[kAlgorithm.read_place(reader)];
  try {
    return std::make_unique<kernels::SubsequenceKernel>(length, decay, algorithm);
  } catch (const NumericalError& error) {  // each value is in range, but the two together underflow
    reader.fail(kDecay.name, error.what());
  }
}

}  // namespace

void add_subsequence(KernelTable& table) {
  table.rows<kernels::Strings>().push_back(
      {"subsequence", 1, "subsequences of r symbols, with gaps that decay",
       facts_of(kLength, kDecay, kAlgorithm), "{name: subsequence, length: 3, decay: 0.5}", make});
}

}  // namespace preimage::suite::registry
