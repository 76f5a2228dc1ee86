#include "preimage/samples/vector_sequences.hpp"

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

using preimage::testing::thrown_message;

namespace preimage::samples {

namespace {

const arma::mat kRows = {{0.0, 1.0}, {2.0, 3.0}, {4.0, 5.0}, {6.0, 7.0}, {8.0, 9.0}};

bool same(const arma::mat& a, const arma::mat& b) {
  return arma::approx_equal(a, b, "absdiff", 0.0);
}

}  // namespace

TEST_CASE("sequences of given lengths, and some of them in another order") {
  const VectorSequences sequences = sequences_of(kRows, {2, 0, 3});
  CHECK(sequences.rows == Offsets({2, 0, 3}));
  const VectorSequences selected = select(sequences, {2, 1, 0, 2});
  CHECK(selected.rows == Offsets({3, 0, 2, 3}));
  CHECK(same(selected.elements, kRows.rows(arma::uvec{2, 3, 4, 0, 1, 2, 3, 4})));
  const VectorSequences none = select(sequences, {});
  CHECK(none.rows == Offsets());
  CHECK(arma::size(none.elements) == arma::SizeMat(0, 2));
}

TEST_CASE("offsets: each sequence begins where the one before it ends") {
  Offsets offsets({2, 0});
  offsets.append(3);
  CHECK(offsets.size() == 3);
  CHECK(offsets.total() == 5);
  CHECK(offsets.begin(1) == 2);
  CHECK(offsets.end(1) == 2);
  CHECK(offsets.length(2) == 3);
  CHECK(offsets.span(2).a == 2);
  CHECK(offsets.span(2).b == 4);
  CHECK(Offsets().size() == 0);
  CHECK(Offsets().total() == 0);
}

TEST_CASE("n-grams are concatenations inside one sample") {
  const VectorSequences sequences = sequences_of(kRows, {2, 0, 3});
  const Ngrams bigrams(sequences, 2);
  REQUIRE(bigrams.count() == 3);
  CHECK(bigrams.sample(0) == 0);
  CHECK(bigrams.sample(1) == 2);
  CHECK(bigrams.position(1) == 0);
  CHECK(bigrams.position(2) == 1);
  CHECK(same(bigrams.rows(0, 2), {{0.0, 1.0, 2.0, 3.0}, {4.0, 5.0, 6.0, 7.0}}));
  CHECK(arma::size(bigrams.rows(1, 1)) == arma::SizeMat(0, 4));
  CHECK(Ngrams(sequences, 3).count() == 1);
  CHECK(Ngrams(sequences, 4).count() == 0);
}

TEST_CASE("what is no list of sequences is refused") {
  CHECK(thrown_message<std::invalid_argument>([] {
          sequences_of(kRows, {2, 2});
        }) == "sequences of vectors: lengths sum to 4, expected the number of rows, 5");
  CHECK(thrown_message<std::invalid_argument>([] {
          select(sequences_of(kRows, {2, 3}), {0, 2});
        }) == "sequences of vectors: no sample 2, there are 2");
  CHECK(thrown_message<std::invalid_argument>([] {
          require_sequences({kRows, Offsets()});
        }) == "sequences of vectors: lengths sum to 0, expected the number of rows, 5");
}

}  // namespace preimage::samples
