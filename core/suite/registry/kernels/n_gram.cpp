#include "suite/registry/kernel_table.hpp"
#include "suite/registry/spectrum_parameters.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  const auto length = spectrum::kLength.read_as<int>(reader);
  return std::make_unique<kernels::SpectrumKernel>(1, length, spectrum::read_tokens(reader));
}

}  // namespace

void add_n_gram(KernelTable& table) {
  table.rows<kernels::Strings>().push_back(
      {"n_gram", 1, "counts of all contiguous substrings of 1 to p tokens",
       facts_of(spectrum::kLength, spectrum::kTokens), "{name: n_gram, length: 3}", make});
}

}  // namespace preimage::suite::registry
