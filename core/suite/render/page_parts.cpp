#include "suite/render/page_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "suite/figures/markup.hpp"

namespace preimage::suite::render {

namespace {

std::string class_of(std::string_view word) {
  std::string name(word);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

}  // namespace

std::string with_plus_minus(std::string text) {
  for (std::size_t at = 0; (at = text.find("+-", at)) != std::string::npos;) text.replace(at, 2, "\u00b1");
  return text;
}

std::string html_text(std::string_view text) {
  return with_plus_minus(figures::markup_escaped(text));
}

std::string html_anchor(const std::string& prefix, std::string_view text) {
  std::string anchor = prefix;
  for (const char c : text) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    anchor += is_plain ? std::string(1, c) : fmt::format("-{:02x}-", static_cast<unsigned char>(c));
  }
  return anchor;
}

std::string venue_text(const PagePaper& paper) {
  return paper.venue + (paper.venue.empty() || paper.year.empty() ? "" : ", ") + paper.year;
}

std::string title_and_venue(const PagePaper& paper) {
  const std::string venue = venue_text(paper);
  return venue.empty() ? paper.title : fmt::format("{} ({})", paper.title, venue);
}

std::string paper_name(const Page& page, const PagePaper& paper) {
  const auto count = [&](const auto& is_like) {
    return std::count_if(page.papers.begin(), page.papers.end(), is_like);
  };
  if (count([&](const PagePaper& other) { return other.title == paper.title; }) < 2) return paper.title;
  const std::string name = title_and_venue(paper);
  return count([&](const PagePaper& other) { return title_and_venue(other) == name; }) < 2
             ? name
             : name + ", " + paper.id;
}

std::string study_name(const Page& page, const PageStudy& study) {
  const auto namesakes = std::count_if(page.studies.begin(), page.studies.end(),
                                       [&](const PageStudy& other) { return other.title == study.title; });
  return namesakes < 2 ? study.title : fmt::format("{} (config {})", study.title, study.config);
}

std::string html_badge(std::string_view word, std::string_view text) {
  return fmt::format("<span class=\"badge {}\">{}</span>", figures::markup_escaped(class_of(word)),
                     html_text(text));
}

std::string verdict_word(const std::optional<records::Agreement>& agreement) {
  return agreement ? records::word(*agreement) : "none";
}

std::optional<records::Agreement> agreement_of(const std::optional<records::Verdict>& verdict) {
  return verdict ? std::optional(verdict->agreement) : std::nullopt;
}

std::string html_verdict(const PageNumber& number) {
  const std::string word = verdict_word(agreement_of(number.verdict));
  const std::string text = number.verdict ? number.verdict->text() : "no verdict";
  if (number.reproduced_by.empty()) return html_badge(word, text);
  return html_badge(word, text + " here") + " " +
         html_badge("elsewhere", "reproduced in " + fmt::format("{}", fmt::join(number.reproduced_by, ", ")));
}

std::string html_z(const records::Verdict& verdict) {
  const std::string text = verdict.z_text();
  return text.front() == '-' ? "\u2212" + text.substr(1) : text;
}

std::string html_without_hindsight(const std::string& in) {
  return "<span class=\"badge hindsight\">without hindsight" + html_text(in.empty() ? "" : " in " + in) +
         "</span>";
}

std::string html_number_attributes(const Page& page, std::size_t number, bool without_hindsight) {
  const PageNumber& n = page.numbers[number];
  return fmt::format(
      " data-number=\"{}\" data-paper=\"{}\" data-verdict=\"{}\" data-reading=\"{}\" data-hindsight=\"{}\"",
      number, figures::markup_escaped(n.paper), verdict_word(agreement_of(n.verdict)),
      figures::markup_escaped(n.reading), without_hindsight ? "without" : "");
}

bool has_printed(const Page& page) {
  return !page.papers.empty() ||
         std::any_of(page.numbers.begin(), page.numbers.end(),
                     [](const PageNumber& n) { return n.verdict || !n.published.text.empty(); });
}

std::string plural(std::size_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

View view_of(const std::string& text) {
  return text.empty() ? View(false) : View(text);
}

View view_of(const std::vector<std::string>& texts) {
  Views views;
  for (const std::string& text : texts) views.emplace_back(text);
  return View(views);
}

std::string shown_path(const Page& page, const std::filesystem::path& path) {
  const std::filesystem::path below = path.lexically_relative(page.folder);
  return (below.empty() || *below.begin() == ".." ? path.filename() : below).string();
}

std::string html_figure(const Page& page, const PageFigure& figure, std::size_t& budget) {
  const std::string path = shown_path(page, figure.path);
  const std::size_t cost = figure.bytes.size() / 3 * 4 + 4;
  const bool is_inline = !figure.svg.empty(), fits = is_inline || cost <= budget;
  if (!is_inline && fits) budget -= cost;
  std::string source;
  if (!is_inline && fits) {
    const char* type = figure.path.extension() == ".svg" ? "image/svg+xml" : "image/png";
    source = fmt::format("data:{};base64,{}", type, figures::base64(figure.bytes));
  }
  return render("figure", view({{"svg", figure.svg},
                                {"source", view_of(source)},
                                {"too_large", !fits},
                                {"caption", figure.caption},
                                {"path", path}}));
}

}  // namespace preimage::suite::render
