#include "suite/render/page_parts.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "suite/figures/markup.hpp"

namespace preimage::suite::render {

std::string with_plus_minus(std::string text) {
  for (std::size_t at = 0; (at = text.find("+-", at)) != std::string::npos;) text.replace(at, 2, "\u00b1");
  return text;
}

std::string html_anchor(const std::string& prefix, std::string_view text) {
  std::string anchor = prefix;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    anchor +=
        std::isalnum(byte) != 0 || c == '-' || c == '_' ? std::string(1, c) : fmt::format("-{:02x}-", byte);
  }
  return anchor;
}

std::string venue_text(const PagePaper& paper) {
  return paper.venue + (paper.venue.empty() || paper.year.empty() ? "" : ", ") + paper.year;
}

std::string paper_name(const Page& page, const PagePaper& paper) {
  const auto with_venue = [](const PagePaper& one) {
    const std::string venue = venue_text(one);
    return venue.empty() ? one.title : fmt::format("{} ({})", one.title, venue);
  };
  const auto count = [&](const auto& name_of) {
    return std::ranges::count(page.papers, name_of(paper), name_of);
  };
  if (count([](const PagePaper& one) { return one.title; }) < 2) return paper.title;
  return count(with_venue) < 2 ? with_venue(paper) : with_venue(paper) + ", " + paper.key;
}

std::string study_name(const Page& page, const PageStudy& study, TitlePart part) {
  const auto title = [&](const PageStudy& one) {
    return part == TitlePart::whole ? one.title : one.title.substr(0, one.title.find(": "));
  };
  const auto namesakes = std::ranges::count(page.studies, title(study), title);
  if (namesakes < 2) return title(study);
  return title(study) + (part == TitlePart::whole ? " (config " + study.config + ")" : ", " + study.config);
}

View badge(std::string_view word, const std::string& text) {
  std::string kind(word);
  std::ranges::replace(kind, ' ', '-');
  return {{"kind", kind}, {"text", text}};
}

View claim_view(const std::string& word, const std::string& badge_text, const std::string& text) {
  return {{"badge", badge(word, word == "none" ? "no verdict" : badge_text)}, {"text", text}};
}

std::string verdict_word(const std::optional<records::Verdict>& verdict) {
  return verdict ? records::word(verdict->agreement) : "none";
}

View number_view(const Page& page, std::size_t number, const std::optional<std::string>& hindsight) {
  const PageNumber& n = page.numbers[number];
  const bool is_elsewhere = !n.reproduced_by.empty();
  const std::string word = verdict_word(n.verdict), text = n.verdict ? n.verdict->text() : "no verdict";
  View badges = View::array({badge(word, is_elsewhere ? text + " here" : text)});
  if (is_elsewhere)
    badges.push_back(badge("elsewhere", fmt::format("reproduced in {}", fmt::join(n.reproduced_by, ", "))));
  std::string z = n.verdict ? n.verdict->z_text() : "";
  if (z.starts_with('-')) z.replace(0, 1, "\u2212");
  View mark;
  if (hindsight)
    mark = badge("hindsight", "without hindsight" + (hindsight->empty() ? "" : " in " + *hindsight));
  return {{"id", number},
          {"paper", n.paper},
          {"word", word},
          {"reading", n.reading},
          {"hindsight", hindsight ? "without" : ""},
          {"label", n.title},
          {"ours", n.ours.text},
          {"interval", n.interval.text},
          {"published", n.published.text},
          {"has_verdict", n.verdict.has_value()},
          {"badges", std::move(badges)},
          {"mark", std::move(mark)},
          {"z", z},
          {"made_by", n.verdict ? n.verdict->why() : ""},
          {"why", n.why}};
}

bool has_printed(const Page& page) {
  return !page.papers.empty() || std::ranges::any_of(page.numbers, [](const PageNumber& n) {
    return n.verdict || !n.published.text.empty();
  });
}

std::string plural(std::size_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

std::string shown_path(const Page& page, const std::filesystem::path& path) {
  const std::filesystem::path below = path.lexically_relative(page.folder);
  return (below.empty() || *below.begin() == ".." ? path.filename() : below).string();
}

View figure_view(const Page& page, const results::ResultFigure& figure, std::size_t& budget) {
  const std::size_t cost = figure.bytes.size() / 3 * 4 + 4;
  const bool fits = cost <= budget;
  if (fits) budget -= cost;
  const char* type = figure.path.extension() == ".svg" ? "image/svg+xml" : "image/png";
  return {{"source",
           fits ? fmt::format("data:{};base64,{}", type, figures::base64(figure.bytes)) : std::string()},
          {"caption", figure.caption},
          {"path", shown_path(page, figure.path)}};
}

}  // namespace preimage::suite::render
