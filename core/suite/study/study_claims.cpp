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
  return std::ranges::find(reading.learners, name, &registry::ParsedLearner::name) != reading.learners.end();
}

/// The name of a learner or, under the other key, a number.
ClaimSide parse_side(const Reader& claim, const registry::Text& learner,
                     const registry::OptionalNumber& number, const std::vector<Reading>& readings) {
  if (const std::optional<double> value = number.read(claim)) return *value;
  const std::string name = claim.text(learner.name);
  require_known(claim, learner.name, "learner", name, learners_of(readings));
  return name;
}

/// throws  ConfigError where no reading of the claim has all of its learners: it would never be judged
void require_verdict_possible(const Reader& reader, const Claim& claim,
                              const std::vector<Reading>& readings) {
  const auto is_there = [](const ClaimSide& side, const Reading& reading) {
    const auto* learner = std::get_if<std::string>(&side);
    return learner == nullptr || has_learner(reading, *learner);
  };
  const bool any = std::ranges::any_of(readings, [&](const Reading& reading) {
    return std::ranges::count(claim.readings, reading.name) > 0 && is_there(claim.better, reading) &&
           is_there(claim.worse, reading);
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

std::vector<std::string> learners_of(const std::vector<Reading>& readings) {
  std::set<std::string> names;
  for (const Reading& reading : readings) {
    for (const registry::ParsedLearner& learner : reading.learners) names.insert(learner.name);
  }
  return {names.begin(), names.end()};
}

void require_known(const Reader& reader, const std::string& key, const std::string& what,
                   const std::string& name, const std::vector<std::string>& known) {
  if (std::ranges::find(known, name) == known.end())
    reader.fail(key, fmt::format("no {} '{}'{}", what, name, base::suggestion(name, known)));
}

std::vector<Claim> parse_claims(const Reader& root, const std::vector<Reading>& readings) {
  std::vector<Claim> claims;
  if (!root.has(keys::kClaims.name)) return claims;
  for (const auto& [name, reader] : root.maps(keys::kClaims.name)) {
    const std::string text = keys::kText.read(reader), measure = keys::kMeasure.read(reader);
    require_known(reader, keys::kMeasure.name, "measure", measure, measures_of(readings));
    claims.push_back({text, measure, parse_side(reader, keys::kBetter, keys::kAtLeast, readings),
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
