#include "preimage/kernels/points.hpp"

#include <limits>

#include <fmt/format.h>

#include "preimage/base/ties.hpp"

namespace preimage::kernels {

std::string kind_of(const Vectors& samples) {
  return fmt::format("vectors of {} numbers", samples.n_cols);
}

std::string kind_of(const samples::VectorSequences& samples) {
  return fmt::format("sequences of vectors of {} numbers", samples.elements.n_cols);
}

namespace {

/// Kernel values without samples.
class GivenSource final : public PointSource {
 public:
  GivenSource(PairMatrix gram, PairMatrix squared_distances, bool has_own_distances, KernelForms forms)
      : gram_(std::move(gram)),
        squared_distances_(std::move(squared_distances)),
        has_own_distances_(has_own_distances),
        forms_(forms) {}
  const PairMatrix& gram() const override { return gram_; }
  const PairMatrix& squared_distances() const override { return squared_distances_; }
  bool has_own_distances() const override { return has_own_distances_; }
  /// There are no samples to compare: what kernel values tell apart by their last digits only are equal.
  double pair_squared_distance(arma::uword row, const PointSource& others,
                               arma::uword column) const override {
    if (&others != this) return arma::as_scalar(cross_gram(arma::uvec{row}, others, arma::uvec{column}));
    if (has_own_distances_) return squared_distances_(row, column);
    const double norms = gram_.diag()(row) + gram_.diag()(column);
    const double squared = norms - 2.0 * gram_(row, column);
    return squared <= 4.0 * std::numeric_limits<double>::epsilon() * norms ? 0.0 : squared;
  }
  arma::mat cross_gram(const arma::uvec& /*rows*/, const PointSource& others,
                       const arma::uvec& /*columns*/) const override {
    throw std::invalid_argument("a given Gram matrix has no kernel to compare its samples with " +
                                others.kind());
  }
  arma::mat cross_squared_distances(const arma::uvec& rows, const PointSource& others,
                                    const arma::uvec& columns) const override {
    return cross_gram(rows, others, columns);
  }
  std::string kind() const override { return "samples of a given Gram matrix"; }
  KernelForms kernel_forms() const override { return forms_; }

 private:
  PairMatrix gram_, squared_distances_;
  bool has_own_distances_;
  KernelForms forms_;
};

/// A source of which one block is held.
class HeldSource final : public PointSource {
 public:
  HeldSource(std::shared_ptr<const PointSource> source, const arma::uvec& rows)
      : source_(std::move(source)),
        gram_(source_->gram().with_held(rows)),
        squared_distances_(source_->squared_distances().with_held(rows)) {}
  const PairMatrix& gram() const override { return gram_; }
  const PairMatrix& squared_distances() const override { return squared_distances_; }
  bool has_own_distances() const override { return source_->has_own_distances(); }
  double pair_squared_distance(arma::uword row, const PointSource& others,
                               arma::uword column) const override {
    return source_->pair_squared_distance(row, &others == this ? *source_ : others, column);
  }
  arma::mat cross_gram(const arma::uvec& rows, const PointSource& others,
                       const arma::uvec& columns) const override {
    return source_->cross_gram(rows, others, columns);
  }
  arma::mat cross_squared_distances(const arma::uvec& rows, const PointSource& others,
                                    const arma::uvec& columns) const override {
    return source_->cross_squared_distances(rows, others, columns);
  }
  std::string kind() const override { return source_->kind(); }
  KernelForms kernel_forms() const override { return source_->kernel_forms(); }

 private:
  std::shared_ptr<const PointSource> source_;
  PairMatrix gram_, squared_distances_;
};

}  // namespace

Points Points::given(const arma::mat& K, const std::optional<arma::mat>& squared_distances,
                     const KernelForms& forms) {
  PairMatrix gram(K);
  PairMatrix distances =
      squared_distances ? PairMatrix(*squared_distances)
                        : PairMatrix::on_demand(arma::vec(K.n_rows, arma::fill::zeros),
                                                [gram] { return kernels::squared_distances(gram.all()); });
  return of_source(std::make_shared<GivenSource>(std::move(gram), std::move(distances),
                                                 squared_distances.has_value(), forms));
}

Points Points::of_source(std::shared_ptr<const PointSource> source) {
  const arma::uword n = source->gram().size();
  arma::uvec rows = n == 0 ? arma::uvec() : arma::regspace<arma::uvec>(0, n - 1);
  return {std::move(source), std::move(rows)};
}

arma::vec Points::squared_norms() const {
  if (source_ == nullptr) return {};
  return source_->gram().diag().elem(rows_);
}

arma::mat Points::gram() const {
  return source_->gram_of(rows_);
}

arma::mat Points::cross_gram(const Points& columns) const {
  if (columns.source_ == source_) return source_->gram().submat(rows_, columns.rows_);
  return source_->cross_gram(rows_, *columns.source_, columns.rows_);
}

arma::mat Points::squared_distances(const Points& columns) const {
  if (columns.source_ == source_) return source_->squared_distances().submat(rows_, columns.rows_);
  return source_->cross_squared_distances(rows_, *columns.source_, columns.rows_);
}

arma::vec Points::paired_squared_distances(const Points& others) const {
  if (others.size() != size())
    throw std::invalid_argument(fmt::format("pairs of points: {} and {}", size(), others.size()));
  arma::vec values(size());
  for (arma::uword i = 0; i < size(); ++i)
    values(i) = source_->pair_squared_distance(rows_(i), *others.source_, others.rows_(i));
  return values;
}

arma::vec Points::distance_errors() const {
  if (source_ == nullptr || source_->has_own_distances()) return arma::vec(size(), arma::fill::zeros);
  return base::kRoundingOfSums * arma::abs(squared_norms());
}

Points Points::without_held_gram() const {
  std::shared_ptr<const PointSource> anew = source_->by_block();
  return anew == nullptr ? *this : Points(std::move(anew), rows_);
}

Points Points::taken_out() const {
  std::shared_ptr<const PointSource> own = source_->taken_out(rows_);
  return own == nullptr ? *this : of_source(std::move(own));
}

Points Points::with_held_gram() const {
  return {std::make_shared<HeldSource>(source_, rows_), rows_};
}

Points points_of(const samples::SampleSet& samples) {
  if (!samples.has<Points>())
    throw std::invalid_argument("a learner asks for a kernel that this experiment does not have");
  return samples.get<Points>();
}

std::size_t sample_count(const KernelChoices& choices) {
  return choices.kernels.empty() ? 0 : choices.kernels.front().points.size();
}

KernelChoices select(const KernelChoices& choices, const arma::uvec& positions) {
  KernelChoices result;
  for (const auto& [parameters, points] : choices.kernels)
    result.kernels.push_back({parameters, points.subset(positions)});
  return result;
}

}  // namespace preimage::kernels
