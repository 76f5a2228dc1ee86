// Samples as points of a kernel's feature space: what methods on Gram matrices see of them.
#pragma once

#include <armadillo>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/lazy.hpp"
#include "preimage/base/parameters.hpp"
#include "preimage/kernels/gram.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::kernels {

/// How often kernel values were read, and squared distances, as blocks.
struct Reads {
  std::size_t values = 0, squared_distances = 0;
};

/// Of more samples no matrix of all pairs is held. Gram matrices may be slow to compute: 2 GiB. Distances
/// that a kernel computes from the samples themselves cost a matrix product: 32 MiB, beyond which computing
/// them anew is the lesser price.
inline constexpr arma::uword kMaxHeldGram = 16384;
inline constexpr arma::uword kMaxHeldDistances = 2048;

/// n points of a data set, all or some, under one kernel. A value. Between points of one data set a Gram
/// matrix is read from what the data set holds; between two data sets the kernel is evaluated.
class Points {
 public:
  Points() = default;  // of no samples

  /// All samples of a data set. Their Gram matrix is computed as a whole when it is first looked at, and
  /// held: memory 8 n^2 bytes; of more than kMaxHeldGram, whose matrix takes more than 2 GiB, as by_block.
  template <class X>
  static Points of(std::shared_ptr<const Kernel<X>> kernel, std::shared_ptr<const X> samples) {
    using samples::sample_count;
    const Keep keep = sample_count(*samples) > kMaxHeldGram ? Keep::nothing : Keep::whole;
    return of_source(std::make_shared<KernelSource<X>>(std::move(kernel), std::move(samples), keep));
  }
  /// The same without holding it: each block is computed anew.
  template <class X>
  static Points by_block(std::shared_ptr<const Kernel<X>> kernel, std::shared_ptr<const X> samples) {
    return of_source(std::make_shared<KernelSource<X>>(std::move(kernel), std::move(samples), Keep::nothing));
  }
  /// Of a given Gram matrix K, with distances where they are not those of K, and what the kernel is where it
  /// is known: of new samples their kernel values have to be given, too (beside_given).
  /// throws  NumericalError where one is not square
  static Points given(const arma::mat& K, const std::optional<arma::mat>& squared_distances = std::nullopt,
                      const KernelForms& forms = {});
  /// New samples beside n given ones, of which no more is known than their kernel values with these, k(x,
  /// y_i): there are none between new ones.
  /// values             t x n, columns in the order of the Gram matrix that is given
  /// squared_norms      k(x, x) of each, t; what distances are computed from is asked for it, and throws what
  ///                    it throws
  /// squared_distances  t x n, where they are not those of the kernel values
  static Points beside_given(arma::mat values, base::Lazy<arma::vec> squared_norms,
                             std::optional<arma::mat> squared_distances = std::nullopt);

  /// Other samples under the same kernel. Their Gram matrix with these is computed as a whole with the first
  /// values that are read, and held: n rows against m columns that are asked for again and again.
  /// throws  std::invalid_argument where these are no samples of type X
  template <class X>
  Points with_new_samples(std::shared_ptr<const X> samples) const {
    return of_source(std::make_shared<const KernelSource<X>>(source_of<X>(), std::move(samples)));
  }

  arma::uword size() const { return rows_.n_elem; }
  arma::vec squared_norms() const;  // k(x, x) of each
  /// Between the points: n x n, exactly symmetric.
  arma::mat gram() const;
  /// Kernel values of these, the rows, with `columns`.
  /// throws  std::invalid_argument naming both where the other samples are of another kind or dimension
  Gram against(const Points& columns) const;
  /// The same as a matrix, |these| x |columns|, and as squared distances.
  arma::mat cross_gram(const Points& columns) const { return against(columns).all(); }
  arma::mat squared_distances(const Points& columns) const {
    return against(columns).all_squared_distances();
  }
  /// By how much rounding may have moved `squared`, what squared_distances(columns) returned, for the tie
  /// rule (base/ties.hpp).
  arma::mat distance_errors(const Points& columns, const arma::mat& squared) const;
  /// Kernel::rounding of each, n values; none of given kernel values.
  arma::vec rounding() const { return source_->rounding(rows_); }
  /// ||phi(x_i) - phi(y_i)||^2 of pairs: from differences where the kernel has distances of its own, and
  /// exactly 0 of equal samples (of a given Gram matrix: where kernel values differ in their last digits
  /// only).
  /// throws  std::invalid_argument where there are not as many of both
  /// cost    one evaluation each
  arma::vec paired_squared_distances(const Points& others) const;
  /// By how much rounding may have moved `squared`, what that returned; 0 of a distance of 0.
  arma::vec paired_distance_errors(const Points& others, const arma::vec& squared) const;

  /// As samples::select.
  Points subset(const arma::uvec& positions) const { return {source_, rows_.elem(positions)}; }
  /// The same points with the Gram matrix between them held, where blocks of it are asked for again and again
  /// (inner folds of a training set).
  Points with_held_gram() const;
  /// The same points, each block of whose Gram matrix is computed anew, where every block is needed once.
  Points without_held_gram() const;
  /// The same points with samples of their own, in their order, where kernel values are computed block by
  /// block: the samples of a block then lie side by side, and need not be gathered for each block anew. The
  /// same bits.
  /// memory  that of the samples
  Points with_copied_samples() const;

  /// Whether the kernel is one on samples of type X; not of a given Gram matrix.
  template <class X>
  bool are_of() const {
    return dynamic_cast<const KernelSource<X>*>(source_.get()) != nullptr;
  }
  /// The samples themselves, in their order.
  /// throws  std::invalid_argument where these are no samples of type X
  /// cost    a copy
  template <class X>
  X samples() const {
    return source_of<X>()->some(rows_);
  }
  /// What the kernel is, where it is one of vectors.
  KernelForms kernel_forms() const { return source_->kernel_forms(); }
  /// "vectors of 3 numbers"
  std::string kind() const { return source_->kind(); }
  /// How often kernel values of these samples were read, and whether squared distances are known as such.
  Reads reads() const { return source_->reads(); }
  bool has_own_distances() const { return source_->has_own_distances(); }
  /// From where on rounding has taken too many digits of a sample (lost_digits.hpp); nothing of given kernel
  /// values.
  std::optional<double> largest_rounding() const { return source_->largest_rounding(); }
  /// Whether both are of one data set: sample numbers of one are those of the other.
  bool share_samples(const Points& others) const { return source_ == others.source_; }

 private:
  /// Whether the Gram matrix is held as a whole.
  enum class Keep { whole, nothing };

  /// n samples with a kernel. Rows and columns are sample numbers.
  class Source {
   public:
    virtual ~Source() = default;
    /// Between the samples.
    virtual const Gram& own() const = 0;
    /// With samples of another source, which are the columns.
    /// throws  std::invalid_argument naming both where they are of another kind or dimension
    virtual Gram against(const Source& columns) const = 0;
    /// Of some samples with themselves, exactly symmetric.
    virtual arma::mat gram_of(const arma::uvec& rows) const { return own().block(rows, rows); }
    /// k(x, x) of each, n values.
    virtual const arma::vec& squared_norms() const = 0;
    /// Whether squared distances are known as such, not as differences of kernel values.
    virtual bool has_own_distances() const = 0;
    /// By how much rounding may have moved `squared`, the squared distances between some samples and some of
    /// `columns`.
    virtual arma::mat distance_errors(const arma::uvec& rows, const Source& columns,
                                      const arma::uvec& column_rows, const arma::mat& squared) const = 0;
    /// Between one sample and one of `others`: exactly 0 where they are equal. A few pairs of many samples are
    /// no reason to compute a matrix of all.
    virtual double pair_squared_distance(arma::uword row, const Source& others, arma::uword column) const = 0;
    /// "vectors of 3 numbers"
    virtual std::string kind() const = 0;
    virtual KernelForms kernel_forms() const { return {}; }
    /// Of all sources of these samples, held and streamed ones, with each other and with others; none of given
    /// kernel values.
    virtual Reads reads() const { return {}; }
    /// The rounding of these samples (Kernel::rounding), and from where on it has taken too many digits
    /// (lost_digits.hpp); nothing of given kernel values.
    virtual arma::vec rounding(const arma::uvec& /*rows*/) const { return {}; }
    virtual std::optional<double> largest_rounding() const { return std::nullopt; }
    /// The same samples and kernel without a held Gram matrix; nullptr where it is given, so that it is there
    /// anyway.
    virtual std::shared_ptr<const Source> by_block() const { return nullptr; }
    /// Copies of samples `rows` alone; nullptr where kernel values between samples are held.
    virtual std::shared_ptr<const Source> copied(const arma::uvec& /*rows*/, Keep /*keep*/) const {
      return nullptr;
    }
  };
  template <class X>
  class KernelSource;  // of samples and a kernel: kernel_source.hpp
  class GivenSource;   // of kernel values, and BesideGivenSource: points.cpp
  class BesideGivenSource;

  Points(std::shared_ptr<const Source> source, arma::uvec rows)
      : source_(std::move(source)), rows_(std::move(rows)) {}
  static Points of_source(std::shared_ptr<const Source> source);
  template <class X>
  std::shared_ptr<const KernelSource<X>> source_of() const {
    auto source = std::dynamic_pointer_cast<const KernelSource<X>>(source_);
    if (source == nullptr) throw std::invalid_argument("new samples of another kind than " + source_->kind());
    return source;
  }

  std::shared_ptr<const Source> source_;
  arma::uvec rows_;
};

inline std::size_t sample_count(const Points& points) {
  return points.size();
}
inline Points select(const Points& points, const arma::uvec& positions) {
  return points.subset(positions);
}

/// Samples as points.
/// throws  std::invalid_argument where they have no kernel
Points points_of(const samples::SampleSet& samples);

/// One of several kernels on the same samples, and what tells it apart.
struct KernelChoice {
  base::Parameters parameters;
  Points points;
};
/// A form of samples: methods choose among the kernels.
struct KernelChoices {
  std::vector<KernelChoice> kernels;
};
std::size_t sample_count(const KernelChoices& choices);
KernelChoices select(const KernelChoices& choices, const arma::uvec& positions);

}  // namespace preimage::kernels

// What the templates above make.
#include "preimage/kernels/kernel_source.hpp"
