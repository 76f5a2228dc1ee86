#include "suite/study/constant_answer.hpp"

#include <algorithm>
#include <map>

#include "preimage/kernels/kernel.hpp"

namespace preimage::suite::study {

namespace {

double error_of_commonest(const kernels::Labels& labels, const samples::Split& split) {
  std::map<int, std::size_t> counts;
  for (const arma::uword i : split.train) ++counts[labels[i]];
  const int commonest =
      std::ranges::max_element(counts, {}, [](const auto& count) { return count.second; })->first;
  double wrong = 0.0;
  for (const arma::uword i : split.test) wrong += labels[i] == commonest ? 0.0 : 1.0;
  return wrong / static_cast<double>(split.test.n_elem);
}

double error_of_mean(const arma::mat& Y, const samples::Split& split) {
  arma::mat differences = Y.rows(split.test);
  differences.each_row() -= arma::rowvec(arma::mean(Y.rows(split.train), 0));
  return arma::accu(arma::square(differences)) / static_cast<double>(split.test.n_elem);
}

template <class Y, class Error>
ConstantAnswer averaged(const std::string& is, const Y& outputs, const std::vector<samples::Split>& splits,
                        const Error& error) {
  ConstantAnswer answer{is, 0.0};
  for (const samples::Split& split : splits) answer.loss += error(outputs, split);
  answer.loss /= static_cast<double>(splits.size());
  return answer;
}

}  // namespace

std::optional<ConstantAnswer> constant_answer(const Task& task, const std::string& measure,
                                              const std::vector<samples::Split>& splits) {
  const samples::SampleSet& outputs = task.data.outputs;
  if (splits.empty()) return std::nullopt;
  if (measure == kErrorOfClasses && outputs.has<kernels::Labels>())
    return averaged("the commonest class of each training set", outputs.get<kernels::Labels>(), splits,
                    error_of_commonest);
  if (measure == kErrorOfVectors && outputs.has<kernels::Vectors>())
    return averaged("the mean of each training set's outputs", outputs.get<kernels::Vectors>(), splits,
                    error_of_mean);
  return std::nullopt;
}

}  // namespace preimage::suite::study
