// Where points read kernel values of samples: one source per data set and kernel.
#pragma once

#include <armadillo>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "preimage/base/lazy.hpp"
#include "preimage/kernels/gram.hpp"
#include "preimage/kernels/kernel.hpp"
#include "preimage/kernels/lost_digits.hpp"
#include "preimage/kernels/points.hpp"
#include "preimage/linalg/gather.hpp"

namespace preimage::kernels {

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
