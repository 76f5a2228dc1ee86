// `check` and an interrupt: what CI relies on.
#include <chrono>
#include <csignal>
#include <thread>

#include <doctest/doctest.h>

#include "suite/results/testing_results.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

Finished check(const fs::path& latest, const fs::path& reference, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"check", "--latest", latest.string(), "--reference", reference.string()};
  words.insert(words.end(), more.begin(), more.end());
  return run_preimage(words);
}

const std::string kRow = "p/t,raw,loss,kde,0.10,0.01,SE,0.11,0.02,16,0.01,0.5,reproduced,,real\n";

}  // namespace

TEST_CASE("a number that moved by more than its tolerance is named, with exit code 3") {
  const TemporaryFolder folder;
  const fs::path reference = results(folder, "reference", kRow);
  const auto moved_to = [&](const std::string& value) {
    std::string row = kRow;
    return check(results(folder, "latest", row.replace(row.find("0.11"), 4, value)), reference);
  };
  CHECK(moved_to("0.11").code == 0);
  CHECK(moved_to("0.1112").code == 0);  // a quarter of .02 / sqrt(16) is .00125
  const Finished moved = moved_to("0.1115");
  CHECK(moved.code == 3);
  CHECK(moved.out.find(
            "p/t / raw / loss / kde: 0.1115, reference 0.11: moved by 0.0015, 1.2 times the tolerance of "
            "0.0013; the versions behind it are not known\n") == 0);
  CHECK(moved.out.find("1 numbers of ours (each measure of each method in each reading, published or not) "
                       "held against ") != std::string::npos);
  const Finished failed = moved_to("");
  CHECK(failed.code == 3);
  CHECK(failed.out.find(
            "p/t / raw / loss / kde: has no value, for cells failed or were not run; reference 0.11\n") == 0);
  CHECK(failed.out.find("0 moved, 1 missing, 0 new") != std::string::npos);
  const Finished bisected = check(folder.path() / "latest", reference, {"--bisect"});
  CHECK(bisected.code == 125);  // it says nothing of the commit
  CHECK(bisected.err == "cannot say: p/t / raw / loss / kde: has no value\n");
}

TEST_CASE("a number that is gone, or that stands for other data, has moved; a new one has not") {
  const TemporaryFolder folder;
  const fs::path reference = results(folder, "reference", kRow);
  const Finished gone = check(results(folder, "empty", ""), reference);
  CHECK(gone.code == 3);
  CHECK(gone.out.find("not among the latest results") != std::string::npos);
  std::string stand_in = kRow;
  stand_in.replace(stand_in.find(",real"), 5, ",stand-in");
  CHECK(check(results(folder, "stand_in", stand_in), reference)
            .out.find("data changed from real to stand-in") != std::string::npos);
  const Finished more =
      check(results(folder, "more", kRow + "p/t,raw,loss,knn,,,SE,1,0,16,0,,,,real\n"), reference);
  CHECK(more.code == 0);
  CHECK(more.out.find("p/t / raw / loss / knn: not in the reference\n") == 0);
  CHECK(more.out.find("0 moved, 0 missing, 1 new") != std::string::npos);
}

TEST_CASE("--update makes the latest the reference, and then nothing has moved") {
  const TemporaryFolder folder;
  const fs::path latest = results(folder, "latest", kRow, "p/t,raw,kde,1.0+a,Haswell,00,method.kde=1\n");
  const fs::path reference = folder.path() / "new";
  CHECK(check(latest, reference, {"--update"}).code == 0);
  CHECK(check(latest, reference).code == 0);
  CHECK(preimage::base::read_file(reference / "quick/timings.csv", 1000) ==
        "config,reading,learner,cells,seconds,peak_memory_kib\nt,raw,kde,1,1.500,2000\nt,raw,knn,1,0.250,"
        "1000\nt,smoothed,kde,1,0.500,3000\n");
  CHECK(check(folder.path() / "nowhere", reference).code == 5);
}

TEST_CASE("an interrupt ends the run with exit code 130 and keeps what was finished") {
  const TemporaryFolder folder;
  const std::string config =
      folder
          .write("many.yaml",
                 "title: Many\nexperiment: digit_denoising\nseed: 1\n"
                 "dataset: {name: usps, per_class: 4, noise_sd: 0.5}\n"
                 "output_kernel: {name: gaussian, sigma: 8}\n"
                 "protocol: {outer: {folds: 2, train_on: first_fold, stratified: true}, inner: {folds: 2}}\n"
                 "learners:\n  kpca: {method: kernel_pca_denoising, n_components: 8, decoder: {name: "
                 "fixed_point}}\n"
                 "profiles: {quick: {repetitions: 3000, readings: all}}\n")
          .string();
  const fs::path out = folder.path() / "out";
  Child child({PREIMAGE_PROGRAM, "run", config, "--stand-in", "--jobs", "2", "--out", out.string()});
  for (int i = 0; i < 1200 && count_records(out) == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  REQUIRE(count_records(out) > 0);
  child.interrupt();
  CHECK(child.wait() == 130);
  const std::size_t kept = count_records(out);
  CHECK(kept > 0);
  CHECK(kept < 3000);
}
