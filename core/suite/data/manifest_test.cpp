#include "suite/data/manifest.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/sha256.hpp"
#include "suite/data/archive.hpp"
#include "suite/data/testing_files.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace data = preimage::suite::data;
namespace fs = std::filesystem;
using data::gzipped;
using data::tar_of;
using preimage::DataError;
using preimage::base::sha256;
using preimage::testing::TemporaryFolder;
using preimage::testing::thrown_message;

namespace {

const std::string kManifestHeader = "set\tfile\tkind\tcontent_sha256\tshape\tsource\tterms\n";
const std::string kContent = "made-up content\n";

std::string line(const std::string& file, const std::string& hash) {
  return "toy\t" + file + "\tgz\t" + hash + "\t1 line\thttps://example.org/x.gz\tnone\n";
}

std::string manifest_error(const std::string& text) {
  const TemporaryFolder folder;
  const auto path = folder.write("m.tsv", text);
  return thrown_message<DataError>([&] { data::load_manifest(path); })
      .substr(folder.path().string().size() + 1);
}

/// A manifest of one file toy/x.gz, and the folders option/, environment/ and cache/ with a toy/ folder each.
struct Places {
  TemporaryFolder folder;
  data::Manifest manifest;
  data::SearchPath search;
  Places() {
    manifest = data::load_manifest(
        folder.write("manifest.tsv", kManifestHeader + line("toy/x.gz", sha256(kContent))));
    for (const char* name : {"option", "environment", "cache"})
      fs::create_directories(folder.path() / name / "toy");
    search = {folder.path() / "option", folder.path() / "environment", folder.path() / "cache"};
  }
  std::string error(const std::string& file = "toy/x.gz") const {
    return thrown_message<DataError>([&] { data::find_dataset(manifest, file, search); });
  }
};

}  // namespace

TEST_CASE("the manifest of the project lists the six sets") {
  const data::Manifest manifest = data::load_manifest(PREIMAGE_MANIFEST);
  std::string files;
  for (const data::DatasetFile& file : manifest.files) {
    files += file.file + " ";
    CHECK(file.source.rfind("https://", 0) == 0);
    CHECK_FALSE(file.shape.empty());
    CHECK_FALSE(file.terms.empty());
  }
  CHECK(files ==
        "usps/zip.train.gz usps/zip.test.gz ocr_letters/letter.data.gz uiuc_cars/CarData.tar.gz "
        "coil20/coil-20-proc.tar.gz bibtex/bibtex-train.arff.gz bibtex/bibtex-test.arff.gz "
        "fashion-mnist/train-images-idx3-ubyte.gz fashion-mnist/train-labels-idx1-ubyte.gz "
        "fashion-mnist/t10k-images-idx3-ubyte.gz fashion-mnist/t10k-labels-idx1-ubyte.gz ");
}

TEST_CASE("load_manifest names the line of what is wrong") {
  const std::string hash = sha256("");
  CHECK(manifest_error("set file\n") ==
        "m.tsv:1: expected the header 'set file kind content_sha256 shape source terms'");
  CHECK(manifest_error(kManifestHeader) == "m.tsv:2: expected at least one data file");
  CHECK(manifest_error(kManifestHeader + "toy\ttoy/x.gz\tgz\n") == "m.tsv:2: expected 7 fields, found 3");
  CHECK(manifest_error(kManifestHeader + "toy\ttoy/x.gz\tzip\t" + hash + "\t\t\t\n") ==
        "m.tsv:2: kind: expected gz or tar.gz, found 'zip'");
  CHECK(manifest_error(kManifestHeader + line("toy/x.gz", "12AB")) ==
        "m.tsv:2: content_sha256: expected 64 lower-case hexadecimal digits, found '12AB'");
  CHECK(manifest_error(kManifestHeader + line("toy/../../x.gz", hash)) ==
        "m.tsv:2: file: expected 'toy/<name>.gz', found 'toy/../../x.gz'");
  CHECK(manifest_error(kManifestHeader + line("x.gz", hash)) ==
        "m.tsv:2: file: expected 'toy/<name>.gz', found 'x.gz'");
  CHECK(manifest_error(kManifestHeader + "/\t//etc/x.gz\tgz\t" + hash + "\t\t\t\n") ==
        "m.tsv:2: file: expected '//<name>.gz', found '//etc/x.gz'");
  CHECK(manifest_error(kManifestHeader + line("toy/x.gz", hash) + line("toy/x.gz", hash)) ==
        "m.tsv:3: file: 'toy/x.gz' occurs twice");
}

TEST_CASE("find_dataset takes the first folder that holds the file, compressed or not") {
  const Places places;
  const auto& root = places.folder;
  root.write("cache/toy/x", kContent);
  CHECK(data::find_dataset(places.manifest, "toy/x.gz", places.search).path == root.path() / "cache/toy/x");
  root.write("environment/toy/x.gz", gzipped(kContent));
  const data::FoundFile found = data::find_dataset(places.manifest, "toy/x.gz", places.search);
  CHECK(found.path == root.path() / "environment/toy/x.gz");
  CHECK(found.content_sha256 == sha256(kContent));
  root.write("option/toy/x", kContent);
  CHECK(data::find_dataset(places.manifest, "toy/x.gz", places.search).path == root.path() / "option/toy/x");
}

TEST_CASE(
    "find_dataset refuses another content, also one that replaced the right one, and looks no further") {
  const Places places;
  places.folder.write("cache/toy/x", kContent);
  const auto path = places.folder.write("option/toy/x", kContent);
  CHECK(data::find_dataset(places.manifest, "toy/x.gz", places.search).path == path);
  places.folder.write("option/toy/x", "tampered");
  CHECK(places.error() == path.string() + ": content differs from the manifest: expected SHA-256 " +
                              sha256(kContent) + ", found " + sha256("tampered"));
}

TEST_CASE("find_dataset says where it looked") {
  Places places;
  const std::string root = places.folder.path().string();
  CHECK(places.error() ==
        "data file 'toy/x.gz' not found; tried " + root + "/option/toy/x.gz, " + root + "/option/toy/x, " +
            root + "/environment/toy/x.gz, " + root + "/environment/toy/x, " + root + "/cache/toy/x.gz, " +
            root +
            "/cache/toy/x; get it with `datasets/fetch.sh toy`, or name a folder that holds it with "
            "--data or PREIMAGE_DATA");
  CHECK_THROWS_AS(data::find_dataset(places.manifest, "toy/x.gz", places.search), data::MissingDataError);
  CHECK(places.error("toy/y.gz") == root + "/manifest.tsv: no file 'toy/y.gz', did you mean 'toy/x.gz'?");
  places.search.environment = root + "/nowhere";
  CHECK(places.error() == "PREIMAGE_DATA: the folder '" + root + "/nowhere' does not exist");
  places.search.data_option = root + "/nowhere";
  CHECK(places.error() == "--data: the folder '" + root + "/nowhere' does not exist");
  places.search = {{}, {}, root + "/nowhere"};  // the cache need not exist
  CHECK(places.error().find("not found; tried " + root + "/nowhere/toy/x.gz, ") != std::string::npos);
}

TEST_CASE("what a package of the system has is looked for there last, and the package is named") {
  Places places;
  const std::string header = kManifestHeader.substr(0, kManifestHeader.size() - 1) + "\tpackage\n";
  const std::string entry = line("toy/x.gz", sha256(kContent));
  places.manifest = data::load_manifest(
      places.folder.write("packages.tsv", header + entry.substr(0, entry.size() - 1) + "\tdataset-toy\n"));
  places.search.system = places.folder.path() / "system";
  CHECK(places.error().find("get it with `datasets/fetch.sh toy`, install the package dataset-toy, or name a "
                            "folder that holds it with --data or PREIMAGE_DATA") != std::string::npos);
  fs::create_directories(places.search.system / "toy");
  const auto path = places.folder.write("system/toy/x.gz", gzipped(kContent));
  CHECK(data::find_dataset(places.manifest, "toy/x.gz", places.search).path == path);
  places.folder.write("cache/toy/x", kContent);
  CHECK(data::find_dataset(places.manifest, "toy/x.gz", places.search).path ==
        places.folder.path() / "cache/toy/x");
  CHECK(manifest_error(header + entry) == "m.tsv:2: expected 8 fields, found 7");
}

TEST_CASE("the hash of an archive is that of its data members, however they are packed") {
  const TemporaryFolder folder;
  const std::string expected = sha256("d/a.pgm\t" + sha256("one") + "\nd/b.png\t" + sha256("two") +
                                      "\nd/where.txt\t" + sha256("0: (1,2)") + "\n");
  const auto one = folder.write(
      "one.tar.gz", gzipped(tar_of({{"d/where.txt", "0: (1,2)"}, {"d/b.png", "two"}, {"d/a.pgm", "one"}})));
  const auto other = folder.write("other.tar", tar_of({{"./d/a.pgm", "one"},
                                                       {"./d/README.txt", "notes"},
                                                       {"./d/._a.pgm", "resource fork"},
                                                       {"./d/Evaluator.class", "code"},
                                                       {"./d/b.png", "two"},
                                                       {"./d/where.txt", "0: (1,2)"}}));
  CHECK(data::content_sha256(one, data::FileKind::tar_gz) == expected);
  CHECK(data::content_sha256(other, data::FileKind::tar_gz) == expected);
}

TEST_CASE("the real data sets agree with the manifest and with their known counts") {
  const char* folder = std::getenv("PREIMAGE_DATA");
  if (folder == nullptr) {
    MESSAGE("PREIMAGE_DATA is not set: the real data sets were not checked");
    return;
  }
  const data::Manifest manifest = data::load_manifest(PREIMAGE_MANIFEST);
  const data::SearchPath search{{}, folder, "no-cache"};
  for (const data::DatasetFile& file : manifest.files) {
    if (file.package.empty())  // a package may not be installed
      CHECK(data::find_dataset(manifest, file.file, search).content_sha256 == file.content_sha256);
  }

  const auto cars = data::read_archive(data::find_dataset(manifest, "uiuc_cars/CarData.tar.gz", search).path);
  CHECK(std::count_if(cars.begin(), cars.end(), [](const auto& member) {
          return member.first.rfind("CarData/TrainImages/", 0) == 0;
        }) == 1050);
  CHECK(data::read_archive(data::find_dataset(manifest, "coil20/coil-20-proc.tar.gz", search).path).size() ==
        1440);
}
