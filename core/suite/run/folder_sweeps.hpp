// The sweeps in a folder of results where nothing else was run, for verbs that show what was run there.
#pragma once

#include <filesystem>
#include <vector>

#include "suite/study/options.hpp"

namespace preimage::suite::run {

/// The folders of the sweeps in options.out, by name, where nothing but sweeps was run: no run is noted and no table is
/// there. None where options.configs names one that no sweep is of.
/// throws  DataError for points.csv that cannot be read, where options.configs names some
/// cost    the first row of each points.csv
std::vector<std::filesystem::path> sweeps_alone(const study::SelectionOptions& options);

}  // namespace preimage::suite::run
