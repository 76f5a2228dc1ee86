#include "preimage/models/model_file.hpp"

#include <sstream>

#include <doctest/doctest.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/models/tar_stream.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/thrown_message.hpp"

namespace preimage::models {

namespace {

using testing::thrown_message;

ModelFile sample_file() {
  ModelFile file;
  file.facts = {{"method", "kernel_dependency_estimation"}, {"word", "\"quoted\" and \xc3\xa9"}};
  file.arrays["fit/K"] = arma::mat{{1.0, 0.1}, {-0.0, 3e-300}, {5.0, arma::datum::nan}};
  file.arrays["fit/none"] = arma::mat(0, 4);
  file.arrays["samples/labels"] = std::vector<std::int64_t>{3, -1, std::int64_t{1} << 60};
  file.store_texts("samples/texts", {"abc", "", std::string("\0\n", 2)});
  return file;
}

std::string bytes_of(const ModelFile& file) {
  const testing::TemporaryFolder folder;
  write_model_file(folder.path() / "m.pim", file);
  return base::read_file(folder.path() / "m.pim", 1 << 20);
}

ModelFile parsed(const std::string& bytes) {
  std::istringstream stream(bytes);
  return parse_model_file(stream, bytes.size(), "m.pim");
}

}  // namespace

TEST_CASE("a model file that is read is the one that was written, bit for bit") {
  const ModelFile file = sample_file(), read = parsed(bytes_of(file));
  CHECK(read.facts == file.facts);
  CHECK(read.arrays.size() == file.arrays.size());
  CHECK(bytes_of(read) == bytes_of(file));
  const arma::mat& K = read.array<arma::mat>("fit/K");
  CHECK(std::signbit(K(1, 0)));
  CHECK(std::isnan(K(2, 1)));
  CHECK(read.array<arma::mat>("fit/none").n_cols == 4);
  CHECK(read.texts("samples/texts") == std::vector<std::string>{"abc", "", std::string("\0\n", 2)});
  CHECK(shape_text(read.arrays.at("fit/K")) == "3 x 2 numbers");
}

TEST_CASE("a model file cut short anywhere, or with any byte changed, is refused in a line that names it") {
  const std::string bytes = bytes_of(sample_file());
  for (std::size_t size = 0; size < bytes.size(); size += size < 600 ? 1 : 37) {
    const std::string message = thrown_message<DataError>([&] { parsed(bytes.substr(0, size)); });
    CHECK(message.starts_with("m.pim: "));
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int bit : {0, 5, 7}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      std::string message;
      try {
        parsed(changed);
      } catch (const DataError& error) {
        message = error.what();
      }
      CAPTURE(at);
      REQUIRE(message.starts_with("m.pim: "));
    }
  }
  CHECK(thrown_message<DataError>([&] { parsed(bytes + "x"); }) ==
        "m.pim: the model file is damaged: something follows its end");
}

TEST_CASE("other files, earlier and later formats are named") {
  CHECK(thrown_message<DataError>([] { parsed("x1,x2\n1,2\n"); }) == "m.pim: is no model file of preimage");
  CHECK(thrown_message<DataError>([] { parsed(""); }) == "m.pim: is no model file of preimage");
  const auto said = [](const std::string& version, const std::string& who) {
    return "m.pim: is a model file of format '" + version + "', and this program reads format 1: " + who +
           " program wrote it";
  };
  const std::pair<std::string, std::string> formats[] = {
      {"0", "an earlier"}, {"2", "a later"}, {"10", "a later"}, {"1.1", "a later"}, {"", "a later"}};
  for (const auto& [version, who] : formats) {
    const std::string facts = "{\n \"format\": \"preimage model\",\n \"format_version\": \"" + version +
                              "\",\n \"learner\": \"kde\"\n}\n";
    const std::string bytes =
        tar_header("model.json", facts.size()) + facts + tar_padding(facts.size()) + tar_end();
    const auto captured = version;
    CAPTURE(captured);
    CHECK(thrown_message<OtherFormatError>([&, version = version] { parsed(bytes); }) == said(version, who));
    try {
      parsed(bytes);
    } catch (const OtherFormatError& error) {
      CHECK(error.is_earlier() == (who == "an earlier"));
      CHECK(error.facts().at("learner") == "kde");
    }
  }
  CHECK(thrown_message<FileError>([] { read_model_file("/nowhere/m.pim"); }) ==
        "/nowhere/m.pim: no such file");
}

TEST_CASE("a sparse file that is larger than any memory is refused before it is read") {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.write("m.pim", bytes_of(sample_file()));
  std::filesystem::resize_file(path, std::uintmax_t{1} << 42);  // 4 TiB, of which a few KiB are on the disk
  CHECK(thrown_message<MemoryError>([&] {
          models::read_model_file(path);
        }).starts_with("the model " + path.string() + ": needs 4398.05 GB of memory"));
}

TEST_CASE("arrays that are not there, of another type, or with a name that no file can have") {
  const ModelFile file = sample_file();
  CHECK(thrown_message<DataError>([&] { file.array<arma::mat>("fit/L"); }) ==
        "the model has no array 'fit/L' of its type");
  CHECK(thrown_message<DataError>([&] { file.array<std::string>("fit/K"); }) ==
        "the model has no array 'fit/K' of its type");
  CHECK(thrown_message<DataError>([&] { file.fact("kernel"); }) == "the model does not say its 'kernel'");
  ModelFile odd = file;
  odd.arrays["samples/texts.ends"] = std::vector<std::int64_t>{2, 1};
  CHECK_THROWS_AS(odd.texts("samples/texts"), DataError);
  odd.arrays["fit/K"] = arma::mat{{1.0, arma::datum::nan}};
  CHECK(odd.numbers("fit/K", true).n_cols == 2);
  CHECK(thrown_message<DataError>([&] { odd.numbers("fit/K"); }) ==
        "the model's array 'fit/K' holds a number that is not finite");
  odd.arrays["fit/K"] = arma::mat{{1.0, arma::datum::inf}};
  CHECK_THROWS_AS(odd.numbers("fit/K", true), DataError);
  for (const char* name : {"a b", "/a", "../a", "a/../../b", "a//b", "./a"}) {
    INFO(name);
    ModelFile named = file;
    named.arrays[name] = arma::mat(1, 1);
    CHECK_THROWS_AS(bytes_of(named), std::invalid_argument);
  }
}

TEST_CASE("a fact that is no UTF-8 cannot be kept, and is named; texts of samples may be any bytes") {
  ModelFile file = sample_file();
  file.facts["word"] = "caf\xe9";
  CHECK(thrown_message<DataError>([&] { bytes_of(file); }) ==
        "a model cannot keep the text 'caf\\xe9' as its 'word': it is no UTF-8");
  file = sample_file();
  file.store_texts("samples/names", {"caf\xe9"});
  CHECK(parsed(bytes_of(file)).texts("samples/names") == std::vector<std::string>{"caf\xe9"});
}

TEST_CASE("where a model cannot be written, the old one stays") {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "m.pim";
  write_model_file(path, sample_file());
  const std::string before = base::read_file(path, 1 << 20);
  ModelFile bad = sample_file();
  bad.arrays["zz a name with blanks"] = arma::mat(1, 1);  // found after most was written
  CHECK_THROWS_AS(write_model_file(path, bad), std::invalid_argument);
  CHECK(base::read_file(path, 1 << 20) == before);
}

}  // namespace preimage::models
