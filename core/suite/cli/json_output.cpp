#include "suite/cli/json_output.hpp"

#include <iostream>

namespace preimage::suite::cli {

Json json_document(const std::string& verb) {
  return {{"format", "preimage-" + verb}, {"version", 1}};
}

void print_json(const Json& document) {
  std::cout << document.dump(2, ' ', true, Json::error_handler_t::replace) << "\n";
}

}  // namespace preimage::suite::cli
