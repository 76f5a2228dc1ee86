#include "suite/render/page_html.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "preimage/base/sha256.hpp"
#include "suite/figures/markup.hpp"
#include "suite/render/page_json.hpp"
#include "suite/render/page_parts.hpp"
#include "suite/render/summary_html.hpp"
#include "suite/render/template.hpp"

namespace preimage::suite::render {

namespace {

constexpr std::size_t kMaxWarningLines = 100;

View warning_view(const PageWarning& warning) {
  View lines(false);
  if (!warning.lines.empty()) {
    const std::size_t shown = std::min(warning.lines.size(), kMaxWarningLines);
    const std::vector<std::string> some(warning.lines.begin(),
                                        warning.lines.begin() + static_cast<std::ptrdiff_t>(shown));
    const std::size_t left = warning.lines.size() - shown;
    lines = view({{"count", plural(warning.lines.size(), "line")},
                  {"some", view_of(some)},
                  {"more", view_of(left == 0 ? std::string() : std::to_string(left))}});
  }
  return view({{"title", warning.title}, {"lines", std::move(lines)}});
}

View option(const std::string& value, const std::string& text) {
  return view({{"value", value}, {"text", text}});
}

/// The verdicts that are on the page, where they differ.
Views verdict_options(const Page& page) {
  std::set<std::string> seen;
  for (const PageNumber& number : page.numbers) seen.insert(verdict_word(agreement_of(number.verdict)));
  for (const PagePaper& paper : page.papers) {
    for (const PageLedgerLine& line : paper.ledger)
      if (!line.number) seen.insert(verdict_word(std::nullopt));
  }
  if (seen.size() < 2) return {};
  Views options;
  for (const records::Agreement agreement : records::kAgreements) {
    const std::string word = records::word(agreement);
    if (seen.contains(word)) options.push_back(option(word, word));
  }
  if (seen.contains("none")) options.push_back(option("none", "no verdict"));
  return options;
}

/// Their readings, where these differ.
Views reading_options(const Page& page) {
  Views options;
  std::set<std::string> seen;
  for (const PageNumber& number : page.numbers) {
    if (seen.insert(number.reading).second) options.push_back(option(number.reading, number.reading));
  }
  return options.size() < 2 ? Views() : options;
}

Views hindsight_options(const Page& page) {
  const bool any = std::any_of(page.numbers.begin(), page.numbers.end(),
                               [](const PageNumber& number) { return number.without_hindsight; });
  return any ? Views{option("without", "without hindsight")} : Views();
}

/// A filter that would leave all as it is is left out.
std::string toolbar_html(const Page& page) {
  Views filters;
  const auto add = [&](const char* name, const Views& options) {
    if (!options.empty()) filters.push_back(view({{"name", name}, {"options", View(options)}}));
  };
  add("verdict", verdict_options(page));
  add("reading", reading_options(page));
  add("hindsight", hindsight_options(page));
  return render("toolbar", view({{"example", has_printed(page) ? "Table 2, k-NN, 0.08" : "KDE, loss, 0.08"},
                                 {"filters", View(filters)}}));
}

/// "a", "a, b and c", "a, b and 3 more"
std::string names_in_words(const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() || i + 1 == kNamed ? " and " : ", ";
    if (i + 1 == kNamed && names.size() > kNamed) return text + fmt::format("{} more", names.size() - i);
    text += names[i];
  }
  return text;
}

/// A page that holds nothing against a paper is called by its configs, or by its sweeps.
std::string title_of(const Page& page) {
  if (has_printed(page)) return "Published numbers and ours";
  std::vector<std::string> names;
  for (const PageStudy& study : page.studies) names.push_back(study_name(page, study));
  for (const PageSweep& sweep : page.sweeps) {
    if (page.studies.empty() && std::find(names.begin(), names.end(), sweep.name) == names.end())
      names.push_back(sweep.name);
  }
  return names.empty() ? "Nothing was run" : names_in_words(names);
}

std::string words_html(const Page& page) {
  bool has_claims = false, has_folds = page.studies.empty();  // of sweeps alone
  for (const PageStudy& study : page.studies) {
    for (const PageReading& reading : study.readings) {
      has_claims = has_claims || !reading.table.claims.empty();
      has_folds = has_folds || !reading.is_outside;
    }
  }
  return render("words",
                view({{"printed", has_printed(page)}, {"claims", has_claims}, {"folds", has_folds}}));
}

/// What a browser may load and run of the page: its own script, told by its hash, its styles, and pictures that it holds. So a text
/// that was taken for markup in spite of all escapes would run nothing and send nothing.
std::string content_policy(const std::string& script) {
  const std::string digits = base::sha256(script);
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return fmt::format(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{}'; base-uri "
      "'none'; "
      "form-action 'none'",
      figures::base64(bytes));
}

}  // namespace

std::string page_html(const Page& page) {
  std::size_t figure_bytes = kMaxPageFigureBytes;
  Views warnings;
  for (const PageWarning& warning : page.warnings) warnings.push_back(warning_view(warning));
  std::string sections = toolbar_html(page) + summary_html(page) + paper_sections_html(page, figure_bytes);
  sections += sweeps_html(page, figure_bytes) + words_html(page);
  const std::string script = std::string("\n") + kPageScript;  // as it stands between the tags
  return render("page", view({{"style", kPageStyle},
                              {"policy", content_policy(script)},
                              {"script", script},
                              {"title", title_of(page)},
                              {"made_by", page.made_by},
                              {"warnings", View(warnings)},
                              {"contents", contents_html(page)},
                              {"sections", std::move(sections)},
                              {"data", page_json(page)}}));
}

}  // namespace preimage::suite::render
