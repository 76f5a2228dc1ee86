// `compare`: what differs between two results folders.
#include <doctest/doctest.h>

#include "suite/records/record_store.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
using preimage::suite::records::RecordStore;
namespace fs = std::filesystem;

namespace {

/// Two results folders of the short profile, the second a copy of the first.
struct Pair {
  Workplace place;
  fs::path a = place.out("a"), b = place.out("b");
  Pair() {
    REQUIRE(place.run("a", {"--profile", "short"}).code == 0);
    fs::copy(a, b, fs::copy_options::recursive);
  }
  Finished compare() const { return run_preimage({"compare", a.string(), b.string()}); }
};

}  // namespace

TEST_CASE("equal results are the same whatever the circumstances, with exit code 0") {
  const Pair pair;
  RecordStore store(pair.b / "cells");
  for (const std::string& key : store.keys()) {
    preimage::suite::records::ResultRecord record = store.find(key).value();
    record.circumstances["host"] = "elsewhere";
    record.seconds += 1.0;
    store.put(record);
  }
  const Finished same = pair.compare();
  CHECK(same.code == 0);
  CHECK(same.out ==
        "6 cells in both, 0 of them differ; 0 only in A, 0 only in B\n"
        "4 numbers of tables in both; 0 differ or are in one only\n");
  CHECK(same.err == "");
}

TEST_CASE("a changed result is named by cell and field, with how far it is off, and exit code 3") {
  const Pair pair;
  RecordStore store(pair.b / "cells");
  const std::string key = store.keys().front();
  preimage::suite::records::ResultRecord record = store.find(key).value();
  std::vector<double>& losses = record.measures.begin()->second;
  losses.at(0) += 0.25;
  losses.at(1) += 0.5;
  record.notes.push_back("new");
  record.samples.at(0) += 1;
  store.put(record);
  const Finished different = pair.compare();
  CHECK(different.code == 3);
  CHECK(contains(different.out, "cell " + key.substr(0, 12) + " toy / exclusive / "));
  CHECK(contains(different.out, "measures." + record.measures.begin()->first + ": 2 values, by up to 0.5"));
  CHECK(
      contains(different.out, "notes: 1 value, 0 entries against 1 entries; samples: 1 value, by up to 1\n"));
  CHECK(contains(different.out, "6 cells in both, 1 of them differ;"));
}

TEST_CASE("a zero of the other sign is another result") {
  const Pair pair;
  for (const fs::path& folder : {pair.a, pair.b}) {
    RecordStore store(folder / "cells");
    preimage::suite::records::ResultRecord record = store.find(store.keys().front()).value();
    record.inner_loss = folder == pair.a ? 0.0 : -0.0;
    store.put(record);
  }
  const Finished different = pair.compare();
  CHECK(different.code == 3);
  CHECK(contains(different.out, "inner_loss: 1 value, by up to 0\n"));
}

TEST_CASE("cells and numbers that only one side has are named; damaged records differ") {
  const Pair pair;
  RecordStore store(pair.b / "cells");
  const std::vector<std::string> keys = store.keys();
  const auto lost = store.find(keys[0]).value();
  fs::remove(store.path_of(keys[0]));
  fs::resize_file(store.path_of(keys[1]), 10);
  fs::remove_all(pair.b / "short");
  const Finished different = pair.compare();
  CHECK(different.code == 3);
  CHECK(contains(different.out, "only in A: toy / exclusive / " + lost.learner + ": 1 cell\n"));
  CHECK(contains(different.out, "cell " + keys[1].substr(0, 12) + ": damaged in B\n"));
  CHECK(contains(different.out, "short: toy / exclusive / string_loss / kde: only in A\n"));
  CHECK(contains(different.out, "5 cells in both, 1 of them differ; 1 only in A, 0 only in B\n"));
  CHECK(contains(different.err, "damaged record of 10 bytes"));
}

TEST_CASE("numbers of tables that differ are named with how far") {
  const Pair pair;
  const fs::path table = pair.b / "short/string_toy/toy.csv";
  const std::string text = preimage::base::read_file(table, 100000);
  const std::size_t line = text.find("\ntoy,") + 1;
  std::string changed = text;
  const std::string start = "toy,exclusive,classification_loss,kde,,,SE,";
  REQUIRE(text.compare(line, start.size(), start) == 0);
  changed.replace(line + start.size(), text.find(',', line + start.size()) - line - start.size(), "7");
  preimage::base::write_file_durably(table, changed);
  const Finished different = pair.compare();
  CHECK(different.code == 3);
  CHECK(contains(different.out, "short: toy / exclusive / classification_loss / kde: "));
  CHECK(contains(different.out, " against 7, by "));
  CHECK(contains(different.out, "4 numbers of tables in both; 1 differ or are in one only\n"));
}

TEST_CASE("a folder that is not there or holds no results is refused") {
  const Pair pair;
  const TemporaryFolder empty;
  const std::string a = pair.a.string(), nothing = empty.path().string();
  check_refusals({{{"compare", a, nothing},
                   ": no results of a run: expected a folder 'cells' or that of a profile\n",
                   5},
                  {{"compare", nothing + "/x", a}, "/x: no such folder\n", 5},
                  {{"compare", a}, ""}},
                 [](const std::vector<std::string>& words) { return run_preimage(words); });
}
