#include "experiments/digit_denoising/figure1.hpp"

#include <algorithm>

#include "experiments/shared/image_sheet.hpp"
#include "experiments/shared/usps.hpp"
#include "preimage/outputs/forms.hpp"
#include "suite/study/task.hpp"

namespace preimage::experiments::digit_denoising {

using namespace suite;

namespace {

/// The paper's rows and then ours, by learner.
constexpr std::pair<const char*, const char*> kMethods[] = {
    {"pca", "PCA"},
    {"gradient_descent", "kernel PCA, gradient descent"},
    {"learned", "kernel PCA, learned"},
    {"fixed_point", "kernel PCA, fixed point"},
    {"distance_constraint", "kernel PCA, Kwok and Tsang"},
};

}  // namespace

std::vector<std::string> figure1_learners() {
  std::vector<std::string> names;
  for (const auto& [learner, title] : kMethods) names.emplace_back(learner);
  return names;
}

std::vector<std::size_t> figure1_digits(const study::Task& task, const std::vector<std::size_t>& test) {
  const auto classes = task.data.outputs.get<kernels::Labels>();
  std::vector<std::size_t> samples;
  for (int label = 0; label < 10; ++label) {
    const auto first =
        std::find_if(test.begin(), test.end(), [&](std::size_t sample) { return classes[sample] == label; });
    if (first != test.end()) samples.push_back(*first);
  }
  return samples;
}

std::string draw_figure1(const study::FigureContext& context) {
  shared::ImageSheet sheet;
  shared::SheetGroup& group = sheet.groups.emplace_back();
  std::vector<shared::SheetRow>& rows = group.rows;
  for (const auto& [learner, title] : kMethods) {
    const records::ResultRecord* record = context.record(learner, 0);
    if (record == nullptr || !record->figure) continue;
    const auto& [ids, vectors] = *record->figure;
    if (rows.empty()) {
      std::vector<arma::uword> shown;
      for (const long id : ids) {
        const auto place = std::find(context.task.ids.begin(), context.task.ids.end(), id);
        shown.push_back(static_cast<arma::uword>(place - context.task.ids.begin()));
      }
      const samples::DataSet digits = context.task.data.subset(arma::conv_to<arma::uvec>::from(shown));
      rows = {{"clean", digits.outputs.get<arma::mat>()},
              {"Gaussian noise", digits.inputs.get<outputs::Observed>().vectors}};
    }
    arma::mat found(vectors.size(), vectors.front().size());
    for (std::size_t i = 0; i < vectors.size(); ++i) found.row(i) = arma::rowvec(vectors[i]);
    rows.push_back({title, found});
  }
  if (rows.empty()) return "";
  sheet.id_prefix = "denoising";
  sheet.title = context.stand_in ? "Denoising STAND-IN digits (drawn by formula)" : "Denoising USPS digits";
  sheet.lo = -1.0;
  sheet.hi = 1.0;
  return shared::image_sheet_svg(sheet);
}

}  // namespace preimage::experiments::digit_denoising
