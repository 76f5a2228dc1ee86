#include <iostream>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/error.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/help.hpp"
#include "suite/cli/json_output.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/registry/loss_table.hpp"
#include "suite/render/screen_text.hpp"
#include "suite/run/find_config.hpp"

namespace preimage::suite::cli {

namespace {

/// What is listed of a method, decoder, kernel or loss.
struct Entry {
  std::string name, summary, example;
  std::vector<registry::ParameterFacts> parameters;
};

struct Section {
  std::string title, json_title;  // "kernels on strings", "kernels"
  std::string samples;            // of kernels: what they are on
  std::vector<Entry> entries;
};

template <class Rows>
std::vector<Entry> entries_of(const Rows& rows) {
  return base::collect(rows, [](const auto& row) {
    return Entry{row.name, row.summary, row.example, row.parameters};
  });
}

std::vector<Section> sections() {
  std::vector<Section> all = {{"methods", "methods", "", entries_of(registry::learner_table())},
                              {"decoders", "decoders", "", entries_of(registry::decoder_table())}};
  registry::all_kernels().for_each_type([&](const char* samples, const auto& rows) {
    all.push_back({fmt::format("kernels on {}", samples), "kernels", samples, entries_of(rows)});
  });
  std::vector<Entry> losses;
  for (const registry::LossFacts& loss : registry::loss_table().facts())
    losses.push_back({loss.name, loss.outputs + ": " + loss.summary, loss.example, loss.parameters});
  all.push_back({"losses", "losses", "", losses});
  return all;
}

/// Names in a column of their own: each on a line with its first text, the others below.
std::string listed(const std::vector<std::pair<std::string, std::vector<std::string>>>& entries) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, lines] : entries) {
    for (std::size_t i = 0; i < lines.size(); ++i) rows.push_back({"", i == 0 ? name : "", lines[i]});
  }
  return render::aligned_columns({render::Align::left, render::Align::left, render::Align::left}, rows);
}

std::string listed(const Section& section) {
  std::vector<std::pair<std::string, std::vector<std::string>>> entries;
  for (const Entry& entry : section.entries) {
    std::vector<std::string> lines = {entry.summary, entry.example};
    for (const std::string& line : registry::lines_of(entry.parameters)) lines.push_back("  " + line);
    entries.emplace_back(entry.name, lines);
  }
  return listed(entries);
}

std::vector<study::Study> configs(const study::ExperimentTable& experiments) {
  return base::collect(run::all_own_configs(), [&](const std::filesystem::path& path) {
    return study::load_study(path, {}, experiments);
  });
}

std::vector<std::string> readings_of(const study::Study& config) {
  return base::collect(config.readings, &study::Reading::name);
}

std::string text_of(const study::ExperimentTable& experiments) {
  std::string text = "experiments\n";
  for (const study::ExperimentEntry& entry : experiments) text += "  " + entry.name + "\n";
  std::vector<std::pair<std::string, std::vector<std::string>>> lines;
  for (const study::Study& config : configs(experiments)) {
    const std::string readings = fmt::format("readings: {}", fmt::join(readings_of(config), ", "));
    lines.emplace_back(run::name_of_own_config(config.file).string(),
                       std::vector<std::string>{config.title, readings});
  }
  text += "\nconfigs (those in folders run only where they are named)\n" + listed(lines);
  for (const Section& section : sections()) text += "\n" + section.title + "\n" + listed(section);
  text += "\nbenchmarks\n";
  const std::optional<std::vector<std::string>> benchmarks = benchmark_lines();
  if (!benchmarks) text += fmt::format("  not built: {}\n", kBuildBenchmarks);
  for (const std::string& line : benchmarks.value_or(std::vector<std::string>())) text += "  " + line + "\n";
  return text;
}

Json json_of(const registry::ParameterFacts& facts) {
  return {{"name", facts.name},
          {"accepts", facts.accepts},
          {"default", facts.fallback.empty() ? Json(nullptr) : Json(facts.fallback)},
          {"required", facts.is_required()},
          {"meaning", facts.meaning}};
}

Json json_of(const Entry& entry) {
  const Json parameters =
      base::collect(entry.parameters, [](const registry::ParameterFacts& facts) { return json_of(facts); });
  return {{"name", entry.name},
          {"summary", entry.summary},
          {"example", entry.example},
          {"parameters", parameters}};
}

void print_document(const study::ExperimentTable& experiments) {
  Json document = json_document("list");
  document["experiments"] = base::collect(experiments, &study::ExperimentEntry::name);
  document["configs"] = base::collect(configs(experiments), [](const study::Study& config) {
    return Json{{"name", config.file.stem().string()},
                {"file", config.file.string()},
                {"title", config.title},
                {"experiment", config.experiment},
                {"reproduces", config.reproduces.empty() ? Json(nullptr) : Json(config.reproduces)},
                {"readings", readings_of(config)}};
  });
  for (const Section& section : sections()) {
    Json& list = document[section.json_title];
    for (const Entry& entry : section.entries) {
      list.push_back(json_of(entry));
      if (!section.samples.empty()) list.back()["samples"] = section.samples;
    }
  }
  const std::optional<std::vector<std::string>> benchmarks = benchmark_lines();
  document["benchmarks"] = benchmarks ? Json(*benchmarks) : Json(nullptr);
  print_json(document);
}

}  // namespace

int verb_list(const study::ExperimentTable& experiments, bool is_json) {
  if (!is_json) std::cout << for_screen(text_of(experiments));
  if (is_json) print_document(experiments);
  return kOk;
}

/// One line per file of the manifest: where a verified copy lies, or why there is none.
int verb_datasets(const std::optional<std::filesystem::path>& data) {
  const data::DataSource source = data::make_data_source(data, false);
  bool all_found = true;
  for (const data::DatasetFile& file : source.manifest.files) {
    std::cout << fmt::format("{:<12} {:<32} {}\n", file.set, file.file, file.shape);
    try {
      const data::FoundFile found = source.find(file.file);
      std::cout << fmt::format("{:<12}   verified: {} (sha256 of the content {})\n", "", found.path.string(),
                               found.content_sha256);
    } catch (const DataError& error) {
      all_found = false;
      std::cout << fmt::format("{:<12}   {}\n", "", error.what());
    }
    std::cout << fmt::format("{:<12}   terms: {}\n", "", file.terms);
  }
  return all_found ? kOk : kData;
}

}  // namespace preimage::suite::cli
