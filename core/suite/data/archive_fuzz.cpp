// tar: what is accepted are paths inside the archive, and no more bytes than it holds.
#include <filesystem>
#include <string>
#include <string_view>

#include "suite/data/archive.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/fuzz_target.hpp"

namespace data = preimage::suite::data;
using preimage::testing::require;

namespace {

void check_members(const std::string& tar) {
  std::size_t bytes = 0;
  const data::ArchiveMembers members = data::parse_tar(tar, "x.tar");
  for (const auto& [name, content] : members) {
    const std::filesystem::path path = name;
    require(!name.empty() && path.is_relative(), "a member's path is relative");
    for (const auto& part : path) require(part != "..", "a member's path stays inside");
    bytes += content.size();
  }
  require(bytes <= tar.size(), "the members are no larger than the archive");
  data::numbered_members(members, {"", "pos-", ".pgm"}, "x.tar");
}

void read_input(std::string_view input) {
  check_members(data::with_tar_sums(std::string(input)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return preimage::testing::fuzz(bytes, size, read_input);
}
