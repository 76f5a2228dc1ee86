#include <iostream>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "preimage/base/error.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/results/sweep_folder.hpp"

namespace preimage::suite::cli {

namespace {

std::string size_text(std::uintmax_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  if (bytes < 1024 * 1024) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024.0);
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024.0 * 1024.0));
}

std::string sum_of(const std::vector<run::Leftover>& files) {
  std::uintmax_t bytes = 0;
  for (const run::Leftover& file : files) bytes += file.bytes;
  return fmt::format("{} file{}, {}", files.size(), files.size() == 1 ? "" : "s", size_text(bytes));
}

bool is_confirmed(const std::string& sum) {
  if (::isatty(STDIN_FILENO) == 0) {
    std::cerr << "nothing is removed: `--yes` removes what is listed\n";
    return false;
  }
  std::cerr << "remove " << sum << "? [y/N] ";
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y";
}

}  // namespace

int verb_clean(const run::CleanOptions& options, const study::ExperimentTable& experiments, bool yes) {
  const auto ask = [&](const run::Leftovers& found) {
    for (const std::string& remark : found.remarks) std::cerr << remark << "\n";
    for (const run::Leftover& file : found.files)
      std::cout << fmt::format("{}  {}  {}\n", size_text(file.bytes), file.path.string(), file.what);
    return yes || found.files.empty() || is_confirmed(sum_of(found.files));
  };
  const run::Cleaned cleaned = run::clean_folder(
      options, experiments, [&] { return results::keys_of_sweeps(options.study.out); }, yes, ask);
  if (cleaned.files.empty() && cleaned.asked_for == 0) {
    std::cout << "nothing to remove\n";
    return kOk;
  }
  if (!cleaned.is_confirmed) {
    std::cout << sum_of(cleaned.files) << " could be removed\n";
    return kOk;
  }
  if (cleaned.asked_for > 0)
    std::cerr << fmt::format("{} of {} stay: a run has asked for them since\n", cleaned.asked_for,
                             cleaned.asked_for + cleaned.files.size());
  for (const std::string& failure : cleaned.failures) std::cerr << failure << "\n";
  if (!cleaned.failures.empty()) return kData;
  std::cout << sum_of(cleaned.files) << " removed\n";
  return kOk;
}

}  // namespace preimage::suite::cli
