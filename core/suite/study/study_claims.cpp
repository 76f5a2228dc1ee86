// The claims of a config's paper, each by names that there are.
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
  const std::vector<std::string> known = measures_of(readings);
  if (std::find(known.begin(), known.end(), name) == known.end())
    claim.fail(keys::kMeasure.name, fmt::format("no measure '{}'{}", name, base::suggestion(name, known)));
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

std::vector<std::string> measures_of(const std::vector<Reading>& readings) {
  std::set<std::string> names;
  for (const Reading& reading : readings) {
    names.insert(reading.experiment.measures.begin(), reading.experiment.measures.end());
    names.insert(reading.experiment.descriptive_measures.begin(),
                 reading.experiment.descriptive_measures.end());
  }
  return {names.begin(), names.end()};
}

std::vector<Claim> parse_claims(const Reader& root, const std::vector<Reading>& readings) {
  std::vector<Claim> claims;
  if (!root.has(keys::kClaims.name)) return claims;
  for (const auto& [name, reader] : root.maps(keys::kClaims.name)) {
    claims.push_back({keys::kText.read(reader), parse_measure(reader, readings),
                      parse_side(reader, keys::kBetter, keys::kAtLeast, readings),
                      parse_side(reader, keys::kWorse, keys::kAtMost, readings), keys::kMargin.read(reader),
                      parse_reading_names(reader, readings)});
    reader.finish();
    if (std::holds_alternative<double>(claims.back().better) &&
        std::holds_alternative<double>(claims.back().worse))
      reader.fail(keys::kAtLeast.name, "expected one of better and worse, a claim is about a learner");
    if (claims.back().better == claims.back().worse)
      reader.fail(keys::kWorse.name, "better and worse are the same learner");
    require_verdict_possible(reader, claims.back(), readings);
  }
  return claims;
}

}  // namespace preimage::suite::study
