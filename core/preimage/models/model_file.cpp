#include "preimage/models/model_file.hpp"

#include <fstream>
#include <istream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "preimage/base/available_memory.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/output_file.hpp"
#include "preimage/base/sha256.hpp"
#include "preimage/base/text.hpp"
#include "preimage/models/npy_part.hpp"
#include "preimage/models/tar_stream.hpp"

namespace preimage::models {

namespace {

constexpr const char* kFormat = "preimage model";
constexpr const char* kVersion =
    "1";  // a number; an earlier one is refused, with what to type in place of it
const std::string kFacts = "model.json", kSums = "SHA256SUMS", kEnding = ".npy";
constexpr std::uint64_t kMaxFactBytes = std::uint64_t{64} << 20;

std::string facts_text(const std::map<std::string, std::string>& facts) {
  nlohmann::ordered_json json = {{"format", kFormat}, {"format_version", kVersion}};
  for (const auto& [name, fact] : facts) {
    if (base::find_bad_byte(name) || base::find_bad_byte(fact))
      throw DataError(fmt::format("a model cannot keep the text {} as its {}: it is no UTF-8",
                                  base::excerpt(fact), base::excerpt(name)));
    json[name] = fact;
  }
  return json.dump(1) + "\n";
}

/// Whether a format's number is below this program's; a format that is no number is no earlier one.
bool is_earlier(const std::string& version) {
  const bool is_number = !version.empty() && version.find_first_not_of("0123456789") == std::string::npos;
  const std::size_t size = std::string_view(kVersion).size();
  return is_number && (version.size() < size || (version.size() == size && version < kVersion));
}

/// throws  DataError without the file's name; OtherFormatError with it, which is `source`
std::map<std::string, std::string> parse_facts(const std::string& text, const std::string& source) {
  const nlohmann::ordered_json json = nlohmann::ordered_json::parse(text, nullptr, false);
  std::map<std::string, std::string> facts;
  if (!json.is_object()) throw DataError("model.json is damaged");
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) throw DataError("model.json is damaged");
    facts[name] = value.get<std::string>();
  }
  if (facts["format"] != kFormat) throw DataError("is no model file");
  const std::string version = facts["format_version"];
  if (version != kVersion) {
    const std::string what = fmt::format(
        "{}: is a model file of format {}, and this program reads format {}: {} program wrote it", source,
        base::excerpt(version.substr(0, 20)), kVersion, is_earlier(version) ? "an earlier" : "a later");
    throw OtherFormatError(what, std::move(facts), is_earlier(version));
  }
  facts.erase("format");
  facts.erase("format_version");
  if (facts_text(facts) != text) throw DataError("model.json is damaged");
  return facts;
}

std::string sum_line(const std::string& digest, const std::string& name) {
  return digest + "  " + name + "\n";
}

/// Reads the members one after the other, and notes what SHA256SUMS has to say of them.
class Reading {
 public:
  Reading(std::istream& stream, std::uint64_t size, const std::string& source)
      : tar_(stream, size, source), source_(source) {}

  ModelFile whole() {
    ModelFile file;
    const std::string text = text_of(next(), kFacts);
    try {
      file.facts = parse_facts(text, source_);
    } catch (const OtherFormatError&) {
      throw;
    } catch (const DataError& error) {
      tar_.fail(error.what());
    }
    TarReader::Member member = next();
    for (; member.name != kSums; member = next()) read_array(member, file);
    const std::string expected = sums_;
    if (text_of(member, kSums) != expected)
      tar_.fail("the model file is damaged: its SHA-256 sums do not hold");
    if (tar_.next(member)) tar_.fail("the model file is damaged: something follows its sums");
    return file;
  }

 private:
  TarReader::Member next() {
    TarReader::Member member;
    if (!tar_.next(member)) tar_.fail("the model file is damaged: it has no sums");
    return member;
  }
  std::string text_of(const TarReader::Member& member, const std::string& name) {
    if (member.name != name || member.size > kMaxFactBytes)
      tar_.fail("the model file is damaged: no " + name);
    std::string text(member.size, '\0');
    tar_.read(text.data(), text.size());
    tar_.finish(member);
    sums_ += sum_line(base::sha256(text), name);
    return text;
  }
  void read_array(const TarReader::Member& member, ModelFile& file) {
    const bool is_array = member.name.size() > kEnding.size() && member.name.ends_with(kEnding);
    const std::string name = is_array ? member.name.substr(0, member.name.size() - kEnding.size()) : "";
    if (!is_array || (!file.arrays.empty() && !(file.arrays.rbegin()->first < name)))
      tar_.fail(fmt::format("the model file is damaged: {} does not belong there", member.name));
    base::Sha256 sum;
    try {
      file.arrays[name] = read_npy(member.size, [&](char* bytes, std::uint64_t count) {
        tar_.read(bytes, count);
        sum.update({bytes, count});
      });
    } catch (const DataError& error) {
      if (std::string_view(error.what()).find("cut short") != std::string_view::npos) throw;
      tar_.fail(fmt::format("the model file is damaged: {}: {}", member.name, error.what()));
    }
    tar_.finish(member);
    sums_ += sum_line(sum.hex_digest(), member.name);
  }

  TarReader tar_;
  std::string source_;
  std::string sums_;
};

}  // namespace

std::string shape_text(const StoredArray& array) {
  if (const auto* matrix = std::get_if<arma::mat>(&array))
    return fmt::format("{} x {} numbers", matrix->n_rows, matrix->n_cols);
  if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&array))
    return fmt::format("{} whole numbers", numbers->size());
  return fmt::format("{} bytes", std::get<std::string>(array).size());
}

const std::string& ModelFile::fact(const std::string& name) const {
  const auto found = facts.find(name);
  if (found == facts.end()) throw DataError(fmt::format("the model does not say its '{}'", name));
  return found->second;
}

template <class Array>
const Array& ModelFile::array(const std::string& name) const {
  const auto found = arrays.find(name);
  const Array* array = found == arrays.end() ? nullptr : std::get_if<Array>(&found->second);
  if (array == nullptr) throw DataError(fmt::format("the model has no array '{}' of its type", name));
  return *array;
}
template const arma::mat& ModelFile::array(const std::string& name) const;
template const std::vector<std::int64_t>& ModelFile::array(const std::string& name) const;
template const std::string& ModelFile::array(const std::string& name) const;

const arma::mat& ModelFile::numbers(const std::string& name, bool has_gaps) const {
  const auto& matrix = array<arma::mat>(name);
  if (has_gaps ? matrix.has_inf() : !matrix.is_finite())
    throw DataError(fmt::format("the model's array '{}' holds a number that is not finite", name));
  return matrix;
}

void ModelFile::store_texts(const std::string& name, const std::vector<std::string>& texts) {
  std::string bytes;
  std::vector<std::int64_t> ends;
  for (const std::string& text : texts) {
    bytes += text;
    ends.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  arrays[name + ".bytes"] = std::move(bytes);
  arrays[name + ".ends"] = std::move(ends);
}

std::vector<std::string> ModelFile::texts(const std::string& name) const {
  const std::string& bytes = array<std::string>(name + ".bytes");
  std::vector<std::string> texts;
  std::size_t begin = 0;
  for (const std::int64_t end : array<std::vector<std::int64_t>>(name + ".ends")) {
    const auto at = static_cast<std::size_t>(end);
    if (end < 0 || at < begin || at > bytes.size())
      throw DataError(fmt::format("the model's texts '{}' end outside of their bytes", name));
    texts.push_back(bytes.substr(begin, at - begin));
    begin = at;
  }
  return texts;
}

void write_model_file(const std::filesystem::path& path, const ModelFile& file) {
  base::write_output_file(path, base::ByteProducer([&](const base::ByteSink& sink) {
                            std::string sums;
                            const auto put = [&](const std::string& name, std::string_view head,
                                                 std::string_view rest) {
                              const std::uint64_t size = head.size() + rest.size();
                              base::Sha256 sum;
                              sum.update(head);
                              sum.update(rest);
                              sums += sum_line(sum.hex_digest(), name);
                              sink(tar_header(name, size));
                              sink(head);
                              sink(rest);
                              sink(tar_padding(size));
                            };
                            put(kFacts, facts_text(file.facts), "");
                            for (const auto& [name, array] : file.arrays)
                              put(name + kEnding, npy_header(array), npy_data(array));
                            put(kSums, std::string(sums), "");
                            sink(tar_end());
                          }));
}

ModelFile parse_model_file(std::istream& stream, std::uint64_t size, const std::string& source) {
  std::string start(kFacts.size(), '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (start != kFacts) throw DataError(source + ": is no model file of preimage");
  stream.clear();
  stream.seekg(0);
  return Reading(stream, size, source).whole();
}

ModelFile read_model_file(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    throw FileError(fmt::format("{}: {}", path.string(),
                                std::filesystem::exists(path, none) ? "is no file" : "no such file"));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw FileError(fmt::format("{}: cannot be opened", path.string()));
  const std::uint64_t size = std::filesystem::file_size(path);
  base::require_memory(size, "the model " + path.string());  // a sparse file may be of any size
  return parse_model_file(stream, size, path.string());
}

}  // namespace preimage::models
