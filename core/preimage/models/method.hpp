// A method: from training samples and a point of its grid of hyper-parameters to something fitted, which
// predicts outputs of new inputs. Methods take samples in the forms that they need (samples/sample_set.hpp),
// so none is a template; for samples of one C++ type each see estimator.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "preimage/base/parameters.hpp"
#include "preimage/kernels/bandwidth_grid.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/regression/kept_arrays.hpp"
#include "preimage/samples/folds.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::models {

/// Points of hyper-parameters, one at least; of points of equal inner loss an earlier one is preferred.
using Grid = std::vector<base::Parameters>;

/// The points of one hyper-parameter.
template <class T>
Grid grid_of(const std::string& name, const std::vector<T>& values) {
  Grid points;
  for (const T value : values) points.push_back({{name, static_cast<double>(value)}});
  return points;
}

/// Each bandwidth under the first of the points, then under the second, and so on: bandwidth b under point p
/// is number p * bandwidths.size() + b.
Grid under_each_bandwidth(const kernels::BandwidthGrid& bandwidths, const Grid& points);

/// It never changes. It holds what it needs of its training samples.
class FittedMethod {
 public:
  virtual ~FittedMethod() = default;
  /// throws  std::invalid_argument where the inputs are of another kind or dimension than those it was fitted
  ///         to
  virtual outputs::Prediction predict(const samples::SampleSet& inputs) const = 0;
};

using FittedPtr = std::unique_ptr<const FittedMethod>;

class Method {
 public:
  explicit Method(Grid grid = Grid(1)) : grid_(std::move(grid)) {}
  using Sink = std::function<void(std::size_t grid_point, const outputs::Prediction&)>;
  using FoldSink = std::function<void(std::size_t fold, std::size_t grid_point, const outputs::Prediction&)>;

  virtual ~Method() = default;
  /// throws  std::invalid_argument naming the method where the samples are not of the kind that it needs. It
  ///         looks at no sample, only at what forms there are.
  virtual void require(const samples::DataSet& data) const = 0;
  /// Whether it draws random numbers of its own beside its inner folds, which samples with
  /// samples::RepetitionSeed ask for anew.
  virtual bool is_random() const { return false; }
  const Grid& grid() const { return grid_; }
  /// All options that are no part of the grid, in words; a saved model is read by a method of the same
  /// description alone. Empty where there are none, or where it cannot say.
  virtual std::string description() const { return {}; }
  /// Requires that the training samples pass `require`.
  /// kept  keeps the arrays that are computed, or gives them (regression/kept_arrays.hpp): then nothing is
  ///       fitted, and the samples have to be those of the fit
  virtual FittedPtr fit(std::size_t grid_point, const samples::DataSet& training,
                        const regression::KeptArrays& kept = {}) const = 0;

  /// Fits every grid point and predicts; overridden where grid points share work. Any order.
  virtual void predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                            const Sink& sink) const;
  /// Every grid point on every fold of a set of samples; overridden where folds share work. Any order, each
  /// pair once.
  /// folds  positions in the pool, which each of them cuts in two
  virtual void predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                                const FoldSink& sink) const;

 private:
  Grid grid_;
};

/// The values of a grid, in any order.
/// throws  std::invalid_argument "ridge: ..." where there is none, or one below `least`, above `most` or no
///         number; `least` itself only where it is allowed
void require_grid(const std::vector<double>& values, const std::string& name, double least, bool is_allowed,
                  double most = std::numeric_limits<double>::max());

/// The same, sorted into the order of preference.
template <class T, class Order>
void sort_grid(std::vector<T>& values, Order is_preferred, const std::string& name, double least,
               bool is_allowed, double most = std::numeric_limits<double>::max()) {
  require_grid({values.begin(), values.end()}, name, least, is_allowed, most);
  std::sort(values.begin(), values.end(), is_preferred);
}

using MethodPtr = std::unique_ptr<const Method>;

/// A fitted method that is one function, which holds what it needs.
FittedPtr fitted(std::function<outputs::Prediction(const samples::SampleSet& inputs)> predict);

/// A method with one grid point and without options that a file would have to hold: these two functions.
MethodPtr method_without_grid(
    std::function<void(const samples::DataSet& data)> require,
    std::function<FittedPtr(const samples::DataSet& training, const regression::KeptArrays& kept)> fit);

/// One grid point of a method as a method of its own.
std::shared_ptr<const Method> at_grid_point(std::shared_ptr<const Method> method, std::size_t grid_point);

}  // namespace preimage::models
