// The two sides of a draw: inputs and outputs of each kind, with their kernels, as a config has them.
#pragma once

#include <functional>

#include "preimage/models/column_transform.hpp"
#include "suite/config/reader.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/registry/parameter.hpp"
#include "suite/study/task.hpp"

namespace preimage::suite::own_data {

/// Keys of both sides beside registry::kScale.
inline constexpr suite::registry::Choice kScaleOutputs{"scale_outputs", "none | standard | minmax",
                                                       "of outputs that are vectors", "none"};
inline constexpr suite::registry::Choice kMissing{"missing", "refuse | mean | median",
                                                  "what fills gaps of the inputs", "refuse"};
inline constexpr suite::registry::Choice kMissingCategories{
    "missing_categories", "fill | level",
    "of dataset.categories: a gap is filled as `missing` says, or a level of its own", "fill"};
inline constexpr suite::registry::Choice kMissingTargets{"missing_targets", "refuse | drop",
                                                         "rows without an output", "refuse"};

/// Puts one side of the data into a draw.
using InputPart = std::function<void(suite::study::Task&, const OwnData&)>;
using OutputPart = std::function<void(suite::study::Task&, const OwnData&)>;

/// `scale`, `missing` and `missing_categories`, of inputs that are vectors. Where several scales are chosen
/// among, one of them represents all. Which columns are categories is known with the data.
models::ColumnOptions read_columns(const suite::config::Reader& root);

/// `missing_targets: drop`, of tables.
bool drops_missing_targets(const suite::config::Reader& root);

/// The same with the columns of these data that are categories.
models::ColumnOptions with_categories(models::ColumnOptions columns, const OwnData& data);

/// Reads `input_kernel`, where the data are no Gram matrix, and, of images, `virtual_examples`.   throws
/// ConfigError
/// columns  of inputs that are vectors
InputPart input_part(const suite::config::Reader& root, const DataFile& file,
                     const models::ColumnOptions& columns);

/// Reads `output_kernel`, `candidates` and, of vectors, `scale_outputs`.
/// throws  ConfigError
OutputPart output_part(const suite::config::Reader& root, const DataFile& file);

}  // namespace preimage::suite::own_data
