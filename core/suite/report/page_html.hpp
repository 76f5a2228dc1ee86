// The page as one HTML file, complete without its script and without a network.
#pragma once

#include <cstddef>
#include <string>

#include "suite/report/page.hpp"

namespace preimage::suite::report {

/// Bytes of embedded pictures that a page carries at most; those beyond are named.
inline constexpr std::size_t kMaxPageFigureBytes = 3'000'000;

/// The whole document: cards of the papers, a section per paper with its tables, statistics, readings and
/// figures, sweeps, and what is missing. Same page, same bytes.
/// throws  DataError for a figure's file that cannot be read
std::string page_html(const Page& page);

/// Parts of it. `figure_bytes` are left for pictures.
std::string glance_html(const Page& page);
std::string cards_html(const Page& page);
std::string paper_sections_html(const Page& page, std::size_t& figure_bytes);

/// The files that the build embeds.
extern const char* const kPageStyle;
extern const char* const kPageScript;
extern const char* const kPageWords;  // what its words mean

}  // namespace preimage::suite::report
