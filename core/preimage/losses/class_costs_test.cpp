#include "preimage/losses/class_costs.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using losses::ClassCosts;
using samples::NamedClasses;
using testing::thrown_message;

namespace {

NamedClasses named(std::vector<int> classes, std::vector<std::string> names) {
  return {std::move(classes), std::make_shared<const std::vector<std::string>>(std::move(names))};
}

/// Of three classes in another order than the data's, which lack one.
ClassCosts animal_costs() {
  return {{"fox", "cat", "dog"}, {{0, 7, 5}, {8, 0, 2}, {9, 3, 0}}, "costs.csv"};
}

}  // namespace

TEST_CASE("a cost is that of the true and the predicted class, by name") {
  const NamedClasses truth = named({0, 0, 1, 1}, {"cat", "dog"});
  const NamedClasses predicted = named({0, 1, 0, 1}, {"cat", "dog"});
  const auto loss = losses::loss_for(losses::cost_loss(animal_costs()), truth);
  CHECK(arma::approx_equal(loss(truth, predicted).value(), arma::vec{0, 2, 3, 0}, "absdiff", 0.0));
}

TEST_CASE("a matrix that is no cost matrix of the data's classes is refused") {
  const NamedClasses birds = named({0, 1}, {"cat", "owl"});
  CHECK(thrown_message<DataError>([&] { losses::loss_for(losses::cost_loss(animal_costs()), birds); }) ==
        "costs.csv: no row and no column of class 'owl', which the data have");
  ClassCosts negative = animal_costs(), wide = animal_costs(), infinite = animal_costs();
  negative.costs(0, 1) = -1;
  wide.costs.insert_cols(0, 1);
  infinite.costs(0, 1) = arma::datum::inf;
  for (const ClassCosts& bad : {negative, wide, infinite})
    CHECK_THROWS_AS(losses::cost_loss(bad), std::invalid_argument);
  CHECK_THROWS_AS(losses::cost_loss(animal_costs())(birds, birds), std::logic_error);
}

TEST_CASE("of levels the error is by how many they differ; classes without an order have none") {
  NamedClasses all = named({0, 3}, {"none", "low", "mid", "high"});
  CHECK_THROWS_AS(losses::loss_for(losses::level_error_loss(), all), std::invalid_argument);
  all.are_levels = true;
  const auto loss = losses::loss_for(losses::level_error_loss(), select(all, {1, 0}));
  CHECK(loss.name == "level_error");
  CHECK(arma::approx_equal(loss(named({0, 1, 3, 2}, *all.names), named({3, 1, 0, 1}, *all.names)).value(),
                           arma::vec{3, 0, 3, 1}, "absdiff", 0.0));
}
