#include "suite/config/override.hpp"

#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/reader.hpp"

namespace preimage::suite::config {

Override parse_override(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw ConfigError("--set " + text + ": expected path=value, like dataset.smoothing=0.75");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Value with_overrides(Value value, const std::vector<Override>& overrides, const std::string& option) {
  for (const Override& o : overrides)
    set_path(value, o.path, parse_value(o.value, option + " " + base::name_excerpt(o.text())));
  return value;
}

}  // namespace preimage::suite::config
