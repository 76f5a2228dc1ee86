#include "suite/render/page_html.hpp"

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

std::string toolbar_html(const Page& page) {
  Views verdicts;
  const auto add = [&](const std::string& value, const std::string& text) {
    verdicts.push_back(view({{"value", value}, {"text", text}}));
  };
  for (const records::Agreement agreement : records::kAgreements)
    add(records::word(agreement), records::word(agreement));
  add("none", "no verdict");
  std::vector<std::string> readings;
  std::set<std::string> seen;
  for (const PageNumber& number : page.numbers) {
    if (seen.insert(number.reading).second) readings.push_back(number.reading);
  }
  return render("toolbar", view({{"verdicts", View(verdicts)}, {"readings", view_of(readings)}}));
}

/// ": 5 papers, computed again"
std::string computed_again(std::size_t papers) {
  return papers == 0 ? "" : ": " + plural(papers, "paper") + ", computed again";
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
  sections += sweeps_html(page, figure_bytes) + render("words", view({}));
  const std::string script = std::string("\n") + kPageScript;  // as it stands between the tags
  return render("page", view({{"style", kPageStyle},
                              {"policy", content_policy(script)},
                              {"script", script},
                              {"computed_again", computed_again(page.papers.size())},
                              {"made_by", page.made_by},
                              {"warnings", View(warnings)},
                              {"contents", contents_html(page)},
                              {"sections", std::move(sections)},
                              {"data", page_json(page)}}));
}

}  // namespace preimage::suite::render
