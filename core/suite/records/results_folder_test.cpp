#include "suite/records/results_folder.hpp"

#include <set>
#include <stdexcept>
#include <string>

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

TEST_CASE("a profile has the name of a folder of its own") {
  for (const char* name : {"quick", "a b", "x.y", "-1", "cell", "\u00e9", "..." /* no folder above */}) {
    const bool is_hidden = std::string(name).front() == '.';
    CHECK(profile_name_error(name).empty() == !is_hidden);
  }
  for (const char* name : {"", ".", "..", "../x", "a/..", "/x", "a\\b", ".configs", "cells", "CELLS", "jobs",
                           "cache", "sweeps", "unfinished", "report.html", "Report.HTML"}) {
    CHECK(profile_name_error(name) != "");
    CHECK_THROWS_AS(ResultsFolder("out").profile(name), std::invalid_argument);
    CHECK_THROWS_AS(ResultsFolder("out").timings(name), std::invalid_argument);
  }
  CHECK(profile_name_error(std::string(100, 'p')).empty());
  CHECK(profile_name_error(std::string(101, 'p')) != "");
}

TEST_CASE("parts of file names are plain, not too long, and differ where the names do") {
  CHECK(file_part("kde+2.5_x-Y") == "kde+2.5_x-Y");
  const std::string names[] = {"a b",
                               "a:b",
                               "a/b",
                               "a_b",
                               "a\tb",
                               std::string(80, 'n'),
                               std::string(81, 'n'),
                               std::string(300, 'n'),
                               "\u00e9",
                               "e\u0301",
                               "",
                               "="};
  std::set<std::string> parts;
  for (const std::string& name : names) {
    const std::string part = file_part(name);
    CHECK(part.size() <= 80 + 9);
    CHECK(part.find_first_of("/: \t") == std::string::npos);
    parts.insert(part);
  }
  CHECK(parts.size() == std::size(names));
}

TEST_CASE("records are taken by one, and by none while they are shared") {
  const testing::TemporaryFolder folder;
  const ResultsFolder results(folder.path());
  CHECK_FALSE(share_records(results).has_value());  // there are none
  std::filesystem::create_directory(results.cells());
  {
    const auto first = share_records(results), second = share_records(results);
    CHECK(first.has_value());
    CHECK(second.has_value());
    CHECK_FALSE(take_records(results).has_value());
    const records::FileLock other = lock_for(results, "the tables");  // another byte: neither waits
    CHECK_FALSE(take_records(results).has_value());
  }
  const auto taken = take_records(results);
  CHECK(taken.has_value());
  CHECK_FALSE(take_records(results).has_value());
}

}  // namespace preimage::suite::records
