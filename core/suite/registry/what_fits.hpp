#pragma once

#include <string>

#include "preimage/samples/sample_set.hpp"

namespace preimage::suite::registry {

/// Of samples that a learner is not for: what a config could name instead. "; decoders that fit: candidates,
/// closed_form" where the method itself takes them, else "; methods that fit: ...". By the examples of the
/// tables' rows.
std::string what_fits(const std::string& method, const samples::DataSet& data);

}  // namespace preimage::suite::registry
