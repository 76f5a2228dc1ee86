#include "suite/registry/parameter.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "suite/config/value.hpp"
#include "suite/registry/decoder_table.hpp"
#include "suite/registry/kernel_table.hpp"
#include "suite/registry/learner_table.hpp"

namespace preimage::suite::registry {

namespace {

/// Parses the row's example and checks that the row declares everything that its parser read.
template <class Row, class Parse>
void check_declared(const Row& row, const std::string& name_key, const Parse& parse) {
  CAPTURE(row.name);
  CHECK_FALSE(row.summary.empty());
  const config::Value value = config::parse_yaml(row.example, "example");
  const config::Reader reader(value);
  parse(reader);
  const auto declares = [&](const std::string& path) {
    return std::any_of(row.parameters.begin(), row.parameters.end(), [&](const ParameterFacts& facts) {
      const bool is_part = facts.accepts.starts_with("a kernel") || facts.accepts.starts_with("a decoder") ||
                           facts.accepts.starts_with("a loss");
      const bool is_entry = path.starts_with(facts.name + "[");  // of a list
      return path == facts.name || is_entry || (is_part && path.starts_with(facts.name + "."));
    });
  };
  for (const auto& read : reader.log()) {
    const std::string& path = read.first;
    CAPTURE(path);
    CHECK((path == name_key || declares(path)));
  }
  std::set<std::string> names;
  for (const ParameterFacts& facts : row.parameters) {
    CAPTURE(facts.name);
    CHECK(names.insert(facts.name).second);
    CHECK_FALSE(facts.accepts.empty());
    CHECK_FALSE(facts.meaning.empty());
  }
}

}  // namespace

TEST_CASE("every row says what it is and declares each parameter that its parser reads") {
  all_kernels().for_each_type([](const char* /*samples*/, const auto& rows) {
    for (const auto& row : rows)
      check_declared(row, "name", [&](const config::Reader& r) {
        r.choice("name", {row.name});
        row.make(r);
      });
  });
  for (const LearnerRow& row : learner_table()) {
    check_declared(row, "method", [](const config::Reader& reader) { parse_learner("x", reader); });
  }
  for (const DecoderRow& row : decoder_table()) {
    check_declared(row, "name", [&](const config::Reader& reader) {
      reader.choice("name", {row.name});
      row.parse(reader);
    });
  }
}

TEST_CASE("rows are in the order of their names, wrappers after what they wrap") {
  std::vector<std::string> strings;
  for (const auto& row : kernel_table<kernels::Strings>()) strings.push_back(row.name);
  CHECK(strings == std::vector<std::string>{"edge_histogram", "n_gram", "shortest_path", "spectrum",
                                            "subsequence", "subset_tree", "subtree", "vertex_histogram",
                                            "weighted_degree", "weisfeiler_lehman", "gaussian_over",
                                            "normalised", "scaled"});
  const std::vector<DecoderRow>& decoders = decoder_table();
  CHECK(std::is_sorted(decoders.begin(), decoders.end(),
                       [](const auto& a, const auto& b) { return a.name < b.name; }));
}

TEST_CASE("a parameter says what it accepts, as its reader has it") {
  constexpr Number kAbove{"a", config::kPositive, "m"}, kShare{"s", {0.0, 1.0}, "m", 0.5},
      kNu{"n", {config::kPositive.min, 1.0}, "m"};
  constexpr Integer kCount{"k", 1, 9, "m", 3};
  constexpr Choice kWords{"w", "one | two", "m", "two"};
  constexpr Flag kFlag{"f", "m", true};
  CHECK(lines_of(facts_of(kAbove, kShare, kNu, kCount, kWords, kFlag)) ==
        std::vector<std::string>{"a: a number > 0; m", "s: a number from 0 to 1 (default 0.5); m",
                                 "n: a number > 0 and <= 1; m",
                                 "k: a whole number from 1 to 9 (default 3); m",
                                 "w: one | two (default two); m", "f: true | false (default true); m"});
  const config::Value value = config::parse_yaml("{a: 2, w: one}", "x");
  const config::Reader reader(value);
  CHECK(kAbove.read(reader) == 2.0);
  CHECK(kShare.read(reader) == 0.5);
  CHECK(kCount.read_as<std::size_t>(reader) == 3);
  CHECK(std::pair(kWords.read_as(reader, {1, 2}), kWords.meaning_of("two", {1, 2})) == std::pair(1, 2));
  CHECK(kFlag.read(reader));
  constexpr OptionalNumber kAbsent{{"z", config::kAny, "m"}};
  CHECK_FALSE(kAbsent.read(reader).has_value());
  CHECK(lines_of(below("map", facts_of(kAbsent))) ==
        std::vector<std::string>{"map.z: a number (optional); m"});
}

TEST_CASE("a key holds the versions of the rows that are used, and of no other word of the same name") {
  const config::Value value = config::parse_yaml(
      "{title: {name: gaussian}, kernel: {name: normalised, base: {name: linear}}, learner: {decoder: {name: "
      "fixed_point}}}",
      "x");
  const config::Reader reader(value);
  reader.map("title").text("name");
  make_kernel<kernels::Vectors>(reader.map("kernel"));
  parse_decoder(reader.map("learner"), "decoder");
  const auto& versions = reader.noted().versions;
  CHECK(versions.size() == 3);
  CHECK(versions.at("kernel").contains("kernel.normalised"));
  CHECK(versions.at("kernel.base").contains("kernel.linear"));
  CHECK(versions.at("learner.decoder").contains("decoder.fixed_point"));
}

}  // namespace preimage::suite::registry
