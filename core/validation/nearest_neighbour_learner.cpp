#include <algorithm>

#include "base/error.hpp"
#include "decoders/candidate_search.hpp"
#include "methods/nearest_neighbours.hpp"
#include "validation/learners.hpp"

namespace preimage::validation {

namespace {

class NearestNeighbourLearner final : public Learner {
 public:
  NearestNeighbourLearner(const Problem& problem, std::vector<arma::uword> ks)
      : problem_(problem), ks_(std::move(ks)) {}

  std::size_t grid_size() const override { return ks_.size(); }
  Parameters parameters(std::size_t g) const override { return {{"k", static_cast<double>(ks_[g])}}; }

  Prediction predict(std::size_t g, const Split& split) const override {
    return decode(neighbours(split, ks_[g]), ks_[g], split.train);
  }

  void predict_grid(const Split& split, const Sink& sink) const override {
    const arma::umat sorted = neighbours(split, ks_.back());
    for (std::size_t g = 0; g < ks_.size(); ++g) sink(g, decode(sorted, ks_[g], split.train));
  }

 private:
  arma::umat neighbours(const Split& split, arma::uword k) const {
    return methods::nearest_neighbours(problem_.input_squared_distances.submat(split.test, split.train), k);
  }

  Prediction decode(const arma::umat& sorted, arma::uword k, const Indices& train) const {
    if (k == 1) return {Chosen{train.elem(arma::uvec(sorted.col(0)))}, {}};
    const arma::mat weights = methods::neighbour_weights(sorted, k, train.n_elem);
    const arma::uvec allowed = problem_.is_candidate.elem(train);
    const arma::mat L = problem_.output_gram.submat(train, train);
    return {Chosen{train.elem(decoders::nearest_by_gram(weights, L, L.diag(), allowed))}, {}};
  }

  const Problem& problem_;
  std::vector<arma::uword> ks_;  // ascending: of equals the smallest k
};

}  // namespace

LearnerBuilder parse_nearest_neighbours(const config::Reader& reader) {
  std::vector<arma::uword> ks;
  for (long k : reader.integers("k", 1, 1000000)) ks.push_back(static_cast<arma::uword>(k));
  std::sort(ks.begin(), ks.end());
  return [ks](const Problem& problem) -> std::unique_ptr<const Learner> {
    return std::make_unique<NearestNeighbourLearner>(problem, ks);
  };
}

}  // namespace preimage::validation
