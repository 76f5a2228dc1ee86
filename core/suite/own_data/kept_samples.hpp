// Own data in a model file, and new inputs for a model from a file like the one that it was fitted to.
#pragma once

#include <memory>

#include "preimage/models/column_transform.hpp"
#include "preimage/models/model_file.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/study/kept_samples.hpp"

namespace preimage::suite::own_data {

/// Puts the samples below "samples/": `inputs` as a matrix, which may be their Gram matrix, or as texts;
/// `outputs` as a matrix, likewise, as texts, as numbers of classes, or, of label sets, as the labels of all
/// one after the other with where each set ends; the `names` of classes and labels.
void store_samples(const OwnData& data, models::ModelFile& file);

/// The other way round.
/// throws  DataError where the arrays do not fit each other
OwnData restored_samples(const DataFile& described, const models::ModelFile& file);

/// Inputs of a new file: the input columns by their names, in any order; a target is not asked for. Of string
/// pairs a line's first field; of a Gram matrix and of distances a row of n numbers. Rows of tables are
/// counted beside the model's own (training_range.hpp).
/// inputs_of  makes samples of inputs
/// options    of inputs that are vectors
/// form       of the model
std::unique_ptr<suite::study::NewInputs> open_new_inputs(
    const DataFile& described, const models::ModelFile& model, const models::ColumnOptions& options,
    suite::study::NewInputsForm form, const suite::study::NewInputsRequest& request,
    std::function<samples::SampleSet(const OwnData&)> inputs_of);

}  // namespace preimage::suite::own_data
