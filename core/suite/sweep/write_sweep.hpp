// From records to the files of a sweep.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/run/selection.hpp"
#include "suite/sweep/sweep_text.hpp"

namespace preimage::suite::sweep {

struct WrittenSweep {
  SweepHead head;
  std::vector<SweepLearner> learners;
  std::vector<Winner> winners;  // that best.yaml holds; they point into `learners`
  std::filesystem::path folder;
  std::vector<std::string> figures;  // files in the folder: curve.svg, kde_heat_map.svg
  std::string text;                  // of summary.txt
};

/// Writes points.csv, best.csv, axes.csv, summary.txt and, of a sweep all of whose cells were run, best.yaml with its
/// files, of what records there are, all under one lock. Also before
/// the cells are run: `clean` keeps the cells that points.csv names.
/// throws  as sweep_name; DataError for a file that cannot be written
WrittenSweep write_sweep(const run::Selection& sweep, const study::StudyOptions& options,
                         records::RecordStore& store);

/// Whether points.csv of this sweep's name has a line for each of these cells already, be it without a result: workers that start
/// by the thousand need not write it again, one after the other.
/// throws  as sweep_name;  cost  reads that file, no record
bool has_all_cells(const run::Selection& sweep, const study::StudyOptions& options);

/// Whether the folder of this sweep's name holds one over other axes or values, which write_sweep would replace.
bool replaces_another(const study::StudyOptions& options, const study::Study& sweep);

}  // namespace preimage::suite::sweep
