#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/output_file.hpp"
#include "suite/cli/exit_code.hpp"
#include "suite/cli/verbs.hpp"
#include "suite/config/config_error.hpp"
#include "suite/render/pairs_text.hpp"

namespace preimage::suite::cli {

int verb_verdict(const VerdictOptions& options) {
  if (options.files.size() != (options.number.empty() ? 2 : 1))
    throw ConfigError("verdict: expected PRINTED and RERUN, or --printed NUMBER and RERUN");
  const results::TextTable printed =
      options.number.empty() ? results::read_text_table(options.files.front())
                             : results::TextTable{"--printed", {"value"}, {{{options.number}, 0}}};
  const results::TextTable rerun = results::read_text_table(options.files.back());
  const results::JudgedPairs judged = results::judge_pairs(printed, rerun, options.facts);
  std::cout << render::pairs_as_text(judged);
  if (options.markdown) base::write_output_file(*options.markdown, render::pairs_as_markdown(judged));
  if (options.json) base::write_output_file(*options.json, render::pairs_as_json(judged));
  const bool all = std::ranges::all_of(judged.pairs, [](const results::JudgedPair& pair) {
    return !pair.verdict || pair.verdict->agreement <= records::Agreement::marginal;
  });
  return !all ? kPublished : judged.are_all_named() && !rerun.has_failed ? kOk : kCellsFailed;
}

}  // namespace preimage::suite::cli
