#include "suite/run/predict_again.hpp"

#include "preimage/base/error.hpp"

namespace preimage::suite::run {

outputs::Prediction predict_again(const study::Cell& cell, const study::Task& task,
                                  const records::ResultRecord& record, const arma::uvec& samples) {
  const std::unique_ptr<const validation::Learner> learner = cell.learner->build(task.data, nullptr);
  for (std::size_t g = 0; g < learner->grid_size(); ++g) {
    if (learner->parameters(g) == record.chosen)
      return learner->predict(g, {study::outer_split(cell, task).train, samples});
  }
  throw DataError("record " + record.key + ": its hyper-parameters are not in the grid of " +
                  cell.learner->name);
}

}  // namespace preimage::suite::run
