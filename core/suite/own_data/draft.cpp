// A config for a user's file: what the file says.
#include "suite/own_data/draft.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/config_error.hpp"
#include "suite/config/named_file.hpp"
#include "suite/config/number.hpp"
#include "suite/data/column_words.hpp"
#include "suite/data/compressed_file.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/string_pairs.hpp"
#include "suite/data/text_file.hpp"
#include "suite/data/times.hpp"
#include "suite/own_data/columns.hpp"
#include "suite/own_data/data_file.hpp"
#include "suite/own_data/draft_facts.hpp"
#include "suite/own_data/draft_kernels.hpp"
#include "suite/own_data/name_warnings.hpp"
#include "suite/own_data/order_warnings.hpp"
#include "suite/own_data/string_kinds.hpp"
#include "suite/own_data/string_symbols.hpp"
#include "suite/own_data/survey.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::own_data {

namespace fs = std::filesystem;
using data::OutputKind;
using study::DraftRequest;

namespace {

/// How a config in the request's folder names the file.
std::string path_from(const DraftRequest& request, const fs::path& file) {
  const fs::path folder = request.folder.empty() ? "." : request.folder;
  if (!config::lies_in(folder, file))
    throw ConfigError(fmt::format(
        "{} does not lie in {} or below it, and a config may only name files below its own folder; write the "
        "config beside the file, or above it",
        file.string(), folder.string()));
  if (base::find_bad_byte(file.string()))
    throw ConfigError(
        fmt::format("{}: a config cannot name a file whose name is no UTF-8", base::excerpt(file.string())));
  const fs::path real_folder = fs::weakly_canonical(fs::absolute(folder));
  return fs::weakly_canonical(fs::absolute(file)).lexically_relative(real_folder).generic_string();
}

/// Of trees in brackets their fragments. Of other strings subsequences: those of two symbols see an order; a
/// shorter string has none, and is described by its symbols alone. Texts of UTF-8 that are not ASCII are seen
/// by their characters.
DraftedKernel string_kernel(const std::vector<std::string>& strings) {
  if (TextShape(strings).kind() == StringKind::trees)
    return {"{name: normalised, base: {name: subset_tree, decay: 0.5}}",
            "common fragments of trees, nodes with all or none of their children, 0.5 for each such node"};
  const samples::Tokens tokens = drafted_tokens(strings);
  const bool all_have_two = std::all_of(strings.begin(), strings.end(), [&](const std::string& text) {
    return samples::cut(text, tokens).size() >= 2;
  });
  const std::string name = samples::name_of(tokens);
  return {fmt::format("{{name: normalised, base: {{name: subsequence, length: {}, decay: 0.5{}}}}}",
                      all_have_two ? 2 : 1, tokens == samples::Tokens::bytes ? "" : ", tokens: " + name),
          all_have_two ? fmt::format("common subsequences of 2 {}; a gap in one counts for half", name)
                       : fmt::format("common {}; length 1, as some strings have fewer than 2", name)};
}

void choose_output_kernel(DraftFacts& facts, const data::Outputs& outputs) {
  if (facts.kind == OutputKind::vector)
    facts.output_kernel = {"{name: linear}", "its distance is the plain one between two rows of numbers"};
  if (facts.kind == OutputKind::class_label)
    facts.output_kernel = {"{name: class}", "1/2 for two samples of one class, else 0"};
  if (!facts.levels.empty())
    facts.output_kernel = {"{name: linear}",
                           "of the levels' places, 1, 2, ...; its distance is by how many levels two differ"};
  if (facts.kind == OutputKind::label_set)
    facts.output_kernel = {"{name: label_set}", "half the number of common labels"};
  if (facts.kind != OutputKind::string) return;
  const auto& strings = std::get<std::vector<std::string>>(outputs);
  facts.output_kernel = string_kernel(strings);
  if (const samples::Tokens tokens = drafted_tokens(strings); tokens != samples::Tokens::bytes)
    facts.counts = samples::name_of(tokens);
  const auto bad = std::find_if(strings.begin(), strings.end(),
                                [](const std::string& text) { return !data::encoding_advice(text).empty(); });
  if (bad != strings.end())
    facts.remarks.push_back(fmt::format("{}: {}; until then a symbol is a byte, in all of them",
                                        base::excerpt(*bad), data::encoding_advice(*bad)));
  facts.predicts_trees = TextShape(strings).kind() == StringKind::trees;
}

/// Whether some inner training set may be without any of `values` samples. That of 20 it has none, which are
/// drawn at random from all, is as rare as once in a million configs.
bool may_be_without(std::size_t values, std::size_t rows) {
  constexpr std::size_t kEnough = 20;
  return values < kEnough && values <= rows - plan_folds(rows, {}, {}).smallest_inner_training;
}

std::string reason_to_leave_out(const ColumnFacts& column, std::size_t rows) {
  constexpr double kLargest = 1e150;  // beyond it squares are no doubles
  if (column.is_empty) return "empty";
  if (column.is_constant() && column.has_numbers() && column.gaps > 0)
    return fmt::format("every value is {}", config::number_text(*column.least));
  if (column.is_constant()) return fmt::format("every row holds {}", base::excerpt(column.first));
  if (column.has_numbers() && std::max(-*column.least, *column.most) > kLargest)
    return fmt::format("its numbers go up to {:.3g}, whose square is beyond a double",
                       std::max(-*column.least, *column.most));
  // As categories they could not be `time`, too.
  if (!column.has_numbers() && data::read_iso_time(column.first) && holds_categories(column, rows))
    return "dates";
  if (column.has_numbers() || holds_categories(column, rows)) {
    const std::size_t values = rows - (column.has_numbers() ? column.no_numbers : column.text_gaps);
    if (values == rows || !may_be_without(values, rows)) return "";
    return fmt::format("{} of {} rows have a value: a training set may have none", values, rows);
  }
  if (column.gaps > 0) {
    ColumnFacts filled = column;
    filled.gaps = 0;
    if (const std::optional<StringKind> kind = holds_strings(filled, rows))
      return fmt::format(
          "it holds {}, but {} of {} rows have none, the first on line {}: take these rows out, or name the "
          "column in the kernel, which takes them as they are",
          StringInput{column.name, *kind}.words(), column.gaps, rows, column.first_gap);
  }
  if (const std::optional<std::string> words = column.shape.nearly()) return *words;
  const std::size_t without = column.text_gaps;
  if (2 * without > rows) return fmt::format("{} of {} fields are empty", without, rows);
  if (column.texts.size() > kMaxDraftedLevels && column.no_numbers == rows)
    return fmt::format("texts of which more than {} are different", kMaxDraftedLevels);
  const std::string first =
      fmt::format("{} on line {}{}", base::excerpt(column.no_number->text), column.no_number->line,
                  config::number_advice(column.no_number->text));
  return column.no_numbers == rows ? "no numbers: " + first
                                   : fmt::format("{} of {} fields are no numbers, the first {}",
                                                 column.no_numbers - column.gaps, rows, first);
}

/// A text that names persons, machines or the like tells nothing of others, and no more does a number of
/// which each value has its target, or of which rows with the same one are alike.
void take_groups_from_inputs(DraftFacts& facts) {
  for (const GroupColumn& group : facts.groups) {
    const bool is_text = std::erase(facts.categories, group.name) > 0;
    const bool is_number =
        (group.fixes_target || group.is_number) && !group.is_string && facts.inputs.size() > 1;
    if ((!is_text && !is_number) || std::erase(facts.inputs, group.name) == 0) continue;
    facts.left_out.push_back({group.name, is_text ? "texts that look like groups of rows" : group.reason});
  }
}

/// throws  DataError where no column is left
void require_inputs(const Survey& survey, const DraftFacts& facts) {
  if (!facts.inputs.empty()) return;
  const std::string first = facts.left_out.empty() ? "there is no other column than the target"
                                                   : fmt::format("column '{}': {}", facts.left_out[0].column,
                                                                 facts.left_out[0].reason);
  throw DataError(fmt::format("{}:1: no column is left as an input; {}", survey.source, first));
}

/// An input of numbers that is called a name of rows and counts them in another order than the file's: new
/// rows have numbers beyond all of them. A measurement may have each of so many numbers once, too.
void take_counter_from_inputs(const data::VectorData& table, DraftFacts& facts) {
  for (arma::uword j = 0; j < table.inputs.n_cols && facts.id.empty() && facts.inputs.size() > 1; ++j) {
    const arma::vec sorted = arma::sort(arma::vec(table.inputs.col(j)).replace(arma::datum::nan, 0.0));
    if (!is_named_as_names(facts.inputs[j]) || table.levels.contains(j)) continue;
    if (!arma::all(arma::diff(sorted) == 1.0) || sorted(0) != std::floor(sorted(0))) continue;
    facts.id = facts.inputs[j];
    std::erase(facts.inputs, facts.id);
  }
}

void choose_inputs(const Survey& survey, DraftFacts& facts) {
  std::string counter;  // the first input that counts the rows
  for (const ColumnFacts& column : survey.columns) {
    facts.says_all = facts.says_all && column.name != data::kAllColumns;
    if (std::find(facts.outputs.begin(), facts.outputs.end(), column.name) != facts.outputs.end()) continue;
    const bool names_rows = column.name == survey.unnamed;
    if (names_rows && column.counts_rows) {
      facts.id = column.name;
      continue;
    }
    // Of an image a new one needs all pixels.
    const bool is_pixel = !facts.images.empty() && column.has_numbers() && column.gaps == 0;
    if (is_pixel && column.is_constant()) {
      facts.inputs.push_back(column.name);
      facts.constants.push_back(column.name);
      continue;
    }
    if (const std::optional<StringKind> kind = holds_strings(column, survey.rows); kind && !names_rows) {
      facts.inputs.push_back(column.name);
      facts.strings.push_back({column.name, *kind, column.shape.shortest(), column.shape.is_ascii()});
      continue;
    }
    const std::string reason = names_rows                 ? "it has no name in the header, and names the rows"
                               : column.format.names_rows ? "it names or describes the records"
                                                          : reason_to_leave_out(column, survey.rows);
    if (!reason.empty()) {
      facts.left_out.push_back({column.name, reason});
      continue;
    }
    facts.inputs.push_back(column.name);
    if (!column.has_numbers()) facts.categories.push_back(column.name);
    facts.gaps += column.has_numbers() ? column.gaps : column.text_gaps;
    if (column.counts_rows && counter.empty()) counter = column.name;
  }
  // Beside others it is the rows' name: new rows have numbers beyond all of them.
  if (facts.id.empty() && !counter.empty() && facts.inputs.size() > 1) {
    facts.id = counter;
    std::erase(facts.inputs, counter);
  }
  require_inputs(survey, facts);
  facts.says_all = facts.says_all && facts.strings.empty();
}

std::string columns_in_words(const data::TableReader& table) {
  std::vector<std::string> names;
  for (const std::string& name : table.header()) names.push_back(base::name_excerpt(name));
  return data::few_of(std::move(names));
}

/// Texts that are numbers to a reader would be as many classes.
void refuse_numbers_otherwise_written(const Survey& survey, const ColumnFacts& column) {
  if (column.otherwise_written == 0 || column.otherwise_written + column.gaps < column.no_numbers) return;
  throw DataError(
      fmt::format("{}:{}: column '{}': expected a number, found {}{}; where texts like this are classes, say "
                  "--kind class",
                  survey.source, column.no_number->line, column.name, base::excerpt(column.no_number->text),
                  config::number_advice(column.no_number->text)));
}

bool is_ordinal(const DraftRequest& request) {
  if (request.levels.empty() || request.kind == "ordinal") return request.kind == "ordinal";
  if (!request.kind.empty())
    throw ConfigError(fmt::format("--levels: only beside --kind ordinal, found --kind {}", request.kind));
  return true;
}

/// Those of the request, or, where all classes are whole numbers, these.
/// throws  ConfigError with what to type
std::vector<std::string> find_levels(const DraftRequest& request, const data::Outputs& outputs) {
  if (!request.levels.empty()) return request.levels;
  const std::vector<std::string>& names = std::get<data::ClassOutputs>(outputs).names;
  if (std::all_of(names.begin(), names.end(), [](const auto& name) { return config::parse_integer(name); }))
    return names;
  throw ConfigError(
      fmt::format("--kind ordinal: nothing says which class is lower; bring them into their order, "
                  "from the lowest to the highest: --levels {}",
                  study::shell_quoted(fmt::format("{}", fmt::join(names, ",")))));
}

/// '|' where half of the texts have one, and none a ';'.
std::string separator_of(const ColumnFacts& column, std::size_t rows) {
  return !column.has_semicolon && has_bars(column, rows) ? "|" : ";";
}

/// Of a collection.
bool are_classes_of_graphs(const Survey& survey, const std::vector<std::string>& targets) {
  return survey.columns.front().format.holds_graphs && targets == std::vector<std::string>{"class"};
}

/// What the targets hold; the reason is "" where the request says it.
GuessedKind choose_kind(const DraftRequest& request, const Survey& survey,
                        const std::vector<std::string>& targets) {
  if (is_ordinal(request)) return {OutputKind::class_label, ""};
  if (!request.kind.empty()) return {data::kind_of(request.kind), ""};
  if (are_classes_of_graphs(survey, targets)) return {OutputKind::class_label, ""};
  if (targets.size() > 1) {
    const bool are_labels = std::all_of(targets.begin(), targets.end(), [&](const std::string& name) {
      return holds_indicators(survey.column(name), survey.rows);
    });
    if (are_labels) return {OutputKind::label_set, "several columns hold 0 or 1, or true or false"};
    return {OutputKind::vector, "several columns are numbers"};
  }
  refuse_numbers_otherwise_written(survey, survey.column(targets.front()));
  return guess_kind(survey.column(targets.front()), survey.rows);
}

std::string guess_in_words(const DraftFacts& facts, const std::string& reason) {
  return fmt::format("{} is read as {}: {}{}; --kind class, vector, label_set or string says otherwise",
                     facts.outputs.size() > 1 ? "the target" : base::excerpt(facts.outputs.front()),
                     word_of(facts.kind), reason,
                     facts.classes > 0 ? fmt::format(", {} different", facts.classes) : "");
}

void refuse_constant_targets(const Survey& survey, const DraftFacts& facts) {
  for (const std::string& name : facts.outputs) {
    const ColumnFacts& column = survey.column(name);
    const bool is_constant = facts.kind == OutputKind::vector ? column.is_constant() : column.same_text;
    if (column.is_empty || is_constant)
      throw DataError(fmt::format(
          "{}:1: column '{}': {}, so there is nothing to predict", survey.source, name,
          column.is_empty ? "every row is empty" : "every row holds " + base::excerpt(column.first)));
  }
}

std::vector<std::size_t> class_sizes(const data::Outputs& outputs) {
  const auto* classes = std::get_if<data::ClassOutputs>(&outputs);
  if (classes == nullptr) return {};
  std::vector<std::size_t> sizes(classes->names.size());
  for (const int label : classes->labels) ++sizes[static_cast<std::size_t>(label)];
  return sizes;
}

/// What is said of outputs that are no classes.
void describe_outputs(const data::Outputs& outputs, DraftFacts& facts) {
  if (const auto* sets = std::get_if<data::LabelSetOutputs>(&outputs)) {
    std::size_t labels = 0;
    for (const auto& set : sets->sets) labels += set.size();
    facts.labels = sets->names.size();
    facts.labels_per_row = static_cast<double>(labels) / static_cast<double>(sets->sets.size());
  }
  if (const auto* numbers = std::get_if<arma::mat>(&outputs); numbers != nullptr && numbers->n_cols > 1) {
    const arma::rowvec deviations = arma::stddev(*numbers);
    facts.output_scales = deviations.max() / deviations.min();  // none is constant
  }
}

/// The columns to predict, by their names.
/// throws  ConfigError where none is named; DataError for one that is not there
std::vector<std::string> find_targets(const DraftRequest& request, const data::TableReader& table) {
  if (request.targets.empty() && table.format(0).holds_graphs) return {table.header().back()};
  if (request.targets.empty())
    throw ConfigError(fmt::format(
        "--target: name the column to predict; {} has {}{}", request.data.string(), columns_in_words(table),
        table.has_names() ? "" : "; or, of two arrays, --inputs X.npy --target y.npy"));
  for (const std::string& target : request.targets) {
    if (target.ends_with(".npy") && fs::exists(target))
      throw ConfigError(fmt::format("--target {0}: a file with the outputs: --inputs {1} --target {0}",
                                    target, request.data.string()));
  }
  const std::vector<std::string> targets =
      data::expand_columns(data::split_names(request.targets, table.header()),
                           {table.header(), table.source(), {}, {}, table.labels(), table.labels_doubt()});
  for (const std::string& target : targets) table.column(target);
  return targets;
}

/// "these look like missing values and are read as values: '\N' of 'kind' (line 5 and 2 more rows); --na='\N'
/// ...", of targets, inputs and columns that such texts keep from being inputs; or nothing.
/// words  of --na as it is
void note_suspects(const Survey& survey, std::vector<std::string> words, DraftFacts& facts) {
  std::vector<std::string> named;
  for (const ColumnFacts& column : survey.columns) {
    for (const auto& [first, count] : suspected_gaps(column, survey.rows)) {
      if (std::find(words.begin(), words.end(), first.text) == words.end()) words.push_back(first.text);
      const std::string more =
          count == 1 ? "" : fmt::format(" and {} more row{}", count - 1, count == 2 ? "" : "s");
      named.push_back(fmt::format("{} of {} (line {}{})", base::excerpt(first.text),
                                  base::excerpt(column.name), first.line, more));
    }
  }
  if (named.empty()) return;
  std::ranges::transform(words, words.begin(), study::shell_quoted);
  facts.remarks.push_back(
      fmt::format("these look like missing values and are read as values: {}; --na={} reads them as missing",
                  data::few_of(std::move(named)), fmt::join(words, " --na=")));
}

void note_broken_texts(const Survey& survey, DraftFacts& facts) {
  for (const ColumnFacts& column : survey.columns) {
    const std::optional<std::string> words = column.shape.nearly();
    if (words)
      facts.remarks.push_back(
          fmt::format("{}: {}; mend or remove that row", base::excerpt(column.name), *words));
  }
}

void collect_table(const DraftRequest& request, DraftFacts& facts) {
  const data::TableFile file(
      request.data, request.outputs.empty() ? std::nullopt : std::optional(request.outputs), facts.rules);
  const auto first = file.open();
  facts.outputs = request.outputs.empty() ? find_targets(request, *first) : file.output_columns();
  if (first->row_shape().size() == 2) facts.images = first->row_shape();
  data::VectorColumns columns;
  columns.gap_words = gap_words_of(request.na);
  const Survey survey = survey_columns(*first, columns.gap_words);
  require_rows(survey.source, survey.rows);
  facts.remarks = survey.remarks;
  facts.na = request.na;
  facts.drops_missing_targets = request.drops_missing_targets;
  const GuessedKind kind = choose_kind(request, survey, facts.outputs);
  facts.kind = kind.kind;
  facts.are_graphs = facts.kind == OutputKind::class_label && !is_ordinal(request) &&
                     are_classes_of_graphs(survey, facts.outputs);
  refuse_constant_targets(survey, facts);
  choose_inputs(survey, facts);
  columns.outputs = facts.outputs;
  columns.output_kind = facts.kind;
  columns.levels = request.levels;
  if (facts.kind == OutputKind::label_set && facts.outputs.size() == 1)
    facts.separator = separator_of(survey.column(facts.outputs.front()), survey.rows);
  columns.separator = facts.separator;
  columns.allow_missing_inputs = facts.gaps > 0;
  columns.drop_missing_outputs = facts.drops_missing_targets;
  columns.missing_outputs_advice =
      " (--missing-targets drop leaves such rows out; --kind class --na none makes NA a text like any other)";
  columns.inputs = facts.inputs;
  columns.categories = facts.categories;
  for (const StringInput& input : facts.strings) columns.strings.push_back(input.column);
  GroupSearch groups(*first, columns);
  TimeSearch times(*first, facts.outputs);
  data::VectorData table = data::read_vectors(*file.open(), columns, [&](const data::TableReader& row) {
    groups.see(row);
    times.see(row);
  });
  facts.dropped = table.dropped;
  facts.groups = groups.found(table);
  facts.names = groups.names_of_rows();
  if (const std::optional<TimeColumn> time = times.found(facts.groups)) {
    const std::optional<OrderedFolds> folds = ordered_folds(time->times, FoldPlan().inner);
    facts.time = folds ? time->name : "";
    facts.first_time = survey.column(time->name).first;
    facts.ordered = folds.value_or(OrderedFolds());
  }
  take_counter_from_inputs(table, facts);
  take_groups_from_inputs(facts);
  require_inputs(survey, facts);
  if (facts.inputs.size() < table.inputs.n_cols) {
    columns.inputs = facts.inputs;
    columns.categories = facts.categories;
    table = data::read_vectors(*file.open(), columns);
  }
  facts.samples = table.inputs.n_rows;
  for (arma::uword j = 0; j < table.inputs.n_cols; ++j) {
    const arma::vec column = table.inputs.col(j);
    if (const arma::uvec empty = arma::find_nan(column); !empty.is_empty())
      facts.gaps_of.emplace_back(facts.inputs[j], empty.n_elem);
  }
  require_rows(survey.source, facts.samples);
  facts.numbers = facts.inputs;
  for (const StringInput& input : facts.strings) std::erase(facts.numbers, input.column);
  choose_input_kernel(survey.source, table, facts);
  if (is_ordinal(request)) facts.levels = find_levels(request, table.outputs);
  choose_output_kernel(facts, table.outputs);
  describe_outputs(table.outputs, facts);
  const std::vector<std::size_t> classes = class_sizes(table.outputs);
  facts.classes = classes.size();
  if (!kind.reason.empty()) facts.remarks.push_back(guess_in_words(facts, kind.reason));
  note_suspects(survey, request.na, facts);
  note_broken_texts(survey, facts);
  facts.folds = plan_folds(facts.samples, classes, {});
  link_rows(table, facts);
  std::vector<GroupColumn> all_groups = facts.groups;
  if (!facts.linked.name.empty()) all_groups.push_back(facts.linked);
  for (const GroupColumn& column : all_groups)
    facts.folds.smallest_inner_training =
        std::min(facts.folds.smallest_inner_training,
                 smallest_inner_training(facts.folds, column.of, data::class_numbers(table.outputs)));
}

/// Of the outputs, in bytes. The time grows with their square: 17,000 take 40 s on one core.
constexpr std::size_t kMostPositions = 30'000;

void collect_pairs(const DraftRequest& request, DraftFacts& facts) {
  if (!request.kind.empty() && request.kind != word_of(OutputKind::string))
    throw ConfigError(fmt::format("--kind {}: pairs of strings are of kind string", request.kind));
  data::LineRules rules = facts.rules;
  if (rules.header == data::Header::refuse) rules.header = data::Header::recognise;
  const data::StringPairs pairs = data::load_string_pairs(request.data, 2, rules);
  const std::string source = request.data.string();
  facts.string_pairs = true;
  facts.header = pairs.header;
  facts.samples = pairs.inputs.size();
  require_rows(source, facts.samples);
  for (const auto* side : {&pairs.inputs, &pairs.outputs}) {
    if (std::adjacent_find(side->begin(), side->end(), std::not_equal_to<>()) == side->end())
      throw DataError(fmt::format("{}: {}: every row holds {}, so there is nothing to predict", source,
                                  side == &pairs.inputs ? "inputs" : "outputs",
                                  base::excerpt(side->front())));
  }
  facts.input_kernel = string_kernel(pairs.inputs);
  choose_output_kernel(facts, pairs.outputs);
  std::size_t positions = 0;
  for (const std::string& output : pairs.outputs) positions += output.size();
  facts.puts_together = positions <= kMostPositions && !facts.predicts_trees;
  facts.distance = distance_of_strings(facts.input_kernel.yaml, pairs.inputs, source);
  facts.folds = plan_folds(facts.samples, {}, pairs.folds);
  if (facts.folds.given)
    facts.remarks.push_back(
        fmt::format("the third field of a line is taken for the fold that tests it ({} different): take it "
                    "out where it is none",
                    std::set<int>(pairs.folds.begin(), pairs.folds.end()).size()));
  if (!facts.header.empty() && request.header.empty())
    facts.remarks.push_back(fmt::format(
        "the first line, {} and {}, is taken for a header; where it is a pair, say `header: none` in the "
        "config",
        base::excerpt(facts.header[0]), base::excerpt(facts.header[1])));
  if (!facts.folds.given || facts.folds.smallest_inner_training > 0) return;
  facts.folds = plan_folds(facts.samples, {}, {});
  facts.remarks.push_back(
      "one fold of the file holds all pairs, or all but one, which leaves none to choose by: the config "
      "draws its own folds");
}

}  // namespace

std::string word_of(OutputKind kind) {
  for (const std::string& word : data::output_kind_names()) {
    if (data::kind_of(word) == kind) return word;
  }
  throw std::invalid_argument("an output kind without a name");
}

namespace {

/// A .tsv holds pairs of strings, input, output and perhaps a fold, unless a column of it is to be predicted.
bool are_pairs(const DraftRequest& request) {
  constexpr std::size_t kMostFields = 3;
  const bool is_tsv = data::small_ending(request.data) == ".tsv";
  if (!is_tsv || !request.targets.empty() || !request.outputs.empty()) return false;
  const std::string text = data::plain_text(data::read_maybe_compressed(request.data), request.data.string());
  for (const std::string_view line : data::split_fields(text, '\n')) {
    if (!data::looks_like_comment(line)) return data::split_fields(line, '\t').size() <= kMostFields;
  }
  return true;
}

}  // namespace

DraftFacts collect_facts(DraftRequest request) {
  for (std::string& level : request.levels) level = std::string(config::without_blanks_around(level));
  for (const std::string& level : request.levels)
    if (std::count(request.levels.begin(), request.levels.end(), level) > 1)
      throw ConfigError(fmt::format("--levels: {} occurs twice", base::excerpt(level)));
  DraftFacts facts;
  facts.file = request.data.filename().string();
  facts.rules = data::line_rules(request.header, request.comment);
  if (are_pairs(request))
    collect_pairs(request, facts);
  else
    collect_table(request, facts);
  facts.path = path_from(request, request.data);
  if (!request.outputs.empty()) facts.outputs_path = path_from(request, request.outputs);
  return facts;
}

namespace {

/// The config has all of them.
constexpr const char* kOfConfig = ", which the config lists";

}  // namespace

study::Draft draft_config(const DraftRequest& request) {
  const DraftFacts facts = collect_facts(request);
  study::Draft draft{draft_text(facts), facts.remarks};
  std::vector<std::string> categories, left_out;
  for (const std::string& name : facts.categories) categories.push_back(base::excerpt(name));
  for (const LeftOut& one : facts.left_out)
    left_out.push_back(fmt::format("{} ({})", base::excerpt(one.column), one.reason));
  if (!categories.empty())
    draft.remarks.push_back(
        "texts that become columns of 0 and 1, one for each value of the training samples: " +
        data::few_of(std::move(categories), ", ", kOfConfig));
  if (!facts.dropped.empty()) draft.remarks.push_back("left out: " + facts.dropped);
  for (const StringInput& input : facts.strings)
    draft.remarks.push_back(fmt::format("{} holds {}: an input that is compared as a {}, by {}",
                                        base::excerpt(input.column), input.words(),
                                        input.is_graph() ? "graph" : "string", input.kernel_words()));
  if (facts.overlap > 0)
    draft.remarks.push_back(fmt::format(
        "{}{}", facts.linked_words,
        facts.linked.name.empty()
            ? "; in all, they are too many of one for folds that keep them together, and the "
              "estimate will be too good"
            : ": `group` and `group_overlap` keep them on one side of every fold, without which the "
              "estimate would be too good"));
  if (!left_out.empty())
    draft.remarks.push_back("left out of the inputs: " + data::few_of(std::move(left_out), ", ", kOfConfig));
  if (!facts.id.empty())
    draft.remarks.push_back(
        fmt::format("column {} counts the rows: taken as their name, no input; where it is a measurement, "
                    "take `id` out of the config",
                    base::excerpt(facts.id)));
  if (!facts.time.empty())
    draft.remarks.push_back(fmt::format(
        "column {} looks like times of the rows ({}): folds drawn at random train on rows later than "
        "those tested; where the past shall predict the future, take the # from `time` in the config "
        "and say `outer: {{ordered: {}}}` and `inner: {{folds: {}}}`",
        base::excerpt(facts.time), base::excerpt(facts.first_time), facts.ordered.outer,
        facts.ordered.inner));
  for (const GroupColumn& column : facts.groups)
    draft.remarks.push_back(
        column.is_part
            ? part_words(column)
            : fmt::format(
                  "column {0} looks like groups of rows ({1} different values; {2}){3}: with rows of one {0} "
                  "in training and in test the model may recognise the {0} instead of learning the target, "
                  "and the estimate may be much too good. Where it names persons, machines or the like, "
                  "take the # from `group` in the config",
                  base::excerpt(column.name), column.groups, column.reason,
                  std::count(facts.inputs.begin(), facts.inputs.end(), column.name) == 0
                      ? ""
                      : " and is an input in this config"));
  if (!facts.time.empty() && !facts.groups.empty() && !facts.groups.front().is_part)
    draft.remarks.push_back(questions_of(facts.groups.front().name, facts.time));
  return draft;
}

}  // namespace preimage::suite::own_data
