// From records to the files of a sweep.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "suite/render/sweep_text.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::render {

struct WrittenSweep {
  results::SweepHead head;
  std::vector<results::SweepLearner> learners;
  std::vector<results::Winner> winners;  // that best.yaml holds; they point into `learners`
  std::filesystem::path folder;
  std::vector<std::string> figures;  // files in the folder: curve.svg, kde_heat_map.svg
  std::string text;                  // of summary.txt
};

/// Writes points.csv, best.csv, axes.csv, summary.txt and, of a sweep all of whose cells were run, best.yaml with its
/// files, of what records there are, all under one lock. Also before
/// the cells are run: `clean` keeps the cells that points.csv names.
/// throws  as sweep_name; DataError for a file that cannot be written
WrittenSweep write_sweep(const study::Plan& sweep, const study::StudyOptions& options,
                         records::RecordStore& store);

/// Whether write_sweep has written these very cells already, be it without a result: workers that start by the thousand need not
/// do so again, one after the other, each from all records.
/// throws  as sweep_name;  cost  a hash of the keys; reads one line
bool is_written(const study::Plan& sweep, const study::StudyOptions& options);

/// What is wrong with the sweeps of a results folder, a line each: a file that is not the one that write_sweep wrote last, a row
/// of points.csv that is not what its record says.
/// cost  reads the files, and each record that they name
std::vector<std::string> sweep_faults(const std::filesystem::path& results, records::RecordStore& store);

/// Whether the folder of this sweep's name holds one over other axes or values, which write_sweep would replace.
bool replaces_another(const study::StudyOptions& options, const study::Study& sweep);

}  // namespace preimage::suite::render
