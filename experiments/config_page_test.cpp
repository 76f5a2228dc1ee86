// core/docs/configs.md has every key that the configs read, beside those that `preimage list` prints.
#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiments/experiment_table.hpp"
#include "preimage/base/file.hpp"
#include "suite/study/study.hpp"
#include "testing/program.hpp"
#include "testing/workplace.hpp"

namespace fs = std::filesystem;
using namespace preimage;

namespace {

using Words = std::set<std::string>;

std::string page_text() {
  return base::read_file(fs::path(PREIMAGE_SOURCE_ROOT) / "core/docs/configs.md", std::size_t{1} << 20);
}

/// The parts of dotted names and the names themselves, of all that is between backticks.
Words words_of_page() {
  Words words;
  bool in_code = false;
  std::string word;
  for (const char c : page_text()) {
    if (in_code && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')) {
      word += c;
    } else if (!word.empty()) {
      words.insert(word);
      word.clear();
    }
    if (c == '`') in_code = !in_code;
  }
  return words;
}

/// Of the lines "<blanks>basis.rule: all | random ...", as wide as the longest name of their table.
Words words_of_list() {
  std::istringstream lines(testing::run_preimage({"list"}).out);
  Words words;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin < 12 || begin == std::string::npos) continue;
    std::istringstream name(line.substr(begin, line.find(':') - begin));
    for (std::string part; std::getline(name, part, '.');) words.insert(part);
  }
  return words;
}

/// The keys on the way to a value: names that a config makes up are left out.
Words keys_on(const std::string& path) {
  std::istringstream parts(path);
  Words keys;
  std::string before;
  for (std::string part; std::getline(parts, part, '.'); before = part) {
    const bool is_number =
        part.find_first_not_of("0123456789") == std::string::npos;  // of a name like gaussian-0.3
    if (before != "learners" && before != "word_kernels" && before != "readings" && !is_number)
      keys.insert(part);
  }
  return keys;
}

}  // namespace

TEST_CASE("every key of a config is explained: on its page, or by `preimage list`") {
  Words known = words_of_page();
  known.merge(words_of_list());
  Words needed = {"repetitions", "cell_time", "cell_memory", "text",   "measure", "better",
                  "worse",       "at_least",  "at_most",     "margin", "note",    "choices_after_seeing"};
  for (const suite::records::PaperField& field : suite::records::kPaperFields) needed.insert(field.name);
  for (const auto& entry : fs::directory_iterator(fs::path(PREIMAGE_SOURCE_ROOT) / "configs")) {
    if (entry.path().extension() != ".yaml") continue;
    const suite::study::Study study =
        suite::study::load_study(entry.path(), {}, experiments::experiment_table());
    for (const suite::study::Reading& reading : study.readings) {
      for (const auto* log : {&reading.parameters, &reading.words})
        for (const auto& [path, value] : *log) needed.merge(keys_on(path));
    }
  }
  CHECK(needed.size() > 60);
  for (const std::string& key : needed) CHECK_MESSAGE(known.contains(key), key);
}

namespace {

std::string as_table(std::span<const suite::records::LedgerColumn> columns) {
  std::string table = "| column | required | type | what |\n|---|---|---|---|\n";
  for (const suite::records::LedgerColumn& column : columns) {
    table += fmt::format("| `{}` | {} | {} | {} |\n", column.name, column.is_required ? "yes" : "no",
                         column.type, column.meaning);
  }
  return table + "\n";
}

}  // namespace

TEST_CASE("the manual's tables of the columns of a ledger and of its reasons are what the readers go by") {
  const std::string page =
      base::read_file(fs::path(PREIMAGE_SOURCE_ROOT) / "core/docs/paper.md", std::size_t{1} << 20);
  for (const std::string& table :
       {as_table(suite::records::kLedgerColumns), as_table(suite::records::kReasonColumns)})
    CHECK_MESSAGE(testing::contains(page, table), table);  // to be put there
  for (const suite::records::PaperField& field : suite::records::kPaperFields)
    CHECK(testing::contains(page, "`" + std::string(field.name) + "`"));
}

TEST_CASE("the page's first example is a config") {
  std::istringstream lines(page_text());
  std::string yaml;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("    ", 0) == 0)
      yaml += line.substr(4) + "\n";
    else if (!yaml.empty())
      break;
  }
  const suite::study::Study study = suite::study::parse_study(suite::config::parse_yaml(yaml, "configs.md"),
                                                              "page", {}, experiments::experiment_table());
  CHECK(study.experiment == "own_data");
  CHECK(study.readings.at(0).learners.size() == 2);
}
