#include "suite/render/page_parts.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "suite/figures/markup.hpp"
#include "suite/render/number_text.hpp"
#include "suite/results/table_words.hpp"

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

std::string ShownNumber::title() const {
  return fmt::format("{}, {}", row.title, column);
}

std::string ShownNumber::label() const {
  return results::reading_label(head);
}

std::string ShownNumber::published() const {
  return head.stand_in ? "" : published_text(number.published);
}

std::string ShownNumber::ours() const {
  return ours_text(head, row, number);
}

std::string ShownNumber::interval() const {
  return has_intervals(row) ? interval_text(number) : "";
}

ShownNumber shown(const Page& page, const PageNumber& number) {
  const PageStudy& study = page.studies[number.study];
  const PageReading& reading = study.readings[number.reading];
  const results::TableRow& row = reading.table.rows[number.row];
  return {study,
          reading,
          reading.table.head,
          row,
          reading.table.columns[number.column],
          row.numbers[number.column]};
}

View number_view(const Page& page, std::size_t number, const std::optional<std::string>& hindsight) {
  const PageNumber& n = page.numbers[number];
  const ShownNumber there = shown(page, n);
  const std::optional<records::Verdict>& verdict = there.number.verdict;
  const bool is_elsewhere = !n.reproduced_by.empty();
  const std::string word = verdict_word(verdict), text = verdict ? verdict->text() : "no verdict";
  View badges = View::array({badge(word, is_elsewhere ? text + " here" : text)});
  if (is_elsewhere)
    badges.push_back(badge("elsewhere", fmt::format("reproduced in {}", fmt::join(n.reproduced_by, ", "))));
  std::string z = verdict ? verdict->z_text() : "";
  if (z.starts_with('-')) z.replace(0, 1, "\u2212");
  View mark;
  if (hindsight)
    mark = badge("hindsight", "without hindsight" + (hindsight->empty() ? "" : " in " + *hindsight));
  return {{"id", number},
          {"paper", there.study.paper},
          {"word", word},
          {"reading", there.label()},
          {"hindsight", hindsight ? "without" : ""},
          {"label", there.title()},
          {"ours", there.ours()},
          {"interval", there.interval()},
          {"published", there.published()},
          {"has_verdict", verdict.has_value()},
          {"badges", std::move(badges)},
          {"mark", std::move(mark)},
          {"z", z},
          {"made_by", verdict ? verdict->why() : ""},
          {"why", n.why}};
}

bool has_printed(const Page& page) {
  return !page.papers.empty() || std::ranges::any_of(page.numbers, [&](const PageNumber& n) {
    return !shown(page, n).published().empty();
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
