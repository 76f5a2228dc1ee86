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
inline experiments::DataSource stand_in() {
  experiments::DataSource source;
  source.stand_in = true;
  return source;
}

inline experiments::Study parse(const std::string& text,
                                const std::vector<experiments::Override>& overrides = {},
                                const std::string& config = "toy") {
  return experiments::parse_study(config::parse_yaml(text, "toy.yaml"), config, overrides,
                                  experiments::experiment_table());
}

}  // namespace preimage::testing
