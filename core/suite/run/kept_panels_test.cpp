#include "suite/run/kept_panels.hpp"

#include <memory>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/file.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage;
using suite::run::KeptPanels;

namespace {

const std::vector<double> kValues = {1.5, -2.25, 0.0, 1e-300};

std::unique_ptr<KeptPanels> begun(const std::filesystem::path& folder, const std::string& matrix = "n 4",
                                  const std::string& rounding = "core A") {
  auto panels = std::make_unique<KeptPanels>(folder, rounding);
  panels->begin(matrix, 32);
  return panels;
}

bool takes(const std::unique_ptr<KeptPanels>& panels, std::size_t panel = 3) {
  std::vector<double> values(kValues.size());
  return panels->take(panel, std::as_writable_bytes(std::span(values))) && values == kValues;
}

}  // namespace

TEST_CASE("a panel is taken as it was put, by the same matrix and rounding alone") {
  const testing::TemporaryFolder place;
  const std::filesystem::path folder = place.path() / "unfinished" / "key";
  const auto first = begun(folder);
  CHECK(first->summary() == "");
  first->put(3, std::as_bytes(std::span(kValues)));
  CHECK(first->summary() == "1 panels, 0 of them from before");
  CHECK(takes(begun(folder)));
  CHECK_FALSE(takes(begun(folder), 2));
  CHECK_FALSE(takes(begun(folder, "n 5")));
  CHECK_FALSE(takes(begun(folder, "n 4", "core B")));
  std::vector<double> more(kValues.size() + 1);
  CHECK_FALSE(begun(folder)->take(3, std::as_writable_bytes(std::span(more))));
  std::filesystem::rename(folder / "panel-0003.cache", folder / "panel-0002.cache");
  CHECK_FALSE(takes(begun(folder), 2));  // another one's file
}

TEST_CASE("a damaged, short or long file is no panel") {
  const testing::TemporaryFolder place;
  begun(place.path())->put(3, std::as_bytes(std::span(kValues)));
  const std::filesystem::path file = place.path() / "panel-0003.cache";
  const std::string good = base::read_file(file, 1000);
  for (std::size_t at = 0; at < good.size(); at += 7) {
    std::string bad = good;
    bad[at] ^= 4;
    place.write("panel-0003.cache", bad);
    CHECK_FALSE(takes(begun(place.path())));
  }
  for (const std::string& bad :
       {good.substr(0, good.size() - 1), good + "x", std::string(), good.substr(0, 20)}) {
    place.write("panel-0003.cache", bad);
    CHECK_FALSE(takes(begun(place.path())));
  }
  place.write("panel-0003.cache", good);
  CHECK(takes(begun(place.path())));
}

TEST_CASE("where panels cannot be kept, they are computed") {
  const testing::TemporaryFolder place;
  place.write("file", "");
  const auto nowhere = begun(place.path() / "file" / "key");
  nowhere->put(3, std::as_bytes(std::span(kValues)));
  CHECK_FALSE(takes(nowhere));
  CHECK(nowhere->summary() == "1 panels, 0 of them from before");
  KeptPanels too_large(place.path() / "key", "core A");
  too_large.begin("n 4", std::uint64_t{1} << 62U);  // more than any disk has
  too_large.put(3, std::as_bytes(std::span(kValues)));
  CHECK_FALSE(std::filesystem::exists(place.path() / "key" / "panel-0003.cache"));
}
