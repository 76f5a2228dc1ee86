#include "suite/results/regression.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "suite/config/number.hpp"
#include "suite/data/text_file.hpp"
#include "suite/records/verdict.hpp"

namespace preimage::suite::results {

namespace {

std::vector<VersionStep> steps_between(const Versions& from, const Versions& to) {
  std::vector<VersionStep> steps;
  const auto at = [](const Versions& versions, const std::string& name) {
    const auto found = versions.find(name);
    return found == versions.end() ? 0L : found->second;
  };
  Versions all = from;
  all.insert(to.begin(), to.end());
  for (const auto& [name, version] : all) {
    if (at(from, name) != at(to, name)) steps.push_back({name, at(from, name), at(to, name)});
  }
  return steps;
}

/// Of texts that older files may lack.
bool differ(const std::string& before, const std::string& now) {
  return !before.empty() && !now.empty() && before != now;
}

/// Whether the data, or what a program reads, have changed.
bool has_other_contents(const NumberChange& change) {
  return differ(change.reference.provenance.data_content, change.latest.provenance.data_content);
}

bool has_other_inputs(const NumberChange& change) {
  return differ(change.reference.provenance.inputs, change.latest.provenance.inputs);
}

/// What the number was made from: the name of the data, and where that says no more, the hash of their
/// content.
void compare_data(NumberChange& change, bool are_data) {
  const ListedNumber &latest = change.latest, &reference = change.reference;
  if (latest.data != reference.data) {
    change.data_before = reference.data;
    change.data_now = latest.data;
  } else if (are_data && has_other_contents(change)) {
    change.data_before = reference.provenance.data_content;
    change.data_now = latest.provenance.data_content;
  }
}

/// Says how a number of both sides moved.
void compare_values(NumberChange& change, bool is_exact) {
  const ListedNumber &latest = change.latest, &reference = change.reference;
  const std::optional<double> ours = latest.mean(), expected = reference.mean();
  if (is_exact) {
    const bool is_same = ours == expected && latest.sd() == reference.sd() && latest.data == reference.data &&
                         latest.repetitions() == reference.repetitions();
    if (!is_same) change.what = "differs";
    return;
  }
  if (change.data_before != change.data_now) {
    const auto text = [](const std::optional<double>& value) {
      return value ? fmt::format("{:.6g}", *value) : std::string("no value");
    };
    change.what = fmt::format("{}, reference {}: data changed from {} to {}", text(ours), text(expected),
                              change.data_before, change.data_now);
    return;
  }
  if (latest.repetitions() != reference.repetitions() && ours) {
    change.what = fmt::format("{} repetitions, reference {}", latest.repetitions(), reference.repetitions());
    return;
  }
  if (!ours && expected) {
    change.change = Change::missing;
    change.what = fmt::format("has no value, for cells failed or were not run; reference {}",
                              config::number_text(*expected));
    return;
  }
  if (ours && !expected) change.what = fmt::format("{}, reference has no value", config::number_text(*ours));
  if (!ours || !expected) return;
  change.moved = std::abs(*ours - *expected);
  change.tolerance = tolerance_of(reference);
  const double rounding = records::rounding_of_mean(1, std::max(std::abs(*ours), std::abs(*expected)), false);
  if (change.moved <= std::max(change.tolerance, rounding)) return;
  change.what = fmt::format("{:.6g}, reference {:.6g}: moved by {:.2g}", *ours, *expected, change.moved);
  change.what += change.tolerance == 0.0 ? std::string(", tolerance 0")
                                         : fmt::format(", {:.3g} times the tolerance of {:.2g}",
                                                       change.moved / change.tolerance, change.tolerance);
}

/// R x 2^-52 (|ours| + spread)
double rounding_of_equal(const Number& number, double spread = 0.0) {
  return records::rounding_of_mean(static_cast<std::size_t>(std::max(number.repetitions(), 1)),
                                   std::abs(number.mean().value_or(0.0)) + spread, false);
}

bool has_versions(const NumberChange& change) {
  return !change.reference.provenance.versions.empty() && !change.latest.provenance.versions.empty();
}

/// A number that moved and says nothing of why.
bool is_unexplained(const NumberChange& change) {
  return change.change == Change::moved && change.data_before == change.data_now && has_versions(change) &&
         change.steps.empty() && !has_other_inputs(change);
}

void name_suspects(std::vector<NumberChange>& changes) {
  std::map<std::string, std::pair<double, double>> counts;  // (moved, all) numbers with the version in them
  for (const NumberChange& change : changes) {
    if (change.change != Change::same && !is_unexplained(change)) continue;
    for (const auto& [name, version] : change.latest.provenance.versions) {
      counts[name].first += change.change == Change::moved ? 1.0 : 0.0;
      counts[name].second += 1.0;
    }
  }
  for (NumberChange& change : changes) {
    if (!is_unexplained(change)) continue;
    double most = 0.0;
    for (const auto& [name, version] : change.latest.provenance.versions) {
      const double share = counts[name].first / counts[name].second;
      if (share > most) change.suspects.clear();
      if (share >= most) change.suspects.push_back(name);
      most = std::max(most, share);
    }
  }
}

std::string steps_text(const std::vector<VersionStep>& steps) {
  std::vector<std::string> words;
  for (const VersionStep& step : steps) {
    const std::string verb = step.to > step.from ? "raised" : "lowered";
    if (step.from == 0) {
      words.push_back(fmt::format("{} is new (version {})", step.name, step.to));
    } else if (step.to == 0) {
      words.push_back(fmt::format("{} (version {}) is gone", step.name, step.from));
    } else {
      words.push_back(
          fmt::format("the version of {} was {} from {} to {}", step.name, verb, step.from, step.to));
    }
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string suspects_text(const NumberChange& change) {
  std::vector<std::string> words;
  for (const std::string& name : change.suspects)
    words.push_back(fmt::format("{} (now {})", name, change.latest.provenance.versions.at(name)));
  return fmt::format(
      "no version was raised: if this is meant, --update makes it the reference, and who changed "
      "the program raises {}{}",
      words.size() > 1 ? "one of " : "", fmt::join(words, ", "));
}

/// The words of one text that another does not have.
std::string words_apart(const std::string& text, const std::string& other) {
  std::istringstream words(text);
  std::string apart;
  for (std::string word; words >> word;)
    if ((" " + other + " ").find(" " + word + " ") == std::string::npos) apart += " " + word;
  return apart;
}

/// ": fit.py:3ed4... in place of fit.py:98ac..."; or "".
std::string contents_text(const NumberChange& change) {
  if (!has_other_contents(change)) return "";
  const std::string &before = change.reference.provenance.data_content,
                    &now = change.latest.provenance.data_content;
  return fmt::format(":{} in place of{}", words_apart(now, before), words_apart(before, now));
}

std::string reason_text(const NumberChange& change) {
  if (change.data_before != change.data_now) return "if this is meant, --update makes it the reference";
  if (has_other_inputs(change)) {
    return "config or data are not the reference's" + contents_text(change) +
           (change.steps.empty() ? "" : ", and " + steps_text(change.steps)) +
           "; if this is meant, --update makes it the reference";
  }
  if (!has_versions(change)) return "the versions behind it are not known";
  if (change.steps.empty()) return suspects_text(change);
  return steps_text(change.steps) + "; if this is meant, --update makes it the reference";
}

}  // namespace

double rounding_of(const Number& number) {
  const bool is_said = number.ours && !std::isnan(number.ours->rounding);
  return is_said ? std::max(number.ours->rounding, 0.0)
                 : rounding_of_equal(number, number.sd().value_or(0.0));
}

double tolerance_of_spread(const Number& number, double spread) {
  return rounding_of(number) + kSpreadFactor * spread;
}

double tolerance_of_standard_error(const Number& number) {
  const double sd = number.sd().value_or(0.0) > rounding_of_equal(number) ? *number.sd() : 0.0;
  return rounding_of(number) + 0.25 * sd / std::sqrt(std::max(number.repetitions(), 1));
}

double tolerance_of(const ListedNumber& reference) {
  const double tolerance = reference.tolerance.value_or(tolerance_of_standard_error(reference));
  return tolerance < rounding_of_equal(reference) ? 0.0 : tolerance;
}

std::vector<NumberChange> compare(const NumberSet& reference, const NumberSet& latest, const Sameness& same) {
  std::vector<NumberChange> changes;
  for (const auto& [name, expected] : reference) {
    NumberChange& change = changes.emplace_back();
    change.name = name;
    change.reference = expected;
    const ListedNumber* found = latest.find(name);
    if (found == nullptr) {
      change.change = Change::missing;
      change.what = "not among the latest results";
      continue;
    }
    change.latest = *found;
    if (has_versions(change))
      change.steps = steps_between(expected.provenance.versions, found->provenance.versions);
    compare_data(change, same.data_of.contains(name.config));
    compare_values(change, same.is_exact);
    if (!change.what.empty() && change.change == Change::same) change.change = Change::moved;
  }
  for (const auto& [name, number] : latest) {
    if (reference.find(name) != nullptr) continue;
    NumberChange& change = changes.emplace_back();
    change.name = name;
    change.change = Change::added;
    change.latest = number;
    change.what = "not in the reference";
  }
  std::ranges::sort(changes, {}, &NumberChange::name);
  name_suspects(changes);
  return changes;
}

std::vector<std::string> data_changes(const std::vector<NumberChange>& changes) {
  std::vector<std::string> lines;
  for (const NumberChange& change : changes) {
    if (change.data_before == change.data_now) continue;
    data::add_once(lines, fmt::format("data of {} changed from {} to {}", change.name.config,
                                      change.data_before, change.data_now));
  }
  return lines;
}

std::vector<std::string> quiet_changes(const std::vector<NumberChange>& changes) {
  std::vector<std::string> lines;
  for (const NumberChange& change : changes) {
    if (change.change == Change::same && has_other_contents(change))
      data::add_once(
          lines,
          fmt::format("what {} reads has changed, and numbers not named stayed within their tolerance{}",
                      change.name.config, contents_text(change)));
  }
  return lines;
}

std::string sentence(const NumberChange& change) {
  if (change.change != Change::moved) return change.what;
  const std::string& since = change.reference.provenance.program;
  return fmt::format("{}{}; {}", change.what, since.empty() ? "" : " since " + since, reason_text(change));
}

bool fails(const NumberChange& change) {
  return change.change == Change::moved || change.change == Change::missing;
}

}  // namespace preimage::suite::results
