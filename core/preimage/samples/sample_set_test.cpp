#include "preimage/samples/sample_set.hpp"

#include <string>

#include <doctest/doctest.h>

#include "testing/is_close.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::samples {

namespace {

using Strings = std::vector<std::string>;

SampleSet three() {
  return SampleSet(3).with(Strings{"a", "b", "c"}).with(arma::mat{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}});
}

}  // namespace

TEST_CASE("samples come in each of their forms, all of them or some, in any order") {
  const SampleSet all = three();
  CHECK(all.get<Strings>() == Strings{"a", "b", "c"});
  CHECK(all.has<arma::mat>());
  CHECK_FALSE(all.has<std::vector<int>>());
  const SampleSet some = all.subset({2, 0, 2});
  CHECK(some.size() == 3);
  CHECK(some.get<Strings>() == Strings{"c", "a", "c"});
  CHECK(testing::is_close(some.get<arma::mat>(), arma::mat{{5.0, 6.0}, {1.0, 2.0}, {5.0, 6.0}}, 0.0));
  CHECK(some.subset({1, 2}).get<Strings>() == Strings{"a", "c"});
  CHECK(all.subset({}).get<Strings>().empty());
}

TEST_CASE("a sample keeps its number in the data set") {
  CHECK(testing::same_indices(three().numbers(), {0, 1, 2}));
  CHECK(testing::same_indices(three().subset({2, 0}).subset({1}).numbers(), {0}));
  CHECK(SampleSet().numbers().is_empty());
}

TEST_CASE("a subset can get a form of its own, and its data set is as before") {
  const SampleSet all = three();
  const SampleSet some = all.subset({1, 2}).with(Strings{"x", "y"});
  CHECK(some.get<Strings>() == Strings{"x", "y"});
  CHECK(some.subset({1}).get<Strings>() == Strings{"y"});
  CHECK(some.subset({1}).get<arma::mat>()(0, 0) == 5.0);
  CHECK(all.get<Strings>() == Strings{"a", "b", "c"});
}

TEST_CASE("a form of another number of samples, and one that is not there, are refused") {
  CHECK(testing::thrown_message<std::invalid_argument>([] { three().with(Strings{"x"}); }) ==
        "a form of 1 samples for a set of 3");
  CHECK_THROWS_AS(three().get<std::vector<int>>(), std::invalid_argument);
}

}  // namespace preimage::samples
