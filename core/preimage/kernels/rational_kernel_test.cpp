// Rational kernels: the weight that a weighted transducer composed with its inverse gives to two strings.
//   [Cortes, Mohri and Weston 2005, sec. 4.1; Cortes, Haffner and Mohri 2004]
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/kernels/spectrum_kernel.hpp"

namespace kernels = preimage::kernels;

namespace {

/// A symbol read and one written, either of them none: '\0'.
struct Arc {
  std::size_t from;
  char read, written;
  double weight;
  std::size_t to;
};

struct Transducer {
  std::vector<Arc> arcs;
  std::size_t start = 0, end = 0;

  Transducer inverse() const {
    Transducer result = *this;
    for (Arc& arc : result.arcs) std::swap(arc.read, arc.written);
    return result;
  }
  /// The sum, over all paths from `state` to the end that read all of s and write all of t, of the products
  /// of their weights. No arc may neither read nor write.
  double weight(const std::string& s, const std::string& t, std::size_t state) const {
    double sum = state == end && s.empty() && t.empty() ? 1.0 : 0.0;
    for (const Arc& arc : arcs) {
      const bool reads = arc.read != '\0', writes = arc.written != '\0';
      if (arc.from != state || (reads && (s.empty() || s.front() != arc.read)) ||
          (writes && (t.empty() || t.front() != arc.written)))
        continue;
      sum += arc.weight * weight(s.substr(reads ? 1 : 0), t.substr(writes ? 1 : 0), arc.to);
    }
    return sum;
  }
  double weight(const std::string& s, const std::string& t) const { return weight(s, t, start); }
};

/// All strings of `length` symbols.
std::vector<std::string> all_strings(const std::string& alphabet, std::size_t length) {
  std::vector<std::string> strings = {""};
  for (std::size_t k = 0; k < length; ++k) {
    std::vector<std::string> longer;
    for (const std::string& string : strings) {
      for (const char symbol : alphabet) longer.push_back(string + symbol);
    }
    strings = longer;
  }
  return strings;
}

/// Passes over symbols, writes n that follow each other, and passes over the rest.
Transducer ngram_transducer(const std::string& alphabet, std::size_t n) {
  Transducer transducer{{}, 0, n};
  for (const char symbol : alphabet) {
    transducer.arcs.push_back({0, symbol, '\0', 1.0, 0});
    for (std::size_t k = 0; k < n; ++k) transducer.arcs.push_back({k, symbol, symbol, 1.0, k + 1});
    transducer.arcs.push_back({n, symbol, '\0', 1.0, n});
  }
  return transducer;
}

/// (T o U)(s, t) = sum_z T(s, z) U(z, t), over all z of at most `longest` symbols.
double composed(const Transducer& T, const Transducer& U, const std::string& s, const std::string& t,
                const std::string& alphabet, std::size_t longest) {
  double sum = 0.0;
  for (std::size_t length = 0; length <= longest; ++length) {
    for (const std::string& z : all_strings(alphabet, length)) sum += T.weight(s, z) * U.weight(z, t);
  }
  return sum;
}

}  // namespace

TEST_CASE("a transducer of n-grams composed with its inverse is the n-gram kernel") {
  std::size_t above_one = 0;
  for (const std::string alphabet : {"a", "ab", "abc"}) {
    kernels::Strings strings;
    for (std::size_t length = 0; length <= (alphabet.size() < 3 ? 4 : 3); ++length) {
      for (const std::string& string : all_strings(alphabet, length)) strings.push_back(string);
    }
    strings.insert(strings.end(), {"aaaaaaa", alphabet + alphabet + alphabet});
    for (std::size_t n = 1; n <= 3; ++n) {
      const Transducer T = ngram_transducer(alphabet, n);
      const arma::mat values =
          kernels::SpectrumKernel(static_cast<int>(n), static_cast<int>(n)).gram(strings);
      for (std::size_t i = 0; i < strings.size(); ++i) {
        for (std::size_t j = 0; j < strings.size(); ++j) {
          const double expected = composed(T, T.inverse(), strings[i], strings[j], alphabet, n + 1);
          if (values(i, j) != expected) CHECK((strings[i] + ", " + strings[j]) == "of equal values");
          above_one += expected > 1.0 ? 1 : 0;
        }
      }
    }
  }
  CHECK(above_one > 1000);
}
