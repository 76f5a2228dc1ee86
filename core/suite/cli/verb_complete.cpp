#include <iostream>
#include <set>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verb_help.hpp"
#include "suite/config/config_error.hpp"
#include "suite/run/find_config.hpp"
#include "suite/run/selection.hpp"
#include "suite/study/config_keys.hpp"
#include "suite/study/study.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Of what the words name the configs; where none is one, all of configs/.
std::vector<fs::path> configs_among(const std::vector<std::string>& words) {
  std::vector<fs::path> configs;
  for (const std::string& word : words) {
    try {
      const fs::path config = run::find_config(word);
      if (fs::is_regular_file(config)) configs.push_back(config);
    } catch (const std::exception&) {  // the value of an option, or half a name
    }
  }
  return configs.empty() ? run::selected_configs({}) : configs;
}

template <class Take>
void for_each_study(const study::ExperimentTable& experiments, const std::vector<std::string>& words,
                    const Take& take) {
  for (const fs::path& config : configs_among(words)) {
    try {
      take(study::load_study(config, {}, experiments));
    } catch (const std::exception&) {  // see verb_complete
    }
  }
}

}  // namespace

int verb_complete(const study::ExperimentTable& experiments, const std::string& offer,
                  const std::vector<std::string>& words) {
  std::set<std::string> names;
  if (offer == "configs") {
    for (const fs::path& config : run::selected_configs({})) names.insert(config.stem().string());
  } else if (offer == "readings") {
    for_each_study(experiments, words, [&names](const study::Study& study) {
      for (const study::Reading& reading : study.readings) names.insert(reading.name);
    });
  } else if (offer == "learners") {
    for_each_study(experiments, words, [&names](const study::Study& study) {
      for (const study::Reading& reading : study.readings) {
        for (const registry::ParsedLearner& learner : reading.learners) names.insert(learner.name);
      }
    });
  } else if (offer == "profiles") {
    for_each_study(experiments, words, [&names](const study::Study& study) {
      for (const auto& [name, profile] : study.profiles) names.insert(name);
    });
  } else if (offer == "keys") {
    for (const study::KeyGroup& group : study::key_groups(experiments)) {
      if (!group.path.empty()) names.insert(group.path);
    }
  } else {
    throw ConfigError("complete: nothing of the name " + base::excerpt(offer) +
                      base::suggestion(offer, {"configs", "readings", "learners", "profiles", "keys"}));
  }
  for (const std::string& name : names) std::cout << name << "\n";
  return kOk;
}

}  // namespace preimage::suite::cli
