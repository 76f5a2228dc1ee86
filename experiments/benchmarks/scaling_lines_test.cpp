#include "experiments/benchmarks/scaling_lines.hpp"

#include <doctest/doctest.h>

#include "suite/figures/testing_svg.hpp"

namespace preimage::experiments::benchmarks {

namespace {

ScalingLines example() {
  ScalingLines lines;
  lines.work = "sorting";
  lines.size = "cards";
  lines.n = {250, 500, 1000};
  lines.lines.push_back({"ours", {ScalingCost{0.5, 10.0}, ScalingCost{1.0, 20.0}, ScalingCost{2.0, 40.0}}});
  lines.lines.push_back({"bogosort", {ScalingCost{1.0, 10.0}, ScalingCost{4.0, 10.0}, std::nullopt}});
  lines.differences = {0.0, 1.2e-9, std::nullopt};
  return lines;
}

}  // namespace

TEST_CASE("the table names what was not run, and the exponents are those of the lines") {
  CHECK(scaling_text(example()) ==
        "sorting; n: cards\n"
        "     n  ours s  MiB  bogosort s  MiB  ratio  difference\n"
        "   250     0.5   10           1   10    2.0     0.0e+00\n"
        "   500       1   20           4   10    4.0     1.2e-09\n"
        "  1000       2   40           -    -      -           -\n"
        "  ours: seconds grow as n^1.00 over 500 to 1000, memory as n^1.00\n"
        "  bogosort: seconds grow as n^2.00 over 250 to 500, memory as n^0.00\n");
}

TEST_CASE("without a peer there is neither a ratio nor a difference; one size has no exponent") {
  ScalingLines lines = example();
  lines.lines.pop_back();
  lines.n = {250};
  CHECK(scaling_text(lines) ==
        "sorting; n: cards\n"
        "    n  ours s  MiB\n"
        "  250     0.5   10\n"
        "  ours: too few sizes for an exponent\n");
}

TEST_CASE("the picture has a line per program with its exponent, and points only where it ran") {
  const std::string svg = suite::figures::line_plot_svg(scaling_plot("Sorting", {example()}, "a CPU"));
  CHECK(testing::is_well_formed(svg));
  for (const char* text : {">ours, n^1.0<", ">bogosort, n^2.0<", ">a CPU<", ">cards<", ">seconds of CPU<"})
    CHECK_MESSAGE(testing::count(svg, text) == 1, text);
  CHECK(testing::count(svg, "<polyline") == 2);
  CHECK(testing::count(svg, "<circle") == 3 + 1);     // one in the legend
  CHECK(testing::count(svg, "<rect x=\"") == 2 + 1);  // two points, the legend
  CHECK(testing::texts_outside(svg) == "");
}

}  // namespace preimage::experiments::benchmarks
