#include "preimage/models/nearest_neighbours.hpp"

#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

constexpr Integers kK{"k", 1, 1000000, "neighbours", Preferred::smaller};
constexpr Choice kOneNeighbour{"one_neighbour", "candidate | any",
                               "any: k = 1 may answer with an output that is no candidate", "candidate"};

MakeMethod parse(const config::Reader& reader) {
  models::NearestNeighbourOptions options;
  options.ks = kK.read_as<arma::uword>(reader);
  options.one_may_be_any = kOneNeighbour.is(reader, "any");
  return method<models::NearestNeighbourMethod>(options);
}

}  // namespace

LearnerRow make_nearest_neighbours_row() {
  return {"nearest_neighbours",
          4,
          "the outputs of the k nearest training samples",
          facts_of(kK, kOneNeighbour),
          "{method: nearest_neighbours, k: [1, 3]}",
          parse};
}

}  // namespace preimage::suite::registry
