// `preimage keys`.
#include <doctest/doctest.h>

#include "suite/cli/exit_code.hpp"
#include "testing/program.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::run_preimage;

TEST_CASE("keys prints all, or what a path means") {
  const auto all = run_preimage({"keys"});
  CHECK(all.code == suite::cli::kOk);
  for (const char* part : {"\nprotocol: ", "\nlearners.nearest_neighbours: ", "\nexperiment.own_data: ",
                           "\nkernel.gaussian: ", "\nloss.edit_distance: ", "\ndecoder.candidates: "})
    CHECK_MESSAGE(all.out.find(part) != std::string::npos, part);
  CHECK(
      run_preimage({"keys", "seed"}).out ==
      "the whole config\n  seed: a whole number from 0 to 9223372036854775807; all chance follows from it\n");
}

TEST_CASE("keys prints a column of published numbers, and where an experiment's example lies") {
  const auto column = run_preimage({"keys", "published.value"});
  CHECK(column.code == suite::cli::kOk);
  CHECK(column.out.find("published: a column of that file\n  value: ") == 0);
  CHECK(run_preimage({"keys", "published"}).out.find(column.out.substr(column.out.find('\n'))) !=
        std::string::npos);
  const auto wrong = run_preimage({"keys", "published.valu"});
  CHECK(wrong.code == suite::cli::kUsage);
  CHECK(wrong.err ==
        "preimage: keys: the file of published numbers has no column 'valu', did you mean 'value'?\n");
  CHECK(run_preimage({"keys", "experiment.command"})
            .out.find("\n  example: experiments/command/example/digits.yaml, a whole config\n") !=
        std::string::npos);
}

TEST_CASE("keys of a config are those of its parts, its experiment and the rows that it names") {
  const auto keys = run_preimage({"keys", "fashion_mnist/exact"});
  CHECK(keys.code == suite::cli::kUsage);  // without .yaml it is a path of keys
  const auto of_config =
      run_preimage({"keys", PREIMAGE_SOURCE_ROOT "/experiments/own_data/example/vectors.yaml"});
  CHECK_MESSAGE(of_config.code == suite::cli::kOk, of_config.err);
  for (const char* part :
       {"the whole config\n", "\nprotocol: ", "\nlearners: ", "\nlearners.nearest_neighbours: ",
        "\nlearners.kernel_dependency_estimation: ", "\nexperiment.own_data: ", "\nkernel.linear: ",
        "\nkernel.class: ", "\nprofiles: "})
    CHECK_MESSAGE(of_config.out.find(part) != std::string::npos, part);
  for (const char* part : {"\nexperiment.string_toy", "\nkernel.gaussian", "\nclaims: ", "\nreadings: "})
    CHECK_MESSAGE(of_config.out.find(part) == std::string::npos, part);
  const auto missing = run_preimage({"keys", "kde_nips_tabel1.yaml"});
  CHECK(missing.code == suite::cli::kUsage);
  CHECK(missing.err.find("did you mean 'kde_nips_table1'?") != std::string::npos);
}

TEST_CASE("keys dataset names what an experiment reads there, and the data sets of papers") {
  const testing::Finished keys = run_preimage({"keys", "dataset"});
  CHECK(keys.code == 0);
  CHECK(testing::contains(keys.out, "\n  dataset: a map "));
  CHECK(
      testing::contains(keys.out, "\nexperiment.own_data:\n  dataset.name: vectors | string_pairs | gram; "));
  CHECK(testing::contains(keys.out, "\n  dataset.constant_columns: refuse | allow (default refuse); "));
  CHECK(testing::count_of(keys.out, "\n  usps: ") == 1);  // of two files
  CHECK(testing::contains(keys.out, "\n  coil20: "));
}

TEST_CASE("keys answers for a key of dataset") {
  const testing::Finished one = run_preimage({"keys", "dataset.na"});
  CHECK(one.code == 0);
  CHECK(
      one.out.starts_with("experiment.own_data: beside the keys of the whole config\n  dataset.na: none, or "
                          "a list of texts and numbers "
                          "(optional); "));
  CHECK(testing::count_of(one.out, "\n  dataset") == 1);
  const testing::Finished wrong = run_preimage({"keys", "dataset.nae"});
  CHECK(wrong.code == suite::cli::kUsage);
  CHECK(testing::contains(wrong.err, "did you mean '"));
}

TEST_CASE("bench without a name lists the benchmarks") {
  const auto bench = run_preimage({"bench"});
  CHECK(bench.code == suite::cli::kOk);
  CHECK(bench.out.find("scaling") != std::string::npos);
}

TEST_CASE("keys refuses in one line what means nothing") {
  const auto wrong = run_preimage({"keys", "protokol"});
  CHECK(wrong.code == suite::cli::kUsage);
  CHECK(wrong.err == "preimage: keys: nothing of the name 'protokol', did you mean 'protocol'?\n");
  CHECK(wrong.out.empty());
  const auto both = run_preimage({"keys", "--schema", "seed"});
  CHECK(both.code == suite::cli::kUsage);
  CHECK(both.err == "preimage: keys: --schema is of all keys, or of published; leave out seed\n");
}
