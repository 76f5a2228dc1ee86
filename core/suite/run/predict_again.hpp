#pragma once

#include "suite/study/draws.hpp"

namespace preimage::suite::run {

/// What the learner of a finished cell says about any samples: fitted again on the cell's training set with
/// the hyper-parameters of its record.
outputs::Prediction predict_again(const study::Cell& cell, const study::Task& task,
                                  const records::ResultRecord& record, const arma::uvec& samples);

}  // namespace preimage::suite::run
