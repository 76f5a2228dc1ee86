#pragma once

namespace preimage::samples {

/// Which of the parts of a set of samples train, part by part: all but the one that tests, that one alone
/// while all others test, or the first part alone and once.
enum class TrainOn { the_rest, one_fold, first_fold };

}  // namespace preimage::samples
