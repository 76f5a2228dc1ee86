#include "suite/report/svg_to_pdf.hpp"

#include <filesystem>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "suite/figures/line_plot.hpp"
#include "testing/search_path.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::report;
using testing::TemporaryFolder;
using testing::thrown_message;

namespace {

figures::LinePlot example() {
  figures::LinePlot plot;
  plot.title = "A line \u00b1 0.1";
  plot.series = {{"one", {0.0, 1.0}, {0.0, 1.0}, {}}};
  return plot;
}

}  // namespace

TEST_CASE("a figure becomes a PDF of one page, the same bytes every time; what is no SVG is refused") {
  const TemporaryFolder folder;
  const auto svg = folder.path() / "-a figure.svg";
  const auto pdf = folder.path() / "below" / "figure.pdf";
  base::write_file_durably(svg, figures::line_plot_svg(example()));
  if (!convert_svg_to_pdf(svg, pdf)) {
    MESSAGE("rsvg-convert is not installed: not tested");
    return;
  }
  const std::string bytes = base::read_file(pdf, 1 << 20);
  CHECK(bytes.starts_with("%PDF-"));
  CHECK(bytes.ends_with("%%EOF\n"));
  CHECK(convert_svg_to_pdf(svg, pdf));
  CHECK(base::read_file(pdf, 1 << 20) == bytes);

  const auto broken = folder.write("broken.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g></svg>");
  CHECK(thrown_message<DataError>([&] { convert_svg_to_pdf(broken, pdf); }) ==
        broken.string() + ": rsvg-convert makes no PDF of it: exit code 1");
  CHECK(base::read_file(pdf, 1 << 20) == bytes);
}

TEST_CASE("without the tool nothing is written") {
  const TemporaryFolder folder;
  const auto svg = folder.path() / "figure.svg";
  const auto pdf = folder.path() / "figure.pdf";
  base::write_file_durably(svg, figures::line_plot_svg(example()));
  const testing::SearchPath nowhere("/nonexistent");
  CHECK_FALSE(convert_svg_to_pdf(svg, pdf));
  CHECK_FALSE(std::filesystem::exists(pdf));
  CHECK(thrown_message<DataError>([&] { convert_svg_to_pdf(pdf, pdf); }) ==
        pdf.string() + ": is no file, expected an SVG");
}
