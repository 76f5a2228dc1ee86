#include "suite/render/template.hpp"

#include <stdexcept>

#include <kainjow/mustache.hpp>

#include "suite/figures/markup.hpp"
#include "suite/render/page_parts.hpp"

namespace preimage::suite::render {

namespace {

using Data = kainjow::mustache::data;

Data data_of(const View& view) {
  if (view.is_object()) {
    Data object{Data::type::object};
    for (const auto& [name, member] : view.items()) object.set(name, data_of(member));
    return object;
  }
  if (view.is_array()) {
    Data list{Data::type::list};
    for (const View& one : view) list.push_back(data_of(one));
    return list;
  }
  if (view.is_boolean() || view.is_null()) return Data(view == true);
  const std::string text = view.is_string() ? view.get<std::string>() : view.dump();
  return text.empty() ? Data(false) : Data(text);
}

const std::string& template_named(const std::string& name) {
  const auto found = page_templates().find(name);
  if (found == page_templates().end()) throw std::logic_error("no template '" + name + "'");
  return found->second;
}

/// A name that a view lacks would be left out in silence, and so would a name that is misspelt.
class StrictContext : public kainjow::mustache::context<std::string> {
 public:
  explicit StrictContext(const Data* members) : context(members) {}

  const Data* get(const std::string& name) const override {
    const Data* found = context::get(name);
    if (found == nullptr) throw std::logic_error("a template asks for '" + name + "', which its view lacks");
    return found;
  }
  const Data* get_partial(const std::string& name) const override {
    return &partials_.try_emplace(name, template_named(name)).first->second;
  }

 private:
  mutable std::map<std::string, Data> partials_;
};

}  // namespace

std::string render_text(const std::string& text, const View& members) {
  kainjow::mustache::mustache parsed(text);
  parsed.set_custom_escape(
      [](const std::string& plain) { return with_plus_minus(figures::markup_escaped(plain)); });
  const Data data = data_of(members);
  StrictContext context(&data);
  std::string html = parsed.is_valid() ? parsed.render(context) : "";
  if (!parsed.is_valid()) throw std::logic_error("a template: " + parsed.error_message());
  return html;
}

std::string render(const std::string& name, const View& members) {
  return render_text(template_named(name), members);
}

}  // namespace preimage::suite::render
