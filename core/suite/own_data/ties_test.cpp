// Which of several hyper-parameters is taken where their inner losses are equal: the same in `run`, `fit` and
// `sweep`.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "preimage/base/file.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using testing::contains;
using testing::Finished;

namespace {

/// Two classes that every learner tells apart: all inner losses are 0.
std::string two_clusters() {
  std::string text = "a,b,kind\n";
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{},{},{}\n", 10 * (i % 2) + i / 40.0, i % 7, i % 2 == 0 ? "up" : "down");
  return text;
}

std::string ties_config(const std::string& sigmas, const std::string& ridges, const std::string& ks) {
  return testing::own_config(
      "folds: 4",
      "dataset: {name: vectors, path: t.csv, inputs: [a, b], outputs: kind, output_kind: "
      "class}\ninput_kernel: {name: linear}\noutput_kernel: {name: class}\nloss: distance\nlearners: {kde: "
      "{method: kernel_dependency_estimation, bandwidth: {sigma: " +
          sigmas + "}, ridge: " + ridges + "}, nn: {method: nearest_neighbours, k: " + ks + "}}\n");
}

struct Lists {
  const char *sigmas, *ridges, *ks;
};
constexpr Lists kOrders[] = {{"[2, 4, 8]", "[0.01, 0.1, 1e-3]", "[3, 1, 5]"},
                             {"[8, 2, 4]", "[0.1, 1e-3, 0.01]", "[5, 3, 1]"}};

std::string without_brackets(std::string list) {
  list = list.substr(1, list.size() - 2);
  for (std::size_t at = list.find(' '); at != std::string::npos; at = list.find(' ')) list.erase(at, 1);
  return list;
}

}  // namespace

TEST_CASE(
    "of equal inner losses the learner's preference decides, whatever the order in which a list is written") {
  for (const Lists& lists : kOrders) {
    CAPTURE(std::string(lists.ridges));
    const testing::Workplace place(ties_config(lists.sigmas, lists.ridges, lists.ks),
                                   {{"t.csv", two_clusters()}});
    const auto fitted = [&](const std::string& learner) { return place.fit({"--learner", learner}).out; };
    CHECK(contains(fitted("kde"), "sigma = 8, ridge = 0.1 "));
    CHECK(contains(fitted("nn"), "k = 1 "));

    const Finished swept = testing::ended_well(
        place.call("sweep", "out",
                   {"--grid", "learners.kde.bandwidth.sigma=" + without_brackets(lists.sigmas), "--grid",
                    "learners.kde.ridge=" + without_brackets(lists.ridges), "--grid",
                    "learners.nn.k=" + without_brackets(lists.ks), "--name", "s", "--quiet"}));
    const std::string best = testing::text_of(place.out("out") / "sweeps" / "s" / "best.yaml");
    CHECK(contains(best, "# kde: learners.kde.bandwidth.sigma=8 learners.kde.ridge=0.1\n"));
    CHECK(contains(best, "# nn: learners.nn.k=1\n"));
    CHECK(contains(swept.out, "best learners.kde.ridge            0.1 x 4\n"));
    CHECK(contains(swept.out, "best learners.kde.bandwidth.sigma  8 x 4\n"));

    const Finished run = testing::ended_well(place.run("out", {"--quiet"}));
    CHECK(contains(run.out, "0 failed"));
  }
}
