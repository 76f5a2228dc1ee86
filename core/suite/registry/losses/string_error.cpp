#include "suite/registry/loss_table.hpp"

namespace preimage::suite::registry {

namespace {

losses::Loss<kernels::Strings> make(const config::Reader& /*reader*/) {
  return losses::string_error_loss();
}

}  // namespace

void add_string_error(LossTable& table) {
  table.add<kernels::Strings>({{"string_error",
                                "strings",
                                "1 where the string is not the true one, else 0",
                                {},
                                "{name: string_error}"},
                               make});
}

}  // namespace preimage::suite::registry
