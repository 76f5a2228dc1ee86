#include <iostream>

#include <fmt/format.h>

#include "preimage/base/nearest_name.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/records/paper.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPaper = "paper";

/// "doe_2020" of "papers/doe_2020/"
std::string key_of(const fs::path& folder) {
  const fs::path path = folder.lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// No file of a user is lost.
void require_new(const fs::path& folder) {
  const bool is_there = fs::exists(fs::symlink_status(folder));
  if (is_there && !(fs::is_directory(folder) && fs::is_empty(folder)))
    throw ConfigError(
        fmt::format("new paper {}: there is such a folder or file; take another name", folder.string()));
}

}  // namespace

int verb_new(const NewOptions& options, const study::DraftPaper& draft_paper) {
  if (options.what != kPaper)
    throw ConfigError(
        fmt::format("new: no {}{}", base::excerpt(options.what), base::suggestion(options.what, {kPaper})));
  const std::string key = key_of(options.folder);
  if (const std::string wrong = records::wrong_in_paper("key", key); !wrong.empty())
    throw ConfigError(fmt::format("new paper: the folder's name is the paper's key: {}, found {}", wrong,
                                  base::excerpt(key)));
  require_new(options.folder);
  const std::vector<study::DraftFile> files = draft_paper(key);
  fs::create_directories(options.folder);
  std::string names;
  for (const study::DraftFile& file : files) {
    base::write_output_file(options.folder / file.name, file.text);
    names += (names.empty() ? "" : ", ") + file.name;
  }
  std::cerr << fmt::format("new: wrote {} into {}; `preimage run {}` runs it\n", names,
                           options.folder.string(), (options.folder / files.front().name).string());
  return kOk;
}

}  // namespace preimage::suite::cli
