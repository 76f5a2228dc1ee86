#include "suite/check/result_numbers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "suite/data/delimited.hpp"
#include "suite/results/result_files.hpp"

namespace preimage::suite::check {

namespace fs = std::filesystem;

namespace {

/// The fields of a CSV row by their column's name.
class Row {
 public:
  Row(const data::CsvReader& csv, const std::vector<std::string>& fields) : csv_(csv), fields_(fields) {}

  std::string optional(const std::string& name) const {
    const auto found = std::find(csv_.header().begin(), csv_.header().end(), name);
    if (found == csv_.header().end()) return "";
    return fields_[static_cast<std::size_t>(found - csv_.header().begin())];
  }
  std::string at(const std::string& name) const {
    if (std::find(csv_.header().begin(), csv_.header().end(), name) == csv_.header().end())
      throw DataError(fmt::format("{}:1: no column '{}'", csv_.source(), name));
    return optional(name);
  }
  std::string place() const { return fmt::format("{}:{}", csv_.source(), csv_.line()); }

 private:
  const data::CsvReader& csv_;
  const std::vector<std::string>& fields_;
};

Number number_in(const Row& row) {
  Number number;
  number.ours = row.at("ours");
  number.sd = row.at("sd_over_repetitions");
  number.repetitions = row.at("repetitions");
  number.published = row.at("published");
  number.z = row.optional("z");
  number.verdict = row.at("verdict");
  number.data = row.at("data");
  number.choices = row.optional("choices_after_seeing");
  number.rounding = row.optional("rounding");
  number.tolerance = row.optional("tolerance");
  number.tolerance_of = row.optional("tolerance_of");
  number.provenance = {row.optional("program"), row.optional("blas_cores"), row.optional("inputs"),
                       results::parse_versions(row.optional("versions"), row.place()),
                       row.optional("data_content")};
  return number;
}

void read_table(const fs::path& path, Numbers& numbers) {
  const std::map<results::LearnerNumbers, results::Provenance> provenance =
      results::read_provenance(results::provenance_path(path));
  const std::string variant = results::variant_in(path);
  const std::string stem = path.stem().string();
  data::CsvReader csv = data::open_quoted_csv(path);
  if (!csv.ends_with_line_end())
    throw DataError(path.string() + ": it was cut short: its last line has no end");
  std::vector<std::string> fields;
  while (csv.next(fields)) {
    const Row row(csv, fields);
    NumberName name = {row.at("reproduces"), variant, row.at("reading"), row.at("measure"),
                       row.at("learner")};
    Number number = number_in(row);
    number.config = stem.substr(0, stem.size() - variant.size());
    number.experiment = path.parent_path().filename().string();
    const auto known = provenance.find({name.table, name.reading, name.learner});
    if (known != provenance.end()) number.provenance = known->second;
    if (!numbers.emplace(name, std::move(number)).second)
      throw DataError(
          fmt::format("{}: {} stands here or in another table twice", row.place(), text_of(name)));
  }
}

}  // namespace

std::string table_text(const NumberName& name) {
  return name.table + (name.variant.empty() ? "" : " (" + name.variant + ")");
}

std::string text_in_table(const NumberName& name) {
  return (name.reading.empty() ? "" : name.reading + " / ") + name.measure + " / " + name.learner;
}

std::string text_of(const NumberName& name) {
  return table_text(name) + " / " + text_in_table(name);
}

std::vector<fs::path> table_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) throw DataError(folder.string() + ": no such folder");
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.extension() == ".csv" && !path.filename().string().starts_with("timings.") &&
        !results::is_provenance(path) && !results::is_confusion(path) && !results::is_output_errors(path))
      files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

TableFiles sorted_out(const std::vector<fs::path>& files) {
  TableFiles result;
  for (const fs::path& file : files)
    (results::variant_in(file).empty() ? result.plain : result.variants).push_back(file);
  return result;
}

Numbers read_numbers(const std::vector<fs::path>& files) {
  Numbers numbers;
  for (const fs::path& path : files) read_table(path, numbers);
  return numbers;
}

Numbers read_plain_numbers(const fs::path& folder) {
  return read_numbers(sorted_out(table_files(folder)).plain);
}

std::vector<std::string> reference_columns() {
  return {"tolerance", "tolerance_of", "program", "blas_cores", "inputs", "versions", "data_content"};
}

std::vector<std::string> reference_fields(const Number& number) {
  const results::Provenance& from = number.provenance;
  return {number.tolerance, number.tolerance_of, from.program,
          from.blas_cores,  from.inputs,         results::versions_text(from.versions),
          from.data_content};
}

}  // namespace preimage::suite::check
