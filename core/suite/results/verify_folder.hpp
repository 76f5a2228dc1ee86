// Whether the files of a results folder are whole: records against keys, names and sums, notes, sweeps and
// tables against records.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "suite/results/folder_state.hpp"
#include "suite/results/result_set.hpp"
#include "suite/study/options.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

/// The files of a config's tables and its figures, by path; "" of one that is not written.
using FilesOf = std::function<std::map<std::filesystem::path, std::string>(const ConfigResults&)>;

/// Looks at all files. Damaged is a file that is not as it was written, and a table that is not what its
/// records say though nothing else that it was made of has changed since (written_files.hpp). Where config,
/// data, published numbers or program have, or records are lacking, or the run is not known, a table cannot be
/// told; nor can a file that may not be read.
/// plan    of what was run there, in all ways
/// throws  DataError where there is no such folder
/// cost    reads every record once, and makes every table anew
FolderState verify_folder(const study::SelectionOptions& options, study::Plan plan, const FilesOf& files_of);

}  // namespace preimage::suite::results
