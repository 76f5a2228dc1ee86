// The arrays of which a fitted model consists, by name, so that it can be written and read again without a
// second way to fit: what a fit computes at length goes through keep().
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
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
  bool has_gaps = false;  // may hold NaN
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
  /// Whether the given arrays have one of this name.
  bool is_given(const std::string& name) const { return is_loading() && state_->arrays.contains(name); }
  /// The array of this name. The name of each array of a model occurs once; what is asked for again is
  /// computed once.
  /// throws  DataError where the given arrays have none of this name, one of another shape, or one that is
  ///         not finite
  arma::mat keep(const std::string& name, Shape shape, const std::function<arma::mat()>& compute) const;
  /// The same of an array that is computed where it is asked for, by the model or by arrays().
  base::Lazy<arma::mat> keep_lazily(const std::string& name, Shape shape,
                                    const base::Lazy<arma::mat>& computed) const;
  /// The same of an array whose number of columns, at most `most_columns`, is known from the array only.
  arma::mat keep_columns(const std::string& name, arma::uword rows, arma::uword most_columns,
                         const std::function<arma::mat()>& compute) const;
  /// The same of positions below `limit`, of which there may be any number; keep_position of one.
  arma::uvec keep_positions(const std::string& name, arma::uword limit,
                            const std::function<arma::uvec()>& compute) const;
  arma::uword keep_position(const std::string& name, arma::uword limit,
                            const std::function<arma::uword()>& compute) const;
  double keep_number(const std::string& name, const std::function<double()>& compute) const;

  /// A field of a fit that is a plain struct, whose one description of its fields writes, reads and checks
  /// them: it is kept as it is, or becomes the array that is given.  throws  as keep, keep_positions
  void field(const std::string& name, Shape shape, arma::mat& value) const;
  void field(const std::string& name, arma::uword limit, arma::uvec& positions) const;
  void field(const std::string& name, double& number) const;
  /// The array "quality"; files of 0.1 have none: nothing is said of their fits.
  void field(FitQuality& quality) const;

  /// Everything kept so far; empty where nothing is.  cost  a copy
  Arrays arrays() const;

 private:
  struct State {
    bool given = false;
    std::map<std::string, base::Lazy<arma::mat>> arrays;
    std::mutex mutex;  // of `arrays`: several threads may ask one model
  };
  const arma::mat& find(const std::string& name) const;
  arma::mat computed(const std::string& name, const std::function<arma::mat()>& compute) const;

  std::shared_ptr<State> state_;
  FitResources resources_;
};

}  // namespace preimage::regression
