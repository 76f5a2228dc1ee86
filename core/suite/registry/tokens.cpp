#include "suite/registry/tokens.hpp"

#include "suite/config/scalar_type.hpp"

namespace preimage::suite::registry {

samples::Tokens read_tokens(const config::Reader& reader) {
  using samples::Tokens;
  if (!reader.has(kTokens.name)) return Tokens::bytes;
  const std::vector<std::string> words = kTokens.facts().words;
  const std::string word = config::parse_scalar(config::choice_type(words), reader.raw(kTokens.name),
                                                reader.path() + "." + kTokens.name);
  for (const Tokens tokens : {Tokens::characters, Tokens::graphemes, Tokens::words}) {
    if (word != samples::name_of(tokens)) continue;
    reader.text(kTokens.name);
    return tokens;
  }
  return Tokens::bytes;
}

}  // namespace preimage::suite::registry
