// A sweep's folder, <results>/sweeps/<name>: {points,best,axes}.csv, summary.txt, best.yaml, pictures, and
// their sums.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "suite/results/best_config.hpp"
#include "suite/results/folder_state.hpp"
#include "suite/study/plan.hpp"

namespace preimage::suite::results {

inline constexpr const char* kCurveNumbers = "curve.csv";
inline constexpr const char* kCurvePicture = "curve.svg";

/// The name of --name, else config-reading-axis-axis... by the paths' last parts, with -randomN where points
/// are drawn.
/// throws  ConfigError where --name is no plain file name
std::string sweep_name(const study::StudyOptions& options, const study::Study& sweep);

/// The file of a learner's heat map beside points.csv.
std::string heat_map_file(const std::string& learner);

/// The folders below `results`/sweeps, by name.
std::vector<std::filesystem::path> sweep_folders(const std::filesystem::path& results);

/// The folders of the sweeps in options.out, by name, where nothing but sweeps was run: no run is noted and
/// no table is there. None where options.configs names one that no sweep is of.
/// throws  DataError for points.csv that cannot be read, where options.configs names some
/// cost    the first row of each points.csv
std::vector<std::filesystem::path> sweeps_alone(const study::SelectionOptions& options);

/// The keys in all points.csv below `results`/sweeps.
/// throws  DataError for a file without column `key`
std::set<std::string> keys_of_sweeps(const std::filesystem::path& results);

/// A sweep in words and pictures.
struct SweepForms {
  struct Picture {
    std::string file, bytes;
  };
  std::string summary;
  std::vector<Picture> pictures;
};

struct WrittenSweep {
  std::filesystem::path folder;
  std::string summary;
};

/// Writes points.csv, best.csv, axes.csv, summary.txt, the pictures and, of a sweep all of whose cells were
/// run, best.yaml, of what records there are, all under one lock. Also before the cells are run: `clean`
/// keeps the cells that points.csv names.
/// throws  as sweep_name; DataError for a file that cannot be written
WrittenSweep write_sweep(const study::Plan& sweep, const study::StudyOptions& options,
                         records::RecordStore& store,
                         const std::function<SweepForms(const SweepResults&)>& forms_of);

/// Whether write_sweep has written these very cells already, be it without a result: workers that start by
/// the thousand need not do so again, one after the other, each from all records.
/// throws  as sweep_name
/// cost    a hash of the keys; reads one line
bool is_written(const study::Plan& sweep, const study::StudyOptions& options);

/// Adds what is wrong with the sweeps of a results folder: damaged is a file that is not the one that
/// write_sweep wrote last, and a row of points.csv that is not what its record says; what lacks its record, or
/// may not be read, cannot be told.
/// cost  reads the files, and each record that they name
void add_sweep_faults(const std::filesystem::path& results, records::RecordStore& store, FolderState& state);

/// Whether the folder of this sweep's name holds one over other axes or values, which write_sweep would
/// replace.
bool replaces_another(const study::StudyOptions& options, const study::Study& sweep);

}  // namespace preimage::suite::results
