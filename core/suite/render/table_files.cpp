#include "suite/render/table_files.hpp"

#include "suite/render/table_text.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/table_words.hpp"

namespace preimage::suite::render {

namespace fs = std::filesystem;

namespace {

std::string joined(const results::ConfigResults& config, std::string (*form)(const results::ResultTable&)) {
  std::string text;
  for (const results::ReadingResults& reading : config.readings)
    text += (text.empty() ? "" : "\n") + form(reading.table);
  return text;
}

std::string provenance_csv(const results::ConfigResults& config) {
  std::string text = results::provenance_header();
  for (const results::ReadingResults& reading : config.readings) {
    const results::TableHead& head = reading.table.head;
    for (const std::string& learner : reading.learners)
      text += results::provenance_line({head.reproduces, results::reading_label(head), learner},
                                       reading.provenance.at(learner));
  }
  return text;
}

}  // namespace

Tinted text_of(const results::ConfigResults& config, bool has_choices) {
  Tinted text;
  for (const results::ReadingResults& reading : config.readings) {
    text.add(text.empty() ? "" : "\n").add(table_as_text(reading.table));
    if (has_choices) text.add(choices_as_text(reading.table));
  }
  return text;
}

std::map<fs::path, std::string> files_of(const results::ConfigResults& config) {
  const std::string stem = config.stem.string();
  const fs::path table = stem + ".csv";
  std::map<fs::path, std::string> files = {
      {stem + ".txt", text_of(config).text},
      {stem + ".md", joined(config, table_as_markdown)},
      {table, results::csv_text(config.numbers())},
      {stem + ".tex", joined(config, table_as_latex)},
      {results::provenance_path(table), provenance_csv(config)},
      {results::confusion_path(table), config.confusion.empty() ? "" : config.confusion.csv()},
      {results::output_errors_path(table), config.output_errors.empty() ? "" : config.output_errors.csv()}};
  for (const results::ResultFigure& figure : config.figures) files[figure.path] = figure.bytes;
  return files;
}

}  // namespace preimage::suite::render
