#include "suite/run/work_left.hpp"

#include <doctest/doctest.h>

using namespace preimage::suite::run;

namespace {

double seconds_at(const WorkLeft& work, double now) {
  return work.at(now).value().seconds;
}

}  // namespace

TEST_CASE("cells that differ a thousandfold in cost: the cheap ones say nothing of the dear ones") {
  WorkLeft work({{1000, 0.01}, {10, 10.0}}, 1);
  CHECK(seconds_at(work, 0.0) == doctest::Approx(110.0));
  CHECK_FALSE(work.at(0.0)->is_at_least);
  for (int i = 0; i < 1000; ++i) {
    work.started(0, 0, 0.01 * i);
    work.finished(0, 0.01 * (i + 1));
  }
  CHECK(seconds_at(work, 10.0) == doctest::Approx(100.0));  // by cells alone it would be 0.1 s
}

TEST_CASE("what this run takes refines what earlier ones took, of other kinds by the same factor") {
  WorkLeft work({{3, 1.0}, {4, 5.0}}, 1);
  work.started(0, 0, 0.0);
  work.finished(0, 3.0);  // three times as long as expected
  CHECK(seconds_at(work, 3.0) == doctest::Approx(2 * (3.0 + 1.0) / 2 + 4 * 15.0));
  work.started(0, 1, 3.0);
  CHECK(seconds_at(work, 8.0) == doctest::Approx(4.0 + 60.0 - 5.0));  // of the cell in work 5 s are over
  work.finished(0, 8.0);
  CHECK(seconds_at(work, 8.0) == doctest::Approx(4.0 + 3 * 5.0));
}

TEST_CASE("several workers share the cells, and nobody helps with the last") {
  WorkLeft work({{4, 2.0}, {1, 100.0}}, 2);
  CHECK(seconds_at(work, 0.0) == doctest::Approx(100.0));  // not 54
  WorkLeft even({{4, 2.0}}, 2);
  CHECK(seconds_at(even, 0.0) == doctest::Approx(4.0));
  even.started(0, 0, 0.0);
  even.started(1, 0, 0.0);
  even.finished(0, 2.0);
  even.finished(1, 2.0);
  even.started(0, 0, 2.0);
  even.started(1, 0, 2.0);
  CHECK(seconds_at(even, 3.5) == doctest::Approx(0.5));
  even.finished(0, 4.0);
  CHECK(seconds_at(even, 5.0) == doctest::Approx(0.0));  // longer than expected
}

TEST_CASE("what was never timed makes the estimate a lower bound, or none") {
  WorkLeft work({{2, std::nullopt}, {1, 4.0}}, 1);
  CHECK(seconds_at(work, 0.0) == doctest::Approx(4.0));
  CHECK(work.at(0.0)->is_at_least);
  work.started(0, 0, 0.0);
  work.finished(0, 6.0);
  CHECK(seconds_at(work, 6.0) == doctest::Approx(10.0));
  CHECK_FALSE(work.at(6.0)->is_at_least);
  CHECK_FALSE(WorkLeft({{2, std::nullopt}}, 1).at(0.0).has_value());
}

TEST_CASE("the cell of a worker that died is open again") {
  WorkLeft work({{1, 4.0}}, 1);
  work.started(0, 0, 0.0);
  CHECK(seconds_at(work, 3.0) == doctest::Approx(1.0));
  work.gave_up(0);
  work.finished(0, 3.0);  // it has none
  CHECK(seconds_at(work, 3.0) == doctest::Approx(4.0));
}
