#include "preimage/losses/class_costs.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "preimage/losses/losses.hpp"

namespace preimage::losses {

namespace {

using samples::NamedClasses;

/// Where the matrix has each of the data's classes.
std::vector<arma::uword> places_of(const std::vector<std::string>& names, const ClassCosts& costs) {
  std::vector<arma::uword> places;
  for (const std::string& name : names) {
    const auto found = std::find(costs.classes.begin(), costs.classes.end(), name);
    if (found == costs.classes.end())
      throw DataError(fmt::format("{}: no row and no column of class {}, which the data have", costs.source,
                                  base::excerpt(name)));
    places.push_back(static_cast<arma::uword>(found - costs.classes.begin()));
  }
  return places;
}

Loss<NamedClasses> on_classes(const std::string& loss, const std::vector<std::string>& names,
                              const ClassCosts& costs) {
  const std::vector<arma::uword> places = places_of(names, costs);
  return {loss, false,
          [loss, places, matrix = costs.costs](const NamedClasses& truth, const NamedClasses& predicted) {
            require_as_many(loss, truth.classes.size(), predicted.classes.size());
            arma::vec values(truth.classes.size());
            for (std::size_t i = 0; i < truth.classes.size(); ++i)
              values(i) = matrix(places.at(static_cast<std::size_t>(truth.classes[i])),
                                 places.at(static_cast<std::size_t>(predicted.classes[i])));
            return values;
          }};
}

void check(const ClassCosts& costs) {
  const arma::uword c = costs.classes.size();
  if (costs.costs.n_rows != c || costs.costs.n_cols != c)
    throw std::invalid_argument(
        fmt::format("cost: {} x {} costs of {} classes", costs.costs.n_rows, costs.costs.n_cols, c));
  if (!costs.costs.is_finite() || arma::any(arma::vectorise(costs.costs) < 0.0))
    throw std::invalid_argument("cost: finite numbers >= 0 expected");
}

std::optional<arma::vec> unknown_classes(const NamedClasses& /*truth*/, const NamedClasses& /*predicted*/) {
  throw std::logic_error("cost: the data's classes are not known; loss_for finds them");
}

}  // namespace

Loss<NamedClasses> cost_loss(ClassCosts costs) {
  check(costs);
  return {"cost", false, unknown_classes, [costs = std::move(costs)](const NamedClasses& all) {
            return on_classes("cost", all.names ? *all.names : std::vector<std::string>(), costs);
          }};
}

Loss<NamedClasses> level_error_loss() {
  return {"level_error", false, unknown_classes, [](const NamedClasses& all) {
            if (!all.are_levels)
              throw std::invalid_argument("level_error needs classes that are levels in an order");
            const arma::vec levels = arma::regspace(0.0, static_cast<double>(all.names->size()) - 1.0);
            return on_classes("level_error", *all.names, {*all.names, arma::toeplitz(levels), "levels"});
          }};
}

}  // namespace preimage::losses
