#include "preimage/models/hopfield_network.hpp"

#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Number kTau{"tau", config::kPositive, "attraction outside the span of the patterns", 10.0};
constexpr Number kH{"h", config::kPositive, "sampling time of the continuous system", 0.15};
constexpr Integer kSteps{"steps", 1, 100000, "iterations of the network", 700};
constexpr Choice kCompareTo{"compare_to", "complete | output",
                            "what the final state is compared to: whole patterns, or their output half",
                            "complete"};

MakeMethod parse(const config::Reader& reader) {
  models::HopfieldMethodOptions options;
  options.network.tau = kTau.read(reader);
  options.network.h = kH.read(reader);
  options.steps = kSteps.read_as<int>(reader);
  options.compare_complete = kCompareTo.is(reader, "complete");
  return method<models::HopfieldMethod>(options);
}

}  // namespace

LearnerRow make_hopfield_network_row() {
  return {"hopfield_network",
          3,
          "an associative memory of complete patterns, started from partial ones",
          facts_of(kTau, kH, kSteps, kCompareTo),
          "{method: hopfield_network, steps: 50}",
          parse};
}

}  // namespace preimage::suite::registry
