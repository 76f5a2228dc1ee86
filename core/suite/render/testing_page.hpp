// A small page made by hand, for tests of this folder.
#pragma once

#include <cmath>
#include <string>

#include "suite/render/page.hpp"

namespace preimage::testing {

/// A table of one row with two methods in two readings of a study, both numbers published.
inline suite::render::Page small_page(const std::string& word = "small") {
  using namespace suite::render;
  Page page;
  page.profile = "quick";
  page.made_by = "made by a test";
  page.papers = {{{"paper_1", "A. Author", "A paper on " + word, "A venue", "2002", ""}, {}}};
  PageStudy study{"config_" + word, "Title of " + word, "paper_1", {}, {}, {}};
  for (const char* name : {"first", "second"}) {
    suite::results::ResultTable table;
    table.head.title = study.title;
    table.head.reproduces = "paper_1/table_1";
    table.head.reading = name;
    table.head.note = "note of " + word;
    table.head.repetitions = 2;
    table.head.cells = 12;
    table.columns = {"KDE", "k-NN"};
    suite::results::TableRow row{
        "classification_loss", "classification loss", suite::records::SpreadKind::standard_error, 3, {}};
    PageReading reading;
    std::vector<std::optional<std::size_t>> ids;
    for (const char* learner : {"kde", "neighbours"}) {
      suite::results::Number number;
      number.learner = learner;
      number.published = suite::records::Published{
          "0.10", 0.10, 0.01, "0.01", suite::records::SpreadKind::standard_error, 3};
      number.ours = suite::records::Estimate{0.11, 0.02, 0.03, 2, true};
      number.verdict = suite::records::Verdict{0.5, suite::records::Agreement::reproduced, true};
      row.numbers.push_back(number);
      ids.emplace_back(page.numbers.size());
      PageGroup group;
      group.name = study.config + ":" + name + ":" + learner;
      group.details = {{"reading", name}, {"seeds", ""}};
      group.command = "preimage run " + word;
      group.folds = 3;
      group.chosen = {"k=1", "k=3", "k=1", "", "k=1", "k=1"};
      group.status = {{3, "failed: " + word}};
      PageNumber added;
      added.group = page.groups.size();
      added.reading = study.readings.size();
      added.column = row.numbers.size() - 1;
      added.losses = {0.1, 0.123456789, 0.1, std::nullopt, 0.1, 0.1};
      page.groups.push_back(group);
      page.numbers.push_back(added);
    }
    table.rows = {row};
    table.claims = {{"KDE beats " + word, suite::results::ClaimVerdict::holds}};
    reading.table = table;
    reading.numbers = {ids};
    study.readings.push_back(reading);
  }
  page.studies = {study};
  suite::results::StoredLearner learner{
      "kde", "KDE", {"learners.kde.ridge", "input_kernel"}, {"inner loss"}, {}};
  learner.points = {{0, {{"0.1", "{name: linear}"}, {0.5}, 2, 3}},
                    {1, {{"100", "{name: " + word + "}"}, {std::nan("")}, 2, 1}}};
  page.sweeps = {{"sweep-of-" + word, "summary of " + word, {learner}}};
  page.warnings = {{"Something about " + word, {"line of " + word}}};
  return page;
}

/// The table's number behind that of the page, to be changed.
inline suite::results::Number& number_behind(suite::render::Page& page, std::size_t id) {
  const suite::render::PageNumber& at = page.numbers[id];
  return page.studies[at.study].readings[at.reading].table.rows[at.row].numbers[at.column];
}

}  // namespace preimage::testing
