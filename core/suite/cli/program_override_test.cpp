// Runs with --set, --reading and --repetitions: every table says what it is of, and none overwrites another.
#include <doctest/doctest.h>

#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// The toy config with published numbers.
class OverriddenPlace : public Workplace {
 public:
  OverriddenPlace() : Workplace(published_toy_config()) { add("published.csv", toy_ledger()); }
};

using Files = std::map<std::string, std::string>;

/// The files of the toy config's tables by their names, figures and provenance left out.
Files tables_in(const fs::path& out) {
  Files tables;
  for (const auto& [name, bytes] : result_files(out / "quick/string_toy")) {
    if (!name.ends_with(".svg") && !name.ends_with(".provenance.csv")) tables[name] = bytes;
  }
  return tables;
}

Files without(Files files, const Files& others) {
  for (const auto& other : others) {  // no structured binding: doctest's lambda captures the name
    REQUIRE(files.contains(other.first));
    CHECK_MESSAGE(files.at(other.first) == other.second, other.first);
    files.erase(other.first);
  }
  return files;
}

/// The one variant of all names: ".modified-1a2b3c4d" of "toy.modified-1a2b3c4d.csv".
std::string variant_of(const Files& files) {
  std::string variant;
  for (const auto& [name, bytes] : files) {
    const std::string own = fs::path(name).stem().string().substr(3);
    CHECK((variant.empty() || variant == own));
    variant = own;
  }
  return variant;
}

const std::string kLabel = " (modified: dataset.samples=20)";

}  // namespace

TEST_CASE(
    "--set: every form names it beside the reading, has no verdict, and leaves the plain tables alone") {
  const OverriddenPlace place;
  const Finished plain = place.run("out");
  REQUIRE(plain.code == 0);
  CHECK(contains(plain.out, "provisional"));  // there are verdicts
  const Files before = tables_in(place.out("out"));
  CHECK(before.size() == 4);
  const Finished modified = place.run("out", {"--set", "dataset.samples=20"});
  CHECK(modified.code == 0);
  const Files files = without(tables_in(place.out("out")), before);
  CHECK(files.size() == 4);
  CHECK(variant_of(files).starts_with(".modified-"));
  CHECK(variant_of(files).size() == std::string(".modified-").size() + 8);
  for (const auto& file : files) {
    const std::string &name = file.first, &bytes = file.second;
    CAPTURE(name);
    CHECK(contains(bytes, "exclusive" + kLabel));
    CHECK(contains(bytes, "nested" + kLabel));
    for (const char* word : {"reproduced", "provisional", "inconclusive", "marginal", "explains"})
      CHECK_FALSE(contains(bytes, word));
  }
  CHECK(contains(modified.out, "Toy (modified)\nreading: exclusive" + kLabel +
                                   " - without the modification: as printed\n"));
  // Another override has other names, the same one the same.
  const Files two = tables_in(place.out("out"));
  CHECK(place.run("out", {"--set", "dataset.samples=20"}).out == modified.out);
  CHECK(tables_in(place.out("out")) == two);
  REQUIRE(place.run("out", {"--set", "dataset.samples=25"}).code == 0);
  CHECK(without(tables_in(place.out("out")), two).size() == 4);
}

TEST_CASE("--set of execution only, or of what a reading has anyway, leaves the label and the verdicts") {
  const OverriddenPlace place;
  const Finished plain = place.run("out");
  const Files before = tables_in(place.out("out"));
  CHECK(place.run("out", {"--set", "profiles.quick.cell_time=1000"}).out == plain.out);
  CHECK(place.run("out", {"--set", "dataset.samples=30"}).out == plain.out);
  CHECK(tables_in(place.out("out")) == before);
  const Finished more = place.run("out", {"--set", "profiles.quick.repetitions=3"});
  CHECK_FALSE(contains(more.out, "modified"));
  CHECK(contains(more.out, "provisional"));
  CHECK(variant_of(without(tables_in(place.out("out")), before)) == ".repetitions-3");
  // What one reading has anyway modifies the other alone.
  const Finished one = place.run("out", {"--set", "dataset.noise=nested"});
  CHECK(contains(one.out, "reading: exclusive (modified: dataset.noise=nested)"));
  CHECK(contains(one.out, "reading: nested (1 choice"));
}

TEST_CASE("--reading and --repetitions that are not the profile's have tables of their own") {
  const Workplace place;
  REQUIRE(place.run("out").code == 0);
  const Files before = tables_in(place.out("out"));
  CHECK(place.run("out", {"--repetitions", "2"}).code == 0);  // the profile's
  CHECK(tables_in(place.out("out")) == before);
  CHECK(place.run("out", {"--reading", "nested"}).code == 0);
  const Files reading = without(tables_in(place.out("out")), before);
  CHECK(variant_of(reading) == ".reading-nested");
  CHECK(place.run("out", {"--repetitions", "1", "--reading", "nested"}).code == 0);
  Files both = without(tables_in(place.out("out")), before);
  both = without(both, reading);
  CHECK(variant_of(both) == ".reading-nested.repetitions-1");
  CHECK(run_preimage(place.words("out", {"--reading", "nested"}, "table")).code == 0);
  CHECK(without(without(tables_in(place.out("out")), before), reading) == both);
}

TEST_CASE("check holds plain tables against the reference and names the others; compare tells them apart") {
  const Workplace place;
  REQUIRE(place.run("out").code == 0);
  const std::string latest = place.out("out").string(), reference = place.out("reference").string();
  const std::vector<std::string> check = {"check", "--latest", latest, "--reference", reference};
  std::vector<std::string> update = check;
  update.emplace_back("--update");
  REQUIRE(place.run("out", {"--set", "dataset.samples=20"}).code == 0);
  REQUIRE(place.run("out", {"--repetitions", "1"}).code == 0);
  REQUIRE(run_preimage(update).code == 0);
  const Files held = result_files(place.out("reference") / "quick/string_toy");
  CHECK(held.size() == 1);
  CHECK(held.contains("toy.csv"));
  const Finished checked = run_preimage(check);
  CHECK(checked.code == 0);
  CHECK(contains(checked.out, " 0 moved, 0 missing, 0 new\n"));
  CHECK(count_of(checked.err, "left out, being of no plain run: ") == 2);
  CHECK(contains(checked.err, "toy.repetitions-1.csv\n"));

  REQUIRE(place.run("other").code == 0);
  REQUIRE(place.run("other", {"--repetitions", "1"}).code == 0);
  const Finished compared = run_preimage({"compare", latest, place.out("other").string()});
  CHECK(compared.code == 3);
  CHECK(contains(compared.out, "toy (.modified-"));
  CHECK_FALSE(contains(compared.out, "toy (.repetitions-1)"));
  CHECK(contains(compared.out, " / exclusive" + kLabel + " / string_loss / kde: only in A\n"));
}

TEST_CASE("the page of a modified run says so, and a plain page names the tables that it does not show") {
  const OverriddenPlace place;
  REQUIRE(place.run("out", {"--set", "dataset.samples=20"}).code == 0);
  const auto page_of = [&](const std::vector<std::string>& more, int code) {
    CHECK(run_preimage(place.words("out", more, "report")).code == code);
    return base::read_file(place.out("out") / "report.html", std::size_t{1} << 26);
  };
  const std::string modified = page_of({"--set", "dataset.samples=20"}, 0);
  CHECK(contains(modified, "<h3>Toy (modified)</h3>"));
  CHECK(contains(modified, "<h4>reading: exclusive, modified</h4>"));
  CHECK(contains(modified, "without the modification: as printed"));
  CHECK(contains(modified, "data-reading=\"exclusive" + kLabel + "\""));
  CHECK_FALSE(contains(modified, "data-verdict=\"inconclusive\""));
  CHECK_FALSE(contains(modified, "data-verdict=\"reproduced\""));
  CHECK_FALSE(contains(modified, "data-verdict=\"not reproduced\""));
  CHECK(contains(modified, "modified readings only, which are compared with no published number"));
  CHECK_FALSE(contains(modified, "Not on this page"));
  const std::string plain = page_of({}, 6);  // its cells have not run
  CHECK_FALSE(contains(plain, kLabel));
  CHECK(contains(plain, "Not on this page: tables of runs with --set"));
  CHECK(contains(plain, "<li class=\"mono\">quick/string_toy/toy.modified-"));  // seen from the page
  CHECK(contains(run_preimage(place.words("out", {}, "report")).err, "\n  quick/string_toy/toy.modified-"));
}
