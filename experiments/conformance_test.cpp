// What every experiment keeps, held over all configs of configs/ on stand-in data: a new experiment is
// tested here.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "experiments/car_localization/localization.hpp"
#include "experiments/experiment_table.hpp"
#include "preimage/outputs/forms.hpp"
#include "preimage/validation/nested_cross_validation.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/study.hpp"
#include "suite/study/testing_study.hpp"

namespace fs = std::filesystem;
using namespace preimage;
using namespace preimage::suite;

namespace {

using SharedTask = std::shared_ptr<const study::Task>;

std::vector<study::Study> all_studies() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(PREIMAGE_SOURCE_ROOT) / "configs")) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<study::Study> studies;
  for (const fs::path& path : paths)
    studies.push_back(study::load_study(path, {}, experiments::experiment_table()));
  return studies;
}

/// A few samples of the draw against a few others.
arma::mat corner(const samples::SampleSet& samples) {
  if (!samples.has<kernels::Points>()) return {};
  const arma::uword n = std::min<arma::uword>(samples.size(), 7);
  return kernels::points_of(samples.subset(arma::regspace<arma::uvec>(0, n - 1))).gram();
}

arma::mat vectors_of(const samples::SampleSet& outputs) {
  return outputs.has<arma::mat>() ? outputs.get<arma::mat>() : arma::mat();
}

arma::mat observed_of(const samples::SampleSet& inputs) {
  return inputs.has<outputs::Observed>() ? inputs.get<outputs::Observed>().vectors : arma::mat();
}

/// Of the random draws for images.
std::uint64_t image_seed(const study::Task& task) {
  const samples::SampleSet& inputs = task.data.inputs;
  return inputs.has<experiments::car_localization::SearchedImages>()
             ? inputs.get<experiments::car_localization::SearchedImages>().seed
             : 0;
}

/// Bit by bit: what a draw leaves undefined is NaN on both sides.
bool same_bits(const arma::mat& a, const arma::mat& b) {
  return arma::size(a) == arma::size(b) &&
         (a.n_elem == 0 || std::memcmp(a.memptr(), b.memptr(), a.n_elem * sizeof(double)) == 0);
}

void check_equal(const study::Task& a, const study::Task& b) {
  CHECK(a.ids == b.ids);
  CHECK(a.strata == b.strata);
  CHECK(a.inputs == b.inputs);
  CHECK(a.outputs == b.outputs);
  CHECK(same_bits(corner(a.data.inputs), corner(b.data.inputs)));
  CHECK(same_bits(corner(a.data.outputs), corner(b.data.outputs)));
  CHECK(same_bits(vectors_of(a.data.outputs), vectors_of(b.data.outputs)));
  CHECK(same_bits(observed_of(a.data.inputs), observed_of(b.data.inputs)));
}

void check_task(const study::Experiment& experiment, const study::Task& task) {
  const std::size_t n = task.data.size();
  CHECK(n >= 2);
  CHECK(task.ids.size() == n);
  CHECK(std::set<long>(task.ids.begin(), task.ids.end()).size() == n);
  CHECK((task.strata.empty() || task.strata.size() == n));
  CHECK((task.given_folds.empty() || task.given_folds.size() == n));
  std::vector<std::string> names;
  for (const study::Measure& measure : task.measures) names.push_back(measure.name);
  for (const study::FoldMeasure& measure : task.fold_measures) names.push_back(measure.name);
  CHECK(names == experiment.measures);
  for (const study::Figure& figure : experiment.figures) {
    for (const std::string& measure : figure.measures)
      CHECK(std::find(names.begin(), names.end(), measure) != names.end());
  }
}

/// The losses of answering with training outputs, where they apply, are numbers.
void check_losses(const study::Task& task, const samples::Split& split) {
  outputs::Chosen chosen{arma::uvec(split.test.n_elem)};
  for (arma::uword i = 0; i < split.test.n_elem; ++i) chosen.samples(i) = split.train(i % split.train.n_elem);
  for (const study::Measure& measure : task.measures) {
    CAPTURE(measure.name);
    const std::optional<arma::vec> values = measure.values({chosen}, split.test);
    if (!values) continue;
    CHECK(values->n_elem == split.test.n_elem);
    CHECK(values->is_finite());
  }
}

/// The next repetition draws anew where the experiment says so, and is the same draw elsewhere.
void check_next(const study::Experiment& experiment, const study::Task& first, const study::Task& next) {
  if (!experiment.redraws_data) return check_equal(first, next);
  const bool same = first.ids == next.ids && first.inputs == next.inputs && first.outputs == next.outputs &&
                    same_bits(observed_of(first.data.inputs), observed_of(next.data.inputs)) &&
                    same_bits(vectors_of(first.data.outputs), vectors_of(next.data.outputs));
  // Boxes are swapped by the draw's own seed when a learner asks for its training pairs.
  CHECK((!same || image_seed(first) != image_seed(next)));
}

/// Draws of stand-in data, of the readings that the quick profile runs.
template <class Check>
void for_each_draw(const Check& check) {
  const data::DataSource source = testing::stand_in();
  std::size_t draws = 0;
  for (const study::Study& study : all_studies()) {
    for (const std::string& name : study.profile("quick").readings) {
      const study::Reading& reading = study.reading(name);
      INFO(study.config << " / " << name);
      SharedTask task;
      try {
        task = study::draw_task(study, reading, 0, source);
      } catch (const DataError&) {  // COIL-20 alone has no stand-in
        CHECK_FALSE(reading.experiment.has_stand_in);
        continue;
      }
      ++draws;
      check(study, reading, task, source);
    }
  }
  CHECK(draws >= 16);
}

}  // namespace

TEST_CASE(
    "every experiment: draws are pure, ids unique, losses finite, and every learner of every config builds") {
  std::set<std::string> seen;
  for_each_draw([&](const study::Study& study, const study::Reading& reading, const SharedTask& task,
                    const data::DataSource& source) {
    check_task(reading.experiment, *task);
    if (seen.insert(study.experiment).second) {  // rendering costs seconds: once per experiment
      check_equal(*task, *study::draw_task(study, reading, 0, source));
      check_next(reading.experiment, *task, *study::draw_task(study, reading, 1, source));
    }
    const std::vector<samples::Split> splits = study::outer_splits(study, reading, 0, *task);
    CHECK(splits.size() == study::outer_fold_count(study, reading, source));
    check_losses(*task, splits.front());
    for (const registry::ParsedLearner& learner : reading.learners) {
      CAPTURE(learner.name);
      CHECK(learner.build(task->data)->grid().size() >= 1);
    }
  });
}
