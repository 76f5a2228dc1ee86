#include "preimage/regression/nearest_neighbours.hpp"

#include <algorithm>

#include "preimage/base/error.hpp"
#include "preimage/decoders/candidate_search.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

class NearestNeighbourLearner final : public validation::Learner {
 public:
  NearestNeighbourLearner(const validation::Problem& problem, std::vector<arma::uword> ks,
                          bool one_may_be_any)
      : problem_(problem), ks_(std::move(ks)), one_may_be_any_(one_may_be_any) {}

  std::size_t grid_size() const override { return ks_.size(); }
  validation::Parameters parameters(std::size_t g) const override {
    return {{"k", static_cast<double>(ks_[g])}};
  }

  validation::Prediction predict(std::size_t g, const validation::Split& split) const override {
    return decode(neighbours(split, ks_[g]), ks_[g], split.train);
  }

  void predict_grid(const validation::Split& split, const Sink& sink) const override {
    const arma::umat sorted = neighbours(split, ks_.back());
    for (std::size_t g = 0; g < ks_.size(); ++g) sink(g, decode(sorted, ks_[g], split.train));
  }

 private:
  arma::umat neighbours(const validation::Split& split, arma::uword k) const {
    return regression::nearest_neighbours(problem_.input_squared_distances.submat(split.test, split.train),
                                          k);
  }

  /// The candidate nearest to the mean of k neighbours' outputs. For one neighbour that is the neighbour
  /// itself, which needs no search where it may be the answer.
  validation::Prediction decode(const arma::umat& sorted, arma::uword k,
                                const validation::Indices& train) const {
    const arma::uvec nearest = sorted.col(0);
    const arma::uvec allowed = problem_.is_candidate.elem(train);
    arma::uvec is_answer(nearest.n_elem, arma::fill::zeros);
    if (k == 1) is_answer = allowed.elem(nearest);
    if (k == 1 && one_may_be_any_) is_answer.ones();
    if (arma::all(is_answer)) return {validation::Chosen{train.elem(nearest)}, {}};
    const arma::mat weights = regression::neighbour_weights(sorted, k, train.n_elem);
    const arma::mat L = problem_.output_gram.submat(train, train);
    arma::uvec chosen = decoders::nearest_by_gram(weights, L, L.diag(), allowed);
    const arma::uvec own = arma::find(is_answer);
    chosen.elem(own) = nearest.elem(own);
    return {validation::Chosen{train.elem(chosen)}, {}};
  }

  const validation::Problem& problem_;
  std::vector<arma::uword> ks_;  // ascending: of equals the smallest k
  bool one_may_be_any_;          // k = 1 answers with the neighbour's output, candidate or not
};

constexpr Integers kK{"k", 1, 1000000, "neighbours"};
constexpr Choice kOneNeighbour{"one_neighbour", "candidate | any",
                               "any: k = 1 may answer with an output that is no candidate", "candidate"};

LearnerBuilder parse(const config::Reader& reader) {
  std::vector<arma::uword> ks = kK.read_as<arma::uword>(reader);
  std::sort(ks.begin(), ks.end());
  const bool any = kOneNeighbour.is(reader, "any");
  return [ks, any](const validation::Problem& problem) -> std::unique_ptr<const validation::Learner> {
    return std::make_unique<NearestNeighbourLearner>(problem, ks, any);
  };
}

}  // namespace

LearnerRow make_nearest_neighbours_row() {
  return {"nearest_neighbours",
          3,
          "the outputs of the k nearest training samples",
          facts_of(kK, kOneNeighbour),
          "{method: nearest_neighbours, k: [1, 3]}",
          parse};
}

}  // namespace preimage::suite::registry
