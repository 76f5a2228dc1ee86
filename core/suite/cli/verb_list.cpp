#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "preimage/detection/localization_kernel.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/registry/decoders/decoder_table.hpp"
#include "suite/registry/kernels/kernel_table.hpp"
#include "suite/registry/learners/learner_table.hpp"

namespace preimage::suite::cli {

namespace {

template <class Samples>
void print_kernels(const std::string& samples) {
  for (const auto& row : registry::kernel_table<Samples>()) {
    std::cout << fmt::format("  {:<10} {:<14} {:<40} {}\n", samples, row.name, row.example, row.parameters);
  }
}

void print_configs(const study::ExperimentTable& experiments) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(data::project_root() / "configs")) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    const study::Study study = study::load_study(path, {}, experiments);
    std::string readings;
    for (const study::Reading& reading : study.readings)
      readings += (readings.empty() ? "" : ", ") + reading.name;
    std::cout << fmt::format("  {:<28} {}\n  {:<28} readings: {}\n", path.filename().string(), study.title,
                             "", readings);
  }
}

}  // namespace

int verb_list(const study::ExperimentTable& experiments) {
  std::cout << "experiments\n";
  for (const study::ExperimentEntry& entry : experiments) std::cout << "  " << entry.name << "\n";
  std::cout << "\nconfigs\n";
  print_configs(experiments);
  std::cout << "\nmethods\n";
  for (const auto& row : registry::learner_table()) {
    std::cout << fmt::format("  {:<30} {}\n", row.name, row.parameters);
  }
  std::cout << "\ndecoders\n";
  for (const auto& row : registry::decoder_table()) {
    std::cout << fmt::format("  {:<30} {}\n", row.name, row.parameters);
  }
  std::cout << "\nkernels\n";
  print_kernels<kernels::Vectors>("vectors");
  print_kernels<kernels::Strings>("strings");
  print_kernels<kernels::StringPairs>("pairs");
  print_kernels<detection::ImageRegions>("regions");
  print_kernels<kernels::Labels>("labels");
  print_kernels<kernels::LabelSets>("label sets");
  print_kernels<samples::VectorSequences>("sequences");
  std::cout << "\nbenchmarks\n";
  print_benchmarks();
  return kOk;
}

}  // namespace preimage::suite::cli
