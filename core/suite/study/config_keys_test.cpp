#include "suite/study/config_keys.hpp"

#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "suite/config/config_error.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;

namespace {

/// "kernel.gaussian: sigma" for each group and its keys.
std::string selected(const std::string& path) {
  std::string text;
  for (const KeyGroup& group : select_keys(key_groups(experiments::experiment_table()), path)) {
    text += (text.empty() ? "" : "; ") + group.path + ":";
    for (const registry::ParameterFacts& key : group.keys) text += " " + key.name;
  }
  return text;
}

std::string selection_error(const std::string& path) {
  return testing::thrown_message<ConfigError>([&] { selected(path); });
}

}  // namespace

TEST_CASE("every group has a path of its own, and every key a meaning") {
  std::set<std::string> paths;
  for (const KeyGroup& group : key_groups(experiments::experiment_table())) {
    CAPTURE(group.path);
    CHECK(paths.insert(group.path).second);
    CHECK_FALSE(group.summary.empty());
    std::set<std::string> names;
    for (const registry::ParameterFacts& key : group.keys) {
      CAPTURE(key.name);
      CHECK(names.insert(key.name).second);
      CHECK_FALSE(key.accepts.empty());
      CHECK_FALSE(key.meaning.empty());
    }
  }
  for (const registry::LearnerRow& row : registry::learner_table())
    CHECK(paths.contains("learners." + row.name));
}

TEST_CASE("a path means a group or keys, by any word that a config has for it") {
  CHECK(selected("kernel.gaussian") == "kernel.gaussian: sigma");
  CHECK(selected("kernels.gaussian") == "kernel.gaussian: sigma");
  CHECK(selected("input_kernel.gaussian.sigma") == "kernel.gaussian: sigma");
  CHECK(selected("gaussian") == "kernel.gaussian: sigma");
  CHECK(selected("seed") == ": seed");
  CHECK(selected("protocol.inner") == "protocol: inner.folds inner.stratified inner.samples");
  CHECK(selected("protocol.outer.folds") == "protocol: outer.folds");
  CHECK(selected("claims.margin") == "claims: margin");
  CHECK(selected("nearest_neighbours.k") == "learners.nearest_neighbours: k");
  CHECK(selected("method.nn.k") == "learners.nearest_neighbours: k");
  CHECK(selected("learners.kde") == selected("learners.kernel_dependency_estimation"));
  CHECK(selected("learners.kde.ridge") == "learners.kernel_dependency_estimation: ridge");
  CHECK(selected("learners")
            .find("learners: method inner_loss probabilities place.row place.column for; learners.aligned") !=
        std::string::npos);
}

TEST_CASE("a text is searched for in the paths of groups, and in the names and meanings of keys") {
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(selected("bandwidth"), "kernel.gaussian: sigma"));  // by its meaning
  CHECK(has(selected("bandwidth"), "learners.kernel_dependency_estimation: bandwidth bandwidth.sigma"));
  CHECK(has(selected("rest_svm"), "learners.one_vs_rest_svm: "));
  CHECK(has(selected("svm"), "learners.support_vector_machine: "));  // by its initials
  CHECK(selected("resident memory") == "profiles: cell_memory");
}

TEST_CASE("a path that means nothing is refused with the nearest") {
  CHECK(selection_error("protocol.outer.flods") ==
        "keys: nothing of the name 'protocol.outer.flods', did you mean 'protocol.outer.folds'?");
  CHECK(selection_error("method.neighbours") ==
        "keys: nothing of the name 'method.neighbours', did you mean 'learners.nearest_neighbours' or "
        "'learners.window_nearest_neighbours'?");
  CHECK(selection_error("..").find("keys: nothing of the name '..'") == 0);
}

TEST_CASE("the schema says of a key what its declaration says") {
  const auto schema = nlohmann::json::parse(config_schema(experiments::experiment_table()));
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"].contains("word_kernels"));  // of one experiment
  const auto& profile = schema["properties"]["profiles"]["additionalProperties"];
  CHECK_FALSE(profile.contains("required"));  // repetitions have a default beside an interval
  CHECK(profile["properties"]["repetitions"]["anyOf"][0] ==
        nlohmann::json({{"type", "integer"}, {"minimum", 1}, {"maximum", 100000}}));
  CHECK(profile["properties"]["cell_time"]["anyOf"][0] ==
        nlohmann::json({{"type", "number"}, {"exclusiveMinimum", 0}}));
  for (const auto& row : schema["definitions"]["learner"]["anyOf"][0]["allOf"]) {
    if (row["if"]["properties"]["method"]["const"] != "aligned_transduction") continue;
    const auto& basis = row["then"]["properties"]["basis"];
    CHECK(basis["properties"]["rule"]["anyOf"][0]["enum"][1] == "random");
    CHECK(basis["additionalProperties"] == false);
    return;
  }
  FAIL("no method aligned_transduction");
}
