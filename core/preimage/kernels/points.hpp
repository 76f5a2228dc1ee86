// Samples as points of a kernel's feature space: what methods on Gram matrices see of them.
#pragma once

#include <armadillo>
#include <atomic>
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
#include "preimage/kernels/lost_digits.hpp"
#include "preimage/linalg/gather.hpp"
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
  class KernelSource;  // of samples and a kernel
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

/// The samples are there, and the kernel.
template <class X>
class Points::KernelSource final : public Points::Source {
 public:
  KernelSource(std::shared_ptr<const Kernel<X>> kernel, std::shared_ptr<const X> samples, Keep keep)
      : KernelSource(kernel, samples, keep, std::make_shared<Watch>(base::Lazy<double>([kernel, samples] {
                       return kernels::largest_rounding(*kernel, *samples);
                     }))) {}

  /// New samples, whose kernel values with those of `columns` are computed as a whole with the first that is
  /// read, and held. Reads of them count as reads of these.
  KernelSource(std::shared_ptr<const KernelSource> columns, std::shared_ptr<const X> samples)
      : KernelSource(columns->kernel_, std::move(samples), Keep::whole, columns->watch_) {
    columns_ = std::move(columns);
    cross_.emplace([kernel = kernel_, rows = samples_, columns = columns_->samples_] {
      require_gram_memory(sample_count(*rows), sample_count(*columns));
      return kernel->cross_gram(*rows, *columns);
    });
  }

  const Gram& own() const override { return own_; }
  Gram against(const Source& columns) const override {
    const KernelSource& others = same_kind(columns);
    Gram::Source source = computed(others);
    if (&others == columns_.get())
      source.values = [cross = *cross_, watch = others.watch_](const arma::uvec& r, const arma::uvec& c) {
        ++watch->values;
        return linalg::gathered(*cross, r, c);
      };
    return Gram(std::move(source));
  }
  arma::mat gram_of(const arma::uvec& rows) const override {
    if (keep_ == Keep::whole) return own_.block(rows, rows);
    require_gram_memory(rows.n_elem, rows.n_elem);
    ++watch_->values;
    return kernel_->gram(some(rows));
  }
  const arma::vec& squared_norms() const override { return squared_norms_; }
  bool has_own_distances() const override { return has_own_distances_; }
  arma::mat distance_errors(const arma::uvec& rows, const Source& columns, const arma::uvec& column_rows,
                            const arma::mat& squared) const override {
    if (!has_own_distances())
      return errors_of_values(squared_norms_.elem(rows), columns.squared_norms().elem(column_rows));
    return kernel_->own_distance_errors(some(rows), same_kind(columns).some(column_rows), squared);
  }
  double pair_squared_distance(arma::uword row, const Source& others, arma::uword column) const override {
    const KernelSource& other = same_kind(others);
    if (are_same(*samples_, row, *other.samples_, column)) return 0.0;
    if (&other == this && !has_own_distances_ && squared_norms_.n_elem <= kMaxHeldDistances) {
      const double inner = keep_ == Keep::whole
                               ? (*held_)(row, column)
                               : arma::as_scalar(own_.block(arma::uvec{row}, arma::uvec{column}));
      const double squared = squared_norms_(row) + squared_norms_(column) - 2.0 * inner;
      return squared < 0.0 ? 0.0 : squared;  // lets NaN through
    }
    return arma::as_scalar(
        kernels::squared_distances(*kernel_, some(arma::uvec{row}), other.some(arma::uvec{column})));
  }
  std::string kind() const override { return kind_of(*samples_); }
  KernelForms kernel_forms() const override { return {kernel_->gaussian_form(), kernel_->polynomial_form()}; }
  Reads reads() const override { return {watch_->values, watch_->squared_distances}; }
  arma::vec rounding(const arma::uvec& rows) const override { return kernel_->rounding(some(rows)); }
  std::optional<double> largest_rounding() const override { return *watch_->largest_rounding; }
  std::shared_ptr<const Source> by_block() const override {
    return std::shared_ptr<const Source>(new KernelSource(kernel_, samples_, Keep::nothing, watch_));
  }
  std::shared_ptr<const Source> copied(const arma::uvec& rows, Keep keep) const override {
    if (keep_ == Keep::whole) return nullptr;
    return std::shared_ptr<const Source>(
        new KernelSource(kernel_, std::make_shared<const X>(some(rows)), keep, watch_));
  }

  X some(const arma::uvec& rows) const {
    using samples::select;
    return select(*samples_, rows);
  }

 private:
  /// What all sources of a data set's samples share.
  struct Watch {
    explicit Watch(base::Lazy<double> limit) : largest_rounding(std::move(limit)) {}
    std::atomic<std::size_t> values = 0, squared_distances = 0;  // reads
    base::Lazy<double> largest_rounding;
  };

  KernelSource(std::shared_ptr<const Kernel<X>> kernel, std::shared_ptr<const X> samples, Keep keep,
               std::shared_ptr<Watch> watch)
      : kernel_(std::move(kernel)),
        samples_(std::move(samples)),
        keep_(keep),
        watch_(std::move(watch)),
        has_own_distances_(kernels::has_own_distances(*kernel_)),
        squared_norms_(kernel_->diagonal(*samples_)),
        held_([kernel = kernel_, samples = samples_] {
          require_gram_memory(sample_count(*samples), sample_count(*samples));
          return kernel->gram(*samples);
        }),
        own_(own_source()) {}

  /// Blocks are computed anew; those of samples with themselves have exactly symmetric distances.
  Gram::Source computed(const KernelSource& others) const {
    using samples::sample_count;
    using samples::select;
    Gram::Source source;
    source.n_rows = sample_count(*samples_);
    source.n_columns = sample_count(*others.samples_);
    source.values = [kernel = kernel_, rows = samples_, columns = others.samples_,
                     both = std::pair(watch_, others.watch_)](const arma::uvec& r, const arma::uvec& c) {
      ++both.first->values;
      ++both.second->values;
      return kernel->cross_gram(select(*rows, r), select(*columns, c));
    };
    source.squared_distances = [kernel = kernel_, rows = samples_, columns = others.samples_,
                                both = std::pair(watch_, others.watch_)](const arma::uvec& r,
                                                                         const arma::uvec& c) {
      ++both.first->squared_distances;
      ++both.second->squared_distances;
      const X some = select(*rows, r);
      if (rows == columns && r.n_elem == c.n_elem && arma::all(r == c))
        return kernels::squared_distances(*kernel, some);
      return kernels::squared_distances(*kernel, some, select(*columns, c));
    };
    return source;
  }

  Gram::Source own_source() const {
    Gram::Source source = computed(*this);
    source.diagonal = [norms = squared_norms_] { return norms; };
    if (keep_ == Keep::nothing) return source;
    source.values = [held = held_, watch = watch_](const arma::uvec& r, const arma::uvec& c) {
      ++watch->values;
      return linalg::gathered(*held, r, c);
    };
    if (has_own_distances() && source.n_rows > kMaxHeldDistances) return source;
    const base::Lazy<arma::mat> distances =
        has_own_distances() ? base::Lazy<arma::mat>([kernel = kernel_, samples = samples_] {
          return kernels::squared_distances(*kernel, *samples);
        })
                            : base::Lazy<arma::mat>([held = held_, samples = samples_] {
                                return kernels::squared_distances(*held, *samples);
                              });
    source.squared_distances = [distances, watch = watch_](const arma::uvec& r, const arma::uvec& c) {
      ++watch->squared_distances;
      return linalg::gathered(*distances, r, c);
    };
    return source;
  }

  const KernelSource& same_kind(const Source& others) const {
    const auto* same = dynamic_cast<const KernelSource*>(&others);
    if (same != nullptr && same->kind() == kind()) return *same;
    throw std::invalid_argument("the samples are " + kind() + ", those that the model was fitted to " +
                                others.kind());
  }

  std::shared_ptr<const Kernel<X>> kernel_;
  std::shared_ptr<const X> samples_;
  Keep keep_ = Keep::whole;
  std::shared_ptr<Watch> watch_;
  bool has_own_distances_ = false;
  arma::vec squared_norms_;
  base::Lazy<arma::mat> held_;
  Gram own_;
  std::shared_ptr<const KernelSource> columns_;
  std::optional<base::Lazy<arma::mat>> cross_;
};

}  // namespace preimage::kernels
