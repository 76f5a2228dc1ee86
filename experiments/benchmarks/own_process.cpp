#include "experiments/benchmarks/own_process.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "experiments/benchmarks/benchmark.hpp"
#include "experiments/benchmarks/landmark_fit.hpp"
#include "experiments/benchmarks/peer.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/data/npy.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/run/process_memory.hpp"
#include "suite/run/process_pool.hpp"

namespace preimage::experiments::benchmarks {

using namespace suite;

namespace {

constexpr double kShortSeconds = 1.0;
constexpr int kMoreRounds = 3;
constexpr const char* kAnswers = "answers";

/// Takes a line that a measured process printed.
void note_line(Measured& measured, const std::string& line) {
  std::istringstream words(line);
  std::string key;
  words >> key >> std::ws;
  if (key == "software") std::getline(words, measured.software);
  if (key == "seconds") words >> measured.seconds;
  if (key == "peak_kib" && words >> measured.peak_mib) measured.peak_mib /= 1024.0;
}

/// With the answers, which are taken away.
Measured finished(Measured measured, const std::string& who, const std::filesystem::path& folder) {
  if (!(measured.seconds > 0.0) || !(measured.peak_mib > 0.0))
    throw DataError(who + ": printed no seconds or no peak_kib");
  measured.answers = read_input(folder, kAnswers);
  std::filesystem::remove(folder / fmt::format("{}.npy", kAnswers));
  return measured;
}

}  // namespace

void measure_here(const std::filesystem::path& folder, const std::function<arma::mat()>& work) {
  arma::mat answers;
  const double first = seconds_of([&] { answers = work(); });
  std::vector<double> more;
  for (int round = 0; first < kShortSeconds && round < kMoreRounds; ++round)
    more.push_back(seconds_of([&] { answers = work(); }));
  const double seconds = more.empty() ? first : median(std::move(more));
  const long peak_kib = run::peak_memory_kib();
  data::write_npy(folder / fmt::format("{}.npy", kAnswers), answers);
  std::cout << fmt::format("seconds {:.9g}\npeak_kib {}\n", std::max(seconds, 1e-6), peak_kib);
}

Measured measured_own(const std::vector<std::string>& words, const std::filesystem::path& folder) {
  Measured measured;
  run::PoolEvents events;
  events.on_line = [&](std::size_t, const std::string& line) { note_line(measured, line); };
  const run::PoolResult result = run::run_processes({run::program_of(data::own_executable(), words)}, events);
  if (!result.workers.front().ok())
    throw DataError(fmt::format("{} ended with {}", fmt::join(words, " "), result.workers.front().text()));
  return finished(std::move(measured), words.front(), folder);
}

Measured measured_peer(const std::string& script, const std::filesystem::path& folder) {
  Measured measured;
  run_peer_script(script, folder, [&](const std::string& line) { note_line(measured, line); });
  return finished(std::move(measured), script, folder);
}

arma::mat read_input(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path file = folder / (name + ".npy");
  return data::parse_npy(base::read_file(file, data::kMaxNpyBytes), file.string());
}

}  // namespace preimage::experiments::benchmarks
