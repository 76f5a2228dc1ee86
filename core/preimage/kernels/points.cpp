#include "preimage/kernels/points.hpp"

#include <limits>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/ties.hpp"
#include "preimage/linalg/gather.hpp"

namespace preimage::kernels {

/// Kernel values without samples.
class Points::GivenSource final : public Points::Source {
 public:
  GivenSource(const arma::mat& K, const std::optional<arma::mat>& squared_distances, const KernelForms& forms)
      : norms_(K.diag()), has_own_distances_(squared_distances.has_value()), forms_(forms) {
    Gram::Source source;
    source.n_rows = source.n_columns = K.n_rows;
    const auto held = std::make_shared<const arma::mat>(K);
    source.values = [held](const arma::uvec& r, const arma::uvec& c) {
      return linalg::gathered(*held, r, c);
    };
    const base::Lazy<arma::mat> distances =
        squared_distances ? base::Lazy<arma::mat>(*squared_distances)
                          : base::Lazy<arma::mat>([held] { return kernels::squared_distances(*held); });
    source.squared_distances = [distances](const arma::uvec& r, const arma::uvec& c) {
      return linalg::gathered(*distances, r, c);
    };
    source.diagonal = [norms = norms_] { return norms; };
    own_ = Gram(std::move(source));
  }
  const Gram& own() const override { return own_; }
  Gram against(const Source& columns) const override {
    throw std::invalid_argument("a given Gram matrix has no kernel to compare its samples with " +
                                columns.kind());
  }
  const arma::vec& squared_norms() const override { return norms_; }
  bool has_own_distances() const override { return has_own_distances_; }
  arma::mat distance_errors(const arma::uvec& rows, const Source& /*columns*/, const arma::uvec& column_rows,
                            const arma::mat& squared) const override {
    if (has_own_distances_) return base::kRoundingOfSums * squared;
    return errors_of_values(norms_.elem(rows), norms_.elem(column_rows));
  }
  /// There are no samples to compare: what kernel values tell apart by their last digits only are equal.
  double pair_squared_distance(arma::uword row, const Source& others, arma::uword column) const override {
    if (&others != this) against(others);
    const arma::uvec i{row}, j{column};
    if (has_own_distances_) return arma::as_scalar(own_.squared_distances(i, j));
    const double norms = norms_(row) + norms_(column);
    const double squared = norms - 2.0 * arma::as_scalar(own_.block(i, j));
    return squared <= 4.0 * std::numeric_limits<double>::epsilon() * norms ? 0.0 : squared;
  }
  std::string kind() const override { return "samples of a given Gram matrix"; }
  KernelForms kernel_forms() const override { return forms_; }

 private:
  arma::vec norms_;
  bool has_own_distances_;
  KernelForms forms_;
  Gram own_;
};

/// Kernel values of new samples with those of a GivenSource.
class Points::BesideGivenSource final : public Points::Source {
 public:
  BesideGivenSource(arma::mat values, base::Lazy<arma::vec> norms, std::optional<arma::mat> distances)
      : values_(std::make_shared<const arma::mat>(std::move(values))),
        norms_(std::move(norms)),
        distances_(std::move(distances)) {
    Gram::Source own;
    own.n_rows = own.n_columns = values_->n_rows;
    own.values = [](const arma::uvec&, const arma::uvec&) -> arma::mat { fail(); };
    own_ = Gram(std::move(own));
  }
  const Gram& own() const override { return own_; }
  Gram against(const Source& columns) const override {
    const auto* given = dynamic_cast<const GivenSource*>(&columns);
    if (given == nullptr || given->squared_norms().n_elem != values_->n_cols)
      throw std::invalid_argument(
          fmt::format("the new samples have kernel values with {} given ones, not with {}", values_->n_cols,
                      columns.kind()));
    Gram::Source source;
    source.n_rows = values_->n_rows;
    source.n_columns = values_->n_cols;
    source.values = [values = values_](const arma::uvec& r, const arma::uvec& c) {
      return linalg::gathered(*values, r, c);
    };
    source.squared_distances = [values = values_, norms = norms_, distances = distances_,
                                column_norms = given->squared_norms()](const arma::uvec& r,
                                                                       const arma::uvec& c) {
      if (distances) return linalg::gathered(*distances, r, c);
      return kernels::squared_distances(linalg::gathered(*values, r, c), norms->elem(r),
                                        column_norms.elem(c));
    };
    return Gram(std::move(source));
  }
  const arma::vec& squared_norms() const override { return *norms_; }
  bool has_own_distances() const override { return distances_.has_value(); }
  arma::mat distance_errors(const arma::uvec& rows, const Source& columns, const arma::uvec& column_rows,
                            const arma::mat& squared) const override {
    if (distances_) return base::kRoundingOfSums * squared;
    return errors_of_values(norms_->elem(rows), columns.squared_norms().elem(column_rows));
  }
  double pair_squared_distance(arma::uword, const Source&, arma::uword) const override { fail(); }
  std::string kind() const override { return "new samples beside a given Gram matrix"; }

 private:
  [[noreturn]] static void fail() {
    throw std::invalid_argument(
        "new samples beside a given Gram matrix have no kernel values with each other");
  }

  std::shared_ptr<const arma::mat> values_;
  base::Lazy<arma::vec> norms_;
  std::optional<arma::mat> distances_;
  Gram own_;
};

namespace {

void require_square(const arma::mat& K) {
  if (!K.is_square())
    throw NumericalError(fmt::format("Gram matrix: {} x {}, expected a square matrix", K.n_rows, K.n_cols));
}

}  // namespace

Points Points::given(const arma::mat& K, const std::optional<arma::mat>& squared_distances,
                     const KernelForms& forms) {
  require_square(K);
  if (squared_distances) require_square(*squared_distances);
  return of_source(std::make_shared<const GivenSource>(K, squared_distances, forms));
}

Points Points::beside_given(arma::mat values, base::Lazy<arma::vec> squared_norms,
                            std::optional<arma::mat> squared_distances) {
  return of_source(std::make_shared<const BesideGivenSource>(std::move(values), std::move(squared_norms),
                                                             std::move(squared_distances)));
}

Points Points::of_source(std::shared_ptr<const Source> source) {
  const arma::uword n = source->own().n_rows();
  arma::uvec rows = n == 0 ? arma::uvec() : arma::regspace<arma::uvec>(0, n - 1);
  return {std::move(source), std::move(rows)};
}

arma::vec Points::squared_norms() const {
  if (source_ == nullptr) return {};
  return source_->squared_norms().elem(rows_);
}

arma::mat Points::gram() const {
  return source_->gram_of(rows_);
}

Gram Points::against(const Points& columns) const {
  const Gram all = columns.source_ == source_ ? source_->own() : source_->against(*columns.source_);
  return all.subset(rows_, columns.rows_);
}

arma::vec Points::paired_squared_distances(const Points& others) const {
  if (others.size() != size())
    throw std::invalid_argument(fmt::format("pairs of points: {} and {}", size(), others.size()));
  arma::vec values(size());
  for (arma::uword i = 0; i < size(); ++i)
    values(i) = source_->pair_squared_distance(rows_(i), *others.source_, others.rows_(i));
  return values;
}

arma::mat Points::distance_errors(const Points& columns, const arma::mat& squared) const {
  return source_->distance_errors(rows_, *columns.source_, columns.rows_, squared);
}

arma::vec Points::paired_distance_errors(const Points& others, const arma::vec& squared) const {
  arma::vec errors(squared.n_elem, arma::fill::zeros);
  if (!has_own_distances()) {  // errors_of_values of each pair
    const arma::uvec apart = arma::find(squared > 0.0);
    const arma::vec norms = arma::abs(squared_norms()) + arma::abs(others.squared_norms());
    errors.elem(apart) = base::kRoundingOfSums * norms.elem(apart);
    return errors;
  }
  for (arma::uword i = 0; i < squared.n_elem; ++i) {
    if (squared(i) > 0.0)
      errors(i) = arma::as_scalar(source_->distance_errors(arma::uvec{rows_(i)}, *others.source_,
                                                           arma::uvec{others.rows_(i)}, squared.row(i)));
  }
  return errors;
}

Points Points::without_held_gram() const {
  std::shared_ptr<const Source> anew = source_->by_block();
  return anew == nullptr ? *this : Points(std::move(anew), rows_);
}

Points Points::with_copied_samples() const {
  std::shared_ptr<const Source> own = source_->copied(rows_, Keep::nothing);
  return own == nullptr ? *this : of_source(std::move(own));
}

Points Points::with_held_gram() const {
  std::shared_ptr<const Source> own = source_->copied(rows_, Keep::whole);
  return own == nullptr ? *this : of_source(std::move(own));
}

Points points_of(const samples::SampleSet& samples) {
  if (!samples.has<Points>()) fail_without_kernel();
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
