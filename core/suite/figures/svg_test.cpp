#include "suite/figures/svg.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "suite/figures/testing_svg.hpp"
#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using namespace preimage::suite::figures;
using testing::thrown_message;
using Lines = std::vector<std::string>;

TEST_CASE("the checker of these tests knows broken XML, and reads attributes") {
  using testing::is_well_formed;
  CHECK(is_well_formed("<a><b c=\"&amp;\"/>x</a>\n"));
  CHECK_FALSE(is_well_formed("<a><b></a></b>"));
  CHECK_FALSE(is_well_formed("<a>"));
  CHECK_FALSE(is_well_formed("<a>x & y</a>"));
  CHECK_FALSE(is_well_formed("<a>x < y</a>"));
  CHECK(testing::tags_of("<a><b x=\"1\"/><bb/><b>z</b></a>", "b") == Lines{"<b x=\"1\"/>", "<b>"});
  CHECK(testing::number_attribute("<b xx=\"2\" x=\"1.5\"/>", "x") == 1.5);
  CHECK(testing::attribute("<b x=\"1.5\"/>", "y") == "");
  CHECK(testing::text_tag("<text x=\"1\">a</text><text x=\"2\">b</text>", "b") == "<text x=\"2\">");
}

TEST_CASE("a document is one image with a name, and a description where there is one") {
  const std::string svg = svg_opening({"fig-1", "a & b", "c < d", 99.2, 50.0}) + "</svg>\n";
  CHECK(testing::is_well_formed(svg));
  CHECK(svg.find(" width=\"100\" height=\"50\" viewBox=\"0 0 100 50\" ") != std::string::npos);
  CHECK(
      svg.find(" role=\"img\" aria-labelledby=\"fig-1-title fig-1-desc\">\n<title id=\"fig-1-title\">a &amp; "
               "b</title>\n<desc id=\"fig-1-desc\">c &lt; d</desc>\n") != std::string::npos);
  const std::string short_one = svg_opening({"a", "title", "", 1.0, 1.0});
  CHECK(short_one.find("desc") == std::string::npos);
  const auto refused = [](const SvgHead& head) {
    return thrown_message<std::invalid_argument>([&] { svg_opening(head); });
  };
  CHECK(refused({"a", "", "", 1.0, 1.0}) == "figure: there is no title");
  for (const char* prefix : {"z", "A-9"}) CHECK_FALSE(svg_opening({prefix, "t", "", 1.0, 1.0}).empty());
  for (const char* prefix : {"", "1a", "a b", "a\"", "\u00e4"}) {
    CHECK(refused({prefix, "t", "", 1.0, 1.0}) ==
          std::string("figure: prefix of ids '") + prefix +
              "', expected a letter, then letters, digits, '-' and '_'");
  }
}

TEST_CASE("colours are attributes, the ground is the figure's own, and there is no style sheet") {
  const std::string svg = svg_opening({"fig-1", "t", "", 9.0, 9.0}) + "</svg>\n";
  CHECK(svg.find(" id=\"fig-1-figure\" ") != std::string::npos);
  CHECK(svg.find(" color=\"" + colour_text(kTheme.ink) + "\" fill=\"currentColor\" ") != std::string::npos);
  CHECK(svg.find("<rect class=\"pf-ground\" color=\"#ffffff\" width=\"100%\" height=\"100%\"/>") !=
        std::string::npos);
  CHECK(svg.find("<style") == std::string::npos);
  CHECK(svg_series(8) == svg_series(1));
}

TEST_CASE("widths are those of DejaVu Sans, and a character is not its bytes") {
  CHECK(testing::is_close(svg_text_width("m0 ", 10.0), 9.74 + 6.36 + 3.18, 1e-12));
  CHECK(testing::is_close(svg_text_width("\u00b1\u03c7", 10.0), 18.0, 1e-12));
  CHECK(svg_text_width("") == 0.0);
  CHECK(widest({"i", "m", "l"}, 10.0) == svg_text_width("m", 10.0));
  CHECK(widest({}) == 0.0);
}

TEST_CASE("text is broken where words and names have joints, and nothing of it is lost") {
  CHECK(wrapped("", 100.0) == Lines{""});
  CHECK(wrapped("o\u00e4e", 1.0) == Lines{"o", "\u00e4", "e"});
  CHECK(wrapped("a mmmm", svg_text_width("mm")) == Lines{"a", "mm", "mm"});
  CHECK(wrapped("one two three", svg_text_width("one two")) == Lines{"one two", "three"});
  CHECK(wrapped("smoothed-0.8,raw_pixels", svg_text_width("smoothed-0.8")) ==
        Lines{"smoothed-", "0.8,raw_", "pixels"});
  const std::string text = "a reading with-a rather_long name, and more";
  for (const double width : {20.0, 60.0, 100.0, 1000.0}) {
    std::string joined;
    for (const std::string& line : wrapped(text, width)) {
      joined += line;
      if (text.substr(joined.size(), 1) == " ") joined += ' ';
    }
    CHECK(joined == text);
  }
}

TEST_CASE("ticks: an exponent is raised, the rest escaped") {
  CHECK(tick_markup("0.5") == "0.5");
  CHECK(tick_markup("<2^-3") == "&lt;2<tspan dy=\"-5\" font-size=\"11\">-3</tspan>");
}

TEST_CASE("what is too long is cut behind a whole character") {
  CHECK(shortened("short", 100.0) == "short");
  CHECK(shortened("\u00e4\u00e4\u00e4", svg_text_width("\u00e4\u00e4")) == "\u00e4\u2026");
  CHECK(shortened("mmm", 1.0) == "\u2026");
}

TEST_CASE("a picture is a PNG in its place, lines are below each other") {
  CHECK(svg_picture(1.0, 2.0, 3.0, 4.0, "abc", " id=\"p\"") ==
        "<image x=\"1.00\" y=\"2.00\" width=\"3.00\" height=\"4.00\" id=\"p\" "
        "href=\"data:image/png;base64,YWJj\"/>\n");
  CHECK(svg_lines(1.0, 2.0, {"a<b", "c"}, 10.0, kEnd) ==
        "<text x=\"1.00\" y=\"2.00\" text-anchor=\"end\">a&lt;b</text>\n"
        "<text x=\"1.00\" y=\"12.00\" text-anchor=\"end\">c</text>\n");
}

TEST_CASE("the checker of these tests sees texts outside and texts that overlap") {
  const std::string head = "<svg width=\"100\" height=\"50\">";
  CHECK(testing::texts_outside(head + svg_text(1.0, 20.0, "in")) == "");
  CHECK(testing::texts_outside(head + svg_text(95.0, 20.0, "out")) == "out");
  CHECK(testing::texts_outside(head + svg_text(5.0, 20.0, "out", kEnd)) == "out");
  CHECK(testing::texts_outside(head + svg_text(1.0, 49.0, "low")) == "low");
  CHECK(testing::overlapping_texts(svg_text(1.0, 20.0, "one") + svg_text(1.0, 40.0, "two")) == "");
  CHECK(testing::overlapping_texts(svg_text(1.0, 20.0, "one") + svg_text(20.0, 25.0, "two")) == "two / one");
}

TEST_CASE("marks have different forms and the same centre") {
  CHECK(svg_mark(Mark::circle, 10.0, 20.0, 4.0) == "<circle cx=\"10.00\" cy=\"20.00\" r=\"4.00\"/>\n");
  CHECK(svg_mark(Mark::square, 10.0, 20.0, 4.0) ==
        "<rect x=\"6.40\" y=\"16.40\" width=\"7.20\" height=\"7.20\"/>\n");
  CHECK(svg_mark(Mark::diamond, 10.0, 20.0, 4.0) ==
        "<path d=\"M10.00 15.00l5.00 5.00l-5.00 5.00l-5.00 -5.00z\"/>\n");
  CHECK(svg_mark(Mark::triangle, 10.0, 20.0, 4.0) == "<path d=\"M10.00 14.80l4.80 8.40h-9.60z\"/>\n");
}
