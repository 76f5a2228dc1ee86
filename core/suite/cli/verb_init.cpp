#include <iostream>

#include <fmt/format.h>

#include "preimage/base/output_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// No file of a user is lost, the data least of all.
void refuse_to_replace(const InitOptions& options) {
  std::error_code none;
  if (!fs::is_regular_file(*options.out, none)) return;
  if (fs::equivalent(*options.out, options.request.data, none))
    throw ConfigError(fmt::format("--out {}: this is the data itself", options.out->string()));
  if (!options.force)
    throw ConfigError(
        fmt::format("--out {}: there is such a file; --force replaces it", options.out->string()));
}

}  // namespace

int verb_init(const InitOptions& options, const study::DraftConfig& draft_config) {
  if (options.out) refuse_to_replace(options);
  study::DraftRequest request = options.request;
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

}  // namespace preimage::suite::cli
