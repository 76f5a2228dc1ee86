// The rendered head, the film that is cut from it, the draw, and the program on it.
#include <doctest/doctest.h>

#include "experiments/frame_compression/frames.hpp"
#include "preimage/base/error.hpp"
#include "preimage/kernels/points.hpp"
#include "suite/config/config_error.hpp"
#include "suite/study/cells.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/task.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/is_close.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::experiments;
using namespace preimage::experiments::frame_compression;
using testing::is_close;
using testing::replaced;
using testing::run_preimage;
using testing::TemporaryFolder;
using testing::thrown_message;

namespace {

const std::string kConfig = testing::config_of(
    "frame_compression", R"(dataset: {name: turning_head, frames: 43, side: 16, train_every: 5}
output_kernel: {name: gaussian, sigma: 2.5}
protocol: {outer: {given: true, train_on: first_fold}, inner: {folds: 2}}
learners:
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: 1}, ridge: 1e-13, decoder: {name: learned_preimage, sigma: 0.15, ridge: 1e-7}}
  linear_interpolation: {method: linear_interpolation}
claims:
  any: {text: lines are better, measure: mean_squared_error, better: linear_interpolation, worse: kde}
)",
    3);

const suite::data::DataSource kNoData{};

Film film_of(const std::string& dataset, std::uint64_t seed = 1, int repetition = 0) {
  const suite::config::Value root =
      suite::config::parse_yaml("{" + dataset + ", frames: 43, side: 16}", "film.yaml");
  const suite::config::Reader reader(root);
  const FrameOptions options = parse_frames(reader);
  reader.finish();
  return make_film(options, {kNoData, seed, repetition});
}

std::shared_ptr<const suite::study::Task> draw(const std::string& text) {
  const suite::study::Study study = testing::parse(text);
  return suite::study::draw_task(study, study.readings[0], 0, kNoData);
}

/// Every 2 x 2 block of pixels becomes one.
arma::mat halved(const arma::mat& frame) {
  arma::mat result(frame.n_rows / 2, frame.n_cols / 2);
  for (arma::uword r = 0; r < result.n_rows; ++r) {
    for (arma::uword c = 0; c < result.n_cols; ++c) {
      result(r, c) = arma::accu(frame.submat(2 * r, 2 * c, 2 * r + 1, 2 * c + 1)) / 4.0;
    }
  }
  return result;
}

arma::mat picture(const frame_compression::ImageSequence& sequence, arma::uword frame) {
  return arma::reshape(sequence.pixels.row(frame), sequence.shape.width, sequence.shape.height).t();
}

}  // namespace

TEST_CASE("a pixel is the mean over its area") {
  const arma::mat coarse = picture(render({8, 60, true}), 3), fine = picture(render({8, 120, true}), 3);
  CHECK(arma::abs(coarse - halved(fine)).max() < 0.1);
  CHECK(std::sqrt(arma::mean(arma::vectorise(arma::square(coarse - halved(fine))))) < 0.01);
}

TEST_CASE("the head turns from left to right under a light that stays") {
  const frame_compression::ImageSequence head = render({1000, 50, false});
  CHECK(head.pixels.n_rows == 1000);
  CHECK(head.pixels.min() >= 0.0);
  CHECK(head.pixels.max() <= 1.0);
  // The face is brighter than the hair, so in profile the brightness has its centre on the face's side.
  const auto centre = [&](arma::uword frame) {
    const arma::rowvec columns = arma::sum(picture(head, frame).rows(10, 30), 0);
    return arma::dot(columns, arma::linspace<arma::rowvec>(-1.0, 1.0, 50)) / arma::accu(columns);
  };
  CHECK(centre(0) < centre(500) - 0.03);
  CHECK(centre(500) < centre(999) - 0.03);
  // In front view both ears are as far out; the light comes from the left.
  const arma::mat front = picture(head, 500);
  const auto lopsided = [&](arma::uword frame) {
    const arma::umat covered = picture(head, frame) > 0.0801;
    return arma::accu(covered != arma::fliplr(covered));
  };
  CHECK(lopsided(500) <= 60);  // of 2,500 pixels: the rays of a pixel on the outline do not mirror
  CHECK(lopsided(100) > 200);
  CHECK(arma::accu(front.head_cols(25)) > arma::accu(front.tail_cols(25)));
  CHECK_FALSE(is_close(render({8, 50, true}).pixels, render({8, 50, false}).pixels, 0.05));
}

TEST_CASE("the film is that of a renderer that asks every ray of every part") {
  // Of each frame the sum of (p + 1) / 3600 times pixel p, by the renderer of version 1 before it skipped
  // anything.
  const arma::vec with_texture = {411.440973632, 414.487961431, 399.464702829, 393.521866863,
                                  403.47800751,  414.020035095, 422.794356147, 414.433412425},
                  without = {410.098955946, 412.203774115, 396.936306299, 391.256188284,
                             401.289925405, 412.167881578, 421.266737423, 412.853170132};
  const arma::vec weights = arma::regspace(1.0, 3600.0) / 3600.0;
  CHECK(is_close(render({8, 60, true}).pixels * weights, with_texture, 1e-11));
  CHECK(is_close(render({8, 60, false}).pixels * weights, without, 1e-11));
}

TEST_CASE("brightness moves smoothly from frame to frame") {
  const arma::mat Y = render({1000, 50, true}).pixels.rows(300, 320);
  const arma::mat steps = arma::diff(Y), bends = arma::diff(steps);
  CHECK(arma::abs(steps).max() < 0.15);
  CHECK(arma::mean(arma::vectorise(arma::abs(steps))) < 0.005);
  CHECK(arma::norm(Y.row(20) - Y.row(0)) > 1.0);  // and yet it moves
}

TEST_CASE("a film ends with its last training frame, and times count training frames") {
  const Film film = film_of("name: turning_head, train_every: 5");
  CHECK(film.outputs.n_rows == 41);  // 41 and 42 lie behind the last training frame
  CHECK(film.training_frames().n_elem == 9);
  CHECK(film.folds[0] == 0);
  CHECK(film.folds[4] == 1);
  CHECK(film.folds[40] == 0);
  CHECK(film.times(7) == 1.4);
  CHECK(film.shape.width == 16);
}

TEST_CASE("frames are scaled by the mean norm of the training frames, or by a factor") {
  const Film raw = film_of("name: turning_head, train_every: 5, divide_by_mean_norm: false");
  CHECK(raw.scale == 1.0);
  CHECK(is_close(raw.outputs, render({43, 16, true}).pixels.head_rows(41), 0.0));
  const Film scaled = film_of("name: turning_head, train_every: 5");
  const arma::mat Y = scaled.outputs.rows(scaled.training_frames());
  CHECK(is_close(arma::mean(arma::sqrt(arma::sum(arma::square(Y), 1))), 1.0, 1e-14));
  CHECK(is_close(scaled.outputs, scaled.scale * raw.outputs, 1e-15));
  CHECK(is_close(
      film_of("name: turning_head, train_every: 5, divide_by_mean_norm: false, factor: 0.01").outputs,
      0.01 * raw.outputs, 1e-15));
}

TEST_CASE("noise is on training frames only, and a seed draws it") {
  const std::string noisy = "name: turning_head, train_every: 5, divide_by_mean_norm: false, noise: 0.1";
  const Film clean = film_of("name: turning_head, train_every: 5, divide_by_mean_norm: false");
  const Film film = film_of(noisy, 1);
  const arma::mat noise = film.outputs - clean.outputs;
  const arma::uvec train = film.training_frames();
  CHECK(is_close(arma::stddev(arma::vectorise(noise.rows(train))), 0.1, 0.05));
  for (arma::uword i = 0; i < 41; ++i) CHECK((film.folds[i] == 0) == (arma::abs(noise.row(i)).max() > 0.0));
  CHECK(is_close(film_of(noisy, 1).outputs, film.outputs, 0.0));
  CHECK_FALSE(is_close(film_of(noisy, 2).outputs, film.outputs, 0.0));
}

TEST_CASE("films that cannot be are errors") {
  CHECK(thrown_message<DataError>([] { film_of("name: turning_head, train_every: 43"); }) ==
        "dataset.train_every: 43 frames hold fewer than 2 training frames 43 apart");
  FrameOptions objects;
  objects.rendered = false;
  objects.objects = {3, 5};
  CHECK(thrown_message<DataError>([&] {
          make_film(objects, {kNoData, 1, 2});
        }) == "dataset.objects: 2 objects, no object for repetition 3");
  CHECK(thrown_message<suite::ConfigError>([] { film_of("name: turning_head, train_every: 1"); }) ==
        "film.yaml:1:35: train_every: expected an integer from 2 to 10000, found '1'");
}

TEST_CASE("a draw has the kernel between frames, and losses in units of pixels") {
  const auto task = draw(kConfig);
  const arma::uvec train = arma::regspace<arma::uvec>(0, 5, 40);
  const samples::SampleSet frames = task->data.outputs.subset(train);
  const auto Y = frames.get<arma::mat>();
  const arma::mat L = kernels::points_of(frames).gram();
  for (arma::uword i = 0; i < train.n_elem; ++i) {
    for (arma::uword j = 0; j < train.n_elem; ++j) {
      const double d = arma::norm(Y.row(i) - Y.row(j));
      CHECK(is_close(L(i, j), std::exp(-d * d / 12.5), 1e-12));
    }
  }
  // A constant error of 0.1 in every pixel: a mean squared error of 0.01, 20 dB.
  const Film film = film_of("name: turning_head, train_every: 5");
  const arma::uvec test = {1, 7};
  const outputs::Prediction prediction{
      outputs::NewVectors{film.scale * (film.outputs.rows(test) / film.scale + 0.1)}};
  REQUIRE(task->measures.size() == 2);
  CHECK(task->measures[0].name == "mean_squared_error");
  CHECK(is_close(task->measures[0].values(prediction, test).value(), arma::vec{0.01, 0.01}, 1e-12));
  CHECK(task->measures[1].name == "psnr_db");
  CHECK(is_close(task->measures[1].values(prediction, test).value(), arma::vec{20.0, 20.0}, 1e-12));
}

TEST_CASE("a config trains on every n-th frame and tests between, once where there is no chance") {
  const suite::study::Study study = testing::parse(kConfig);
  const suite::study::Reading& reading = study.readings[0];
  CHECK_FALSE(reading.experiment.has_chance);
  const auto splits =
      suite::study::outer_splits(study, reading, 0, *suite::study::draw_task(study, reading, 0, kNoData));
  REQUIRE(splits.size() == 1);
  CHECK(splits[0].train.n_elem == 9);
  CHECK(splits[0].test.n_elem == 32);
  for (arma::uword i : splits[0].train) CHECK(i % 5 == 0);
  const suite::study::Study noisy =
      testing::parse(replaced(kConfig, "train_every: 5", "train_every: 5, noise: 0.01"));
  CHECK(noisy.readings[0].experiment.has_chance);
  CHECK(noisy.readings[0].experiment.redraws_data);
}

TEST_CASE("the program: one repetition, a verdict by sign, a figure, and no film in a record") {
  const TemporaryFolder folder;
  const std::string config = folder.write("frames.yaml", kConfig).string();
  const auto out = folder.path() / "out", predictions = folder.path() / "predictions.csv";
  const auto finished =
      run_preimage({"run", config, "--out", out.string(), "--predictions", predictions.string()});
  CHECK(finished.code == 0);
  CHECK(finished.err.find("2 cells, 2 to run\n") != std::string::npos);
  CHECK(finished.out.find("one split: no spread") != std::string::npos);
  const bool judged = finished.out.find("claim: lines are better: holds") != std::string::npos ||
                      finished.out.find("claim: lines are better: fails") != std::string::npos;
  CHECK(judged);
  for (const auto& [name, bytes] : testing::result_files(out / "cells")) {
    if (name.ends_with(".json")) CHECK(bytes.find("\"vectors\":[]") != std::string::npos);
  }
  const auto files = testing::result_files(out / "quick");
  const std::string& svg = files.at("frame_compression/frames_figure2.svg");
  CHECK(testing::count_of(svg, ">original<") == 2);  // eleven frames in two rows of at most six
  CHECK(testing::result_files(folder.path())
            .at("predictions.csv")
            .find(",frame 1,frame 1,,,mean_squared_error=") != std::string::npos);
}

TEST_CASE("without COIL-20 a config on it is an error, or left out and named where that was asked for") {
  const TemporaryFolder folder;
  const auto root = folder.path() / "root";
  std::filesystem::create_directories(root / "datasets");
  std::filesystem::copy_file(std::filesystem::path(PREIMAGE_SOURCE_ROOT) / "datasets/manifest.tsv",
                             root / "datasets/manifest.tsv");
  const std::string coil =
      replaced(kConfig, "{name: turning_head, frames: 43, side: 16,", "{name: coil20, objects: 1,");
  const std::vector<std::string> words = {"run", folder.write("coil.yaml", coil).string(),
                                          folder.write("head.yaml", kConfig).string(), "--out",
                                          (folder.path() / "out").string()};
  const testing::Environment environment = {{"PREIMAGE_ROOT", root.string()}};
  const auto refused = run_preimage(words, environment);
  CHECK(refused.code == 5);
  CHECK(refused.out == "");
  CHECK(refused.err.find("preimage: data file 'coil20/coil-20-proc.tar.gz' not found; tried ") == 0);
  CHECK(refused.err.find("stand-in") == std::string::npos);  // there is none for it
  std::vector<std::string> more = words;
  more.emplace_back("--skip-missing");
  const auto left_out = run_preimage(more, environment);
  CHECK(left_out.code == 0);
  CHECK(left_out.out.find("reading: as-written") == left_out.out.rfind("reading: as-written"));
  const std::string line = "skipped: coil: data file 'coil20/coil-20-proc.tar.gz' not found; tried ";
  CHECK(left_out.err.find(line) == 0);
  CHECK(left_out.err.rfind(line) > 0);  // said again after the tables
}
