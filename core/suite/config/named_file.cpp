#include "suite/config/named_file.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/scalar_type.hpp"

namespace preimage::suite::config {

namespace fs = std::filesystem;

bool lies_in(const fs::path& folder, const fs::path& path) {
  std::error_code no_folder, no_path;
  const fs::path real_folder = fs::weakly_canonical(fs::absolute(folder), no_folder);
  const fs::path real_path = fs::weakly_canonical(fs::absolute(path), no_path);
  if (no_folder || no_path) return false;
  const fs::path within = real_path.lexically_relative(real_folder);
  return !within.empty() && *within.begin() != "..";
}

namespace {

fs::path checked_file(const Reader& reader, const std::string& key, const Value& value) {
  const std::string place = reader.path().empty() ? key : reader.path() + "." + key;
  const fs::path path = parse_scalar(text_type(), value, place);
  if (value.mark.line == 0) {  // from --set, or from a model, which holds what it needs
    if (!path.empty() && value.mark.source.starts_with(kModelSource))
      reader.fail(key, fmt::format("a model names no file, found {}", base::excerpt(path.string())));
    return path;
  }
  const fs::path folder = fs::path(value.mark.source).parent_path();
  const bool climbs = std::find(path.begin(), path.end(), "..") != path.end();
  if (path.empty() || path.is_absolute() || climbs ||
      !lies_in(folder.empty() ? "." : folder, folder / path)) {
    reader.fail(key, fmt::format("expected a file below the config's folder, found {}; to read any other "
                                 "file, name it on the command line: --set {}=FILE",
                                 base::excerpt(path.string()), place));
  }
  return folder / path;
}

}  // namespace

fs::path named_file(const Reader& reader, const std::string& key) {
  const fs::path path = checked_file(reader, key, reader.raw(key));
  reader.note_named(key, {path});
  return path;
}

std::vector<fs::path> named_files(const Reader& reader, const std::string& key) {
  if (!reader.has(key)) return {};
  const Value& value = reader.raw(key);
  std::vector<fs::path> files;
  if (value.kind != Value::Kind::sequence) {
    files.push_back(checked_file(reader, key, value));
  } else {
    for (const Value& item : value.items) files.push_back(checked_file(reader, key, item));
  }
  reader.note_named(key, files);
  return files;
}

namespace {
constexpr const char* kKept = "a file that the model holds";
}  // namespace

Value kept_file(std::string content) {
  Value value;
  value.kind = Value::Kind::scalar;
  value.quoted = true;
  value.scalar = std::move(content);
  value.mark.source = kKept;
  return value;
}

std::optional<std::string> content_of(const Value& value) {
  if (value.mark.line != 0 || value.mark.source != kKept) return std::nullopt;
  return value.scalar;
}

}  // namespace preimage::suite::config
