// What a config says of its paper and its published numbers: `paper`, `reproduces`, `published`.
#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::study;
using preimage::testing::published_toy_config;
using preimage::testing::replaced;
using preimage::testing::TemporaryFolder;
using preimage::testing::toy_config;
using preimage::testing::toy_ledger;

namespace {

using Overrides = std::vector<config::Override>;

/// A config with its ledger in a folder of its own.
struct PaperPlace {
  TemporaryFolder folder;
  std::string config = published_toy_config();
  std::string ledger = toy_ledger();

  Study study(const Overrides& overrides = {}) const {
    folder.write("published.csv", ledger);
    return load_study(folder.write("toy.yaml", config), overrides, experiments::experiment_table());
  }
  /// The message without the folder's name.
  template <class Error>
  std::string error(const Overrides& overrides = {}) const {
    std::string message = testing::thrown_message<Error>([&] { study(overrides); });
    const std::string prefix = folder.path().string() + "/";
    for (std::size_t at = 0; (at = message.find(prefix, at)) != std::string::npos;)
      message.erase(at, prefix.size());
    return message;
  }
};

/// The message for the config with one change.
std::string config_error(const std::string& from, const std::string& to) {
  PaperPlace place;
  place.config = replaced(place.config, from, to);
  return place.error<ConfigError>();
}

/// The message for the ledger with one change.
std::string ledger_error(const std::string& from, const std::string& to) {
  PaperPlace place;
  place.ledger = replaced(place.ledger, from, to);
  return place.error<DataError>();
}

const std::string kPaper = "paper: {key: toy, authors: A. Author, title: A toy, year: 2002}";

}  // namespace

TEST_CASE("a config names its paper and the file of its numbers, which is read with it") {
  const Study study = PaperPlace().study();
  CHECK(study.paper.key == "toy");
  CHECK(study.paper.authors == "A. Author");
  CHECK(study.paper.title == "A toy");
  CHECK(study.paper.year == "2002");
  CHECK(study.paper.venue == "");
  CHECK(study.reproduces == "toy/table_1");
  CHECK(study.ledger.size() == 3);
  CHECK(study.published.filename() == "published.csv");
}

TEST_CASE("paper and published numbers are no part of what is computed") {
  const Study with = PaperPlace().study(), without = testing::parse(toy_config());
  REQUIRE(with.readings.size() == without.readings.size());
  for (std::size_t i = 0; i < with.readings.size(); ++i)
    CHECK(with.readings[i].parameters == without.readings[i].parameters);
}

TEST_CASE("a paper of several configs stands once, in papers.csv beside them") {
  PaperPlace place;
  place.config = replaced(place.config, kPaper, "paper: toy");
  CHECK(place.error<ConfigError>() ==
        "toy.yaml:3:8: paper: paper 'toy' is looked for in papers.csv beside the config, and there is none; "
        "add it, "
        "or write `paper: {key: toy, authors: ..., title: ..., year: ...}`");
  place.folder.write("papers.csv", "key,title,url\ntoy,The toy,https://example.org/toy\n");
  CHECK(place.study().paper.title == "The toy");
  CHECK(place.study().paper.url == "https://example.org/toy");
  place.folder.write("papers.csv", "key,title\ntoi,The toy\n");
  CHECK(place.error<ConfigError>() ==
        "toy.yaml:3:8: paper: no paper 'toy' in papers.csv, did you mean 'toi'?");
}

TEST_CASE("what is said of a paper is checked") {
  CHECK(config_error("authors:", "autors:") ==
        "toy.yaml:3:19: paper.autors: unknown key, did you mean 'authors'?");
  CHECK(config_error("year: 2002", "year: 02") ==
        "toy.yaml:3:59: paper.year: expected a year of four digits, found '02'");
  CHECK(config_error("year: 2002", "url: example.org") ==
        "toy.yaml:3:58: paper.url: expected an address that begins with https:// or http://, found "
        "'example.org'");
  CHECK(config_error("{key: toy, ", "{key: toy/1, ") ==
        "toy.yaml:3:14: paper.key: expected letters, digits, '_', '-' and '.' only, found 'toy/1'");
  CHECK(config_error("toy/table_1", "other/table_1") ==
        "toy.yaml:4:13: reproduces: expected a table of paper toy, like toy/table_1, found 'other/table_1'");
}

TEST_CASE("published numbers and the table that is reproduced need each other") {
  CHECK(config_error("published: published.csv\n", "") ==
        "toy.yaml:4:13: reproduces: names a table of published numbers, but no file of them: add `published: "
        "FILE.csv`");
  CHECK(config_error("reproduces: toy/table_1\n", "") ==
        "toy.yaml:4:12: published: says no table: add `reproduces: toy/table_1`");
  CHECK(config_error("published: published.csv", "published: ../published.csv")
            .starts_with("toy.yaml:5:12: published: expected a file below the config's folder, found"));
  PaperPlace place;
  place.config = replaced(place.config, "published.csv", "no.csv");
  CHECK(place.error<DataError>().starts_with("no.csv: "));
}

TEST_CASE("a row that nothing in the config belongs to is named before anything runs") {
  CHECK(ledger_error("classification_loss,kde", "clasification_loss,kde") ==
        "published.csv:4: column 'measure': toy has no measure 'clasification_loss', did you mean "
        "'classification_loss'?");
  CHECK(ledger_error("toy/table_1,string_loss,neighbours", "tay/table_1,string_loss,neighbours") ==
        "published.csv:3: column 'table': expected a table of paper toy, like toy/table_1, found "
        "'tay/table_1'");
  CHECK(ledger_error(",value,", ",velue,") ==
        "published.csv:1: unknown column 'velue', did you mean 'value'?");
  PaperPlace place;
  place.config = replaced(place.config, "k: [1, 3]}", "k: [1, 3], place: {row: r, column: 1-NN}}");
  CHECK(place.error<DataError>() ==
        "published.csv:3: column 'column_title': learner 'neighbours' has `place: {column: 1-NN}` in the "
        "config, found "
        "'k-NN'");
}

TEST_CASE("a row without learner, and rows of the paper's other tables, need no learner") {
  PaperPlace place;
  place.ledger +=
      "toy/table_1,seconds,,12,,,,time,,p. 3,not reported here\ntoy/table_2,other,svm,0.1,,,,,,,\n";
  CHECK(place.study().ledger.size() == 5);
}

TEST_CASE("an override of what is computed may leave out a row's learner; tables of it have no verdict") {
  const PaperPlace place;
  const Overrides alone = {{"learners", "{other: {method: nearest_neighbours, k: 1}}"}};
  CHECK(place.study(alone).readings[0].modified.size() == 1);
  PaperPlace wrong;
  wrong.ledger = replaced(wrong.ledger, "string_loss,kde", "string_loss,dke");
  CHECK_FALSE(wrong.error<DataError>({{"profiles.quick.repetitions", "3"}}).empty());
}

TEST_CASE("why a number does not come out is read from a file beside the published numbers") {
  const std::string header = "table,measure,learner,reading,why\n";
  PaperPlace place;
  CHECK(place.study().reasons.empty());
  place.folder.write("published.why.csv", header + "toy/table_1,string_loss,kde,nested,Other noise.\n");
  const Study study = place.study();
  REQUIRE(study.reasons.size() == 1);
  CHECK(study.reasons[0].why == "Other noise.");
  place.folder.write("published.why.csv", header + "toy/table_1,string_loss,kde,nestd,Other noise.\n");
  CHECK(place.error<DataError>() ==
        "published.why.csv:2: column 'reading': toy has no reading 'nestd', did you mean 'nested'?");
}

TEST_CASE("a file of reasons that is a link out of its folder is refused") {
  const TemporaryFolder other;
  const std::string file = other.write("r.csv", "table,measure,learner,why\ntoy/table_1,,,So.\n").string();
  const PaperPlace place;
  std::filesystem::create_symlink(file, place.folder.path() / "published.why.csv");
  CHECK(place.error<DataError>() == "published.why.csv: is a link that leads out of its folder");
}
