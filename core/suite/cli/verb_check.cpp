#include <algorithm>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "preimage/base/output_file.hpp"
#include "preimage/base/replace_folder.hpp"
#include "suite/check/reference_update.hpp"
#include "suite/check/regression_text.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/tables/result_files.hpp"

namespace preimage::suite::cli {

namespace fs = std::filesystem;

namespace {

/// Tables that the reference says nothing of: of overrides, of other readings, of other repetitions.
void report_left_out(const fs::path& folder, bool modified_only) {
  for (const fs::path& table : check::sorted_out(check::table_files(folder)).variants) {
    if (modified_only && !tables::is_modified_table(table)) continue;
    std::cerr << "left out, being of no plain run: " << table.string() << "\n";
  }
}

/// All but those of overrides: a number with other repetitions may reproduce a published one, too.
check::Numbers unmodified_numbers(const fs::path& folder) {
  std::vector<fs::path> files = check::table_files(folder);
  std::erase_if(files, tables::is_modified_table);
  return check::read_numbers(files);
}

int check_reference(const check::CheckOptions& options) {
  const fs::path reference = options.reference / options.profile;
  base::restore_folder(reference);
  const std::vector<check::NumberChange> changes = check::hold_against(
      check::read_plain_numbers(options.latest / options.profile), check::read_plain_numbers(reference));
  report_left_out(options.latest / options.profile, false);
  for (const check::NumberChange& change : changes) {
    if (!change.what.empty())
      std::cout << fmt::format("{}: {}\n", check::text_of(change.name), check::sentence(change));
  }
  const std::size_t added = check::count(changes, check::Change::added),
                    missing = check::count(changes, check::Change::missing);
  std::cout << fmt::format(
      "{} numbers of ours (each measure of each method in each reading, published or not) "
      "held against {}: {} moved, {} missing, {} new\n",
      changes.size() - added, reference.string(), check::count(changes, check::Change::moved), missing,
      added);
  if (options.junit) base::write_output_file(*options.junit, check::as_junit(changes, options.profile));
  if (options.json) base::write_output_file(*options.json, check::as_json(changes, options.profile));
  return std::any_of(changes.begin(), changes.end(), check::fails) ? kRegression : kOk;
}

/// Every published number must agree under at least one reading that ran.
int check_published(const check::CheckOptions& options) {
  std::map<check::NumberName, std::string> best;  // verdict over all readings
  const auto rank =
      [](const std::string& verdict) {  // kAgreements begins with the best; unknown words end it
        const std::optional<statistics::Agreement> agreement = statistics::agreement_in(verdict);
        return agreement ? static_cast<std::size_t>(*agreement) : std::size(statistics::kAgreements);
      };
  report_left_out(options.latest / options.profile, true);
  for (const auto& [name, number] : unmodified_numbers(options.latest / options.profile)) {
    if (number.published.empty()) continue;
    std::string& verdict =
        best.try_emplace({name.table, "", "", name.measure, name.learner}, "").first->second;
    if (number.verdict.empty()) continue;
    if (verdict.empty() || rank(number.verdict) < rank(verdict)) verdict = number.verdict;
  }
  std::size_t unexplained = 0;
  for (const auto& [name, verdict] : best) {
    const bool fine = !verdict.empty() && rank(verdict) <= 1;
    unexplained += fine ? 0 : 1;
    std::cout << fmt::format("{:<70} {}\n", check::text_of(name), verdict.empty() ? "no verdict" : verdict);
  }
  std::cout << fmt::format("{} published numbers with one of ours beside them, {} that no reading explains\n",
                           best.size(), unexplained);
  return unexplained > 0 ? kPublished : kOk;
}

}  // namespace

int verb_check(const check::CheckOptions& options) {
  if (options.update) {
    check::update_reference(options);
    return kOk;
  }
  return options.published ? check_published(options) : check_reference(options);
}

}  // namespace preimage::suite::cli
