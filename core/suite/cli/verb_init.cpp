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

int verb_init(const InitOptions& given, const study::DraftConfig& draft_config) {
  InitOptions options = given;
  if (options.out == "-") options.out.reset();
  study::DraftRequest request = options.request;
  if (options.inputs) {
    if (request.targets.size() != 1)
      throw ConfigError("--inputs: the outputs are in one file, --target y.npy");
    request.data = *options.inputs;
    request.outputs = request.targets.front();
    request.targets.clear();
  }
  if (request.data.empty()) throw ConfigError("init: name a file, or --inputs X.npy --target y.npy");
  if (!request.data.has_filename()) request.data = request.data.parent_path();  // "MUTAG/"
  std::error_code none;
  if (options.out && !options.force && fs::is_regular_file(*options.out, none))  // no file of a user is lost
    throw ConfigError(
        fmt::format("--out {}: there is such a file; --force replaces it", options.out->string()));
  request.drops_missing_targets = options.missing_targets == "drop";
  request.folder = (options.out ? *options.out : request.data).parent_path();
  const study::Draft draft = draft_config(request);
  for (const std::string& remark : draft.remarks) std::cerr << "init: " << remark << "\n";
  if (!options.out) {
    // It names the file without a folder, and is soon redirected to somewhere else.
    if (!request.folder.empty())
      std::cerr << fmt::format("init: the config belongs into {}, beside {}\n", request.folder.string(),
                               request.data.filename().string());
    std::cout << draft.config;
    return kOk;
  }
  base::write_output_file(*options.out, draft.config);
  std::cerr << fmt::format("init: wrote {}; `preimage run {}` runs it\n", options.out->string(),
                           options.out->string());
  return kOk;
}

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
  const std::vector<study::DraftFile> files =
      draft_paper(key, options.program ? study::PaperKind::program : study::PaperKind::own_data);
  fs::create_directories(options.folder);
  std::string names;
  for (const study::DraftFile& file : files) {
    base::write_output_file(options.folder / file.name, file.text);
    names += (names.empty() ? "" : ", ") + file.name;
  }
  const std::string config = study::shell_quoted((options.folder / files.front().name).string());
  std::cerr << fmt::format("new: wrote {} into {}; `preimage run {}{}` runs it\n", names,
                           options.folder.string(), config, options.program ? " --allow-commands" : "");
  if (!options.program) std::cerr << "new: where a script of yours computes the numbers: --program\n";
  return kOk;
}

}  // namespace preimage::suite::cli
