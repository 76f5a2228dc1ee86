#include "suite/cli/offer.hpp"

namespace preimage::suite::cli {

Offer offer_of(const OptionFacts& option) {
  if (!option.choices.empty()) return Offer::choices;
  for (const WordOffer& row : kWordOffers) {
    if (row.word == option.word) return row.offer;
  }
  return Offer::nothing;
}

bool takes_value(const OptionFacts& option) {
  return !option.word.empty();
}

std::string_view name_of(Offer offer) {
  switch (offer) {
    case Offer::nothing:
      return "nothing";
    case Offer::choices:
      return "choices";
    case Offer::files:
      return "files";
    case Offer::folders:
      return "folders";
    case Offer::configs:
      return "configs";
    case Offer::readings:
      return "readings";
    case Offer::learners:
      return "learners";
    case Offer::profiles:
      return "profiles";
    case Offer::keys:
      return "keys";
    case Offer::verbs:
      return "verbs";
  }
  return "nothing";
}

std::string single_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string short_text(const std::string& text) {
  const std::string sentence = first_sentence(text);
  return sentence.substr(0, sentence.find("; "));
}

}  // namespace preimage::suite::cli
