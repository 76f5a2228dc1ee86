// `check` with a reference that carries tolerances and versions, and `check --update --spread`, which makes
// one.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "suite/results/testing_results.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

std::string row(const std::string& value) {
  return "p/t,raw,loss,kde,0.10,0.01,SE," + value + ",0.02,16,0.01,0.5,reproduced,,real\n";
}

std::string from(const std::string& core, const std::string& version = "1", const std::string& code = "a") {
  return "p/t,raw,kde,1.0+" + code + "," + core + ",00,cell=1 method.kde=" + version + "\n";
}

/// Results and a reference made of them with the spread of two other runs, .002.
struct Gate {
  TemporaryFolder folder;
  fs::path latest = results(folder, "latest", row("0.11"), from("Haswell"));
  fs::path reference = folder.path() / "reference";

  Finished check(const fs::path& results, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"check", "--latest", results.string(), "--reference",
                                      reference.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_preimage(words);
  }
  Finished update(const std::vector<std::string>& runs) const {
    std::vector<std::string> words = {"--update", "--spread"};
    words.insert(words.end(), runs.begin(), runs.end());
    return check(latest, words);
  }
  std::string run(const std::string& name, const std::string& rows, const std::string& provenance) const {
    return results(folder, name, rows, provenance).string();
  }
  std::string line() const {
    const std::string text = preimage::base::read_file(reference / "quick/toy/t.csv", 10000);
    return text.substr(text.find('\n') + 1);
  }
};

}  // namespace

TEST_CASE("--spread: a number may move by four times its largest difference between core types") {
  const Gate gate;
  const Finished updated = gate.update(
      {gate.run("a", row("0.1101"), from("Prescott")), gate.run("b", row("0.108"), from("SkylakeX"))});
  CHECK(updated.code == 0);
  CHECK(contains(updated.err, "1 numbers, the tolerance of 1 measured over BLAS core types\n"));
  CHECK(contains(gate.line(),
                 ",4 x spread over Haswell Prescott SkylakeX,1.0+a,Haswell,00,cell=1 method.kde=1,\n"));
  CHECK(gate.check(gate.latest).code == 0);
  CHECK(gate.check(gate.run("in", row("0.1179"), from("Haswell"))).code == 0);  // .008
  const Finished moved = gate.check(gate.run("out", row("0.15"), from("Haswell", "1", "b")));
  CHECK(moved.code == 3);
  CHECK(contains(
      moved.out,
      "p/t / raw / loss / kde: 0.15, reference 0.11: moved by 0.04, 5 times the tolerance of "
      "0.008 since 1.0+a; no version was raised: if this is meant, --update makes it the reference, and who "
      "changed the program raises one of cell (now 1), "
      "method.kde (now 1)\n"));
  const Finished raised = gate.check(gate.run("raised", row("0.15"), from("Haswell", "2", "b")));
  CHECK(raised.code == 3);
  CHECK(contains(
      raised.out,
      "the version of method.kde was raised from 1 to 2; if this is meant, --update makes it the reference"));
}

TEST_CASE("an update without --spread keeps what was measured, and since when a number stands as it does") {
  const Gate gate;
  REQUIRE(gate.update({gate.run("a", row("0.108"), from("Prescott"))}).code == 0);
  const std::string first = gate.line();
  gate.run("latest", row("0.11"), from("SkylakeX", "1", "later"));
  CHECK(gate.check(gate.latest, {"--update"}).code == 0);
  CHECK(gate.line() == first);
  gate.run("latest", row("0.2"), from("SkylakeX", "2", "later"));
  const Finished moved = gate.check(gate.latest, {"--update"});
  CHECK(contains(moved.out, "p/t / raw / loss / kde: 0.2, reference 0.11: moved by 0.09"));
  CHECK(contains(gate.line(),
                 ",4 x spread over Haswell Prescott,1.0+later,SkylakeX,00,cell=1 method.kde=2,\n"));
  CHECK(gate.check(gate.latest).code == 0);
}

TEST_CASE("what cannot be measured by is refused, and the reference stays") {
  const Gate gate;
  const auto refused = [&](const std::string& rows, const std::string& provenance, const std::string& why) {
    const Finished finished = gate.update({gate.run("a", rows, provenance)});
    CHECK(finished.code == 5);
    CHECK_MESSAGE(contains(finished.err, why), finished.err);
    CHECK_FALSE(fs::exists(gate.reference));
  };
  refused("", "", "a: p/t / raw / loss / kde: not among its results\n");
  refused(row("0.11"), from("Prescott", "2"),
          "kde: computed by other versions, or from another config or data");
  refused(row(""), from("Prescott"), "kde: has no value, and one here\n");
  refused(row("0.11"), from("Haswell"),
          "--spread: p/t / raw / loss / kde: all runs were computed under the BLAS core type of the latest "
          "results, "
          "Haswell: expected others");
  gate.run("latest", row("0.11"), "");
  const Finished unknown = gate.check(gate.latest, {"--update"});
  CHECK(unknown.code == 5);
  CHECK(contains(unknown.err,
                 "no versions behind p/t / raw / loss / kde are known: `preimage table` writes them"));
  const Finished alone = gate.check(gate.latest, {"--spread", "a"});
  CHECK(alone.code == 2);
  CHECK(contains(alone.err, "--spread requires --update"));
}

TEST_CASE("--json and --junit write the outcome, number by number") {
  const Gate gate;
  REQUIRE(gate.update({gate.run("a", row("0.108"), from("Prescott"))}).code == 0);
  const fs::path json = gate.folder.path() / "check.json", junit = gate.folder.path() / "check.xml";
  const Finished finished = gate.check(gate.run("out", row("0.15"), from("Haswell")),
                                       {"--json", json.string(), "--junit", junit.string()});
  CHECK(finished.code == 3);
  const auto root = nlohmann::json::parse(preimage::base::read_file(json, 100000));
  CHECK(root.at("held") == 1);
  CHECK(root.at("moved") == 1);
  const auto& number = root.at("numbers").at(0);
  CHECK(number.at("change") == "moved");
  CHECK(number.at("latest") == 0.15);
  CHECK(number.at("since") == "1.0+a");
  CHECK(number.at("versions_to_raise") == std::vector<std::string>{"cell", "method.kde"});
  CHECK(contains(preimage::base::read_file(junit, 100000),
                 "<failure message=\"0.15, reference 0.11: moved by"));
  CHECK(gate.check(gate.latest, {"--published", "--junit", junit.string()}).code == 2);
}

TEST_CASE("a run writes by which versions its numbers were computed") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const std::string text =
      preimage::base::read_file(place.out("out") / "short/string_toy/toy.provenance.csv", 10000);
  CHECK(contains(
      text,
      "reproduces,reading,learner,program,blas_cores,inputs,versions,data_content\ntoy,exclusive,kde,"));
  CHECK(contains(text, ",cell=1 decoder.candidates="));
  CHECK(contains(text, " method.nearest_neighbours="));
}
