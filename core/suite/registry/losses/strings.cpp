#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Choice kPer{
    "per", "true_string | longer_string",
    "edits are divided by the symbols of the true string, or of the longer one of each pair", "true_string"};

losses::Loss<kernels::Strings> make_edit_error(const config::Reader& reader) {
  return losses::edit_error_loss(kPer.is(reader, "true_string") ? losses::EditUnit::true_string
                                                                : losses::EditUnit::longer_string);
}

}  // namespace

void add_strings(LossTable& table) {
  table.add("strings", "1 where the string is not the true one, else 0", losses::string_error_loss());
  table.add("strings", "the share of symbols that are wrong, position by position",
            losses::symbol_error_loss());
  table.add("strings", "the fewest insertions, deletions and substitutions between the strings",
            losses::edit_distance_loss());
  table.add<kernels::Strings>(
      {{"edit_error", "strings",
        "insertions, deletions and substitutions that make the true string, as a share", facts_of(kPer),
        "{name: edit_error, per: longer_string}"},
       make_edit_error});
}

}  // namespace preimage::suite::registry
