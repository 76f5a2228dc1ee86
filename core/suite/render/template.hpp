// HTML by templates: the files of templates/, which the build embeds, in the language of mustache.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <kainjow/mustache.hpp>

namespace preimage::suite::render {

/// What a template is filled with: texts, truth values, objects and lists of them.
using View = kainjow::mustache::data;
using Views = kainjow::mustache::list;

/// An object.
View view(std::initializer_list<std::pair<std::string, View>> members);

/// The template of that name, filled. {{x}} is text (html_text), {{{x}}} is HTML, {{#x}}...{{/x}} is repeated for a list,
/// left out for false.
/// throws  std::logic_error for a template that there is not or that is not well formed, and where it asks for what the
///         view does not have
std::string render(const std::string& name, const View& members);

/// The same of a text in place of a file.
std::string render_text(const std::string& text, const View& members);

/// Style and script of the page, and the templates by name: the files that the build embeds, so that the page is one file.
extern const char* const kPageStyle;
extern const char* const kPageScript;
struct PageTemplate {
  std::string name, text;
};
const std::vector<PageTemplate>& page_templates();

}  // namespace preimage::suite::render
