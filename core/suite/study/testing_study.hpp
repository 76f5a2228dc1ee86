// The toy config as a study.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment_table.hpp"
#include "suite/data/data_source.hpp"
#include "suite/study/study.hpp"
#include "testing/toy_config.hpp"

namespace preimage::testing {

/// Data drawn by formula, wherever real ones are.
inline suite::data::DataSource stand_in() {
  suite::data::DataSource source;
  source.stand_in = true;
  return source;
}

inline suite::study::Study parse(const std::string& text,
                                 const std::vector<suite::config::Override>& overrides = {},
                                 const std::string& config = "toy") {
  return suite::study::parse_study(suite::config::parse_yaml(text, "toy.yaml"), config, overrides,
                                   experiments::experiment_table());
}

}  // namespace preimage::testing
