#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::Strings> make(const config::Reader& /*reader*/) {
  return losses::symbol_error_loss();
}

}  // namespace

void add_symbol_error(LossTable& table) {
  table.add<kernels::Strings>({{"symbol_error",
                                "strings",
                                "the share of symbols that are wrong, position by position",
                                {},
                                "{name: symbol_error}"},
                               make});
}

}  // namespace preimage::suite::registry
