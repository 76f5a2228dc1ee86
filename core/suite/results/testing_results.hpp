// Result folders written by hand, for tests of what reads them.
#pragma once

#include <filesystem>
#include <string>

#include "testing/temporary_folder.hpp"

namespace preimage::testing {

inline constexpr const char* kHeader =
    "reproduces,reading,measure,learner,published,published_spread,spread_kind,ours,sd_over_repetitions,"
    "repetitions,spread_over_folds,z,verdict,not_converged,data\n";

inline constexpr const char* kProvenanceHeader =
    "reproduces,reading,learner,program,blas_cores,inputs,versions\n";

/// A folder with a result of one number per line of `rows`, and where they come from.
inline std::filesystem::path results(const TemporaryFolder& folder, const std::string& name,
                                     const std::string& rows, const std::string& provenance = "") {
  std::filesystem::create_directories(folder.path() / name / "quick/toy");
  folder.write(name + "/quick/toy/t.csv", kHeader + rows);
  folder.write(name + "/quick/toy/t.provenance.csv", kProvenanceHeader + provenance);
  folder.write(name + "/quick/timings.csv",
               "config,reading,learner,repetition,outer_fold,seconds,peak_memory_kib\n"
               "t,raw,kde,0,0,1.5,2000\nt,smoothed,kde,0,1,0.5,3000\nt,raw,knn,0,0,0.25,1000\n");
  return folder.path() / name;
}

}  // namespace preimage::testing
