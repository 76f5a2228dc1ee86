#include "suite/report/svg_to_pdf.hpp"

#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/workers/program_output.hpp"

namespace preimage::suite::report {

namespace {
constexpr const char* kTool = "rsvg-convert";
constexpr std::size_t kMaxPdf = std::size_t{1} << 28;
}  // namespace

bool convert_svg_to_pdf(const std::filesystem::path& svg, const std::filesystem::path& pdf) {
  if (!std::filesystem::is_regular_file(svg)) {
    throw DataError(fmt::format("{}: is no file, expected an SVG", svg.string()));
  }
  const std::optional<workers::ProgramOutput> output =
      workers::program_output({kTool, "--format=pdf", std::filesystem::absolute(svg).string()}, kMaxPdf,
                              {{"SOURCE_DATE_EPOCH", "0"}});
  if (!output) return false;
  if (!output->ended.ok() || !output->text.starts_with("%PDF-")) {
    throw DataError(fmt::format("{}: {} makes no PDF of it: {}", svg.string(), kTool, output->ended.text()));
  }
  base::write_file_durably(pdf, output->text);
  return true;
}

}  // namespace preimage::suite::report
