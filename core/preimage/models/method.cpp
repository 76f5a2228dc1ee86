#include "preimage/models/method.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace preimage::models {

namespace {

class FittedFunction final : public FittedMethod {
 public:
  using Predict = std::function<outputs::Prediction(const samples::SampleSet&)>;
  explicit FittedFunction(Predict predict) : predict_(std::move(predict)) {}
  outputs::Prediction predict(const samples::SampleSet& inputs) const override { return predict_(inputs); }

 private:
  Predict predict_;
};

}  // namespace

Grid under_each_bandwidth(const kernels::BandwidthGrid& bandwidths, const Grid& points) {
  Grid all;
  for (const base::Parameters& point : points) {
    for (std::size_t b = 0; b < bandwidths.size(); ++b) {
      all.push_back(bandwidths.parameters(b));
      all.back().insert(all.back().end(), point.begin(), point.end());
    }
  }
  return all;
}

FittedPtr fitted(std::function<outputs::Prediction(const samples::SampleSet&)> predict) {
  return std::make_unique<const FittedFunction>(std::move(predict));
}

void Method::predict_grid(const samples::DataSet& training, const samples::SampleSet& inputs,
                          const Sink& sink) const {
  for (std::size_t g = 0; g < grid().size(); ++g) sink(g, fit(g, training)->predict(inputs));
}

void Method::predict_held_out(const samples::DataSet& pool, const std::vector<samples::Split>& folds,
                              const FoldSink& sink) const {
  for (std::size_t f = 0; f < folds.size(); ++f) {
    predict_grid(pool.subset(folds[f].train), pool.inputs.subset(folds[f].test),
                 [&](std::size_t g, const outputs::Prediction& prediction) { sink(f, g, prediction); });
  }
}

void require_grid(const std::vector<double>& values, const std::string& name, double least, bool is_allowed,
                  double most) {
  if (values.empty()) throw std::invalid_argument(name + ": no value");
  for (const double value : values) {
    if ((value > least || (is_allowed && value == least)) && value <= most) continue;
    throw std::invalid_argument(
        fmt::format("{}: {}, expected {} {}{}", name, value, is_allowed ? ">=" : ">", least,
                    most < std::numeric_limits<double>::max() ? fmt::format(" and <= {}", most) : ""));
  }
}

namespace {

class OneGridPoint final : public Method {
 public:
  OneGridPoint(std::shared_ptr<const Method> method, std::size_t grid_point)
      : Method(Grid{method->grid()[grid_point]}), method_(std::move(method)), grid_point_(grid_point) {}
  void require(const samples::DataSet& data) const override { method_->require(data); }
  bool is_random() const override { return method_->is_random(); }
  std::string description() const override { return method_->description(); }
  FittedPtr fit(std::size_t /*grid_point*/, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    return method_->fit(grid_point_, training, kept);
  }

 private:
  std::shared_ptr<const Method> method_;
  std::size_t grid_point_;
};

class MethodWithoutGrid final : public Method {
 public:
  using Require = std::function<void(const samples::DataSet&)>;
  using Fit = std::function<FittedPtr(const samples::DataSet&, const regression::KeptArrays&)>;
  MethodWithoutGrid(Require require, Fit fit) : require_(std::move(require)), fit_(std::move(fit)) {}
  void require(const samples::DataSet& data) const override { require_(data); }
  FittedPtr fit(std::size_t /*grid_point*/, const samples::DataSet& training,
                const regression::KeptArrays& kept) const override {
    return fit_(training, kept);
  }

 private:
  Require require_;
  Fit fit_;
};

}  // namespace

MethodPtr method_without_grid(
    std::function<void(const samples::DataSet&)> require,
    std::function<FittedPtr(const samples::DataSet&, const regression::KeptArrays&)> fit) {
  return std::make_unique<const MethodWithoutGrid>(std::move(require), std::move(fit));
}

std::shared_ptr<const Method> at_grid_point(std::shared_ptr<const Method> method, std::size_t grid_point) {
  return std::make_shared<const OneGridPoint>(std::move(method), grid_point);
}

}  // namespace preimage::models
