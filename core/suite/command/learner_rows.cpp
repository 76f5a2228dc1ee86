// Learners that are programs of the user's: a fit and its predictions are one call, which reads the samples
// that train and those that test from files, and writes predictions.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/file.hpp"
#include "preimage/base/nearest_name.hpp"
#include "preimage/models/method.hpp"
#include "preimage/outputs/prediction.hpp"
#include "preimage/samples/folds.hpp"
#include "suite/command/watched_files.hpp"
#include "suite/command/words.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/own_data/file_rows.hpp"
#include "suite/registry/learner_table.hpp"
#include "suite/run/cell_folder.hpp"
#include "suite/run/command.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::command {

using config::Reader;
using own_data::FileRows;
namespace fs = std::filesystem;

void add_learners(registry::LearnerRows& table);

namespace {

constexpr const char* kRow = "row";
constexpr const char* kSeedOfCall = "seed";
constexpr const char* kNumbersOfCell[] = {"repetition", "outer_fold"};  // as in `preimage folds`
constexpr registry::Texts kRun{
    "run", "a list of words",
    "the program and its words; {train}, {test} and {predictions} are files, {NAME} "
    "one of `arguments`, {seed} a number of the repetition; {repetition} and {outer_fold} count from 0"};
constexpr registry::Texts kFiles{"files", "a list of files", "whose content changes what it predicts", true};
constexpr registry::Part kEnvironment{"environment", "a map of texts", "variables for it, on top of yours",
                                      true};
constexpr registry::Part kArguments{
    "arguments", "a map of numbers, lists of them, or texts",
    "the value of {NAME} in `run`; of numbers in a list the inner folds choose", true};

struct Call : Program {
  std::map<std::string, std::string> values = {};  // of the names in the words, but for those of each call
  bool is_random = false;

  run::Command with(std::map<std::string, std::string> of_call) const {
    of_call.insert(values.begin(), values.end());
    return command(of_call);
  }
};

/// A number, which each_choice takes from a list, or a text.
std::string read_value(const Reader& arguments, const std::string& name) {
  const config::Value& value = arguments.raw(name);
  const config::Value& one = value.items.empty() ? value : value.items.front();
  const bool is_number = !one.quoted && config::parse_decimal(one.scalar);
  return is_number ? config::number_text(arguments.number(name)) : arguments.text(name);
}

/// Reads a value for each of the names in `run`, and no other.
void read_arguments(Call& call, const Reader& reader) {
  std::set<std::string> names = call.names;
  for (const std::string& file : run::kProgramFiles) {
    if (names.erase(file) == 0)
      reader.fail(kRun.name,
                  fmt::format("no {{{}}} among its words: {{train}} and {{test}} name files that it reads, "
                              "{{predictions}} the one that it writes",
                              file));
  }
  call.is_random = names.erase(kSeedOfCall) > 0;
  for (const char* number : kNumbersOfCell) names.erase(number);
  const Reader arguments = reader.map_or_empty(kArguments.name);
  for (const std::string& name : arguments.keys()) {
    if (names.erase(name) == 0)
      arguments.fail(name, fmt::format("`run` has no {{{}}}{}", name,
                                       base::suggestion(name, {names.begin(), names.end()})));
    call.values[name] = read_value(arguments, name);
  }
  if (names.empty()) return;
  const bool is_inner = names.begin()->starts_with("inner_");
  reader.fail(kArguments.name, fmt::format("no '{0}', and `run` has {{{0}}}{1}", *names.begin(),
                                           is_inner ? ": inner folds are {train} and {test}, too" : ""));
}

/// Below a header the number of each row in the user's file, then the columns of each side.
void write_rows(const fs::path& file, const arma::uvec& numbers, const std::vector<FileRows>& sides) {
  std::ofstream stream(file, std::ios::binary);
  stream << kRow;
  for (const FileRows& side : sides) {
    for (const std::string& column : side.columns) stream << "," << data::csv_field(column);
  }
  for (arma::uword i = 0; i < numbers.n_elem; ++i) {
    stream << "\n" << (*sides.front().numbers)[numbers(i)];
    for (const FileRows& side : sides) {
      for (std::size_t j = 0; j < side.columns.size(); ++j)
        stream << "," << data::csv_field(side.field(side.samples(i), j));
    }
  }
  stream << "\n";
  stream.close();
  if (!stream) throw DataError(fmt::format("{}: cannot be written", file.string()));
}

outputs::Prediction predicted(const Call& call, const samples::DataSet& training,
                              const samples::SampleSet& inputs) {
  const auto& cell = inputs.get<run::CellFolder>();
  const fs::path folder = cell.made();
  std::map<std::string, std::string> values;
  for (const std::string& file : run::kProgramFiles) values[file] = (folder / file).string() + ".csv";
  values[kSeedOfCall] = std::to_string(samples::seed_for_repetition(inputs, 0) % study::kOutsideSeeds);
  values[kNumbersOfCell[0]] = std::to_string(cell.repetition);
  values[kNumbersOfCell[1]] = std::to_string(cell.outer_fold);
  const auto outputs = training.outputs.get<FileRows>();
  write_rows(values["train"], training.inputs.numbers(), {training.inputs.get<FileRows>(), outputs});
  write_rows(values["test"], inputs.numbers(), {inputs.get<FileRows>()});
  const fs::path predictions = values["predictions"];
  fs::remove(predictions);
  run::Command command = call.with(values);
  if (command.folder.empty()) command.folder = fs::current_path();  // said in the line
  std::ofstream log(folder / run::kCallFile, std::ios::binary);
  log << run::shell_line(command) << std::endl;  // it is there where the program never ends
  const run::CommandOutput output = run::run_command(command, run::kMaxOutput);
  log << output.out << output.err;
  log.close();
  output.require_success(call.words.front());
  if (!fs::exists(predictions))
    throw DataError(fmt::format("{}: it wrote no file {{predictions}}", call.words.front()));
  return outputs.read(base::read_file(predictions, data::kMaxTextBytes), inputs.numbers());
}

class ProgramMethod final : public models::Method {
 public:
  explicit ProgramMethod(Call call) : call_(std::move(call)) {}
  void require(const samples::DataSet& data) const override {
    if (!data.inputs.has<FileRows>() || !data.outputs.has<FileRows>())
      throw std::invalid_argument(
          "command: a program is given rows of `experiment: own_data`, whose outputs are no Gram matrix");
    for (const auto& columns : {data.inputs.get<FileRows>().columns, data.outputs.get<FileRows>().columns})
      if (std::find(columns.begin(), columns.end(), kRow) != columns.end())
        throw ConfigError(
            "a program is given a column 'row', the number of each row, and the data have one, too: rename "
            "theirs in the file, or leave it out, `except: [row]` below dataset");
  }
  bool is_random() const override { return call_.is_random; }
  models::FittedPtr fit(std::size_t /*grid_point*/, const samples::DataSet& training,
                        const regression::KeptArrays& /*kept*/) const override {
    return models::fitted([call = call_, training](const samples::SampleSet& inputs) {
      try {
        return predicted(call, training, inputs);
      } catch (const DataError& error) {
        throw DataError(std::string(error.what()) + " (its files stay below unfinished/ of the results)");
      }
    });
  }

 private:
  Call call_;
};

registry::ParsedMethod parse(const Reader& reader) {
  Call call{read_program(reader)};
  read_arguments(call, reader);
  if (!call.files.empty()) reader.log_texts(kFiles.name, contents_of(call.files));
  const std::vector<std::string> words = call.with({{"train", "train"},
                                                    {"test", "test"},
                                                    {"predictions", "predictions"},
                                                    {kSeedOfCall, "0"},
                                                    {kNumbersOfCell[0], "0"},
                                                    {kNumbersOfCell[1], "0"}})
                                             .words;
  return {std::make_unique<const ProgramMethod>(call),
          {{shown_words(call.words), words, call.folder,
            [call, words] { return unwatched_files(words, call.folder, call.files); }}}};
}

}  // namespace

void add_learners(registry::LearnerRows& table) {
  table.push_back({"command", 1,
                   "a program of yours: it reads rows that train and rows that test, and writes predictions",
                   registry::facts_of(kRun, kFiles, kEnvironment, kArguments),
                   "{method: command, run: [Rscript, mine.R, '{train}', '{test}', '{predictions}']}", parse});
  table.back().runs_program = true;
}

}  // namespace preimage::suite::command
