// The files that words of the command line name.
#pragma once

#include <filesystem>
#include <vector>

namespace preimage::suite::run {

/// The configs in configs/, sorted; those in folders below it are left out.
std::vector<std::filesystem::path> own_configs();
/// With those.
std::vector<std::filesystem::path> all_own_configs();
/// "fashion_mnist/exact.yaml", one of them as it is named on the command line.
std::filesystem::path name_of_own_config(const std::filesystem::path& config);

/// The config that a word of the command line names: a path, with or without `.yaml`; else a file of that
/// name, with or without `.yaml`, in configs/ or a folder below it.
/// throws  ConfigError where it is a plain name, and there is no such file or there are several in configs/,
///         and for a file of data
std::filesystem::path find_config(const std::filesystem::path& given);

}  // namespace preimage::suite::run
