#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/loss_table.hpp"

namespace preimage::suite::cli {

namespace {

/// A row of a table: its name, what it is, an example, and its parameters.
template <class Row>
void print_row(const Row& row) {
  std::cout << fmt::format("  {:<30} {}\n  {:<30} {}\n", row.name, row.summary, "", row.example);
  for (const std::string& line : registry::lines_of(row.parameters))
    std::cout << fmt::format("  {:<32} {}\n", "", line);
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
  for (const auto& row : registry::learner_table()) print_row(row);
  std::cout << "\ndecoders\n";
  for (const auto& row : registry::decoder_table()) print_row(row);
  registry::all_kernels().for_each_type([](const char* samples, const auto& rows) {
    std::cout << "\nkernels on " << samples << "\n";
    for (const auto& row : rows) print_row(row);
  });
  std::cout << "\nlosses\n";
  for (registry::LossFacts loss : registry::loss_table().facts()) {
    loss.summary = loss.outputs + ": " + loss.summary;
    print_row(loss);
  }
  std::cout << "\nbenchmarks\n";
  print_benchmarks();
  return kOk;
}

}  // namespace preimage::suite::cli
