// What a config says of its paper: published numbers and claims, each by names that there are.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study_parts.hpp"

namespace preimage::suite::study {

namespace {

using config::Reader;

bool has_learner(const Reading& reading, const std::string& name) {
  return std::any_of(reading.learners.begin(), reading.learners.end(),
                     [&](const registry::ParsedLearner& learner) { return learner.name == name; });
}

/// The name of a learner of some reading.
std::string parse_learner_name(const Reader& claim, const std::string& key,
                               const std::vector<Reading>& readings) {
  const std::string name = claim.text(key);
  std::vector<std::string> names;
  for (const Reading& reading : readings) {
    if (has_learner(reading, name)) return name;
    for (const registry::ParsedLearner& learner : reading.learners) names.push_back(learner.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  claim.fail(key, "no learner '" + name + "'" + base::suggestion(name, names));
}

/// The name of a learner or, under the other key, a number.
ClaimSide parse_side(const Reader& claim, const registry::Text& learner,
                     const registry::OptionalNumber& number, const std::vector<Reading>& readings) {
  if (const std::optional<double> value = number.read(claim)) return *value;
  return parse_learner_name(claim, learner.name, readings);
}

/// The name of a measure that some of the readings reports.
std::string parse_measure(const Reader& claim, const std::vector<Reading>& readings) {
  const std::string name = keys::kMeasure.read(claim);
  std::set<std::string> known;
  for (const Reading& reading : readings) {
    known.insert(reading.experiment.measures.begin(), reading.experiment.measures.end());
    known.insert(reading.experiment.descriptive_measures.begin(),
                 reading.experiment.descriptive_measures.end());
  }
  if (!known.contains(name))
    claim.fail(keys::kMeasure.name,
               fmt::format("no measure '{}'{}", name, base::suggestion(name, {known.begin(), known.end()})));
  return name;
}

/// throws  ConfigError where no reading of the claim has all of its learners: it would never be judged
void require_verdict_possible(const Reader& reader, const Claim& claim,
                              const std::vector<Reading>& readings) {
  const auto is_there = [](const ClaimSide& side, const Reading& reading) {
    const auto* learner = std::get_if<std::string>(&side);
    return learner == nullptr || has_learner(reading, *learner);
  };
  const bool any = std::any_of(readings.begin(), readings.end(), [&](const Reading& reading) {
    return std::count(claim.readings.begin(), claim.readings.end(), reading.name) > 0 &&
           is_there(claim.better, reading) && is_there(claim.worse, reading);
  });
  if (!any) reader.fail("", "no reading of the claim has the learners that it compares");
}

}  // namespace

std::vector<Claim> parse_claims(const Reader& root, const std::vector<Reading>& readings) {
  std::vector<Claim> claims;
  if (!root.has(keys::kClaims.name)) return claims;
  for (const auto& [name, reader] : root.maps(keys::kClaims.name)) {
    claims.push_back({keys::kText.read(reader), parse_measure(reader, readings),
                      parse_side(reader, keys::kBetter, keys::kAtLeast, readings),
                      parse_side(reader, keys::kWorse, keys::kAtMost, readings), keys::kMargin.read(reader),
                      parse_reading_names(reader, readings, std::vector<std::string>{"all"})});
    reader.finish();
    if (std::holds_alternative<double>(claims.back().better) &&
        std::holds_alternative<double>(claims.back().worse))
      reader.fail(keys::kAtLeast.name, "expected one of better and worse, a claim is about a learner");
    require_verdict_possible(reader, claims.back(), readings);
  }
  return claims;
}

std::vector<records::LedgerEntry> ledger_of(const Reader& root, const Study& study) {
  if (study.reproduces.empty()) return {};
  const std::filesystem::path path =
      data::project_root() / "experiments" / study.experiment / "published.csv";
  if (!std::filesystem::exists(path)) {
    throw DataError(fmt::format("{}: no such file; `reproduces: {}` names a table of it, and {} has none",
                                path.string(), study.reproduces, study.experiment));
  }
  const std::vector<records::LedgerEntry> ledger = records::load_ledger(path);
  std::vector<records::LedgerEntry> entries = records::entries_of(ledger, study.reproduces);
  if (!entries.empty()) return entries;
  std::set<std::string> tables;
  for (const records::LedgerEntry& entry : ledger) tables.insert(entry.table);
  root.fail("reproduces",
            fmt::format("no table '{}' in experiments/{}/published.csv{}", study.reproduces, study.experiment,
                        base::suggestion(study.reproduces, {tables.begin(), tables.end()})));
}

}  // namespace preimage::suite::study
