// Which data sets there are, where a copy is found, and whether it is the right one. What is hashed is the
// content of the data, not the file: a mirror may compress or pack it again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "preimage/base/error.hpp"

namespace preimage::suite::data {

/// gz: one text; its hash is SHA-256 of the decompressed bytes. tar_gz: a folder of files; its hash is
/// SHA-256 of the sorted lines "<path><TAB><SHA-256 of the member>\n" over the data members.
enum class FileKind { gz, tar_gz };

struct DatasetFile {
  std::string set;   // "usps"
  std::string file;  // path inside a data folder: "usps/zip.train.gz"
  FileKind kind = FileKind::gz;
  std::string content_sha256;
  std::string shape, source, terms;  // for people
  std::string package;               // of Debian, which puts it below SearchPath::system; or ""
};

struct Manifest {
  std::filesystem::path path;
  std::vector<DatasetFile> files;
};

/// The files of datasets/manifest.tsv; `path` is where the text came from. The last column, `package`, may be
/// left out.
/// throws  DataError "path:line: ..." for a wrong header, a missing field, a hash that is no SHA-256, an
///         unknown kind, a path outside its set's folder, a file named twice
Manifest parse_manifest(std::string_view text, const std::filesystem::path& path);

/// The same from the file, of at most 1 MiB.
Manifest load_manifest(const std::filesystem::path& path);

/// The folders in which a data file is looked for, in this order; only the last two may be absent from the
/// disk.
struct SearchPath {
  std::optional<std::filesystem::path> data_option;      // --data DIR
  std::optional<std::filesystem::path> environment;      // PREIMAGE_DATA
  std::filesystem::path cache;                           // where `fetch` puts data sets
  std::string fetch = "datasets/fetch.sh";               // the command that an error names
  std::filesystem::path system = "/usr/share/datasets";  // of the system's packages
};

/// No copy of a data file anywhere: not damaged, just not there.
class MissingDataError : public DataError {
 public:
  using DataError::DataError;
};

struct FoundFile {
  std::filesystem::path path;
  std::string content_sha256;
};

/// The first copy of `file` (as in the manifest, or without its ".gz") on the search path, verified. A copy
/// with another content is an error and is never passed over for the next folder.
/// cost    reads the file and hashes its content once per process, path, size and time stamp
/// throws  MissingDataError where no copy is found (with the places tried); DataError where the manifest has
///         no such file (with the nearest name), a folder given by --data or PREIMAGE_DATA does not exist, or
///         the hash differs
FoundFile find_dataset(const Manifest& manifest, const std::string& file, const SearchPath& search);

/// The hash that the manifest holds, of the file at `path`.
/// throws  DataError as the readers do
std::string content_sha256(const std::filesystem::path& path, FileKind kind);

}  // namespace preimage::suite::data
