#include <algorithm>
#include <iostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/output_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/standard_streams.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/render/check_text.hpp"
#include "suite/render/published_reasons.hpp"
#include "suite/render/scoreboard.hpp"
#include "suite/results/checked_results.hpp"
#include "suite/results/reference_update.hpp"
#include "suite/results/replace_folder.hpp"
#include "suite/results/result_files.hpp"
#include "suite/results/result_set.hpp"
#include "suite/run/find_config.hpp"
#include "suite/run/plans.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Tables that the reference says nothing of: of overrides, of other readings, of other repetitions.
void report_left_out(const fs::path& folder, bool modified_only) {
  if (!fs::is_directory(folder)) return;
  for (const fs::path& table : results::table_files(folder)) {
    const std::string variant = results::variant_in(table);
    if (modified_only ? results::is_modified(variant) : !variant.empty())
      std::cerr << "left out, being of no plain run: " << table.string() << "\n";
  }
}

/// What was run into options.latest, or of options.configs; nothing where it has no records.
study::Plan plan_latest(const results::CheckOptions& options, const study::ExperimentTable& experiments) {
  if (!results::has_records(options)) return {};
  study::SelectionOptions selected = results::selection_of(options);
  selected.skip_missing = options.published;
  return run::plan_folder(selected, experiments, options.published ? run::Ways::printed : run::Ways::plain);
}

/// Prints and writes how the numbers on both sides differ. What is not known from records does not hold. With
/// --bisect that, and a number that cannot be compared, says nothing of the commit.
int check_reference(const results::CheckOptions& options, study::Plan plan,
                    const std::vector<results::ChosenTable>& chosen) {
  const fs::path reference = options.reference / options.profile;
  results::restore_folder(reference);
  const results::NumberSet expected = results::reference_numbers(options, chosen);
  auto [latest, remarks, data_of] = results::latest_numbers(options, std::move(plan), chosen);
  for (const std::string& remark : remarks) std::cerr << remark << "\n";
  if (!chosen.empty()) remarks.clear();  // of notes, which say nothing of configs that are named
  const std::vector<results::NumberChange> changes = results::compare(expected, latest, {false, data_of});
  if (options.same_data) results::require_same_data(changes, options, chosen);
  if (chosen.empty()) report_left_out(options.latest / options.profile, false);
  for (const results::NumberChange& change : changes) {
    if (!change.what.empty())
      std::cout << fmt::format("{}: {}\n", results::text_of(change.name), results::sentence(change));
  }
  for (const std::string& line : results::data_changes(changes))
    std::cout << line << ", and with it these numbers\n";
  for (const std::string& line : results::quiet_changes(changes)) std::cout << line << "\n";
  const std::size_t added = render::count(changes, results::Change::added),
                    missing = render::count(changes, results::Change::missing);
  std::cout << fmt::format(
      "{} numbers of ours (each measure of each method in each reading, published or not) "
      "held against {}: {} moved, {} missing, {} new\n",
      changes.size() - added, reference.string(), render::count(changes, results::Change::moved), missing,
      added);
  if (options.junit)
    base::write_output_file(*options.junit, render::as_junit(changes, options.profile, remarks));
  if (options.json)
    base::write_output_file(*options.json, render::as_json(changes, options.profile, remarks));
  if (options.markdown)
    base::write_output_file(*options.markdown, render::as_markdown(changes, options, chosen, remarks));
  for (const results::NumberChange& change : changes) {
    const bool is_gone = !change.latest.ours && change.reference.ours;
    if (options.bisect && is_gone) throw DataError(results::text_of(change.name) + ": has no value");
  }
  if (std::ranges::any_of(changes, results::fails)) return options.bisect ? kBisectBad : kRegression;
  if (remarks.empty()) return kOk;
  return options.bisect ? kBisectSkip : kCellsFailed;
}

/// What the configs that come with the program say of their papers. A config that cannot be read says
/// nothing.
std::vector<records::Paper> own_papers(const study::ExperimentTable& experiments) {
  std::vector<records::Paper> papers;
  for (const fs::path& config : run::own_configs()) {
    try {
      papers.push_back(study::load_study(config, {}, experiments).paper);
    } catch (const std::exception& error) {
      std::cerr << fmt::format("{}: its paper is not known: {}\n", config.string(), error.what());
    }
  }
  return papers;
}

/// Every published number of what is read must have one of ours, and agree under at least one reading. No
/// claim may fail in all.
int check_published(const results::CheckOptions& options, study::Plan plan,
                    const study::ExperimentTable& experiments) {
  report_left_out(options.latest / options.profile, true);
  run::require_planned(plan, options.latest);
  results::PublishedNumbers read = results::published_numbers(options, std::move(plan), experiments);
  for (const std::string& remark : read.remarks) std::cerr << remark << "\n";
  if (read.is_of_tables) {
    read.remarks.push_back(options.latest.string() +
                           ": tables alone: no records are here that their numbers could be read from");
    std::cout << read.remarks.back() << "\n";
  }
  const results::Scores scores = results::scores_of(read.numbers);
  const std::size_t unexplained = results::count_unexplained(scores),
                    failing = results::count_failing(read.claims);
  std::vector<std::string> remarks = results::remarks_on(scores);
  const std::size_t not_run = results::count_not_run(scores);
  for (const auto& [config, count] : results::not_run_by_config(scores))
    remarks.push_back(
        fmt::format("{}: {} of its printed numbers not run, or failed; `{}` computes them or says why",
                    config, count, read.commands[config]));
  if (scores.empty()) remarks.emplace_back("nothing is judged: no published number is here");
  const std::vector<records::Paper> own = own_papers(experiments);
  std::vector<records::Paper> papers = read.papers;  // by whose titles the scoreboard names them
  for (const records::Paper& paper : own) results::add_paper(papers, paper);
  print(std::cout, render::published_as_text(scores, read.reasons));
  std::cout << render::scoreboard_lines(scores, papers, read.claims);
  for (render::Tinted line : render::unheld_lines(read.claims)) {
    read.remarks.push_back(line.text);
    print(std::cout, line.add("\n"));
  }
  std::cout << fmt::format(
      "{} published numbers with one of ours beside them in profile {}, {} explained by no "
      "reading{}{}\n",
      scores.size() - not_run, options.profile, unexplained,
      not_run > 0 ? fmt::format("; {} without one", not_run) : "",
      failing > 0 ? fmt::format("; claims that fail: {}", failing) : "");
  for (const std::string& remark : remarks) std::cout << remark << "\n";
  remarks.insert(remarks.end(), read.remarks.begin(), read.remarks.end());
  if (options.markdown) {
    std::set<std::string> with_pages;
    for (const records::Paper& paper : own) with_pages.insert(paper.key);
    base::write_output_file(*options.markdown,
                            render::scoreboard(scores, papers, with_pages, options.profile) +
                                render::reasons_as_markdown(scores, read.reasons, remarks));
  }
  if (options.json)
    base::write_output_file(*options.json, render::published_as_json(scores, read.reasons, options.profile,
                                                                     read.claims, remarks));
  const bool is_whole = read.is_whole && not_run == 0 && !scores.empty();
  return unexplained + failing > 0 ? kPublished : is_whole ? kOk : kCellsFailed;
}

}  // namespace

int verb_check(const results::CheckOptions& given, const study::ExperimentTable& experiments) {
  results::CheckOptions options = given;
  try {
    for (fs::path& config : options.configs) config = run::find_config(config);
    options.profile = run::folder_profile(options.latest, options.profile, options.has_profile);
    const std::vector<results::ChosenTable> chosen = results::chosen_tables(options, experiments);
    study::Plan plan = plan_latest(options, experiments);
    if (options.published) return check_published(options, std::move(plan), experiments);
    if (!options.update) return check_reference(options, std::move(plan), chosen);
    results::update_reference(options, std::move(plan), chosen);
    return kOk;
  } catch (const std::exception& error) {
    if (options.markdown)
      base::write_output_file(*options.markdown, render::no_verdict_markdown(error.what()));
    if (options.json)
      base::write_output_file(*options.json, render::no_verdict_json(error.what(), options.profile));
    if (!options.bisect) throw;
    std::cerr << "cannot say: " << error.what() << "\n";
    return kBisectSkip;
  }
}

}  // namespace preimage::suite::cli
