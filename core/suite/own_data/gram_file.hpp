// `dataset: {name: gram}`: the input kernel's values in place of the inputs, where another program computes
// them.
#pragma once

#include <optional>
#include <string>

#include "suite/own_data/data_file.hpp"

namespace preimage::suite::own_data {

/// Reads the keys of `dataset: {name: gram}` beside the name:
///   input        n x n Gram matrix of the inputs, .npy
///   outputs      a CSV table (name.csv, name.csv.gz), or .npy: the outputs' own n x n Gram matrix L
///   columns      of the table: one, or several of numbers (default: all that it has)
///   output_kind  what they hold
///   folds        optional: a CSV table of one column, any text per sample: the outer folds, in the order of
///                class names
///   groups       optional: such a table: samples of one text are on one side of every fold, the inner ones,
///                too
///   constant_columns
/// Paths as config::named_file, not logged: the content is in the identity.
/// throws  ConfigError; DataError where the header of the table is needed and cannot be read
DataFile parse_gram_files(const suite::config::Reader& dataset);

/// Requires DataFile::gram. Samples are numbered 0, 1, ... by their row in the Gram matrix.
/// throws  DataError naming the file where a Gram matrix is not square, not finite or not symmetric (to 1e-6
///         of its largest entry; what differs is averaged), has a negative diagonal entry, has fewer than 2
///         rows, or where the numbers of samples differ; what read_columns throws
OwnData load_gram_data(const DataFile& file);

/// "the input Gram matrix has an eigenvalue below -0.01, ..." where a matrix of the data is clearly no Gram
/// matrix of any kernel: an eigenvalue below -1e-6 of the largest row sum of |K|. Methods that need no more
/// than a regularised inverse may still do.
/// cost  O(n^3) each
std::vector<std::string> remarks_on_definiteness(const OwnData& data);

}  // namespace preimage::suite::own_data
