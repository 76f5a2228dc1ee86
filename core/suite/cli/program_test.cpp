// The command line and its errors: exit codes, and messages of one line on stderr.
#include "testing/program.hpp"

#include <array>
#include <sstream>

#include <doctest/doctest.h>

#include "experiments/experiment_table.hpp"
#include "suite/data/data_source.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"

using preimage::testing::check_refusals;
using preimage::testing::Finished;
using preimage::testing::Refusal;
using preimage::testing::replaced;
using preimage::testing::run_preimage;
using preimage::testing::TemporaryFolder;
using preimage::testing::toy_config;

namespace {

using Words = std::vector<std::string>;

/// `preimage run` on a config; its message without the folder's name.
Finished run_config(const std::string& text, const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> words = {"run", folder.write("c.yaml", text).string(), "--out",
                                    (folder.path() / "out").string()};
  words.insert(words.end(), more.begin(), more.end());
  Finished finished = run_preimage(words);
  const std::string prefix = folder.path().string() + "/";
  for (std::size_t at = 0; (at = finished.err.find(prefix, at)) != std::string::npos;)
    finished.err.erase(at, prefix.size());
  return finished;
}

}  // namespace

TEST_CASE("errors in a config name file, line and column and the nearest key") {
  const std::string ridge = "ridge: [0.01, 1]",
                    number = " (numbers are decimal, finite and unquoted, like 12, -0.5 or 1e-3)";
  const std::vector<std::array<std::string, 3>> rows = {
      {"samples:", "sampels:", "4:36: dataset.sampels: unknown key, did you mean 'samples'?"},
      {ridge, "ridge: 1e400", "10:84: learners.kde.ridge: expected a number >= 0, found '1e400'" + number},
      {ridge, "ridge: nan", "10:84: learners.kde.ridge: expected a number >= 0, found 'nan'" + number},
      {"seed: 1\n", "seed: 1\nseed: 1\n", "4:1: duplicate key 'seed', first given at c.yaml:3:1"},
      {"k: [1, 3]", "k: []",
       "11:47: learners.neighbours.k: expected an integer from 1 to 1000000 or a list of at least one, found "
       "an empty list"},
      {ridge, "ridge: &r [1, *r]", "10:91: recursive alias: it stands for a value that contains it"}};
  for (const auto& [from, to, message] : rows) {
    const std::string config = replaced(toy_config(), from, to);
    check_refusals({{{to}, "preimage: c.yaml:" + message}},
                   [&](const Words& /*name*/) { return run_config(config); });
  }
}

TEST_CASE("wrong options of a run are refused with what was probably meant") {
  std::vector<Refusal> rows = {
      {{"--set", "dataset.samples"},
       "preimage: --set dataset.samples: expected path=value, like dataset.smoothing=0.75"},
      {{"--set", "dataset.samples=many"},
       "preimage: --set dataset.samples=many: dataset.samples: expected an integer from 10 to 100000, found "
       "'many' (integers are decimal digits, unquoted, like 12)"},
      {{"--profile", "quik"}, "preimage: c.yaml:15:1: profiles: no profile 'quik', did you mean 'quick'?"},
      {{"--reading", "nest"}, "preimage: c.yaml:12:1: readings: no reading 'nest', did you mean 'nested'?"},
      {{"--set", "learners.kd.ridge=1"},
       "preimage: --set learners.kd.ridge=1: learners.kd: no method; did you mean 'kde'?"}};
  for (const std::string seed : {"abc", "-1", "01", "1.5", "9223372036854775808"})
    rows.push_back({{"--set", "seed=" + seed},
                    "preimage: --set seed=" + seed +
                        ": seed: expected an integer from 0 to 9223372036854775807, found '" + seed + "'"});
  check_refusals(rows, [](const Words& words) { return run_config(toy_config(), words); });
}

TEST_CASE("wrong words are refused in one line, with what was probably meant") {
  std::vector<Refusal> rows = {
      {{}, "preimage: expected a verb; `preimage --help` lists them"},
      {{"plam"}, "preimage: no verb 'plam', did you mean 'plan'?"},
      {{"rnu"}, "preimage: no verb 'rnu', did you mean 'run'?"},
      {{"--versoin"}, "preimage: no option --versoin, did you mean '--version'?"},
      {{"plan", "--repetitons", "3"},
       "preimage: plan: no option --repetitons, did you mean '--repetitions'?"},
      {{"report", "--pdf"},
       "preimage: report: --pdf was removed: `rsvg-convert --format=pdf FIGURE.svg` converts a figure"},
      {{"plan", "--proflie=quick"}, "preimage: plan: no option --proflie, did you mean '--profile'?"},
      {{"plan", "--reading", "raw", "--reading", "smoothed"},
       "preimage: plan: --reading: given 2 times, expected once"},
      {{"run", "--jobs", "many"}, "preimage: run: --jobs: expected an integer from 0 to 4096, found 'many'"},
      {{"sweep", "--grid", "a=1", "--random", "2", "--seed", "x"},
       "preimage: sweep: --seed: expected an integer from 0 to 9223372036854775807, found 'x'"},
      {{"plan", "--out=", "--skip-missing"}, "preimage: --out=: expected a value behind the ="},
      {{"sweep", "x.yaml"}, "preimage: sweep: --grid is required"},
      {{"plan", "kde_nips_tabel2"},
       "preimage: config 'kde_nips_tabel2': no such file, and none of that name in configs/, did you mean "
       "'kde_nips_table2'?"},
      {{"run", "no/such.yaml"}, "preimage: no/such.yaml: cannot read: No such file or directory", 5}};
  for (const std::string number : {"0x10", "010", "1e1", "; rm -rf x", "0", "100001", ""})
    rows.push_back(
        {{"plan", "--repetitions", number},
         "preimage: plan: --repetitions: expected an integer from 1 to 100000, found '" + number + "'"});
  check_refusals(rows, [](const Words& words) { return run_preimage(words); });
  const std::string no_verb = run_preimage({"xyz"}).err;
  for (const char* verb : {"list", "bench", "gram", "datasets", "compare"})
    CHECK(no_verb.find(verb) != std::string::npos);
}

TEST_CASE("a config is found by its name alone") {
  CHECK(run_preimage({"plan", "kde_nips_table1"}).out ==
        run_preimage(
            {"plan", (preimage::suite::data::project_root() / "configs/kde_nips_table1.yaml").string()})
            .out);
  const TemporaryFolder folder;
  folder.write("toy.yaml", toy_config());
  CHECK(run_preimage({"plan", (folder.path() / "toy").string()}).out ==
        run_preimage({"plan", (folder.path() / "toy.yaml").string()}).out);
}

TEST_CASE("every verb explains itself with an example") {
  const std::string general = run_preimage({"--help"}).out;
  std::istringstream lines(general.substr(general.find("To run:\n")));
  std::vector<std::string> verbs;
  for (std::string line; std::getline(lines, line) && !line.starts_with("Exit codes");) {
    if (line.size() > 3 && line.compare(0, 2, "  ") == 0 && line[2] != ' ')
      verbs.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  CHECK(verbs.size() == 27);
  for (const std::string& verb : verbs) {
    const Finished help = run_preimage({verb, "--help"});
    INFO(verb);
    CHECK(help.code == 0);
    CHECK(help.err == "");
    CHECK(help.out.find("Example:\n  preimage " + verb) != std::string::npos);
  }
  CHECK(general.find("Exit codes: 0 ok, 2 command line or config") != std::string::npos);
}

TEST_CASE("--version names the BLAS and the core type that the verbs run on") {
  const Finished version = run_preimage({"--version"}, {{"OPENBLAS_NUM_THREADS", "2"}});
  CHECK(version.code == 0);
  CHECK(version.out.find("BLAS: OpenBLAS") != std::string::npos);
  CHECK(version.out.find("BLAS core type: ") != std::string::npos);
  CHECK(version.out.find("unknown, ") == std::string::npos);
  CHECK(version.out.find(", 1 thread(s)\n") != std::string::npos);
}

TEST_CASE("list names every experiment, method, decoder and kernel") {
  const Finished list = run_preimage({"list"});
  CHECK(list.code == 0);
  const auto names = [&](const std::string& name) {
    CAPTURE(name);
    const bool is_there = list.out.find("\n  " + name + "\n") != std::string::npos ||
                          list.out.find("\n  " + name + " ") != std::string::npos;
    CHECK(is_there);
  };
  for (const auto& entry : preimage::experiments::experiment_table()) names(entry.name);
  for (const auto& row : preimage::suite::registry::learner_table()) names(row.name);
  for (const auto& row : preimage::suite::registry::decoder_table()) names(row.name);
  preimage::suite::registry::all_kernels().for_each_type([&](const char* /*samples*/, const auto& rows) {
    for (const auto& row : rows) names(row.name);
  });
}

TEST_CASE("plan tells what is done and what is left") {
  const TemporaryFolder folder;
  const std::string config = folder.write("c.yaml", toy_config()).string();
  const std::vector<std::string> rest = {config, "--profile", "short", "--out",
                                         (folder.path() / "out").string()};
  const auto with = [&](const std::string& verb) {
    std::vector<std::string> words = {verb};
    words.insert(words.end(), rest.begin(), rest.end());
    return run_preimage(words);
  };
  CHECK(with("plan").out.find("left on one core: at least 0:00:00\n") != std::string::npos);
  CHECK(with("run").code == 0);
  CHECK(with("plan").out.find("left on one core: 0:00:00\n") != std::string::npos);
}
