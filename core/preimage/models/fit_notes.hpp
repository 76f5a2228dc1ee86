// What is said of predictions whose fit lost digits or did not converge: a note, and a diagnostic of each
// input, by which tables mark the number.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "preimage/base/error.hpp"
#include "preimage/base/lazy.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/outputs/training_outputs.hpp"
#include "preimage/samples/sample_set.hpp"

namespace preimage::models {

struct FitNotes {
  regression::FitQuality quality = {};
  /// "one-vs-rest SVM: 2 of 10 machines": what stopped before it was solved; empty: nothing.
  std::string not_converged = {};
  std::string cut = {};  // of equal_cut

  /// The prediction of n inputs with these notes, and the diagnostics that go with them.
  outputs::Prediction with_notes(outputs::Prediction prediction, arma::uword n) const;
};

/// What is said of kept directions that end between equal eigenvalues; empty of others.
std::string equal_cut(const outputs::KernelPca& pca);
/// The same of the directions of these outputs, of which none are computed where all are kept.
std::string equal_cut(const outputs::TrainingOutputs& outputs);

/// Of a learner that trains until its duality gap is at most `tolerance`, or its passes are over; tolerance 0
/// asks for all passes.
FitNotes of_gap(const std::string& method, double gap, double tolerance);

/// Tells what a method that looks at a data set from now on has lost because kernel values are rounded: where
/// it has looked at kernel values, held or streamed, that have lost the digits which tell neighbours apart
/// (kernels/lost_digits.hpp).
class LostDigits {
 public:
  explicit LostDigits(samples::DataSet data);

  /// "lost_input_digits" and "lost_output_digits": one value per sample of `test`, 1 where its kernel values
  /// have lost them.
  /// Only those of which any is 1.
  std::map<std::string, arma::vec> of(const arma::uvec& test) const;
  /// The same of all samples in words: "the input kernel's values hold too few digits to tell neighbours
  /// apart, for 3 of 800 samples; where inputs lie ...".
  std::vector<std::string> notes() const;
  /// compute(), whose NumericalError ends with these notes.
  template <class Compute>
  auto with_cause(const Compute& compute) const -> decltype(compute()) {
    try {
      return compute();
    } catch (const NumericalError& error) {
      throw NumericalError(error.what() + notes_behind());
    }
  }

 private:
  struct Reads {
    std::size_t inputs, outputs;
  };
  Reads reads() const;
  std::string notes_behind() const;

  samples::DataSet data_;
  base::Lazy<arma::vec> lost_inputs_,
      lost_outputs_;  // 1 for each that has lost its digits; empty where nothing is known
  Reads before_;
};

/// method.fit, whose predictions have these notes among their fit_notes, of a model that was loaded, too. An
/// error of numbers ends with them.
FittedPtr fit_with_notes(const Method& method, std::size_t grid_point, const samples::DataSet& training,
                         const regression::KeptArrays& kept);

}  // namespace preimage::models
