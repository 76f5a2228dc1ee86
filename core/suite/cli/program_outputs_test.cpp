// What the program writes to places that a user names, and to standard output: devices, links, full disks,
// limits.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "suite/results/testing_results.hpp"
#include "testing/refusals.hpp"
#include "testing/shadow_memory.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// The program below a shell that has run `prelude`: `ulimit -f 1`, or `exec >/dev/full`. It has a minute.
Finished run_after(const std::string& prelude, const Words& arguments, const Environment& environment = {}) {
  Words words = {"timeout", "60", "sh", "-c", prelude + "; exec \"$@\"", "sh", PREIMAGE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_words(words, environment);
}

/// Every option that names a file to be written, with the results that it is about.
struct Outputs {
  Workplace place{replaced(toy_config(), "samples: 30", "samples: 12")};
  TemporaryFolder folder;
  std::string results_folder =
      results(folder, "results", "p/t,raw,loss,kde,,,,0.1,0.02,16,0.01,,,,real\n").string();
  std::string points = folder.write("points.csv", "a,b\n1,2\n2,1\n3,5\n").string();
  std::string pairs =
      folder.write("pairs.tsv", "a\tb\nb\ta\nc\td\ne\tb\nf\ta\ng\td\nh\tb\ni\ta\nj\td\nk\tb\n").string();

  Outputs() { CHECK(place.run("out", {"--quiet", "--profile", "short"}).code == 0); }

  std::vector<Words> commands(const std::string& csv, const std::string& other) const {
    const Words check = {"check", "--latest", results_folder, "--reference", results_folder};
    const auto with = [](Words words, const std::string& option, const std::string& path) {
      words.insert(words.end(), {option, path});
      return words;
    };
    return {with(check, "--junit", other),
            with(check, "--json", other),
            place.words("out", {"--profile", "short", "--predictions", other}, "table"),
            place.words("out", {"--profile", "short", "--page", other}, "report"),
            place.words("out", {"--profile", "short", "--paper", other}, "report"),
            {"gram", points, "--columns", "a,b", "--kernel", "{name: linear}", "--out", csv}};
  }
};

}  // namespace

TEST_CASE("an output option writes into a device or FIFO, through a link, and over files of its kind alone") {
  const Outputs outputs;
  const fs::path null = outputs.folder.path() / "null.csv", fifo = outputs.folder.path() / "fifo.csv",
                 link = outputs.folder.path() / "link.csv", target = outputs.folder.path() / "target";
  fs::create_symlink("/dev/null", null);
  fs::create_symlink("target", link);
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  for (const Words& command : outputs.commands(null.string(), "/dev/null")) {
    CHECK(run_preimage(command).code == 0);
    CHECK(fs::is_character_file("/dev/null"));
    CHECK(fs::is_symlink(null));
  }
  for (const Words& command : outputs.commands(fifo.string(), fifo.string())) {
    Words words = {"sh", "-c", "timeout 20 cat \"$0\" >\"$0.read\" & \"$@\" && wait", fifo.string(),
                   PREIMAGE_PROGRAM};
    words.insert(words.end(), command.begin(), command.end());
    CHECK(run_words(words).code == 0);
    CHECK(fs::is_fifo(fifo));
    CHECK(fs::file_size(fifo.string() + ".read") > 0);
  }
  for (const Words& command : outputs.commands(link.string(), link.string())) {
    fs::remove(target);
    CHECK(run_preimage(command).code == 0);
    CHECK(fs::is_symlink(link));
    CHECK(fs::is_regular_file(target));
    CHECK(run_preimage(command).code == 0);  // over its own kind
    if (command.front() == "gram") continue;
    outputs.folder.write("target", "a,b\n1,2\n");
    CHECK(contains(run_preimage(command).err, "there is such a file of another kind"));
    CHECK(text_of(target) == "a,b\n1,2\n");
  }
}

TEST_CASE("an output option that names a full device or a folder is an error by name") {
  const Outputs outputs;
  const fs::path full = outputs.folder.path() / "full.csv", folder = outputs.folder.path() / "folder.csv";
  fs::create_symlink("/dev/full", full);
  fs::create_directory(folder);
  for (const auto& [path, reason] :
       {std::pair{full, "No space left on device"}, {folder, "Is a directory"}}) {
    if (path == full && !fs::is_character_file(full)) continue;
    for (const Words& command : outputs.commands(path.string(), path.string())) {
      check_says(run_preimage(command), 5, "preimage: " + path.string() + ": cannot write: " + reason + "\n");
    }
  }
}

#ifdef __linux__
TEST_CASE("what standard output does not take is an error of every verb") {
  const Outputs outputs;
  const auto verb = [&](const std::string& name, Words more = {}) {
    more.insert(more.begin(), {"--profile", "short"});
    return outputs.place.words("out", more, name);
  };
  const std::string out = outputs.place.out("out").string(), other = outputs.results_folder;
  const std::vector<Words> commands = {
      {"--help"},
      {"--version"},
      {"help"},
      {"help", "run"},
      {"completion", "bash"},
      {"complete", "configs"},
      {"list"},
      {"list", "--help"},
      {"keys"},
      {"keys", "--schema"},
      {"check", "--latest", other, "--reference", other},
      {"check", "--latest", other, "--published"},
      {"compare", other, other},
      {"datasets"},
      {"init", outputs.pairs},
      verb("plan"),
      verb("run", {"--quiet"}),
      verb("work", {"--force"}),
      verb("table"),
      verb("report"),
      verb("submit", {"--engine", "commands", "--force"}),
      {"status", "--out", out},
      {"collect", "--out", out},
      verb("sweep", {"--grid", "learners.neighbours.k=1,3", "--reading", "exclusive", "--quiet"}),
  };
  for (const Words& command : commands) {
    INFO(command[0]);
    const Finished full = run_after("exec >/dev/full", command);
    CHECK(full.code == (command.back() == "--published" ? 6 : 5));  // 6: no number is judged, the worse news
    CHECK(contains(full.err, "preimage: standard output: cannot write all of it"));
  }
  CHECK(contains(run_after("exec >/dev/full", {"list", "--help"}).err, ": No space left on device\n"));
}

TEST_CASE("a closed standard output is an error, and no result file takes its place") {
  const Workplace place;
  const Finished closed = run_after("exec >&-", place.words("closed", {"--profile", "short", "--quiet"}));
  check_says(closed, 5, "preimage: standard output: cannot write all of it");
  CHECK(place.run("open", {"--profile", "short", "--quiet"}).code == 0);
  CHECK(result_files(place.out("closed") / "short") == result_files(place.out("open") / "short"));
}

TEST_CASE("a reader that goes away is no error worth a word") {
  const Finished finished = ended_well(
      run_words({"sh", "-c", "{ sleep 0.3; exec \"$@\"; } | true", "sh", PREIMAGE_PROGRAM, "list"}));
  CHECK(finished.err == "");
}

TEST_CASE("a limit on file sizes is a full disk, with exit code 5") {
  const Workplace place;
  check_says(run_after("ulimit -f 1", place.words("out", {"--quiet", "--jobs", "1"})), 5,
             ": cannot write: File too large\n");
}

#if !PREIMAGE_SHADOW_MEMORY
TEST_CASE("too little address space for the BLAS library is said, and does not hang") {
  const Workplace place;
  for (const std::string threads : {"1", "2"}) {
    const Environment environment = {{"OPENBLAS_NUM_THREADS", threads}};
    const Finished refused =
        run_after("ulimit -v 200000", place.words("out", {"--quiet", "--jobs", "1"}), environment);
    CHECK(refused.code == 5);
    CHECK(refused.err ==
          "preimage: OpenBLAS needs 160 MiB of address space, and the system gives less: raise the limit "
          "(ulimit -v)\n");
    CHECK(run_after("ulimit -v 200000", {"--help"}, environment).code == 0);
  }
  ended_well(
      run_after("ulimit -v 600000", place.words("out", {"--quiet", "--jobs", "1", "--profile", "short"})));
}
#endif
#endif
