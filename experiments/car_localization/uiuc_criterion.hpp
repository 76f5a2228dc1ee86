// Which found cars are correct.
#pragma once

#include "preimage/samples/box.hpp"

namespace preimage::experiments::car_localization {

/// The criterion of the UIUC cars [Agarwal, Awan and Roth 2004; README of the data]: the found box lies in
/// the ellipsoid around the true one with axes of 25 % of its size,
///   (dx / 0.25 w)^2 + (dy / 0.25 h)^2 + (dw / 0.25 w)^2 <= 1,
/// dx, dy between the boxes' centres, dw between their widths, w x h the true box. For boxes of one size this
/// is the single-scale ellipse. DEVIATION: the data's README speaks of top left corners, which differ from
/// centres only where widths do.
bool matches_car(const samples::Box& found, const samples::Box& truth);

}  // namespace preimage::experiments::car_localization
