// The arrays of which a fitted model consists, by name, so that it can be written and read again without a
// second way to fit: a fit is a plain struct, and one description of its fields writes, reads and checks them.
#pragma once

#include <armadillo>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "preimage/base/lazy.hpp"
#include "preimage/linalg/panel_cholesky.hpp"
#include "preimage/regression/refined_ridge.hpp"

namespace preimage::regression {

/// What an array of a file has to be: a matrix of any other shape is no part of this model.
struct Shape {
  arma::uword rows = 0;
  arma::uword cols = 0;
  bool has_gaps = false;   // may hold NaN
  bool has_fewer = false;  // may have fewer columns
  static Shape up_to(arma::uword rows, arma::uword most_cols) { return {rows, most_cols, false, true}; }
};

/// What a fit knows of its own solution: what is said of predictions, and kept beside the arrays.
struct FitQuality {
  double rcond = 1.0;  // of the solved equations (linalg/condition.hpp)
  double moved = 0.0;  // by this part of their size rounding moves predictions; 0: nothing that is to be said
  double stopped = 0.0, machines = 0.0;  // of the machines that were trained, those that are not solved
};

/// How a fit may use the machine, and who keeps its unfinished work. No number depends on it.
struct FitResources {
  std::size_t threads = 1;
  linalg::PanelKeeper* panels = nullptr;     // or none
  std::optional<std::uint64_t> memory = {};  // bytes that it may take; nothing: what the system has
  RidgeRoute* route = nullptr;               // where a large ridge says how it was solved, or none
};

/// A handle; copies share what is kept, and several threads may ask it. It is one of three:
///   KeptArrays()            computes and keeps nothing: what cross-validation uses
///   KeptArrays::recording() computes and keeps a copy of each array
///   KeptArrays::of(arrays)  computes nothing: each array is taken as it is, so a model read from a file is
///                           the model that was written, to the bit, on any machine
class KeptArrays {
 public:
  using Arrays = std::map<std::string, arma::mat>;

  KeptArrays() = default;
  static KeptArrays recording();
  static KeptArrays of(Arrays arrays);
  /// The same for a fit with other resources than one thread.
  KeptArrays with(const FitResources& resources) const;
  const FitResources& resources() const { return resources_; }

  bool is_loading() const { return state_ != nullptr && state_->given; }
  bool is_recording() const { return state_ != nullptr && !state_->given; }
  /// Whether a fit has this field: all have all, but for given arrays of an earlier version.
  bool has(const std::string& name) const { return !is_loading() || state_->arrays.contains(name); }
  /// A field of a fit, whose name occurs once in a model: it is kept as it is, or becomes the array that is
  /// given. Positions are below `limit`.
  /// throws  DataError where the given arrays have none of this name, one of another shape, one that is not
  ///         finite, or one that holds other than such positions
  void field(const std::string& name, Shape shape, arma::mat& value) const;
  void field(const std::string& name, arma::uword limit, arma::uvec& positions) const;
  void field(const std::string& name, arma::uword limit, arma::uword& position) const;
  void field(const std::string& name, double& number) const;
  /// The same of an array that is computed where it is asked for, by the model or by arrays().
  void field(const std::string& name, Shape shape, base::Lazy<arma::mat>& value) const;
  /// The array "quality"; files of 0.1 have none: nothing is said of their fits.
  void field(FitQuality& quality) const;

  /// Everything kept so far; empty where nothing is.
  /// cost  a copy
  Arrays arrays() const;

 private:
  struct State {
    bool given = false;
    std::map<std::string, base::Lazy<arma::mat>> arrays;
    std::mutex mutex;  // of `arrays`: several threads may ask one model
  };
  const arma::mat& find(const std::string& name) const;

  std::shared_ptr<State> state_;
  FitResources resources_;
};

}  // namespace preimage::regression
