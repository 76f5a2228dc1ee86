// HTML by templates: the files of templates/, which the build embeds, in the language of mustache.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

namespace preimage::suite::render {

/// What a template is filled with: texts, numbers, truth values, objects and lists of them.
using View = nlohmann::json;

/// The template of that name, filled. {{x}} is text ("+-" as the sign), {{{x}}} is HTML, {{#x}}...{{/x}} is
/// repeated for a list and left out where x is false, null, an empty text or an empty list; {{>name}} is the
/// template of that name.
/// throws  std::logic_error for a template that there is not or that is not well formed, and where it asks
///         for what neither its view nor one around it has
std::string render(const std::string& name, const View& members);

/// The same of a text in place of a file.
std::string render_text(const std::string& text, const View& members);

/// Style and script of the page, and the templates by name: the files that the build embeds, so that the page
/// is one file.
extern const char* const kPageStyle;
extern const char* const kPageScript;
const std::map<std::string, std::string>& page_templates();

}  // namespace preimage::suite::render
