#include "suite/check/best_verdicts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/statistics/verdict.hpp"

namespace preimage::suite::check {

std::size_t rank(const std::string& verdict) {
  const std::optional<statistics::Agreement> agreement = statistics::agreement_in(verdict);
  return agreement ? static_cast<std::size_t>(*agreement) : kNoWord;
}

bool is_provisional(const std::string& verdict) {
  return verdict.ends_with("(provisional)");
}

namespace {

/// Whether a reading decides nothing: then it hides no other that does.
bool is_undecided(const std::string& verdict) {
  return rank(verdict) == static_cast<std::size_t>(statistics::Agreement::inconclusive);
}

/// The smaller is the better: of two verdicts with the same word that which is not provisional, then that of fewer choices after
/// seeing the number, then the nearer one.
template <class Judged>  // a Number or a BestVerdict
auto order_of(const Judged& number) {
  const auto value = [](const std::string& text) {
    return config::parse_decimal(text).value_or(std::numeric_limits<double>::infinity());
  };
  return std::tuple(is_undecided(number.verdict), rank(number.verdict), is_provisional(number.verdict),
                    value(number.choices), std::abs(value(number.z)));
}

/// "u 0.0436 > D/2 0.015": u by z = (ours - published) / u, D over the numbers of the same measure and reading. "" where
/// the line of the number does not say it.
std::string inconclusive_note(const Numbers& numbers, const NumberName& name, const Number& number) {
  const auto value = [](const std::string& text) { return config::parse_decimal(text).value_or(0.0); };
  double low = value(number.published), high = low;
  for (const auto& [other, printed] : numbers) {
    const bool is_beside = other.table == name.table && other.variant == name.variant &&
                           other.reading == name.reading && other.measure == name.measure;
    if (!is_beside || printed.published.empty()) continue;
    low = std::min(low, value(printed.published));
    high = std::max(high, value(printed.published));
  }
  const double z = value(number.z);
  if (z == 0.0) return "";
  const double unit = (value(number.ours) - value(number.published)) / z;
  return fmt::format("u {:.3g} > D/2 {:.3g}", unit, (high - low) / 2.0);
}

/// Adds one reading's number to what is known of the others.
void note_hindsight(const Number& number, std::optional<bool>& without) {
  if (number.choices.empty()) return;
  const bool is_reproduced =
      rank(number.verdict) == static_cast<std::size_t>(statistics::Agreement::reproduced);
  without = without.value_or(false) || (is_reproduced && number.choices == "0");
}

}  // namespace

bool BestVerdict::is_explained() const {
  return rank(verdict) <= static_cast<std::size_t>(statistics::Agreement::marginal);
}

bool BestVerdict::is_reproduced() const {
  return rank(verdict) == static_cast<std::size_t>(statistics::Agreement::reproduced);
}

BestVerdicts best_verdicts(const Numbers& numbers) {
  BestVerdicts best;
  for (const auto& [name, number] : numbers) {
    if (number.published.empty()) continue;
    BestVerdict& found = best[{name.table, "", "", name.measure, name.learner}];
    found.has_ours = found.has_ours || !number.ours.empty();
    found.config = number.config;
    found.experiment = number.experiment;
    note_hindsight(number, found.without_hindsight);
    if (number.verdict.empty()) continue;
    if (!found.verdict.empty() && !(order_of(number) < order_of(found))) continue;
    found.verdict = number.verdict;
    found.reading = name.reading;
    found.ours = number.ours;
    found.published = number.published;
    found.z = number.z;
    found.choices = number.choices;
    found.note = rank(number.verdict) == static_cast<std::size_t>(statistics::Agreement::inconclusive)
                     ? inconclusive_note(numbers, name, number)
                     : "";
  }
  return best;
}

std::size_t count_unexplained(const BestVerdicts& best) {
  return static_cast<std::size_t>(std::count_if(best.begin(), best.end(), [](const auto& number) {
    return number.second.has_ours && !number.second.is_explained();
  }));
}

}  // namespace preimage::suite::check
