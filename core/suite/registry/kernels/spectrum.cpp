#include "suite/registry/kernel_table.hpp"
#include "suite/registry/spectrum_parameters.hpp"

namespace preimage::suite::registry {

namespace {

kernels::KernelPtr<kernels::Strings> make(const config::Reader& reader) {
  const auto length = spectrum::kLength.read_as<int>(reader);
  return std::make_unique<kernels::SpectrumKernel>(length, length, spectrum::read_tokens(reader));
}

}  // namespace

void add_spectrum(KernelTable& table) {
  table.rows<kernels::Strings>().push_back({"spectrum", 1, "counts of all contiguous substrings of p tokens",
                                            facts_of(spectrum::kLength, spectrum::kTokens),
                                            "{name: spectrum, length: 3}", make});
}

}  // namespace preimage::suite::registry
