#include "suite/model/saved_model.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/models/model_file.hpp"
#include "preimage/models/tar_stream.hpp"
#include "suite/model/testing_model.hpp"
#include "suite/model/testing_points.hpp"
#include "testing/thrown_message.hpp"

using namespace preimage;
using namespace preimage::suite;
using models::ModelFile;
using testing::contains;
using testing::Points;
using testing::thrown_message;

namespace {

using Rewriting = std::function<void(ModelFile&)>;

Rewriting fact(const std::string& name, const std::string& value) {
  return [=](ModelFile& file) { file.facts[name] = value; };
}

Rewriting array(const std::string& name, const models::StoredArray& value) {
  return [=](ModelFile& file) { file.arrays[name] = value; };
}

}  // namespace

TEST_CASE("files that are no model, damaged, or of an earlier format are refused by name") {
  const Points place(testing::kClasses);
  const std::string path = place.path("bad.pim");
  const auto refusal = [&](const std::string& content) {
    place.add("bad.pim", content);
    return thrown_message<DataError>([&] { model::load_model(path, experiments::experiment_table()); });
  };
  models::write_model_file(place.model(), testing::fitted(place.config()).file);
  const std::string bytes = testing::text_of(place.model());
  CHECK(refusal(testing::points()) == path + ": is no model file of preimage");
  CHECK(refusal(bytes.substr(0, bytes.size() / 2)).starts_with(path + ": the model file is cut short"));
  CHECK(contains(refusal(testing::replaced(bytes, "linear", "lineal")), "sums do not hold"));
  const std::string facts = R"({"format": "preimage model", "format_version": "0", "learner": "near"})";
  const std::string earlier = models::tar_header("model.json", facts.size()) + facts +
                              models::tar_padding(facts.size()) + models::tar_end();
  CHECK(refusal(earlier).ends_with("; `preimage fit CONFIG --reading READING --learner near --out " + path +
                                   "` fits it again"));
}

TEST_CASE("a model with valid sums makes the program read no file, and holds nothing that does not fit") {
  const Points place(testing::kClasses);
  const ModelFile good = testing::fitted(place.config(), {"kde", {}}).file;
  const auto refusal = [&](const Rewriting& rewrite) {
    ModelFile file = good;
    rewrite(file);
    const std::string message = thrown_message<DataError>([&] { testing::restored(file); });
    CHECK_FALSE(contains(message, "\n"));
    return message;
  };
  const std::pair<Rewriting, std::string> rewritings[] = {
      {fact("parameters.loss", "{name: cost, file: /etc/passwd}"), "loss.file: a model names no file"},
      {fact("unlogged.dataset.path", "/etc/passwd"), "dataset.path: a model names no file"},
      {fact(model::kExperiment, "own\ndata"), "is of experiment 'own\\ndata', which this program has not"},
      {fact(model::kGridPoint, "6"), "the model's grid point is not in its grid"},
      {fact(model::kChosen, "k = 1"), "the model's grid point is not what it says was chosen"},
      {array(model::kTraining, std::vector<std::int64_t>{0, 24}), "are not among its samples"},
      {array("samples/outputs", std::vector<std::int64_t>(23)), "the model's samples do not fit each other"},
      {array("evil", arma::mat(1, 1)), "the model has an array 'evil' that is no part of it"}};
  for (const auto& [rewrite, says] : rewritings) {
    const std::string message = refusal(rewrite);
    CHECK_MESSAGE(contains(message, says), message);
  }
  // The line to type has words of the file that a shell may be given, no others.
  for (const auto& [config, word] : {std::pair{std::string(100, 'c'), std::string(100, 'c')},
                                     {std::string(101, 'c'), "CONFIG"},
                                     {"-c", "CONFIG"}}) {
    const std::string message = refusal([&, name = config](ModelFile& file) {
      file.facts["parameters.version.experiment"] = "0";
      file.facts[model::kConfig] = name;
    });
    CHECK_MESSAGE(contains(message, "; `preimage fit " + word +
                                        " --reading as-written --learner kde --out MODEL` fits it again"),
                  message);
  }
}
