// Where Points (points.hpp) read their kernel values: one source per data set and kernel.
#pragma once

#include <armadillo>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "preimage/base/lazy.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/kind_of.hpp"
#include "preimage/kernels/lost_digits.hpp"
#include "preimage/kernels/pair_matrix.hpp"
#include "preimage/kernels/same_samples.hpp"

namespace preimage::kernels {

/// What a kernel is, where it is one of vectors.
struct KernelForms {
  std::optional<GaussianForm> gaussian = std::nullopt;
  std::optional<PolynomialForm> polynomial = std::nullopt;
};

/// n samples with a kernel. Rows and columns are sample numbers.
class PointSource {
 public:
  virtual ~PointSource() = default;
  /// Between the samples, block by block.
  virtual const PairMatrix& gram() const = 0;
  virtual const PairMatrix& squared_distances() const = 0;
  /// Of some samples with themselves, exactly symmetric.
  virtual arma::mat gram_of(const arma::uvec& rows) const { return gram().submat(rows, rows); }
  /// Whether squared distances are known as such, not as differences of kernel values.
  virtual bool has_own_distances() const = 0;
  /// Between one sample and one of `others`: exactly 0 where they are equal. A few pairs of many samples are no reason to
  /// compute a matrix of all.
  virtual double pair_squared_distance(arma::uword row, const PointSource& others,
                                       arma::uword column) const = 0;
  /// With samples of another source.
  /// throws  std::invalid_argument naming both where they are of another kind or dimension
  virtual arma::mat cross_gram(const arma::uvec& rows, const PointSource& others,
                               const arma::uvec& columns) const = 0;
  virtual arma::mat cross_squared_distances(const arma::uvec& rows, const PointSource& others,
                                            const arma::uvec& columns) const = 0;
  /// "vectors of 3 numbers"
  virtual std::string kind() const = 0;
  virtual KernelForms kernel_forms() const { return {}; }
  /// The same samples and kernel without a held Gram matrix; nothing where it is given, so that it is there anyway.
  virtual std::shared_ptr<const PointSource> by_block() const { return nullptr; }
  /// Samples `rows` alone, copied; nothing where kernel values between samples are held.
  virtual std::shared_ptr<const PointSource> taken_out(const arma::uvec& /*rows*/) const { return nullptr; }
};

/// Whether the Gram matrix is held as a whole.
enum class Keep { whole, nothing };

/// Of more samples no matrix of all pairs is held. Gram matrices may be slow to compute: 2 GiB. Distances that a kernel
/// computes from the samples themselves cost a matrix product: 32 MiB, beyond which computing them anew is the lesser price.
inline constexpr arma::uword kMostHeldGram = 16384;
inline constexpr arma::uword kMostHeldDistances = 2048;

/// The samples are there, and the kernel.
template <class X>
class KernelSource : public PointSource {
 public:
  KernelSource(std::shared_ptr<const Kernel<X>> kernel, std::shared_ptr<const X> samples, Keep keep)
      : kernel_(std::move(kernel)), samples_(std::move(samples)), keep_(keep) {
    if (keep == Keep::whole) {
      hold();
    } else {
      compute_blocks();
    }
  }

  const PairMatrix& gram() const override { return gram_; }
  const PairMatrix& squared_distances() const override { return squared_distances_; }
  arma::mat gram_of(const arma::uvec& rows) const override {
    if (keep_ == Keep::whole) return gram_.submat(rows, rows);
    return kernel_->gram(some(rows));
  }
  bool has_own_distances() const override { return kernels::has_own_distances(*kernel_); }
  double pair_squared_distance(arma::uword row, const PointSource& others,
                               arma::uword column) const override {
    const KernelSource& other = same_kind(others);
    if (are_same(*samples_, row, *other.samples_, column)) return 0.0;
    if (&other == this && !has_own_distances() && gram_.size() <= kMostHeldDistances)
      return arma::as_scalar(kernels::squared_distances(arma::mat{gram_(row, column)}, gram_.diag().row(row),
                                                        gram_.diag().row(column)));
    return arma::as_scalar(
        kernels::squared_distances(*kernel_, some(arma::uvec{row}), other.some(arma::uvec{column})));
  }
  arma::mat cross_gram(const arma::uvec& rows, const PointSource& others,
                       const arma::uvec& columns) const override {
    return kernel_->cross_gram(some(rows), same_kind(others).some(columns));
  }
  arma::mat cross_squared_distances(const arma::uvec& rows, const PointSource& others,
                                    const arma::uvec& columns) const override {
    return kernels::squared_distances(*kernel_, some(rows), same_kind(others).some(columns));
  }
  std::string kind() const override { return kind_of(*samples_); }
  KernelForms kernel_forms() const override { return {kernel_->gaussian_form(), kernel_->polynomial_form()}; }

  std::shared_ptr<const PointSource> by_block() const override {
    return std::make_shared<const KernelSource>(kernel_, samples_, Keep::nothing);
  }

  std::shared_ptr<const PointSource> taken_out(const arma::uvec& rows) const override {
    if (keep_ == Keep::whole) return nullptr;
    return std::make_shared<const KernelSource>(kernel_, std::make_shared<const X>(some(rows)), keep_);
  }

  const std::shared_ptr<const Kernel<X>>& kernel() const { return kernel_; }
  X some(const arma::uvec& rows) const {
    using samples::select;
    return select(*samples_, rows);
  }

 private:
  void hold() {
    arma::vec diagonal = kernel_->diagonal(*samples_);
    const arma::vec zeros(diagonal.n_elem, arma::fill::zeros);
    const auto lost = std::make_shared<arma::uvec>();
    gram_ = PairMatrix::on_demand(std::move(diagonal), [kernel = kernel_, samples = samples_, lost] {
              arma::mat K = kernel->gram(*samples);
              *lost = lost_digits(*kernel, *samples, K);
              return K;
            }).with_lost_digits([lost] { return *lost; });
    if (kernels::has_own_distances(*kernel_) && zeros.n_elem > kMostHeldDistances) {
      compute_distances(zeros);
    } else if (kernels::has_own_distances(*kernel_)) {
      squared_distances_ = PairMatrix::on_demand(zeros, [kernel = kernel_, samples = samples_] {
        return kernels::squared_distances(*kernel, *samples);
      });
    } else {  // those of the Gram matrix, which lose what it has lost
      squared_distances_ = PairMatrix::on_demand(zeros, [gram = gram_] {
                             return kernels::squared_distances(gram.all());
                           }).with_lost_digits([gram = gram_] { return gram.lost_digits().value(); });
    }
  }
  void compute_blocks() {
    arma::vec diagonal = kernel_->diagonal(*samples_);
    const arma::vec zeros(diagonal.n_elem, arma::fill::zeros);
    const auto some_of = [samples = samples_](const arma::uvec& rows) {
      using samples::select;
      return select(*samples, rows);
    };
    gram_ = PairMatrix::by_block(
        std::move(diagonal), [kernel = kernel_, some_of](const arma::uvec& rows, const arma::uvec& columns) {
          return kernel->cross_gram(some_of(rows), some_of(columns));
        });
    compute_distances(zeros);
  }
  /// Block by block; of samples with themselves exactly symmetric.
  void compute_distances(const arma::vec& zeros) {
    squared_distances_ = PairMatrix::by_block(
        zeros, [kernel = kernel_, samples = samples_](const arma::uvec& rows, const arma::uvec& columns) {
          using samples::select;
          const X some = select(*samples, rows);
          if (rows.n_elem == columns.n_elem && arma::all(rows == columns))
            return kernels::squared_distances(*kernel, some);
          return kernels::squared_distances(*kernel, some, select(*samples, columns));
        });
  }
  const KernelSource& same_kind(const PointSource& others) const {
    const auto* same = dynamic_cast<const KernelSource*>(&others);
    if (same != nullptr && same->kind() == kind()) return *same;
    throw std::invalid_argument("the samples are " + kind() + ", those that the model was fitted to " +
                                others.kind());
  }

  std::shared_ptr<const Kernel<X>> kernel_;
  std::shared_ptr<const X> samples_;
  Keep keep_;
  PairMatrix gram_, squared_distances_;
};

/// Samples beside those of another source, `columns`: kernel values with them are computed once, as a whole.
template <class X>
class BesideSource final : public KernelSource<X> {
 public:
  BesideSource(std::shared_ptr<const KernelSource<X>> columns, std::shared_ptr<const X> samples)
      : KernelSource<X>(columns->kernel(), samples, Keep::whole),
        columns_(columns),
        cross_([columns, samples] {
          const arma::uvec all = arma::regspace<arma::uvec>(0, columns->gram().size() - 1);
          return columns->kernel()->cross_gram(*samples, columns->some(all));
        }) {}

  arma::mat cross_gram(const arma::uvec& rows, const PointSource& others,
                       const arma::uvec& columns) const override {
    if (&others == columns_.get()) return cross_->submat(rows, columns);
    return KernelSource<X>::cross_gram(rows, others, columns);
  }

 private:
  std::shared_ptr<const KernelSource<X>> columns_;
  base::Lazy<arma::mat> cross_;
};

}  // namespace preimage::kernels
