// The toy config as a study.
#pragma once

#include <string>
#include <vector>

#include "experiments/experiment_table.hpp"
#include "suite/data/data_source.hpp"
#include "suite/study/plan.hpp"
#include "suite/study/study.hpp"
#include "testing/toy_config.hpp"

namespace preimage::testing {

/// The cells of a reading. The study must outlive them.
inline std::vector<suite::study::Cell> plan_cells(const suite::study::Study& study,
                                                  const suite::study::Reading& reading, int repetitions,
                                                  const suite::data::DataSource& data) {
  const std::shared_ptr<const suite::study::Study> of_caller(std::shared_ptr<const suite::study::Study>(),
                                                             &study);
  return list_cells(suite::study::plan_reading(of_caller, reading, repetitions, data));
}

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
