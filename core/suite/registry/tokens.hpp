// `tokens` of kernels on strings, of losses between them, and of what puts them together.
#pragma once

#include "preimage/samples/tokens.hpp"
#include "suite/registry/parameter.hpp"

namespace preimage::suite::registry {

inline constexpr Choice kTokens{
    "tokens", "bytes | characters | graphemes | words | symbols",
    "what a symbol is: characters and graphemes are of UTF-8, words between blanks; `symbols` are bytes",
    "bytes"};

/// Bytes are in no key of a cell, as where `tokens` is left out.
samples::Tokens read_tokens(const config::Reader& reader);

}  // namespace preimage::suite::registry
