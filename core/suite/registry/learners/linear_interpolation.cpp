#include "preimage/models/interpolation.hpp"
#include "preimage/regression/interpolation.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

MakeMethod parse(const config::Reader& /*reader*/) {
  return method<models::InterpolationMethod>(std::string("linear_interpolation"),
                                             &regression::linear_interpolation);
}

}  // namespace

LearnerRow make_linear_interpolation_row() {
  return {"linear_interpolation",
          1,
          "straight lines between the training outputs, over one input column",
          {},
          "{method: linear_interpolation}",
          parse};
}

}  // namespace preimage::suite::registry
