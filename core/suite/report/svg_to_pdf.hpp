// Figures as PDF, which pdfLaTeX includes.
#pragma once

#include <filesystem>

namespace preimage::suite::report {

/// Writes the picture of an SVG file as a PDF of one page of its size, durably, by rsvg-convert (Debian:
/// librsvg2-bin, Fedora: librsvg2-tools, Homebrew: librsvg), looked for in PATH. Text stays text, in a font
/// of this machine; the date in the file is 1 January 1970, so that the same SVG, tool and fonts give the
/// same bytes. False, and nothing written, where the tool is not installed. Not from within a callback of
/// run_processes.
/// throws  DataError naming the SVG where it cannot be read or converted (the tool says why on standard
///         error), and what write_file_durably throws
bool convert_svg_to_pdf(const std::filesystem::path& svg, const std::filesystem::path& pdf);

}  // namespace preimage::suite::report
