#include <fmt/format.h>

#include "preimage/kernels/joint_spectrum_kernel.hpp"
#include "suite/registry/kernel_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integer kLength{"length", 1, kernels::JointSpectrumKernel::kMaxLength,
                          "p, odd: symbols of a window"};

kernels::KernelPtr<kernels::StringPairs> make(const config::Reader& reader) {
  const long length = kLength.read(reader);
  if (length % 2 == 0) {
    reader.fail(kLength.name,
                fmt::format("expected an odd number (a window has a centre), found {}", length));
  }
  return std::make_unique<kernels::JointSpectrumKernel>(static_cast<int>(length));
}

}  // namespace

void add_joint_spectrum(KernelTable& table) {
  table.rows<kernels::StringPairs>().push_back(
      {"joint_spectrum", 1, "counts of (window of p input symbols, output symbol at its centre)",
       facts_of(kLength), "{name: joint_spectrum, length: 3}", make});
}

}  // namespace preimage::suite::registry
