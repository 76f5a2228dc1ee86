#include "suite/registry/loss_table.hpp"
#include "suite/registry/tokens.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Choice kPer{
    "per", "true_string | longer_string",
    "edits are divided by the symbols of the true string, or of the longer one of each pair", "true_string"};

losses::Loss<kernels::Strings> make_edit_error(const config::Reader& reader) {
  const auto unit =
      kPer.is(reader, "true_string") ? losses::EditUnit::true_string : losses::EditUnit::longer_string;
  return losses::edit_error_loss(unit, read_tokens(reader));
}

}  // namespace

void add_strings(LossTable& table) {
  table.add("strings", "1 where the string is not the true one, else 0", losses::string_error_loss());
  table.add<kernels::Strings>(
      {{"symbol_error", "strings", "the share of symbols that are wrong, position by position",
        facts_of(kTokens), "{name: symbol_error}"},
       [](const config::Reader& reader) { return losses::symbol_error_loss(read_tokens(reader)); }});
  table.add<kernels::Strings>(
      {{"edit_distance", "strings", "the fewest insertions, deletions and substitutions between the strings",
        facts_of(kTokens), "{name: edit_distance}"},
       [](const config::Reader& reader) { return losses::edit_distance_loss(read_tokens(reader)); }});
  table.add<kernels::Strings>(
      {{"edit_error", "strings",
        "insertions, deletions and substitutions that make the true string, as a share",
        facts_of(kPer, kTokens), "{name: edit_error, per: longer_string}"},
       make_edit_error});
}

}  // namespace preimage::suite::registry
