#include "suite/render/template.hpp"

#include <stdexcept>

#include <doctest/doctest.h>
#include <kainjow/mustache.hpp>

using namespace preimage::suite::render;

TEST_CASE("a view fills a template: text is escaped, lists repeat, what is false or empty is left out") {
  const View members = {{"text", "a < b +- c"},
                        {"html", "<b>"},
                        {"list", {"1", "2", "3"}},
                        {"number", 0},
                        {"none", View::array()},
                        {"nothing", nullptr},
                        {"empty", ""},
                        {"no", false}};
  CHECK(render_text("{{text}} {{{html}}} {{number}}", members) == "a &lt; b \u00b1 c <b> 0");
  CHECK(render_text(
            "{{#list}}[{{.}}]{{/list}}{{#no}}never{{/no}}{{#empty}}never{{/empty}}{{^none}}nothing{{/none}}"
            "{{#nothing}}never{{/nothing}}",
            members) == "[1][2][3]nothing");
}

TEST_CASE("a template within another sees the object around it, and its texts are escaped") {
  const View members = {{"badges", View::array({{{"kind", "tie"}, {"text", "<1>"}}})}};
  CHECK(render_text("{{#badges}}{{>badge}}{{/badges}}", members) ==
        "<span class=\"badge tie\">&lt;1&gt;</span>");
}

TEST_CASE("what a view lacks is an error, and so is a template that is not well formed or not there") {
  const View none = View::object(), y = {{"y", "1"}}, x = {{"x", true}};
  CHECK_THROWS_WITH_AS(render_text("{{#list}}{{/list}}", none),
                       "a template asks for 'list', which its view lacks", std::logic_error);
  CHECK_THROWS_AS(render_text("{{x}}", y), std::logic_error);
  CHECK_THROWS_AS(render_text("{{#x}}", x), std::logic_error);
  CHECK_THROWS_WITH_AS(render_text("{{>no such template}}", x), "no template 'no such template'",
                       std::logic_error);
  CHECK_THROWS_AS(preimage::suite::render::render("no such template", none), std::logic_error);
}

TEST_CASE("every template is embedded and well formed") {
  CHECK(page_templates().size() > 10);
  for (const auto& [name, text] : page_templates()) {
    const auto captured = name;
    CAPTURE(captured);
    CHECK(kainjow::mustache::mustache(text).is_valid());
  }
}
