#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

namespace string_error {

losses::Loss<kernels::Strings> make(const config::Reader& /*reader*/) {
  return losses::string_error_loss();
}

void add(LossTable& table) {
  table.add<kernels::Strings>({{"string_error",
                                "strings",
                                "1 where the string is not the true one, else 0",
                                {},
                                "{name: string_error}"},
                               make});
}

}  // namespace string_error

namespace symbol_error {

losses::Loss<kernels::Strings> make(const config::Reader& /*reader*/) {
  return losses::symbol_error_loss();
}

void add(LossTable& table) {
  table.add<kernels::Strings>({{"symbol_error",
                                "strings",
                                "the share of symbols that are wrong, position by position",
                                {},
                                "{name: symbol_error}"},
                               make});
}

}  // namespace symbol_error

namespace edit_distance {

losses::Loss<kernels::Strings> make(const config::Reader& /*reader*/) {
  return losses::edit_distance_loss();
}

void add(LossTable& table) {
  table.add<kernels::Strings>({{"edit_distance",
                                "strings",
                                "the fewest insertions, deletions and substitutions between the strings",
                                {},
                                "{name: edit_distance}"},
                               make});
}

}  // namespace edit_distance

namespace edit_error {

constexpr Choice kPer{
    "per", "true_string | longer_string",
    "edits are divided by the symbols of the true string, or of the longer one of each pair", "true_string"};

losses::Loss<kernels::Strings> make(const config::Reader& reader) {
  return losses::edit_error_loss(kPer.is(reader, "true_string") ? losses::EditUnit::true_string
                                                                : losses::EditUnit::longer_string);
}

void add(LossTable& table) {
  table.add<kernels::Strings>(
      {{"edit_error", "strings",
        "insertions, deletions and substitutions that make the true string, as a share", facts_of(kPer),
        "{name: edit_error, per: longer_string}"},
       make});
}

}  // namespace edit_error

}  // namespace

void add_strings(LossTable& table) {
  string_error::add(table);
  symbol_error::add(table);
  edit_distance::add(table);
  edit_error::add(table);
}

}  // namespace preimage::suite::registry
