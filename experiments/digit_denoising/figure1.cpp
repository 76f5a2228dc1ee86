#include "experiments/digit_denoising/figure1.hpp"

#include <algorithm>

#include "preimage/outputs/forms.hpp"
#include "suite/data/digits.hpp"
#include "suite/figures/image_sheet.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::digit_denoising {

using namespace suite;

namespace {

/// The paper's rows and then ours, by learner.
constexpr std::pair<const char*, const char*> kMethods[] = {
    {"pca", "PCA"},
    {"gradient_descent", "kPCA+grad.desc."},
    {"learned", "kPCA+learn-pre."},
    {"fixed_point", "kPCA+fixed point"},
    {"distance_constraint", "kPCA+Kwok-Tsang"},
};

/// The first test sample of each class, as sample numbers of the draw.
arma::uvec one_per_class(const study::FigureContext& context, const records::ResultRecord& record) {
  const auto classes = context.task.data.outputs.get<kernels::Labels>();
  std::vector<arma::uword> samples;
  for (int label = 0; label < 10; ++label) {
    for (const long id : record.samples) {
      const auto place = std::find(context.task.ids.begin(), context.task.ids.end(), id);
      const auto sample = static_cast<arma::uword>(place - context.task.ids.begin());
      if (classes[sample] != label) continue;
      samples.push_back(sample);
      break;
    }
  }
  return arma::conv_to<arma::uvec>::from(samples);
}

}  // namespace

std::string draw_figure1(const study::FigureContext& context) {
  const records::ResultRecord* first = context.record("pca", 0);
  if (first == nullptr) return "";
  const arma::uvec samples = one_per_class(context, *first);
  const samples::DataSet shown = context.task.data.subset(samples);
  std::vector<figures::SheetRow> rows = {
      {"clean", shown.outputs.get<arma::mat>(), {}},
      {"Gaussian noise", shown.inputs.get<outputs::Observed>().vectors, {}}};
  for (const auto& [learner, title] : kMethods) {
    const std::optional<outputs::Prediction> prediction = context.predict(learner, 0, samples);
    if (prediction) rows.push_back({title, std::get<outputs::NewVectors>(prediction->value).vectors, {}});
  }
  figures::SheetLayout layout;
  layout.title = context.stand_in ? "Denoising STAND-IN digits (drawn by formula)" : "Denoising USPS digits";
  layout.lo = -1.0;
  layout.hi = 1.0;
  return figures::png_bytes(figures::image_sheet(rows, layout));
}

}  // namespace preimage::experiments::digit_denoising
