// Cars in street scenes (Joint Kernel Support Estimation, sec. 3): boxes are learned from images at several
// scales, with some of them swapped, and sought in images at one.
#include "suite/study/experiment.hpp"

#include <fmt/format.h>

#include "experiments/car_localization/car_images.hpp"
#include "experiments/car_localization/detection_measures.hpp"
#include "experiments/car_localization/figure1.hpp"
#include "experiments/car_localization/kept_cars.hpp"
#include "preimage/base/lazy.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::car_localization {

using namespace suite;

namespace {

std::string boxes_text(const std::vector<samples::Box>& boxes) {
  std::string text;
  for (const samples::Box& box : boxes) {
    text += fmt::format("{}{} {} {} {}", text.empty() ? "" : "; ", box.left, box.top, box.width, box.height);
  }
  return text;
}

/// Training images are fold 0, test images fold 1; ids are their numbers in their folders, those of training
/// images from 1000.
std::shared_ptr<const study::Task> make_task(const Cars& cars, std::uint64_t seed) {
  const std::vector<LocalizationImage>& images = cars.images->samples;
  auto task = std::make_shared<study::Task>();
  const samples::SampleSet all(images.size());
  task->data = {all.with(all_images(cars.images, seed)), all.with(cars.boxes)};
  for (std::size_t i = 0; i < images.size(); ++i) {
    const bool is_train = i < cars.n_train;
    const std::size_t number = is_train ? i : i - cars.n_train;
    task->given_folds.push_back(is_train ? 0 : 1);
    task->ids.push_back(static_cast<long>(is_train ? 1000 + number : number));
    task->inputs.push_back(fmt::format("{}/test-{}", is_train ? "TestImages_Scale" : "TestImages", number));
    task->outputs.push_back(boxes_text(cars.boxes[i]));
  }
  task->measures = detection_measures(task->data);
  return task;
}

std::function<std::string(const study::FigureContext&)> precision_recall(const std::string& method,
                                                                         const std::string& title) {
  return [=](const study::FigureContext& context) { return draw_precision_recall(context, method, title); };
}

std::shared_ptr<const study::KeptSamples> kept_samples(const CarOptions& options) {
  auto kept = std::make_shared<study::KeptSamples>();
  kept->store = [options](const study::DrawContext& context, models::ModelFile& file) {
    store_cars(load_cars(context.data, options), learn_words(context.data, options), context.seed, file);
  };
  kept->restore = [options](const models::ModelFile& file) {
    const KeptCars found = restored_cars(options, file);
    return make_task(found.cars, found.seed);
  };
  kept->open = [options](const models::ModelFile& file, const study::NewInputsRequest& request) {
    return open_new_images(options, file, request);
  };
  return kept;
}

}  // namespace

study::Experiment make_experiment(const config::Reader& root) {
  const CarOptions options = parse_cars(root);
  study::Experiment experiment;
  experiment.redraws_data = true;  // the order in which boxes are swapped
  experiment.keeps_samples = true;
  experiment.has_stand_in = true;
  experiment.kept = kept_samples(options);
  experiment.data_identity = [options](const data::DataSource& source) {
    return cars_identity(source, options);
  };
  const auto remembered = std::make_shared<base::LruCache<Cars>>(1);
  experiment.draw = [options, remembered](const study::DrawContext& context) {
    return make_task(*remembered->get(cars_identity(context.data, options),
                                      [&] { return load_cars(context.data, options); }),
                     context.seed);
  };
  experiment.measures = {"equal_error_rate", "missed_at_40_percent_precision"};
  experiment.descriptive_measures = {"chosen_nu", "chosen_C", "map_calls_per_C"};
  constexpr const char* kMethods[][3] = {{"left", "svm", "Linear S-SVM"},
                                         {"middle", "linear", "Linear JKSE"},
                                         {"right", "chi_square", "Chi-square JKSE"}};
  for (const auto& [panel, method, title] : kMethods)
    experiment.figures.push_back(
        {fmt::format("{}.svg", method),
         fmt::format("Figure 1, {}: precision and recall by label noise; bands: SD over draws of the noise.",
                     panel),
         learners_by_noise(method),
         {},
         precision_recall(method, title)});
  experiment.figures.push_back({"detections.svg",
                                "Detections: the true box of a car and the best box of each method.",
                                {"svm_0", "linear_0", "chi_square_0"},
                                {},
                                draw_detections});
  return experiment;
}

std::vector<registry::ParameterFacts> experiment_keys() {
  return registry::facts_of(registry::Part{"words", "a map", "how images become visual words", true});
}

}  // namespace preimage::experiments::car_localization
