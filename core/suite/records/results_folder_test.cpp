#include "suite/records/results_folder.hpp"

#include <doctest/doctest.h>

#include "testing/temporary_folder.hpp"

namespace preimage::suite::records {

TEST_CASE("a folder of results: what is none of its own names is a profile's") {
  const testing::TemporaryFolder folder;
  const ResultsFolder results(folder.path());
  CHECK(results.profiles().empty());
  for (const auto& path : {results.cells(), results.cache(), results.sweeps(), results.jobs(),
                           results.configs(), results.profile("quick"), results.profile("paper")})
    std::filesystem::create_directory(path);
  folder.write("report.html", "");
  CHECK(results.profiles() == std::vector<std::string>{"paper", "quick"});
  CHECK(results.timings("quick") == folder.path() / "quick" / "timings.csv");
  CHECK(results.timings("quick", ".modified-1a2b3c4d") ==
        folder.path() / "quick" / "timings.modified-1a2b3c4d.csv");
  CHECK(ResultsFolder(folder.path() / "nowhere").profiles().empty());
}

}  // namespace preimage::suite::records
