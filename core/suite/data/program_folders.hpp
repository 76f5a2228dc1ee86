// Where the program finds what belongs to it, and where it writes unasked: an installed program beside
// itself, one of a build folder in the checkout that it was built from. No path is compiled in.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace preimage::suite::data {

/// The path of the running program.
/// throws  DataError where the system does not tell
std::string own_executable();

/// What decides it.
struct ProgramPlace {
  std::filesystem::path executable;            // absolute, no link
  std::optional<std::filesystem::path> root;   // PREIMAGE_ROOT
  std::optional<std::filesystem::path> cache;  // XDG_CACHE_HOME, else ~/.cache
};

struct ProgramFolders {
  std::filesystem::path root;  // configs/, datasets/manifest.tsv, experiments/, results/reference/ are here
  std::filesystem::path results;   // written without --out; of an installed program below the working folder
  std::filesystem::path datasets;  // where fetch.sh puts data sets
  std::string fetch;               // the command that puts them there, without the name of the set
  std::filesystem::path pages;     // the manual and READMEs are here as in the checkout; of a checkout ""
};

/// In this order: `root`; ../share/preimage from the program, where it is installed; the checkout that a file
/// `preimage-source-root` names, which CMake writes into its build folder: the program's folder or one above
/// it.
/// throws  DataError where none is there
ProgramFolders folders_of(const ProgramPlace& place);

/// Those of the running program.
ProgramFolders program_folders();

/// Their root alone.
std::filesystem::path project_root();

/// Where the user finds a page: "core/docs/configs.md" of a checkout,
/// "/usr/share/doc/preimage/core/docs/configs.md" of an installed program.
std::string page_path(const std::string& page);

}  // namespace preimage::suite::data
