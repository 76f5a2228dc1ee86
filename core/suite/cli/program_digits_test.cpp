// The program on digits: stand-ins, and no data at all.
#include <doctest/doctest.h>

#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

const std::string kDigits =
    "title: Digits\nexperiment: usps_classification\nreproduces: digits/table_2\npublished: "
    "published.csv\nseed: 1\n"
    "dataset: {name: usps, per_class: 10}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\n"
    "protocol: {outer: {folds: 2}, inner: {folds: 2}}\n"
    "learners:\n"
    "  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: 4}, ridge: 0.1}\n"
    "  nearest_neighbours: {method: nearest_neighbours, k: 1}\n"
    "claims:\n  order: {text: KDE beats k-NN, measure: classification_loss, better: kde, worse: "
    "nearest_neighbours}\n"
    "profiles: {quick: {repetitions: 2, readings: all}}\n";

const std::string kPublished = "table,measure,learner,value\ndigits/table_2,classification_loss,kde,0.0798\n";

}  // namespace

TEST_CASE("stand-in digits are marked in every form of the table and never judged") {
  const TemporaryFolder folder;
  const std::string config = folder.write("digits.yaml", kDigits).string();
  folder.write("published.csv", kPublished);
  const Finished finished =
      ended_well(run_preimage({"run", config, "--stand-in", "--out", (folder.path() / "out").string()}));
  CHECK(finished.out.find("STAND-IN DATA: drawn by formula") != std::string::npos);
  for (const auto& file : result_files(folder.path() / "out/quick")) {
    CAPTURE(file.first);
    if (file.first.ends_with(".provenance.csv")) continue;  // no number in it
    const std::string& bytes = file.second;
    const bool is_csv = fs::path(file.first).extension() == ".csv";
    CHECK(bytes.find(is_csv ? ",stand-in," : "STAND-IN") != std::string::npos);
    for (const char* word : {"reproduced", "marginal", "inconclusive", "holds", "tie", "fails"}) {
      CHECK(bytes.find(word) == std::string::npos);
    }
  }
}

TEST_CASE("published numbers that are missing are found before any cell runs") {
  const TemporaryFolder folder;
  const std::string config = folder.write("digits.yaml", kDigits).string();
  for (const char* verb : {"plan", "run"}) {
    const Finished finished =
        run_preimage({verb, config, "--stand-in", "--out", (folder.path() / "out").string()});
    CHECK(finished.code == 5);
    CHECK(finished.err.find("published.csv: ") != std::string::npos);
  }
  CHECK(count_records(folder.path() / "out") == 0);
}

TEST_CASE("without data the message names the places that were tried") {
  const TemporaryFolder folder;
  const fs::path root = folder.path() / "root";
  fs::create_directories(root / "datasets");
  fs::copy_file(fs::path(PREIMAGE_SOURCE_ROOT) / "datasets/manifest.tsv", root / "datasets/manifest.tsv");
  const std::string config = folder.write("digits.yaml", kDigits).string();
  folder.write("published.csv", kPublished);
  const std::vector<std::string> words = {"run", config, "--out", (folder.path() / "out").string()};
  const Finished finished = run_preimage(words, {{"PREIMAGE_ROOT", root.string()}});
  CHECK(finished.code == 5);
  CHECK(finished.out == "");
  const std::string place = (root / "datasets/cache/usps/zip.train").string();
  CHECK(finished.err ==
        "preimage: data file 'usps/zip.train.gz' not found; tried " + place + ".gz, " + place +
            "; get it with `datasets/fetch.sh usps`, or name a folder that holds it with --data or "
            "PREIMAGE_DATA, or run with `--stand-in`\n");
  const Finished wrong =
      run_preimage(words, {{"PREIMAGE_ROOT", root.string()}, {"PREIMAGE_DATA", "/no/such/folder"}});
  CHECK(wrong.code == 5);
  CHECK(wrong.err == "preimage: PREIMAGE_DATA: the folder '/no/such/folder' does not exist\n");
}
