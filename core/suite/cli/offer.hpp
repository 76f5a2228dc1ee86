// What a shell offers in place of a value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/cli/facts.hpp"

namespace preimage::suite::cli {

enum class Offer { nothing, choices, files, folders, configs, readings, learners, profiles, keys, verbs };

/// What stands for a value in the option table, and what is offered for it. A word that is not here, a number or a text of the
/// user's own, is offered nothing.
struct WordOffer {
  std::string_view word;
  Offer offer;
};
inline constexpr WordOffer kWordOffers[] = {
    {"FILE", Offer::files},       {"FILE.html", Offer::files},  {"FILE.tex", Offer::files},
    {"MODEL", Offer::files},      {"INPUTS", Offer::files},     {"NEW", Offer::files},
    {"DIR", Offer::folders},      {"RUN", Offer::folders},      {"RUN_A", Offer::folders},
    {"RUN_B", Offer::folders},    {"CONFIG", Offer::configs},   {"READING", Offer::readings},
    {"LEARNER", Offer::learners}, {"PROFILE", Offer::profiles}, {"PATH", Offer::keys},
    {"VERB", Offer::verbs},
};

Offer offer_of(const OptionFacts& option);

/// Whether it takes a word behind it.
bool takes_value(const OptionFacts& option);

/// "configs", "readings", ...: what `preimage complete` is asked for, and the scripts call it.
std::string_view name_of(Offer offer);

/// A text in single quotes, as bash, zsh and fish read it: an apostrophe inside ends the quotes, and begins them again.
std::string single_quoted(const std::string& text);

/// The text of an option up to its first semicolon or sentence, for the lists of zsh and fish.
std::string short_text(const std::string& text);

}  // namespace preimage::suite::cli
