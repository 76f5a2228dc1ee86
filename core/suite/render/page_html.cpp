#include "suite/render/page_html.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preimage/base/collect.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/data/text_file.hpp"
#include "suite/figures/markup.hpp"
#include "suite/render/page_json.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/render/template.hpp"

namespace preimage::suite::render {

namespace {

constexpr std::size_t kMaxWarningLines = 100;

View warning_view(const PageWarning& warning) {
  View lines;
  if (!warning.lines.empty()) {
    const std::size_t shown = std::min(warning.lines.size(), kMaxWarningLines);
    const auto end = warning.lines.begin() + static_cast<std::ptrdiff_t>(shown);
    lines = {{"count", plural(warning.lines.size(), "line")},
             {"some", std::vector<std::string>(warning.lines.begin(), end)},
             {"more", end == warning.lines.end() ? View() : View(warning.lines.size() - shown)}};
  }
  return {{"title", warning.title}, {"lines", std::move(lines)}};
}

/// What a filter may ask for: the values that are on the page, and what they are called.
using Options = std::vector<std::pair<std::string, std::string>>;

Options verdict_options(const Page& page) {
  std::set<std::string> seen;
  for (const PageNumber& number : page.numbers) seen.insert(verdict_word(shown(page, number).number.verdict));
  for (const PagePaper& paper : page.papers) {
    for (const PageLedgerLine& line : paper.ledger)
      if (!line.number) seen.insert("none");
  }
  Options options;
  for (const records::Agreement agreement : records::kAgreements) {
    const std::string word = records::word(agreement);
    if (seen.contains(word)) options.emplace_back(word, word);
  }
  if (seen.contains("none")) options.emplace_back("none", "no verdict");
  return options;
}

Options reading_options(const Page& page) {
  std::vector<std::string> labels;
  for (const PageNumber& number : page.numbers) data::add_once(labels, shown(page, number).label());
  return base::collect(labels, [](const std::string& label) { return std::pair(label, label); });
}

/// A filter that would leave all as it is is left out.
View filters_view(const Page& page) {
  View filters = View::array();
  const auto add = [&](const char* name, const Options& options, std::size_t fewest) {
    if (options.size() < fewest) return;
    View views = View::array();
    for (const auto& [value, text] : options) views.push_back({{"value", value}, {"text", text}});
    filters.push_back({{"name", name}, {"options", std::move(views)}});
  };
  add("verdict", verdict_options(page), 2);
  add("reading", reading_options(page), 2);
  if (std::ranges::any_of(page.numbers, &PageNumber::without_hindsight))
    add("hindsight", {{"without", "without hindsight"}}, 1);
  return filters;
}

/// "a", "a, b and c", "a, b and 3 more"
std::string names_in_words(std::vector<std::string> names) {
  constexpr std::size_t kNamed = 2;
  if (names.size() > kNamed + 1) {
    const std::size_t more = names.size() - kNamed;
    names.resize(kNamed);
    names.push_back(fmt::format("{} more", more));
  }
  return listed(names);
}

/// A page that compares nothing with a paper is called by its configs, or by its sweeps.
std::string title_of(const Page& page) {
  if (has_printed(page)) return "Published numbers and ours";
  std::vector<std::string> names;
  for (const PageStudy& study : page.studies) names.push_back(study_name(page, study));
  if (page.studies.empty()) {
    for (const results::StoredSweep& sweep : page.sweeps) names.push_back(sweep.name);
  }
  return names.empty() ? "Nothing was run" : names_in_words(names);
}

View words_view(const Page& page) {
  bool has_claims = false, has_folds = page.studies.empty();  // of sweeps alone
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      has_claims = has_claims || !reading.table.claims.empty();
      has_folds = has_folds || !reading.is_outside;
    }
  }
  return {{"printed", has_printed(page)}, {"claims", has_claims}, {"folds", has_folds}};
}

/// What a browser may load and run of the page: its own script, told by its hash, its styles, and pictures
/// that it holds. So a text that was taken for markup in spite of all escapes would run nothing and send
/// nothing.
std::string content_policy(const std::string& script) {
  const base::Digest digest = base::digest_of_hex(base::sha256(script));
  return fmt::format(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri "
      "'none'; "
      "form-action 'none'",
      figures::base64(std::string(digest.begin(), digest.end())));
}

}  // namespace

std::string page_html(const Page& page) {
  std::size_t figure_bytes = kMaxPageFigureBytes;
  const std::string script = std::string("\n") + kPageScript;  // what is between the tags
  View sections = sections_view(page, figure_bytes), sweeps = sweeps_view(page, figure_bytes);
  return render("page", {{"style", kPageStyle},
                         {"policy", content_policy(script)},
                         {"script", script},
                         {"title", title_of(page)},
                         {"made_by", page.made_by},
                         {"warnings", base::collect(page.warnings, warning_view)},
                         {"example", has_printed(page) ? "Table 2, k-NN, 0.08" : "KDE, loss, 0.08"},
                         {"filters", filters_view(page)},
                         {"summary", summary_view(page)},
                         {"sections", std::move(sections)},
                         {"has_sweeps", !page.sweeps.empty()},
                         {"sweeps", std::move(sweeps)},
                         {"words", words_view(page)},
                         {"data", page_json(page)}});
}

}  // namespace preimage::suite::render
