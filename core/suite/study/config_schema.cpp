// The JSON schema of configs.
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "suite/config/number.hpp"
#include "suite/study/config_keys.hpp"

namespace preimage::suite::study {

namespace {

using Json = nlohmann::ordered_json;
using registry::ParameterFacts;
using registry::ParameterType;

Json ref(const std::string& name) {
  return {{"$ref", "#/definitions/" + name}};
}

/// `{k}` in an entry with `for`; without quotes YAML reads a map of one key without value.
Json variable() {
  return {{"anyOf",
           {{{"type", "string"}, {"pattern", "\\{[A-Za-z_][A-Za-z0-9_.]*\\}"}},
            {{"type", "object"},
             {"minProperties", 1},
             {"maxProperties", 1},
             {"additionalProperties", {{"type", "null"}}}}}}};
}

Json number(const ParameterFacts& key) {
  Json schema = {{"type", key.type == ParameterType::integer ? "integer" : "number"}};
  const bool is_positive = key.range.min == config::kPositive.min;
  // Beyond that whole numbers have no exact double.
  constexpr double kLargest = 9e15;
  if (is_positive) schema["exclusiveMinimum"] = 0;
  const auto bound = [&](const char* name, double value) {
    if (value < -kLargest || value > kLargest) return;
    const auto whole = static_cast<long>(value);
    schema[name] = value == static_cast<double>(whole) ? Json(whole) : Json(value);
  };
  if (!is_positive) bound("minimum", key.range.min);
  bound("maximum", key.range.max);
  return schema;
}

/// One of several words. YAML reads the words true and false as no text.
Json words(const ParameterFacts& key) {
  Json all = Json::array();
  for (const std::string& word : key.words) {
    all.push_back(word);
    if (word == "true" || word == "false") all.push_back(word == "true");
  }
  return {{"enum", all}};
}

Json text() {
  return {{"type", Json::array({"string", "number", "boolean"})}};
}

Json form(const registry::PartForm& form) {
  using Is = registry::PartForm::Is;
  switch (form.is) {
    case Is::kernel:
      return ref("kernel");
    case Is::kernels_by_name:
      return {{"type", "object"}, {"additionalProperties", ref("kernel")}};
    case Is::decoder:
      return ref("decoder");
    case Is::loss:
      return ref("loss");
    case Is::named_map:
      return {{"type", "object"},
              {"properties", {{"name", {{"const", form.name}}}}},
              {"required", Json::array({"name"})}};
    case Is::word:
      return {{"const", form.text}};
    case Is::other:
      break;
  }
  return Json::object();
}

/// Anything where one of the forms may be anything.
Json part(const ParameterFacts& key) {
  Json any = Json::array();
  for (const registry::PartForm& one : key.forms) {
    any.push_back(form(one));
    if (any.back().empty()) return Json::object();
  }
  if (any.empty()) return Json::object();
  return any.size() == 1 ? any.front() : Json{{"anyOf", any}};
}

/// takes_lists  a list where one number could stand: a grid
Json schema_of(const ParameterFacts& key, bool takes_lists) {
  if (key.type == ParameterType::part) return part(key);
  const bool is_number = key.type == ParameterType::number || key.type == ParameterType::integer;
  Json one = text();
  if (is_number) one = number(key);
  if (key.type == ParameterType::flag) one = {{"type", "boolean"}};
  if (key.type == ParameterType::choice || key.type == ParameterType::choices) one = words(key);
  Json any = Json::array({one, ref("variable")});
  if (key.type == ParameterType::choices || key.type == ParameterType::texts || (is_number && takes_lists))
    any.push_back({{"type", "array"}, {"items", {{"anyOf", any}}}, {"minItems", 1}});
  return {{"anyOf", any}};
}

/// The keys as properties; "basis.rule" is a property of the map `basis`.
Json properties_of(const std::vector<ParameterFacts>& keys, bool takes_lists) {
  Json properties = Json::object();
  std::map<std::string, std::vector<ParameterFacts>> below;
  for (ParameterFacts key : keys) {
    const std::size_t dot = key.name.find('.');
    const std::string name = key.name.substr(0, dot);
    if (dot == std::string::npos) {
      properties[name] = schema_of(key, takes_lists);
      properties[name]["description"] = key.description();
    } else {
      if (!properties.contains(name)) properties[name] = Json::object();
      key.name = key.name.substr(dot + 1);
      below[name].push_back(std::move(key));
    }
  }
  for (const auto& [name, nested] : below) {
    Json& map = properties[name];
    const Json keys_below = properties_of(nested, takes_lists);
    if (map.contains("anyOf") && map["anyOf"].front().contains("enum")) {  // a word or a map
      map["anyOf"].push_back(
          {{"type", "object"}, {"properties", keys_below}, {"additionalProperties", false}});
      continue;
    }
    map["type"] = Json::array({"object", "null"});
    map["properties"] = keys_below;
    map["additionalProperties"] = false;
  }
  return properties;
}

/// A map of these keys and no others; those that have no default must be there.
Json map_of(const std::vector<ParameterFacts>& keys) {
  Json schema = {
      {"type", "object"}, {"properties", properties_of(keys, false)}, {"additionalProperties", false}};
  Json required = Json::array();
  for (const ParameterFacts& key : keys) {
    if (key.is_required() && key.name.find('.') == std::string::npos) required.push_back(key.name);
  }
  if (!required.empty()) schema["required"] = required;
  return schema;
}

const KeyGroup& group_at(const std::vector<KeyGroup>& groups, const std::string& path) {
  const auto found = std::ranges::find(groups, path, &KeyGroup::path);
  if (found == groups.end()) throw std::logic_error("no keys at " + path);
  return *found;
}

/// A map {key: name of a row, its parameters}. common  keys that stand beside those of every row
Json map_of_row(const std::vector<KeyGroup>& groups, const std::string& kind, const std::string& name_key,
                const std::vector<ParameterFacts>& common, bool is_name_required) {
  std::map<std::string, std::vector<ParameterFacts>>
      rows;  // a kernel on two types of samples: the keys of both
  for (const KeyGroup& group : groups) {
    if (!group.path.starts_with(kind + ".")) continue;
    std::vector<ParameterFacts>& keys = rows[group.path.substr(kind.size() + 1)];
    keys.insert(keys.end(), group.keys.begin(), group.keys.end());
  }
  Json names = Json::array(), cases = Json::array();
  for (auto& [name, keys] : rows) {
    names.push_back(name);
    keys.insert(keys.begin(), common.begin(), common.end());
    Json then = {{"properties", properties_of(keys, true)}, {"additionalProperties", false}};
    then["properties"][name_key] = {{"const", name}};
    const Json is_row = {{"properties", {{name_key, {{"const", name}}}}},
                         {"required", Json::array({name_key})}};
    cases.push_back({{"if", is_row}, {"then", then}});
  }
  Json schema = {
      {"type", "object"},
      {"properties", {{name_key, {{"anyOf", Json::array({Json{{"enum", names}}, ref("variable")})}}}}},
      {"allOf", cases}};
  if (is_name_required) schema["required"] = Json::array({name_key});
  return {{"anyOf", Json::array({schema, ref("variable")})}};
}

/// A map of such values under names of the user's own.
Json named(const Json& value) {
  return {{"type", "object"}, {"additionalProperties", value}};
}

/// Keys of one experiment are no keys of another. One whose learners are none of ours says so by a key of
/// that name, and has neither data nor folds of ours.
Json experiment_cases(const std::vector<KeyGroup>& groups, Json& properties) {
  Json cases = Json::array();
  const std::string kind = "experiment.";
  Json general = Json::array();
  for (const auto& [name, schema] : properties.items()) general.push_back(name);
  for (const KeyGroup& group : groups) {
    if (!group.path.starts_with(kind)) continue;
    Json names = general;
    Json own = properties_of(group.keys, true), required = Json::array();
    if (!own.contains(keys::kLearners.name)) {
      own[keys::kLearners.name] = named(ref("learner"));
      required = {keys::kDataset.name, keys::kProtocol.name};
    }
    for (const auto& [name, schema] : own.items()) {
      names.push_back(name);
      if (!properties.contains(name)) properties[name] = Json::object();
    }
    const Json is_it = {{"properties", {{"experiment", {{"const", group.path.substr(kind.size())}}}}},
                        {"required", Json::array({"experiment"})}};
    cases.push_back(
        {{"if", is_it},
         {"then", {{"propertyNames", {{"enum", names}}}, {"properties", own}, {"required", required}}}});
  }
  return cases;
}

}  // namespace

std::string config_schema(const ExperimentTable& experiments) {
  const std::vector<KeyGroup> groups = key_groups(experiments);
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "A config of preimage"},
                 {"description", "Written by `preimage keys --schema`."}};
  schema.update(map_of(group_at(groups, "").keys));
  Json& properties = schema["properties"];
  schema["allOf"] = experiment_cases(groups, properties);
  std::vector<ParameterFacts> learner = group_at(groups, "learners").keys;
  learner.erase(learner.begin());  // the method, which the schema of rows has
  Json reading = map_of(group_at(groups, "readings").keys);
  reading["additionalProperties"] = true;  // paths
  properties["protocol"] = map_of(group_at(groups, "protocol").keys);
  properties["learners"] = {{"type", "object"}};  // by the experiment
  properties["readings"] = named(reading);
  properties["claims"] = named(map_of(group_at(groups, "claims").keys));
  properties["profiles"] = named(map_of(group_at(groups, "profiles").keys));
  const std::vector<ParameterFacts> loop = registry::facts_of(keys::kFor);
  schema["definitions"] = {{"variable", variable()},
                           {"learner", map_of_row(groups, "learners", "method", learner, true)},
                           {"decoder", map_of_row(groups, "decoder", "name", {}, false)},
                           {"kernel", map_of_row(groups, "kernel", "name", loop, true)},
                           {"loss", map_of_row(groups, "loss", "name", {}, true)}};
  return schema.dump(1) + "\n";
}

}  // namespace preimage::suite::study
