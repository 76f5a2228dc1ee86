#include "experiments/benchmarks/peer.hpp"

#include <cctype>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/run/process_pool.hpp"
#include "suite/study/options.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

namespace {
constexpr const char* kPython = "/usr/bin/python3";
constexpr const char* kR = "/usr/bin/Rscript";

/// Whether the program exists and ends with 0.
bool succeeds(const char* program, const std::vector<std::string>& arguments) {
  return std::filesystem::exists(program) &&
         run::run_processes({run::program_of(program, arguments)}, {}).workers.front().ok();
}
}  // namespace

bool has_python_module(const std::string& module) {
  const std::string code =
      fmt::format("import importlib.util, sys; sys.exit(0 if importlib.util.find_spec('{}') else 1)", module);
  return succeeds(kPython, {"-c", code});
}

std::string no_python_module_text(const std::string& module) {
  return fmt::format("skipped: {} has no {} (Debian: python3-{})", kPython, module, module);
}

bool has_r_package(const std::string& package) {
  return succeeds(kR, {"-e", fmt::format("quit(status = !requireNamespace('{}', quietly = TRUE))", package)});
}

std::string no_r_package_text(const std::string& package) {
  std::string debian = package;
  for (char& c : debian) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return fmt::format("skipped: no {} with {} (Debian: r-cran-{})", kR, package, debian);
}

void run_peer_script(const std::string& script, const std::filesystem::path& folder,
                     const std::function<void(const std::string&)>& on_line) {
  const std::filesystem::path path = data::project_root() / "experiments" / "benchmarks" / "peers" / script;
  run::PoolEvents events;
  events.on_line = [&](std::size_t, const std::string& line) { on_line(line); };
  std::vector<std::string> arguments = {path.string(), folder.string()};
  const bool is_r = path.extension() == ".R";
  if (!is_r) arguments.insert(arguments.begin(), "-B");
  const run::PoolResult result =
      run::run_processes({run::program_of(is_r ? kR : kPython, arguments)}, events);
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
