#include <algorithm>
#include <iostream>
#include <map>

#include <fmt/format.h>

#include "base/output_file.hpp"
#include "base/replace_folder.hpp"
#include "experiments/gate/reference_update.hpp"
#include "experiments/gate/regression_text.hpp"
#include "experiments/verbs.hpp"

namespace preimage::experiments {

namespace fs = std::filesystem;

namespace {

int check_reference(const CheckOptions& options) {
  const fs::path reference = options.reference / options.profile;
  base::restore_folder(reference);
  const std::vector<NumberChange> changes =
      hold_against(read_numbers(options.latest / options.profile), read_numbers(reference));
  for (const NumberChange& change : changes) {
    if (!change.what.empty()) std::cout << fmt::format("{}: {}\n", text_of(change.name), sentence(change));
  }
  const std::size_t added = count(changes, Change::added), missing = count(changes, Change::missing);
  std::cout << fmt::format("{} numbers held against {}: {} moved, {} missing, {} new\n",
                           changes.size() - added, reference.string(), count(changes, Change::moved), missing,
                           added);
  if (options.junit) base::write_output_file(*options.junit, as_junit(changes, options.profile));
  if (options.json) base::write_output_file(*options.json, as_json(changes, options.profile));
  return std::any_of(changes.begin(), changes.end(), fails) ? kRegression : kOk;
}

/// Every published number must agree under at least one reading that ran.
int check_published(const CheckOptions& options) {
  std::map<NumberName, std::string> best;  // (table, measure, learner) -> best verdict
  const std::vector<std::string> order = {"reproduced", "marginal", "inconclusive", "not reproduced"};
  const auto rank = [&](const std::string& verdict) {
    const std::string word = verdict.substr(0, verdict.find(" ("));
    return std::find(order.begin(), order.end(), word) - order.begin();
  };
  for (const auto& [name, number] : read_numbers(options.latest / options.profile)) {
    if (number.published.empty()) continue;
    std::string& verdict = best.try_emplace({name[0], name[2], name[3]}, "").first->second;
    if (number.verdict.empty()) continue;
    if (verdict.empty() || rank(number.verdict) < rank(verdict)) verdict = number.verdict;
  }
  std::size_t unexplained = 0;
  for (const auto& [name, verdict] : best) {
    const bool fine = !verdict.empty() && rank(verdict) <= 1;
    unexplained += fine ? 0 : 1;
    std::cout << fmt::format("{:<70} {}\n", text_of(name), verdict.empty() ? "no verdict" : verdict);
  }
  std::cout << fmt::format("{} published numbers, {} that no reading explains\n", best.size(), unexplained);
  return unexplained > 0 ? kPublished : kOk;
}

}  // namespace

int verb_check(const CheckOptions& options) {
  if (options.update) return update_reference(options);
  return options.published ? check_published(options) : check_reference(options);
}

}  // namespace preimage::experiments
