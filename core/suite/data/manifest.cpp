#include "suite/data/manifest.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "suite/data/archive.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/file_hash.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kHeader = "set\tfile\tkind\tcontent_sha256\tshape\tsource\tterms";
constexpr std::string_view kPackageColumn = "\tpackage";
constexpr std::size_t kManifestBytes = std::size_t{1} << 20;

[[noreturn]] void fail(const std::string& source, std::size_t line, const std::string& message) {
  throw DataError(fmt::format("{}:{}: {}", source, line, message));
}

FileKind parse_kind(std::string_view text, const std::string& source, std::size_t line) {
  if (text == "gz") return FileKind::gz;
  if (text == "tar.gz") return FileKind::tar_gz;
  fail(source, line, fmt::format("kind: expected gz or tar.gz, found {}", base::excerpt(text)));
}

DatasetFile parse_line(std::string_view text, std::size_t columns, const std::string& source,
                       std::size_t line) {
  const auto fields = split_fields(text, '\t');
  if (fields.size() != columns)
    fail(source, line, fmt::format("expected {} fields, found {}", columns, fields.size()));
  const auto field = [&](std::size_t i) { return std::string(i < columns ? fields[i] : ""); };
  DatasetFile entry{field(0), field(1), parse_kind(fields[2], source, line), field(3), field(4), field(5),
                    field(6), field(7)};
  if (!base::is_sha256(fields[3]))
    fail(source, line,
         fmt::format("content_sha256: expected 64 lower-case hexadecimal digits, found {}",
                     base::excerpt(fields[3])));
  const bool is_name = !entry.set.empty() && entry.set.find('/') == std::string::npos;
  const bool inside = is_name && entry.file.rfind(entry.set + "/", 0) == 0 &&
                      entry.file.find("..") == std::string::npos && entry.file.ends_with(".gz");
  if (!inside)
    fail(source, line,
         fmt::format("file: expected {}, found {}", base::excerpt(entry.set + "/<name>.gz"),
                     base::excerpt(entry.file)));
  return entry;
}

const DatasetFile& entry_of(const Manifest& manifest, const std::string& file) {
  std::vector<std::string> known;
  for (const DatasetFile& entry : manifest.files) {
    if (entry.file == file) return entry;
    known.push_back(entry.file);
  }
  throw DataError(
      fmt::format("{}: no file '{}'{}", manifest.path.string(), file, base::suggestion(file, known)));
}

void require_folder(const fs::path& folder, std::string_view origin) {
  std::error_code code;
  if (!fs::is_directory(folder, code))
    throw DataError(fmt::format("{}: the folder '{}' does not exist", origin, folder.string()));
}

/// The files to look at, in order.
std::vector<fs::path> candidates(const DatasetFile& entry, const SearchPath& search) {
  const std::string& file = entry.file;
  std::vector<fs::path> folders;
  for (const auto& [folder, origin] :
       {std::pair(search.data_option, "--data"), std::pair(search.environment, "PREIMAGE_DATA")}) {
    if (!folder) continue;
    require_folder(*folder, origin);
    folders.push_back(*folder);
  }
  folders.push_back(search.cache);
  if (!entry.package.empty()) folders.push_back(search.system);
  std::vector<fs::path> paths;
  for (const fs::path& folder : folders) {
    paths.push_back(folder / file);
    paths.push_back(folder / fs::path(file).replace_extension());  // the same, not compressed
  }
  return paths;
}

/// Whether an archive's member counts for its hash: images (*.pgm, *.png) and texts (*.txt), but no README*,
/// programs or hidden files, which differ from copy to copy.
bool is_data_member(const std::string& path) {
  const fs::path name = fs::path(path).filename();
  const std::string text = name.string();
  if (text.rfind('.', 0) == 0) return false;
  if (name.extension() == ".pgm" || name.extension() == ".png") return true;
  return name.extension() == ".txt" && text.rfind("README", 0) != 0;
}

}  // namespace

Manifest parse_manifest(std::string_view text, const fs::path& path) {
  const std::string source = path.string();
  const auto lines = split_lines(text, source);
  const bool has_packages = !lines.empty() && lines[0] == std::string(kHeader) + std::string(kPackageColumn);
  if (lines.empty() || (lines[0] != kHeader && !has_packages))
    fail(source, 1, fmt::format("expected the header '{}'", fmt::join(split_fields(kHeader, '\t'), " ")));
  Manifest manifest{path, {}};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const DatasetFile entry = parse_line(lines[i], has_packages ? 8 : 7, source, i + 1);
    for (const DatasetFile& other : manifest.files)
      if (other.file == entry.file)
        fail(source, i + 1, fmt::format("file: {} occurs twice", base::excerpt(entry.file)));
    manifest.files.push_back(entry);
  }
  if (manifest.files.empty()) fail(source, 2, "expected at least one data file");
  return manifest;
}

Manifest load_manifest(const fs::path& path) {
  return parse_manifest(base::read_file(path, kManifestBytes), path);
}

FoundFile find_dataset(const Manifest& manifest, const std::string& file, const SearchPath& search) {
  const DatasetFile& entry = entry_of(manifest, file);
  const std::vector<fs::path> paths = candidates(entry, search);
  std::error_code code;
  const auto found =
      std::ranges::find_if(paths, [&](const fs::path& path) { return fs::is_regular_file(path, code); });
  if (found == paths.end()) {
    std::vector<std::string> tried;
    for (const fs::path& path : paths) tried.push_back(path.string());
    throw MissingDataError(fmt::format(
        "data file '{}' not found; tried {}; get it with `{} {}`,{} or name a folder that holds it "
        "with --data or PREIMAGE_DATA",
        file, fmt::join(tried, ", "), search.fetch, entry.set,
        entry.package.empty() ? "" : fmt::format(" install the package {},", entry.package)));
  }
  const std::string hash =
      remembered_of_file(*found, entry.kind == FileKind::gz ? "content of gz" : "content of tar.gz",
                         [&] { return content_sha256(*found, entry.kind); });
  if (hash != entry.content_sha256)
    throw DataError(fmt::format("{}: content differs from the manifest: expected SHA-256 {}, found {}",
                                found->string(), entry.content_sha256, hash));
  return {*found, hash};
}

std::string content_sha256(const fs::path& path, FileKind kind) {
  if (kind == FileKind::gz) return base::sha256(read_maybe_compressed(path));
  std::string listing;
  for (const auto& [member, bytes] : read_archive(path))
    if (is_data_member(member)) listing += fmt::format("{}\t{}\n", member, base::sha256(bytes));
  return base::sha256(listing);
}

}  // namespace preimage::suite::data
