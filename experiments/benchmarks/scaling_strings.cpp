#include <memory>
#include <sstream>

#include <fmt/format.h>

#include "experiments/benchmarks/own_process.hpp"
#include "experiments/benchmarks/scaling_work.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/random.hpp"
#include "preimage/kernels/spectrum_kernel.hpp"
#include "preimage/kernels/subsequence_kernel.hpp"
#include "suite/data/npy.hpp"

namespace preimage::experiments::benchmarks {

namespace {

constexpr const char* kSubsequences = "subsequence";
constexpr const char* kSubstrings = "spectrum";
constexpr int kScalingLength = 3;
constexpr double kScalingDecay = 0.5;
constexpr std::size_t kFewStrings = 10, kManyStrings = 200, kSymbols = 20;
constexpr std::size_t kMaxStringBytes = std::size_t{1} << 26;

/// Of as many symbols as proteins have, each as likely.
void write_strings(std::size_t count, long length, const arma::rowvec& settings,
                   const std::filesystem::path& folder) {
  base::Random random(base::derive_seed({"scaling bench", std::to_string(length)}));
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    for (long j = 0; j < length; ++j) text += static_cast<char>('a' + random.below(kSymbols));
    text += '\n';
  }
  base::write_output_file(folder / "strings.txt", text);
  suite::data::write_npy(folder / "settings.npy", settings);
}

kernels::Strings read_strings(const std::filesystem::path& folder) {
  std::istringstream words(base::read_file(folder / "strings.txt", kMaxStringBytes));
  kernels::Strings strings;
  for (std::string string; words >> string;) strings.push_back(string);
  return strings;
}

}  // namespace

ScalingPanel string_scaling(std::size_t sizes) {
  constexpr long kSmallest = 50, kLargest = 3200;
  std::vector<long> n;
  for (long length = kSmallest; length <= kLargest && n.size() < sizes; length *= 2) n.push_back(length);
  ScalingWork subsequences{kSubsequences,
                           fmt::format("Gram matrix of {} strings of n out of {} symbols: subsequences of "
                                       "{}, decay {}",
                                       kFewStrings, kSymbols, kScalingLength, kScalingDecay),
                           "symbols of a string",
                           n,
                           1e-9,
                           {},
                           {}};
  subsequences.write_inputs = [](long length, const std::filesystem::path& folder) {
    write_strings(kFewStrings, length, {static_cast<double>(kScalingLength), kScalingDecay}, folder);
  };
  subsequences.contenders = {{"preimage, subsequences of 10", "", ""},
                             {"NumPy, subsequences of 10", "scaling_subsequence.py", "scipy"}};
  ScalingWork substrings{kSubstrings,
                         fmt::format("Gram matrix of {} such strings: contiguous substrings of {}",
                                     kManyStrings, kScalingLength),
                         "symbols of a string",
                         n,
                         1e-12,
                         {},
                         {}};
  substrings.write_inputs = [](long length, const std::filesystem::path& folder) {
    write_strings(kManyStrings, length, {static_cast<double>(kScalingLength)}, folder);
  };
  substrings.contenders = {{"preimage, substrings of 200", "", ""},
                           {"sklearn CountVectorizer, of 200", "scaling_spectrum.py", "sklearn"}};
  return {"Gram matrices of strings by their length", {std::move(subsequences), std::move(substrings)}};
}

std::function<arma::mat()> own_string_work(const std::string& name, const std::filesystem::path& folder) {
  if (name != kSubsequences && name != kSubstrings) return {};
  const kernels::Strings strings = read_strings(folder);
  const arma::vec settings = arma::vectorise(read_input(folder, "settings"));
  const int length = static_cast<int>(settings(0));
  if (name == kSubstrings) return [=] { return kernels::SpectrumKernel(length, length).gram(strings); };
  return [=, decay = settings(1)] { return kernels::SubsequenceKernel(length, decay).gram(strings); };
}

}  // namespace preimage::experiments::benchmarks
