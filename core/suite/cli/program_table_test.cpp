// `table`: the files of a config are one set, and a folder that cannot be written is tabled all the same.
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "suite/config/number.hpp"
#include "suite/data/testing_rows.hpp"
#include "suite/records/results_folder.hpp"
#include "testing/refusals.hpp"
#include "testing/workplace.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

/// The program as a user who may read the folder of results and not write it.
Finished run_as_reader(std::vector<std::string> words) {
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  if (::geteuid() == 0) {  // whom no permission stops
    const std::vector<std::string> other = {"setpriv", "--reuid", "65534", "--clear-groups"};
    words.insert(words.begin(), other.begin(), other.end());
  }
  return run_words(words);
}

/// Of all files and folders below, and of the folder itself.
void set_writable(const fs::path& folder, bool is_writable) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    fs::permissions(entry.path(), fs::perms::owner_write,
                    is_writable ? fs::perm_options::add : fs::perm_options::remove);
  }
  fs::permissions(folder, fs::perms::owner_write,
                  is_writable ? fs::perm_options::add : fs::perm_options::remove);
}

}  // namespace

TEST_CASE("the tables of a config are written by one at a time") {
  const Workplace place;
  REQUIRE(place.run("out", {"--profile", "short"}).code == 0);
  const fs::path tables = place.out("out") / "short";
  const auto before = result_files(tables);
  std::vector<std::string> words = place.words("out", {"--profile", "short"}, "table");
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  fs::remove_all(tables);
  std::optional<preimage::suite::records::FileLock> lock = preimage::suite::records::lock_for(
      preimage::suite::records::ResultsFolder(place.out("out")), "the tables of short/string_toy/toy");
  Child table(words);
  std::this_thread::sleep_for(std::chrono::milliseconds(7500));
  CHECK_FALSE(fs::exists(tables));
  lock.reset();
  CHECK(table.wait() == 0);
  CHECK(result_files(tables) == before);
  CHECK(contains(table.err(), "/out: waits for the tables of short/string_toy/toy, which process " +
                                  std::to_string(::getpid()) + " on "));
}

TEST_CASE(
    "which hyper-parameters were chosen, and how often, is in the JSON, below tables with --chosen and on "
    "the page") {
  const Workplace place;
  const fs::path csv = place.out("p.csv");
  REQUIRE(place.run("out", {"--predictions", csv.string()}).code == 0);
  const std::string plain = place.call("table", "out").out;
  const std::string chosen = place.call("table", "out", {"--chosen"}).out;
  // Counted by another way: the column of --predictions, once for each repetition and outer fold.
  std::map<std::string, std::set<std::string>> folds;  // by reading, learner and what it chose
  for (const Row& row : rows_in(csv)) {
    if (!row.at("hyper_parameters").empty())
      folds[row.at("reading") + " " + row.at("learner") + " " + row.at("hyper_parameters")].insert(
          row.at("repetition") + " " + row.at("outer_fold"));
  }
  std::size_t combinations = 0;
  const auto json = nlohmann::ordered_json::parse(place.call("table", "out", {"--json"}).out);
  for (const auto& table : json.at("tables")) {
    for (const auto& learner : table.at("choices")) {
      std::size_t all = 0, last = learner.at("outer_folds");
      for (const auto& choice : learner.at("chosen")) {
        std::string parameters;
        for (const auto& [name, value] : choice.at("parameters").items())
          parameters +=
              (parameters.empty() ? "" : ";") + name + "=" + preimage::suite::config::number_text(value);
        CAPTURE(parameters);
        const std::size_t count = choice.at("outer_folds");
        CHECK(count == folds[fmt::format("{} {} {}", table.at("reading").get<std::string>(),
                                         learner.at("learner").get<std::string>(), parameters)]
                           .size());
        CHECK(count <= last);
        CHECK(
            contains(chosen, fmt::format(" {} of {} ", count, learner.at("outer_folds").get<std::size_t>())));
        last = count;
        all += count;
        ++combinations;
      }
      CHECK(all == learner.at("outer_folds"));
    }
  }
  CHECK(combinations == folds.size());
  CHECK(count_of(chosen, "chosen on inner folds") == 2);
  CHECK_FALSE(contains(plain, "chosen on inner folds"));
  REQUIRE(run_preimage({"report", "--out", place.out("out").string()}).code == 0);
  CHECK(contains(preimage::base::read_file(place.out("out") / "report.html", 1 << 26),
                 "how stable are the chosen parameters?"));
}

TEST_CASE("many at once end, and leave the same files") {
  const Workplace place;
  REQUIRE(place.run("out").code == 0);
  std::vector<std::string> words = place.words("out", {}, "table");
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  const auto before = result_files(place.out("out") / "quick");
  std::vector<std::unique_ptr<Child>> tables;
  for (int i = 0; i < 6; ++i) tables.push_back(std::make_unique<Child>(words));
  for (const auto& table : tables) CHECK(table->wait() == 0);
  CHECK(result_files(place.out("out") / "quick") == before);
}

TEST_CASE("a folder that may not be written is tabled, checked and reported") {
  if (run_as_reader({"--version"}).code != 0) {  // say, below /root
    MESSAGE("not tested: another user may not run the program where it lies");
    return;
  }
  const Workplace place;
  const Finished first = ended_well(place.run("out"));
  const fs::path out = place.out("out");
  fs::permissions(out.parent_path(), fs::perms::all);  // for the page
  const auto before = result_files(out);
  set_writable(out, false);

  const Finished table = ended_well(run_as_reader(place.words("out", {}, "table")));
  CHECK(table.out == first.out);
  CHECK(table.err == "tables and figures were not written: " + (out / ".configs/.lock").string() +
                         ": cannot open: Permission denied\n");
  ended_well(run_as_reader({"check", "--latest", out.string(), "--reference", out.string()}));
  const fs::path page = place.out("page.html");
  const Finished reported =
      ended_well(run_as_reader(place.words("out", {"--page", page.string()}, "report")));
  CHECK(contains(reported.err, "tables and figures are on the page alone: "));
  CHECK(contains(preimage::base::read_file(page, 1 << 24), "data:image/svg+xml;base64,"));
  CHECK(run_as_reader(place.words("out", {}, "report")).code == 5);  // its page would stand there
  CHECK(run_as_reader(place.words("out")).code == 5);                // and a run is to leave its tables
  CHECK(run_as_reader(place.words("out", {"--repetitions", "3"}, "table")).code ==
        6);  // by the table's state
  set_writable(out, true);
  CHECK(result_files(out) == before);
}
