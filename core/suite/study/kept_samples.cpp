#include "suite/study/kept_samples.hpp"

#include <stdexcept>

#include "suite/study/task.hpp"

namespace preimage::suite::study {

arma::uvec training_samples(const Experiment& experiment, const Task& task) {
  if (experiment.kept == nullptr) throw std::logic_error("models of this experiment are not kept");
  if (experiment.kept->training) return experiment.kept->training(task);
  return arma::regspace<arma::uvec>(0, task.data.size() - 1);
}

}  // namespace preimage::suite::study
