// Which cells share a draw of their data, and an order in which those follow each other.
#pragma once

#include <vector>

#include "suite/study/cells.hpp"

namespace preimage::suite::run {

/// Whether two readings of a study draw the same data, repetition by repetition: they differ in their
/// learners at most, as the points of a sweep often do.
bool draw_alike(const study::Reading& a, const study::Reading& b);

/// The draw of a repetition: the first for all of them where they differ in their folds alone.
int draw_of(const study::Reading& reading, int repetition);

/// The cells, reading by reading, so that those on one draw follow each other: all repetitions of a reading
/// one after the other would make each draw once per reading (the word maps of 20 repetitions of six readings
/// take as long as a tenth of all their cells). Points of a sweep stay as they are: to compare them each
/// would have to be read.
std::vector<const study::Cell*> in_order_of_draws(std::vector<const study::Cell*> cells);

}  // namespace preimage::suite::run
