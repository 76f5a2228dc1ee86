// The loss over the one axis of a sweep: as numbers, and as a picture.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/figures/line_plot.hpp"
#include "suite/results/sweep_words.hpp"

namespace preimage::suite::render {

/// A learner at a value of the axis.
struct CurvePoint {
  std::string learner;
  double value = 0.0, mean = 0.0, spread = 0.0;
};

struct Curve {
  std::string axis;                // its path
  std::string loss;                // "inner_loss", or a measure where some learner has no inner loss
  std::string spread;              // what `spread` is: "SD over 2 repetitions"
  std::size_t left_out = 0;        // points of learners that lack a result in some cell
  std::vector<CurvePoint> points;  // learner by learner, values ascending
};

/// Of a sweep over one axis whose values are numbers; nothing for any other, and where fewer than two values
/// have a result.
std::optional<Curve> curve_of(const results::SweepHead& head,
                              const std::vector<results::SweepLearner>& learners);

/// curve.csv, a row per point: axis, learner, value, loss, mean, spread, spread_of, left_out
std::string curve_csv(const Curve& curve);

/// A line per learner; the spread as bars, or as bands where a line has many points. The axis is logarithmic
/// where the values are spaced so, or its ends are positive and 100 times apart.
/// title_of  what a learner is called
figures::LinePlot curve_plot(const Curve& curve,
                             const std::function<std::string(const std::string& learner)>& title_of);

}  // namespace preimage::suite::render
