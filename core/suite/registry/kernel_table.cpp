#include "suite/registry/kernel_table.hpp"

#include <algorithm>

namespace preimage::suite::registry {

// Both are made by CMake from the files of kernels/ and wrappers/.
void add_kernels(KernelTable& table);
void add_wrappers(KernelTable& table);

KernelTable all_kernels() {
  KernelTable table;
  add_kernels(table);
  add_wrappers(table);
  return table;
}

namespace {

template <class Samples>
const KernelRow<Samples>& row_of(const std::string& name) {
  const std::vector<KernelRow<Samples>>& rows = kernel_table<Samples>();
  return *std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

}  // namespace

template <class Samples>
const std::vector<KernelRow<Samples>>& kernel_table() {
  static const std::vector<KernelRow<Samples>> rows = all_kernels().rows<Samples>();
  return rows;
}

template <class Samples>
void note_kernel_version(const config::Reader& reader, const std::string& name) {
  reader.note_version("kernel." + name, row_of<Samples>(name).version);
}

template <class Samples>
kernels::KernelPtr<Samples> make_kernel(const config::Reader& reader) {
  std::vector<std::string> names;
  for (const KernelRow<Samples>& row : kernel_table<Samples>()) names.push_back(row.name);
  const std::string name = reader.choice("name", names);
  note_kernel_version<Samples>(reader, name);
  return row_of<Samples>(name).make(reader);
}

template const std::vector<KernelRow<kernels::Vectors>>& kernel_table();
template kernels::KernelPtr<kernels::Vectors> make_kernel(const config::Reader&);
template void note_kernel_version<kernels::Vectors>(const config::Reader&, const std::string&);
template const std::vector<KernelRow<kernels::Strings>>& kernel_table();
template kernels::KernelPtr<kernels::Strings> make_kernel(const config::Reader&);
template void note_kernel_version<kernels::Strings>(const config::Reader&, const std::string&);
template const std::vector<KernelRow<kernels::StringPairs>>& kernel_table();
template kernels::KernelPtr<kernels::StringPairs> make_kernel(const config::Reader&);
template void note_kernel_version<kernels::StringPairs>(const config::Reader&, const std::string&);
template const std::vector<KernelRow<detection::ImageRegions>>& kernel_table();
template kernels::KernelPtr<detection::ImageRegions> make_kernel(const config::Reader&);
template void note_kernel_version<detection::ImageRegions>(const config::Reader&, const std::string&);
template const std::vector<KernelRow<kernels::Labels>>& kernel_table();
template kernels::KernelPtr<kernels::Labels> make_kernel(const config::Reader&);
template void note_kernel_version<kernels::Labels>(const config::Reader&, const std::string&);
template const std::vector<KernelRow<kernels::LabelSets>>& kernel_table();
template kernels::KernelPtr<kernels::LabelSets> make_kernel(const config::Reader&);
template void note_kernel_version<kernels::LabelSets>(const config::Reader&, const std::string&);
template const std::vector<KernelRow<samples::VectorSequences>>& kernel_table();
template kernels::KernelPtr<samples::VectorSequences> make_kernel(const config::Reader&);
template void note_kernel_version<samples::VectorSequences>(const config::Reader&, const std::string&);

}  // namespace preimage::suite::registry
