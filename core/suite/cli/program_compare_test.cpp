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
  const Finished same = ended_well(pair.compare());
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
