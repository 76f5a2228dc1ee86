// How far repetitions differ.
#pragma once

namespace preimage::suite::study {

/// What the repetitions of a learner are, the less chance the smaller.
enum class Repeats {
  identical,  // nothing is drawn at random: one is run, and it has no spread over repetitions
  one_draw,  // of the same samples in the same outer folds: copies but for the inner folds, or for the method's own lots in several folds
  draws      // of the data, of the outer folds or, on one given fold, of the method's own lots
};

}  // namespace preimage::suite::study
