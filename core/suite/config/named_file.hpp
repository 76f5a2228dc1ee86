// A file that a config names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suite/config/reader.hpp"

namespace preimage::suite::config {

/// Whether `path`, symbolic links followed as far as it exists, lies in `folder` or below: what a config may
/// name.
bool lies_in(const std::filesystem::path& folder, const std::filesystem::path& path);

/// Where values of a saved model say that they come from: a stranger's model makes no program read a file.
inline constexpr const char* kModelSource = "model.json";

/// The path below `key`. A config may come from anybody: what it names is a file below its own folder,
/// without "..", absolute path or symbolic link that leads out. --set may name any, relative to the current
/// folder, and a saved model (kModelSource) none. It is not logged:
/// where a file lies changes no number, so its reader notes its content.
/// throws  ConfigError
std::filesystem::path named_file(const Reader& reader, const std::string& key);

/// The same of a list of files, or of one; none where the key is absent.
std::vector<std::filesystem::path> named_files(const Reader& reader, const std::string& key);

/// A file's content in place of its name, where a saved model holds it.
Value kept_file(std::string content);
/// The content, where the value is one; else nothing: it names a file.
std::optional<std::string> content_of(const Value& value);

}  // namespace preimage::suite::config
