#include "suite/results/pair_explanations.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "suite/data/text_file.hpp"

namespace preimage::suite::results {

namespace {

using Pairs = std::vector<const JudgedPair*>;

bool agree(const records::Verdict& verdict) {
  return std::isfinite(verdict.unit) && std::abs(verdict.z) <= 2.0;
}

/// How some of the numbers are called: by methods, or by columns, where these have no other numbers; else by
/// their names.
std::string called(const Pairs& some, const Pairs& all) {
  std::vector<std::string> names;
  for (const auto part : {&JudgedPair::method, &JudgedPair::group, &JudgedPair::name}) {
    names.clear();
    for (const JudgedPair* pair : some) data::add_once(names, pair->*part);
    const auto count = std::count_if(all.begin(), all.end(), [&](const JudgedPair* pair) {
      return std::find(names.begin(), names.end(), pair->*part) != names.end();
    });
    if (!names.front().empty() && static_cast<std::size_t>(count) == some.size()) break;
  }
  return data::few_of(names);
}

/// a + b x ours for ours: it explains a number where it takes away nine tenths of the difference, and what is
/// left is a tenth of the number, and half of what it lacks to a: 1 - 0.01 x ours is near 1 anyway. The first
/// that does is named: near 0 and 100 several may.
struct Conversion {
  const char* question;
  const char* changed;
  double a, b;
};
constexpr Conversion kConversions[] = {
    {"are reruns fractions, and printed numbers in per cent?", "100 x ours", 0.0, 100.0},
    {"are reruns in per cent, and printed numbers fractions?", "0.01 x ours", 0.0, 0.01},
    {"are reruns smaller by a factor of 1,000?", "1000 x ours", 0.0, 1000.0},
    {"are reruns larger by a factor of 1,000?", "0.001 x ours", 0.0, 0.001},
    {"do reruns have the other sign?", "-1 x ours", 0.0, -1.0},
    {"are reruns losses, and printed numbers gains, or the reverse?", "1 - ours", 1.0, -1.0},
    {"are reruns fractions, printed numbers in per cent, and one losses?", "100 - 100 x ours", 100.0, -100.0},
    {"are reruns losses, and printed numbers gains, or the reverse?", "100 - ours", 100.0, -1.0},
    {"are reruns in per cent, printed numbers fractions, and one losses?", "1 - 0.01 x ours", 1.0, -0.01}};

/// Methods that are swapped in a column, or columns of a method. Only the first of very many numbers are
/// looked at.
void find_swaps(const Pairs& apart, std::vector<std::string>& lines) {
  constexpr std::size_t kMost = 100;
  for (std::size_t i = 0; i < std::min(apart.size(), kMost); ++i) {
    for (std::size_t j = i + 1; j < std::min(apart.size(), kMost); ++j) {
      const JudgedPair &one = *apart[i], &other = *apart[j];
      const bool is_near = one.group == other.group || one.method == other.method;
      if (is_near && agree(records::judge(*one.ours, other.published)) &&
          agree(records::judge(*other.ours, one.published)))
        lines.push_back(fmt::format("are {} and {} swapped? Each rerun agrees with the other number",
                                    one.name, other.name));
    }
  }
}

/// nullptr: none
const Conversion* conversion_of(double ours, double printed) {
  for (const Conversion& conversion : kConversions) {
    const double left = std::abs(conversion.a + conversion.b * ours - printed);
    if (left <= 0.1 * std::min(std::abs(printed), std::abs(ours - printed)) &&
        left <= 0.5 * std::abs(conversion.a - printed))
      return &conversion;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> explanations(const std::vector<JudgedPair>& pairs) {
  constexpr double kEvidence = 20.0;  // a false suggestion is rarer than one in 20
  Pairs judged, others, apart;
  std::map<const Conversion*, Pairs> explained;
  for (const JudgedPair& pair : pairs) {
    if (!pair.verdict) continue;
    judged.push_back(&pair);
    const bool is_apart = !agree(*pair.verdict);
    const Conversion* found = is_apart ? conversion_of(pair.ours->mean, pair.published.value) : nullptr;
    (found == nullptr ? others : explained[found]).push_back(&pair);
    if (is_apart && found == nullptr) apart.push_back(&pair);
  }
  std::vector<std::string> lines;
  for (const auto& [conversion, some] : explained) {
    if (conversion->a != 0.0 && some.size() < 2) continue;  // one of many is near by chance
    const std::string text = fmt::format("{} {} would be near", conversion->question, conversion->changed);
    if (2 * some.size() <= judged.size())
      lines.push_back(called(some, judged) + ": " + text);
    else if (some.size() == judged.size())
      lines.push_back(text);
    else
      lines.push_back(fmt::format("{}, for {} of {} numbers", text, some.size(), judged.size()));
  }
  find_swaps(apart, lines);
  for (const bool is_sd : {false, true}) {
    Pairs told;
    double evidence = 0.0;
    for (const JudgedPair* pair : others) {
      const bool is_said = (pair->published.spread_kind == records::SpreadKind::standard_deviation) == is_sd;
      const double more = is_said ? records::other_spread_kind(*pair->ours, pair->published) : 0.0;
      evidence += more;
      if (more != 0.0) told.push_back(pair);
    }
    if (evidence <= std::log(kEvidence)) continue;
    const JudgedPair& first = *told.front();
    const int n = first.published.runs;
    lines.push_back(fmt::format(
        "{}: is {} an {}, not an {}? It is {:.2g} of our SD, and of {} runs an SE is {:.2g} of an SD",
        called(told, judged), first.published.spread_text, is_sd ? "SE" : "SD", is_sd ? "SD" : "SE",
        *first.published.spread / first.ours->sd, n, 1.0 / std::sqrt(static_cast<double>(n))));
  }
  return lines;
}

std::string clear_differences(const std::vector<JudgedPair>& pairs) {
  std::vector<std::string> names;
  std::size_t reproduced = 0;
  for (const JudgedPair& pair : pairs) {
    if (!pair.verdict || pair.verdict->agreement != records::Agreement::reproduced) continue;
    ++reproduced;
    if (pair.verdict->differs_clearly() && !pair.published.matters && pair.published.largest_difference)
      names.push_back(fmt::format("{} (M {:.3g})", pair.name, *pair.verdict->matters));
  }
  if (names.empty()) return "";
  return fmt::format("{} of {} reproduced numbers {} by more than noise (|z| > 2), but by less than M: {}. ",
                     names.size(), reproduced, names.size() == 1 ? "differs" : "differ",
                     data::few_of(names, "; "));
}

std::vector<std::string> remarks_on_verdicts(const std::vector<JudgedPair>& pairs) {
  std::vector<std::string> lines = explanations(pairs);
  if (const std::string clear = clear_differences(pairs); !clear.empty())
    lines.push_back(clear +
                    "M is half of the largest difference between the printed numbers compared; to say "
                    "another, write it into their CSV file, column `matters`");
  std::map<std::string, std::vector<std::string>> unused;  // names, by the reason
  for (const JudgedPair& pair : pairs) {
    const records::Published& p = pair.published;
    if (!pair.ours || !p.spread || p.folds > 0) continue;
    const std::string why =
        p.runs < 2 ? "nothing says over how many runs it is" : records::why_counted_once(*pair.ours, p);
    if (!why.empty()) unused[why].push_back(pair.name);
  }
  for (const auto& [why, names] : unused)
    lines.push_back(
        fmt::format("the printed spread of {} is not used, for {}: columns `runs` and `runs_draw` of their "
                    "CSV file say what the printed runs are",
                    names.size() == pairs.size() ? "all numbers" : data::few_of(names), why));
  return lines;
}

}  // namespace preimage::suite::results
