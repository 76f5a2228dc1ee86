#include "suite/data/archive.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

namespace preimage::suite::data {

namespace fs = std::filesystem;

namespace {

using ArchivePtr = std::unique_ptr<archive, decltype(&archive_read_free)>;

/// What libarchive says of its last error, which may be nothing.
std::string_view last_error(archive* reader) {
  const char* text = archive_error_string(reader);
  return text == nullptr ? "damaged" : text;
}

ArchivePtr open_tar(const std::string& bytes, const std::string& source) {
  ArchivePtr reader(archive_read_new(), &archive_read_free);
  if (!reader) throw std::bad_alloc();
  archive_read_support_format_tar(reader.get());
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    throw DataError(fmt::format("{}: not a tar archive: {}", source, last_error(reader.get())));
  return reader;
}

[[noreturn]] void refuse(const std::string& source, std::string_view member, std::string_view reason) {
  throw DataError(fmt::format("{}: member {}: {}", source, base::excerpt(member), reason));
}

void check_name(const std::string& source, const std::string& name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(name.begin(), name.end(), is_control))
    throw DataError(fmt::format("{}: a member's path holds control characters", source));
  if (name.front() == '/' || name.find('\\') != std::string::npos)
    refuse(source, name, "absolute or foreign path");
  for (const fs::path& part : fs::path(name))
    if (part == "..") refuse(source, name, "its path leaves the archive");
}

/// The path of a regular file without leading "./"; "" for a folder.
std::string member_name(archive_entry* entry, const std::string& source) {
  const char* stored = archive_entry_pathname(entry);
  if (stored == nullptr || *stored == '\0')
    throw DataError(fmt::format("{}: a member has no readable path", source));
  std::string name = stored;
  check_name(source, name);
  if (archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) == AE_IFLNK)
    refuse(source, name, "is a link");
  if (archive_entry_filetype(entry) == AE_IFDIR) return "";
  if (archive_entry_filetype(entry) != AE_IFREG) refuse(source, name, "is neither a file nor a folder");
  while (name.rfind("./", 0) == 0) name.erase(0, 2);
  return name;
}

/// At most `stored` bytes: what the archive holds. A sparse member claims more, as zeros that are nowhere.
std::string member_bytes(archive* reader, const std::string& source, const std::string& name,
                         std::size_t limit, std::size_t stored) {
  std::string bytes;
  char buffer[1 << 16];
  while (true) {
    const la_ssize_t n = archive_read_data(reader, buffer, sizeof buffer);
    if (n < 0) refuse(source, name, last_error(reader));
    if (n == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(n));
    if (bytes.size() > limit) refuse(source, name, fmt::format("larger than the limit of {} bytes", limit));
    if (bytes.size() > stored) refuse(source, name, "holds more than the archive: is a sparse file");
  }
}

}  // namespace

ArchiveMembers parse_tar(const std::string& tar, const std::string& source, const ArchiveLimits& limits) {
  const ArchivePtr reader = open_tar(tar, source);
  ArchiveMembers members;
  std::size_t stored = tar.size();  // minus the members read
  archive_entry* entry = nullptr;
  while (true) {
    const int code = archive_read_next_header(reader.get(), &entry);
    if (code == ARCHIVE_EOF) return members;
    if (code != ARCHIVE_OK)
      throw DataError(fmt::format("{}: byte {} of the tar stream: {}", source,
                                  archive_filter_bytes(reader.get(), 0), last_error(reader.get())));
    const std::string name = member_name(entry, source);
    if (name.empty()) continue;
    if (members.size() == limits.members)
      throw DataError(fmt::format("{}: more than the limit of {} members", source, limits.members));
    std::string bytes = member_bytes(reader.get(), source, name, limits.member_bytes, stored);
    stored -= bytes.size();
    if (!members.emplace(name, std::move(bytes)).second) refuse(source, name, "occurs twice");
  }
}

ArchiveMembers read_archive(const fs::path& path, const ArchiveLimits& limits) {
  return parse_tar(read_maybe_compressed(path, limits.archive), path.string(), limits);
}

std::vector<ArchiveMembers::const_iterator> numbered_members(const ArchiveMembers& members,
                                                             const NumberedName& name,
                                                             const std::string& source) {
  const std::string pattern = fmt::format("{}N{}", name.prefix, name.ending);
  std::map<long, ArchiveMembers::const_iterator> by_number;
  for (auto member = members.begin(); member != members.end(); ++member) {
    const fs::path path = member->first;
    const std::string file = path.filename().string();
    if (!name.folder.empty() && path.parent_path().filename() != name.folder) continue;
    if (!file.starts_with(name.prefix) || !file.ends_with(name.ending)) continue;
    if (file.size() < name.prefix.size() + name.ending.size()) continue;
    const auto number = config::parse_integer(
        file.substr(name.prefix.size(), file.size() - name.prefix.size() - name.ending.size()));
    if (!number || *number < 0 || !by_number.emplace(*number, member).second)
      throw DataError(fmt::format("{}: member {}: expected one {} per number N", source,
                                  base::excerpt(member->first), pattern));
  }
  const std::string place = name.folder.empty() ? "" : fmt::format(" in a folder {}", name.folder);
  if (by_number.empty()) throw DataError(fmt::format("{}: no members {}{}", source, pattern, place));
  std::vector<ArchiveMembers::const_iterator> in_order;
  for (const auto& [number, member] : by_number) {
    if (number != static_cast<long>(in_order.size()))
      throw DataError(fmt::format("{}: member {}{}{}{} is missing", source, name.prefix, in_order.size(),
                                  name.ending, place));
    in_order.push_back(member);
  }
  return in_order;
}

}  // namespace preimage::suite::data
