// The reader on small files, and the experiment where the data are here.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "experiments/fashion_mnist/fashion_images.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/study/draws.hpp"
#include "suite/study/testing_study.hpp"
#include "testing/config_text.hpp"
#include "testing/program.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"
#include "testing/workplace.hpp"

using namespace preimage;
using namespace preimage::experiments::fashion_mnist;

namespace {

std::string word(unsigned value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 255U);
  return bytes;
}

std::string images_of(unsigned count, unsigned side = 28) {
  std::string bytes = word(0x803) + word(count) + word(side) + word(side);
  for (unsigned i = 0; i < count * side * side; ++i) bytes += static_cast<char>(i % 256);
  return bytes;
}

std::string labels_of(const std::string& labels) {
  return word(0x801) + word(static_cast<unsigned>(labels.size())) + labels;
}

/// The message, without the folder.
std::string part_error(const std::string& images, const std::string& labels, std::size_t count) {
  const testing::TemporaryFolder folder;
  const auto image_file = folder.write("images", images), label_file = folder.write("labels", labels);
  std::string message =
      testing::thrown_message<DataError>([&] { load_fashion_part(image_file, label_file, count); });
  const std::string root = folder.path().string() + "/";
  for (std::size_t at = message.find(root); at != std::string::npos; at = message.find(root))
    message.erase(at, root.size());
  return message;
}

}  // namespace

TEST_CASE("images are rows of bytes / 255, the first so many of a file") {
  const testing::TemporaryFolder folder;
  const auto images = folder.write("images", images_of(3)),
             labels = folder.write("labels", labels_of("\1\2\3"));
  const FashionImages part = load_fashion_part(images, labels, 2);
  CHECK(part.labels == std::vector<int>{1, 2});
  REQUIRE(part.pixels.n_rows == 2);
  REQUIRE(part.pixels.n_cols == 784);
  CHECK(part.pixels(0, 0) == 0.0);
  CHECK(part.pixels(0, 255) == 1.0);
  CHECK(part.pixels(1, 0) == (784 % 256) / 255.0);
  CHECK(load_fashion_part(images, labels, 2, true).pixels(1, 0) == 784 % 256);
}

TEST_CASE("files that do not fit are refused with file and byte") {
  CHECK(part_error(images_of(2), labels_of("\1\2"), 3) ==
        "images: byte 4: expected 3 images or more, found 2");
  CHECK(part_error(images_of(2), labels_of("\1"), 1) == "labels: byte 4: 1 labels, but 2 images in images");
  CHECK(part_error(images_of(2, 16), labels_of("\1\2"), 1) ==
        "images: byte 8: expected images of 28 x 28, found 16 x 16");
  CHECK(part_error(images_of(2), labels_of("\1\x0a"), 2) ==
        "labels: byte 9: expected a label 0..9, found 10");
  CHECK(part_error(labels_of("\1\2"), labels_of("\1\2"), 2) ==
        "images: byte 10: ends inside the 16 bytes of the header");
  CHECK(part_error(images_of(2).substr(0, 1000), labels_of("\1\2"), 2) ==
        "images: byte 1000: ends after 984 of 1568 values");
}

TEST_CASE("a test image has the same number in every draw, behind all training images") {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "fashion-mnist");
  std::string manifest = "set\tfile\tkind\tcontent_sha256\tshape\tsource\tterms\n";
  for (const auto& [name, bytes] : {std::pair{"train-images-idx3-ubyte", images_of(12)},
                                    {"train-labels-idx1-ubyte", labels_of(std::string(12, '\1'))},
                                    {"t10k-images-idx3-ubyte", images_of(2)},
                                    {"t10k-labels-idx1-ubyte", labels_of("\2\3")}}) {
    folder.write(std::string("fashion-mnist/") + name, bytes);
    manifest += std::string("fashion-mnist\tfashion-mnist/") + name + ".gz\tgz\t" + base::sha256(bytes) +
                "\tx\thttps://example.org\tnone\n";
  }
  suite::data::DataSource source;
  source.manifest = suite::data::load_manifest(folder.write("manifest.tsv", manifest));
  source.search.data_option = folder.path();
  const suite::study::Study study = testing::parse(
      testing::config_of("fashion_mnist",
                         "dataset: {name: fashion_mnist, train: 11, test: 2}\n"
                         "input_kernel: {name: linear}\noutput_kernel: {name: class}\nlearners: {nn: "
                         "{method: nearest_neighbours, k: 1}}\nprotocol: {outer: {given: true, train_on: "
                         "first_fold}, inner: {folds: 2}}\n"));
  const auto task = suite::study::draw_task(study, study.readings[0], 0, source);
  REQUIRE(task->ids.size() == 13);
  CHECK(task->ids[10] == 10);
  CHECK(task->ids[11] == 60000);
  CHECK(task->ids[12] == 60001);
  CHECK(task->given_folds == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1});
  CHECK(task->outputs[11] == "Pullover");
}

namespace {

/// Of the config with 300 training and 200 test images; the lines of its table, or nothing where the images
/// are not here.
std::optional<std::string> table_of(const std::vector<std::string>& changes) {
  const testing::TemporaryFolder folder;
  const std::string config =
      (std::filesystem::path(PREIMAGE_SOURCE_ROOT) / "configs/fashion_mnist/exact.yaml").string();
  std::vector<std::string> words = {"run",   config,  "--reading",
                                    "small", "--out", (folder.path() / "out").string()};
  for (const char* size : {"dataset.train=300", "dataset.test=200"})
    words.insert(words.end(), {"--set", size});
  for (const std::string& change : changes) words.insert(words.end(), {"--set", change});
  const testing::Finished finished = testing::run_preimage(words);
  if (testing::contains(finished.err, "install the package dataset-fashion-mnist")) return std::nullopt;
  CAPTURE(finished.err);
  REQUIRE(finished.code == 0);
  return finished.out.substr(finished.out.find("  classification loss"));
}

}  // namespace

TEST_CASE("a split of 300 training images predicts 200 test images as well from bytes as from fractions") {
  const std::optional<std::string> table = table_of({});
  if (!table) {
    MESSAGE("Fashion-MNIST is not here: not tested");
    return;
  }
  CHECK(testing::contains(*table, "KDE"));
  CHECK(table ==
        table_of({"dataset.pixels=0..255", "learners.kde.bandwidth.sigma=[765, 1020, 1275, 1530, 2040]"}));
}
