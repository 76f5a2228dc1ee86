// What a Gram matrix and a fit cost as they grow, beside the peers that a user would pick: one thread each,
// CPU seconds and peak memory of a process of its own for every number.
#include <cmath>
#include <fstream>
#include <functional>
#include <optional>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/own_process.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "experiments/benchmarks/scaling_lines.hpp"
#include "experiments/benchmarks/scaling_work.hpp"
#include "preimage/base/available_memory.hpp"
#include "preimage/base/output_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/run/environment.hpp"
#include "testing/temporary_folder.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

Benchmark make_scaling_benchmark();  // called by the generated table

namespace {

constexpr const char* kName = "scaling";
constexpr const char* kMeasure = "--measure";  // WORK FOLDER: what this program tells itself
constexpr long kDefaultLargest = 8000;

/// Why the contender is not asked at this size, or "".
std::string refusal(const ScalingContender& contender, long n) {
  if (!contender.module.empty() && !has_python_module(contender.module))
    return no_python_module_text(contender.module);
  const std::optional<std::uint64_t> there = base::available_memory();
  if (!contender.bytes || !there) return "";
  const double needed = contender.bytes(static_cast<double>(n));
  if (needed < static_cast<double>(*there)) return "";
  return fmt::format("takes about {:.1f} GB of memory, and {:.1f} are there", 1e-9 * needed,
                     1e-9 * static_cast<double>(*there));
}

Measured measured(const ScalingWork& work, const ScalingContender& contender,
                  const std::filesystem::path& folder) {
  return contender.script.empty() ? measured_own({kName, kMeasure, work.name, folder.string()}, folder)
                                  : measured_peer(contender.script, folder);
}

/// The work at its i-th size, by one after the other.
void run_size(const ScalingWork& work, std::size_t i, ScalingOutcome& outcome, std::ostream& out) {
  const testing::TemporaryFolder folder;
  work.write_inputs(work.n[i], folder.path());
  arma::mat ours;
  for (std::size_t c = 0; c < work.contenders.size(); ++c) {
    const ScalingContender& contender = work.contenders[c];
    if (const std::string why = refusal(contender, work.n[i]); !why.empty()) {
      out << fmt::format("{} at n = {}: {}\n", contender.name, work.n[i], why);
      continue;
    }
    const Measured result = measured(work, contender, folder.path());
    outcome.lines.lines[c].costs[i] = ScalingCost{result.seconds, result.peak_mib};
    if (!result.software.empty()) outcome.software.insert(result.software);
    if (c == 0) ours = result.answers;
    if (c == 0 || ours.is_empty()) continue;
    const double difference = largest_relative_difference(ours, result.answers);
    outcome.agree = outcome.agree && difference <= work.tolerance;  // false for NaN
    std::optional<double>& largest = outcome.lines.differences[i];
    largest = largest && !(difference > *largest) && !std::isnan(difference) ? *largest : difference;
  }
}

/// "Intel(R) Xeon(R) Processor", as the system calls it.
std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "a CPU that the system does not name";
}

struct Options {
  long largest = kDefaultLargest;
  std::string svg;
};

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (i + 1 == words.size()) throw std::invalid_argument("scaling: " + words[i] + ": expected a value");
    if (words[i] == "--largest") options.largest = std::stol(words[i + 1]);
    if (words[i] == "--svg") options.svg = words[i + 1];
  }
  return options;
}

int run_all(const Options& options, std::ostream& out) {
  const std::vector<long> n = doubled_sizes(options.largest);
  const std::string cpu = fmt::format("{}, {}", cpu_name(), run::core_type_text());
  out << cpu << "\n";
  std::vector<figures::LinePlot> plots;
  std::set<std::string> software;
  bool agree = true;
  for (const auto& make_panel : {std::function([&] { return vector_scaling(n, out); }),
                                 std::function([&] { return string_scaling(n.size() + 1); })}) {
    const ScalingPanel panel = make_panel();
    std::vector<ScalingLines> pieces;
    for (const ScalingWork& work : panel.works) {
      ScalingOutcome outcome = run_scaling_work(work, out);
      out << std::flush;
      agree = agree && outcome.agree;
      software.merge(outcome.software);
      pieces.push_back(std::move(outcome.lines));
    }
    plots.push_back(scaling_plot(panel.title, pieces, cpu));
  }
  for (const std::string& line : software) out << "peers: " << line << "\n";
  if (!agree) return cli::kRegression;
  if (options.svg.empty()) return cli::kOk;
  base::write_output_file(options.svg, figures::line_plots_svg("scaling", "What it costs by size", plots));
  out << options.svg << "\n";
  return cli::kOk;
}

int run_with(std::ostream& out, const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == kMeasure) {
    measure_here(words[2], own_scaling_work(words[1], words[2]));
    return cli::kOk;
  }
  return run_all(parse(words), out);
}

}  // namespace

ScalingOutcome run_scaling_work(const ScalingWork& work, std::ostream& out) {
  ScalingOutcome outcome;
  outcome.lines = {work.title, work.size, work.n, {}, {}};
  outcome.lines.differences.resize(work.n.size());
  for (const ScalingContender& contender : work.contenders)
    outcome.lines.lines.push_back({contender.name, {}});
  for (ScalingLine& line : outcome.lines.lines) line.costs.resize(work.n.size());
  for (std::size_t i = 0; i < work.n.size(); ++i) run_size(work, i, outcome, out);
  out << (outcome.agree ? scaling_text(outcome.lines)
                        : fmt::format("{}: the answers differ, so there are no ratios\n", work.title));
  if (work.contenders.size() > 1)
    out << fmt::format("  answers agree to {:.0e} of the largest of their row: {}\n", work.tolerance,
                       outcome.agree ? "yes" : "NO");
  return outcome;
}

std::function<arma::mat()> own_scaling_work(const std::string& name, const std::filesystem::path& folder) {
  for (const auto& own : {own_vector_work, own_string_work}) {
    if (std::function<arma::mat()> work = own(name, folder)) return work;
  }
  throw std::invalid_argument("scaling: no work '" + name + "'");
}

Benchmark make_scaling_benchmark() {
  return {kName,
          "kernel ridge and string kernels by size, beside scikit-learn and NumPy; --largest N, --svg FILE",
          [](std::ostream& out) { return run_with(out, {}); }, run_with};
}

}  // namespace preimage::experiments::benchmarks
