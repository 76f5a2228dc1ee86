// The page as one HTML file, complete without its script and without a network.
#pragma once

#include <cstddef>
#include <string>

#include "suite/render/page.hpp"
#include "suite/render/template.hpp"

namespace preimage::suite::render {

/// Bytes of embedded pictures that a page carries at most; those beyond are named.
inline constexpr std::size_t kMaxPageFigureBytes = 3'000'000;

/// The whole document: contents, summary, a section per paper with its printed numbers, tables, statistics,
/// readings and figures, sweeps, and what is missing. Same page, same bytes.
std::string page_html(const Page& page);

// What the templates are filled with, of the same names; `figure_bytes` are left for pictures.

/// How many printed numbers of which papers have which verdict: for each paper a bar and a sentence. Null
/// without papers.
View summary_view(const Page& page);
/// A paper with its printed numbers, claims and configs, or a config of no paper; in the order of the page.
View sections_view(const Page& page, std::size_t& figure_bytes);
/// A config: its readings, what they have in common, and its figures.
View study_view(const Page& page, const PageStudy& study, std::size_t& figure_bytes);
/// A reading's numbers, a method per row.
View numbers_view(const Page& page, const PageReading& reading);
/// What each reading gives for each printed number; null of fewer than two readings.
View compared_view(const Page& page, const PageStudy& study);
View sweeps_view(const Page& page, std::size_t& figure_bytes);

}  // namespace preimage::suite::render
