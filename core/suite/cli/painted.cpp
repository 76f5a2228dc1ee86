#include "suite/cli/painted.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "suite/workers/progress.hpp"

namespace preimage::suite::cli {

namespace {

constexpr std::string_view kGreen = "\x1b[32m", kYellow = "\x1b[33m", kRed = "\x1b[31m", kPlain = "\x1b[0m";

using Painted = std::pair<std::string_view, std::string_view>;  // word, colour

// "not reproduced" before the word that it has in it.
constexpr std::array<Painted, 4> kVerdicts = {Painted{"not reproduced", kRed}, Painted{"reproduced", kGreen},
                                              Painted{"marginal", kYellow}, Painted{"inconclusive", kYellow}};
constexpr std::array<Painted, 3> kClaims = {Painted{": holds", kGreen}, Painted{": tie", kYellow},
                                            Painted{": fails", kRed}};
constexpr std::array<Painted, 3> kBeginnings = {Painted{"failed:", kRed}, Painted{"preimage:", kRed},
                                                Painted{"warning:", kYellow}};

std::string in_color(std::string_view word, std::string_view color) {
  return std::string(color).append(word).append(kPlain);
}

/// Every verdict in it.
std::string with_verdicts(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Painted* found = nullptr;
    for (const Painted& verdict : kVerdicts) {
      if (found == nullptr && text.starts_with(verdict.first)) found = &verdict;
    }
    result += found == nullptr ? std::string(1, text.front()) : in_color(found->first, found->second);
    text.remove_prefix(found == nullptr ? 1 : found->first.size());
  }
  return result;
}

/// "claim: ...: holds on these samples", "claim of doe_2020: ...: fails": the last such word is the verdict.
std::string with_claim(std::string_view line) {
  const Painted* last = nullptr;
  std::size_t place = 0;
  for (const Painted& claim : kClaims) {
    const std::size_t at = line.rfind(claim.first);
    if (at == std::string_view::npos || (last != nullptr && at < place)) continue;
    last = &claim;
    place = at;
  }
  if (last == nullptr) return std::string(line);
  const std::size_t word = place + 2, end = place + last->first.size();
  return std::string(line.substr(0, word)) + in_color(line.substr(word, end - word), last->second) +
         std::string(line.substr(end));
}

std::string painted_line(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view text = line.substr(indent);
  const std::string blanks(line.substr(0, indent));
  for (const Painted& beginning : kBeginnings) {
    if (text.starts_with(beginning.first))
      return blanks + in_color(beginning.first, beginning.second) +
             std::string(text.substr(beginning.first.size()));
  }
  if (text.starts_with("claim:") || text.starts_with("claim of ")) return blanks + with_claim(text);
  const bool has_verdicts = text.starts_with("verdict ") ||
                            text.find(": not reproduced") != std::string_view::npos ||
                            text.find(": inconclusive") != std::string_view::npos;
  return blanks + (has_verdicts ? with_verdicts(text) : std::string(text));
}

}  // namespace

bool has_colors(ColorChoice choice, int descriptor) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  return workers::progress_mode(false, descriptor) == workers::ProgressMode::in_place;
}

std::string painted(std::string_view text, bool at_line_start) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    result += at_line_start ? painted_line(line) : std::string(line);
    if (end == std::string_view::npos) break;
    result += '\n';
    text.remove_prefix(end + 1);
    at_line_start = true;
  }
  return result;
}

}  // namespace preimage::suite::cli
