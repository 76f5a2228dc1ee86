#include "suite/render/template.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace preimage::suite::render;

TEST_CASE("a view fills a template: text is escaped, lists repeat, what is false is left out") {
  const View members = view({{"text", "a < b +- c"},
                             {"html", "<b>"},
                             {"list", View(Views{"1", "2"})},
                             {"none", View(Views())},
                             {"no", false}});
  CHECK(render_text("{{text}} {{{html}}}", members) == "a &lt; b \u00b1 c <b>");
  CHECK(render_text("{{#list}}[{{.}}]{{/list}}{{#no}}never{{/no}}{{^none}}nothing{{/none}}", members) ==
        "[1][2]nothing");
}

TEST_CASE("what a view lacks is an error, and so is a template that is not well formed or not there") {
  CHECK_THROWS_WITH_AS(render_text("{{#list}}{{/list}}", view({})),
                       "a template asks for 'list', which its view lacks", std::logic_error);
  CHECK_THROWS_AS(render_text("{{x}}", view({{"y", "1"}})), std::logic_error);
  CHECK_THROWS_AS(render_text("{{#x}}", view({{"x", true}})), std::logic_error);
  CHECK_THROWS_AS(preimage::suite::render::render("no such template", view({})), std::logic_error);
}

TEST_CASE("every template is embedded, named once and well formed") {
  CHECK(page_templates().size() > 10);
  for (const PageTemplate& one : page_templates()) {
    CAPTURE(one.name);
    CHECK(kainjow::mustache::mustache(one.text).is_valid());
  }
}
