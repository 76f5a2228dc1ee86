#include "preimage/models/interpolation.hpp"
#include "preimage/regression/interpolation.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

MakeMethod parse(const config::Reader& /*reader*/) {
  return method<models::InterpolationMethod>(std::string("cubic_spline"), &regression::cubic_spline);
}

}  // namespace

LearnerRow make_cubic_spline_row() {
  return {"cubic_spline",
          1,
          "a cubic spline (not-a-knot ends) through the training outputs, over one input column",
          {},
          "{method: cubic_spline}",
          parse};
}

}  // namespace preimage::suite::registry
