#include "experiments/benchmarks/peer.hpp"

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/run/process_pool.hpp"
#include "suite/study/options.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

namespace {
constexpr const char* kPython = "/usr/bin/python3";

}  // namespace

bool has_python_module(const std::string& module) {
  const std::string code =
      fmt::format("import importlib.util, sys; sys.exit(0 if importlib.util.find_spec('{}') else 1)", module);
  return std::filesystem::exists(kPython) &&
         run::run_processes({run::program_of(kPython, {"-c", code})}, {}).workers.front().ok();
}

std::string no_python_module_text(const std::string& module) {
  return fmt::format("skipped: {} has no {} (Debian: python3-{})", kPython, module, module);
}

void run_peer_script(const std::string& script, const std::filesystem::path& folder,
                     const std::function<void(const std::string&)>& on_line) {
  const std::filesystem::path path = data::project_root() / "experiments" / "benchmarks" / "peers" / script;
  run::PoolEvents events;
  events.on_line = [&](std::size_t, const std::string& line) { on_line(line); };
  const run::PoolResult result =
      run::run_processes({run::program_of(kPython, {"-B", path.string(), folder.string()})}, events);
  if (!result.workers.front().ok()) {
    throw DataError(fmt::format("{} ended with {}", path.string(), result.workers.front().text()));
  }
}

arma::mat read_peer_matrix(const std::filesystem::path& csv) {
  arma::mat matrix;
  if (!matrix.load(csv.string(), arma::csv_ascii)) throw DataError(csv.string() + ": cannot be read");
  return matrix;
}

double largest_relative_difference(const arma::mat& a, const arma::mat& b) {
  if (arma::size(a) != arma::size(b)) return arma::datum::nan;
  const arma::mat differences = arma::abs(a - b);
  if (differences.has_nan()) return arma::datum::nan;
  const arma::vec relative = arma::max(differences, 1) / arma::max(arma::abs(b), 1);
  return relative.has_nan() ? arma::datum::nan : relative.max();
}

}  // namespace preimage::experiments::benchmarks
