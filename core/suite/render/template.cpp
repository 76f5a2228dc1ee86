#include "suite/render/template.hpp"

#include <stdexcept>

#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

/// A name that a view lacks would be left out in silence, and so would a name that is misspelt.
class StrictContext : public kainjow::mustache::context<std::string> {
 public:
  explicit StrictContext(const View* members) : context(members) {}

  const View* get(const std::string& name) const override {
    const View* found = context::get(name);
    if (found == nullptr) throw std::logic_error("a template asks for '" + name + "', which its view lacks");
    return found;
  }
};

}  // namespace

View view(std::initializer_list<std::pair<std::string, View>> members) {
  View object;
  for (const auto& [name, member] : members) object.set(name, member);
  return object;
}

std::string render_text(const std::string& text, const View& members) {
  kainjow::mustache::mustache parsed(text);
  if (!parsed.is_valid()) throw std::logic_error("a template: " + parsed.error_message());
  parsed.set_custom_escape([](const std::string& plain) { return html_text(plain); });
  StrictContext context(&members);
  return parsed.render(context);
}

std::string render(const std::string& name, const View& members) {
  for (const PageTemplate& one : page_templates()) {
    if (one.name == name) return render_text(one.text, members);
  }
  throw std::logic_error("no template '" + name + "'");
}

}  // namespace preimage::suite::render
