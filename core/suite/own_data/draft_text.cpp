// A config for a user's file: how it is written.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/data/program_folders.hpp"
#include "suite/data/text_file.hpp"
#include "suite/own_data/columns.hpp"
#include "suite/own_data/draft_facts.hpp"
#include "suite/study/groups.hpp"

namespace preimage::suite::own_data {

using suite::data::OutputKind;

namespace {

/// A column's name as YAML: quoted unless it is a plain word.
std::string yaml_word(const std::string& name) {
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const bool plain = std::all_of(name.begin(), name.end(), is_plain) &&
                     std::isalpha(static_cast<unsigned char>(name.front())) != 0 &&
                     suite::data::lower_case(name) != "null";
  return plain ? name : base::quote(name);
}

template <class Values, class Text>
std::string list_of(const Values& values, const Text& text) {
  std::string list;
  for (const auto& value : values) list += (list.empty() ? "" : ", ") + text(value);
  return "[" + list + "]";
}

/// Standard deviations of outputs whose ratio is beyond this are brought to one scale.
constexpr double kFarApart = 3.0;

/// Three digits: more would say that a bandwidth is known.
std::string three_digits(double value) {
  return fmt::format("{:.3g}", value);
}

std::string target_words(const DraftFacts& facts) {
  if (facts.string_pairs) return "pairs of strings";
  std::string words;
  for (const std::string& name : facts.outputs) words += (words.empty() ? "" : ", ") + name;
  return words;
}

std::string head_text(const DraftFacts& facts) {
  return "# A config that `preimage init` wrote from the file that it names. It runs as it is; change what "
         "you like.\n"
         "# What is asked of a file: " +
         suite::data::page_path("experiments/own_data/README.md") +
         "\n"
         "# The other keys: `preimage keys`, and " +
         suite::data::page_path("core/docs/configs.md") +
         "\n"
         "# All kernels and methods: `preimage list`\n\n"
         "# The heading of the tables.\n"
         "title: " +
         base::quote(fmt::format("Own data: {} of {}", target_words(facts), facts.file)) +
         "\n"
         "# A file of your own.\n"
         "experiment: own_data\n"
         "# All chance follows from this number: another one cuts other folds.\n" +
         fmt::format("seed: {}\n", kDraftSeed);
}

std::string inputs_text(const DraftFacts& facts) {
  const bool is_all = facts.says_all;
  std::string text = "  # The columns that the prediction is made from: all, names, or ranges like x0-x63.\n";
  if (is_all) text += "  # all: every column that is no output, no fold, no id and not left out below.\n";
  text += fmt::format("  inputs: {}\n", is_all ? "all" : list_of(facts.inputs, yaml_word));
  if (!facts.id.empty())
    text += fmt::format("  # It counts the rows: their name, and no input.{}\n  id: {}\n",
                        is_all ? " Without this line it is one." : "", yaml_word(facts.id));
  if (!facts.constants.empty())
    text += fmt::format(
        "  # Every row holds one value in {}{}. Arrays stay whole, as images need all pixels.\n"
        "  constant_columns: allow\n",
        yaml_word(facts.constants.front()),
        facts.constants.size() == 1 ? "" : fmt::format(" and {} more", facts.constants.size() - 1));
  if (facts.left_out.empty()) return text;
  text += is_all ? "  # No inputs, each for its reason.\n  except:\n" : "  # Columns that are no inputs:\n";
  for (const LeftOut& column : facts.left_out)
    text += fmt::format("  {} {}  # {}\n", is_all ? "  -" : "#", yaml_word(column.column), column.reason);
  return text;
}

std::string kind_words(const DraftFacts& facts) {
  switch (facts.kind) {
    case OutputKind::class_label:
      if (!facts.levels.empty()) return "classes in an order, the lowest first";
      return fmt::format("{} classes, told apart by their text", facts.classes);
    case OutputKind::label_set:
      return fmt::format("{}: {} labels, {} a row in the mean",
                         facts.outputs.size() > 1
                             ? "a label in each column, 1 where a row has it and else 0"
                             : fmt::format("labels with '{}' between them, or none", facts.separator),
                         facts.labels, three_digits(facts.labels_per_row));
    case OutputKind::string:
      return facts.counts.empty() ? "strings; a byte is a symbol"
                                  : "strings; their symbols are " + facts.counts;
    case OutputKind::vector:
      break;
  }
  return "numbers";
}

std::string kind_text(const DraftFacts& facts) {
  if (!facts.levels.empty())
    return fmt::format("  output_kind: ordinal\n  levels: {}\n", list_of(facts.levels, yaml_word));
  return fmt::format("  output_kind: {}\n{}", word_of(facts.kind),
                     facts.separator == ";" ? "" : "  separator: " + base::quote(facts.separator) + "\n");
}

/// A line to be switched on per column that looks like groups. It is no input then, of which a list has to be
/// told.
std::string groups_text(const DraftFacts& facts) {
  std::string text;
  for (const GroupColumn& column : facts.groups) {
    const bool is_named = !facts.says_all && std::ranges::count(facts.inputs, column.name) > 0;
    if (column.is_part) {
      text += "  # " + part_words(column) + ".\n";
      continue;
    }
    text += fmt::format(
        "  # {0} looks like groups of rows: {1} different values; {2}.\n"
        "  # Where it names persons, machines or the like, this keeps each whole in all folds{3}:\n"
        "  # group: {0}\n{4}",
        yaml_word(column.name), column.groups, column.reason,
        column.is_string ? ""
        : is_named       ? ", but take it from the list above"
                         : ", and out of the inputs",
        column.is_string ? "  # group_overlap: 1000\n" : "");
  }
  return text;
}

/// The samples of the first of the blocks of ordered folds.
std::size_t first_block(std::size_t samples, std::size_t folds) {
  return samples - folds * (samples / (folds + 1));
}

/// A line to be switched on.
std::string time_text(const DraftFacts& facts) {
  if (facts.time.empty()) return "";
  return fmt::format(
      "  # {0} looks like times of the rows. Where the past shall predict the future, this line and, below, "
      "`outer: {{ordered: {1}}}` and\n"
      "  # `inner: {{folds: {2}}}` in place of folds train on what was before the rows that they test.\n"
      "  # time: {0}\n",
      yaml_word(facts.time), facts.ordered.outer, facts.ordered.inner);
}

/// Which rows lie on one side of every fold.
std::string linked_text(const DraftFacts& facts) {
  if (facts.overlap == 0 || facts.linked.name.empty()) return "";
  return fmt::format(
      "  # {}.\n  # Rows that are linked so, also by others, are on one side of every fold: a model that has "
      "seen one\n  # nearly knows the others.\n  group: {}\n  group_overlap: {}\n",
      facts.linked_words, yaml_word(facts.linked.name), facts.overlap);
}

std::string texts_text(const DraftFacts& facts) {
  std::string text;
  if (!facts.categories.empty())
    text += fmt::format(
        "  # Inputs that are texts: each value that the training samples have becomes a column of 0 and 1.\n"
        "  categories: {}\n",
        list_of(facts.categories, yaml_word));
  const suite::data::GapWords words = gap_words_of(facts.na);
  if (words.na_is_text)
    text += "  # In columns of texts NA and the like are values; only an empty field has none.\n";
  if (!words.others.empty()) text += "  # Texts that mean a missing value, beside those that always do.\n";
  if (!facts.na.empty())
    text += words.others.empty() ? "  na: none\n" : "  " + suite::data::na_key(facts.na) + "\n";
  return text;
}

/// The keys of images, to be switched on.
std::string images_text(const DraftFacts& facts) {
  if (facts.images.empty()) return "";
  return fmt::format(
      "# The inputs are arrays of {0} x {1} numbers, line by line. Where they are images, without the # "
      "these lines add copies\n"
      "# of the training images that are shifted by a pixel:\n"
      "# image: {{width: {1}, height: {0}}}\n# virtual_examples: {{shift: [-1, 0, 1], background: 0}}\n",
      facts.images[0], facts.images[1]);
}

/// What was said of the file's lines.
std::string lines_text(const DraftFacts& facts) {
  const data::Header header = facts.rules.header;
  std::string text;
  if (header == data::Header::none)
    text += "  # The first line is a row: columns are numbered.\n  header: none\n";
  if (header == data::Header::first_line && facts.header.empty())
    text += "  # The first line names the columns, whatever it looks like.\n  header: first_line\n";
  if (!facts.rules.comment.empty())
    text += "  # Lines that begin so are no rows.\n  comment: " + base::quote(facts.rules.comment) + "\n";
  return text;
}

std::string dataset_text(const DraftFacts& facts) {
  std::string path =
      "  # In the folder of this config, or below it.\n  path: " + base::quote(facts.path) + "\n";
  if (!facts.outputs_path.empty())
    path += "  # The outputs of the same rows, in the same order.\n  outputs_path: " +
            base::quote(facts.outputs_path) + "\n";
  if (facts.string_pairs)
    return "# The samples: a line each, input, tab, output and, if you like, another tab and a fold.\n"
           "dataset:\n  name: string_pairs\n" +
           path +
           (facts.header.empty() ? ""
                                 : "  # The first line names the fields. Where it is a pair, say none.\n  "
                                   "header: first_line\n") +
           lines_text(facts);
  if (facts.are_graphs)
    return fmt::format(
        "# The samples: graphs, each with one of {} classes, in the text files of a TU collection.\n"
        "dataset:\n  name: graphs\n"
        "  # In the folder of this config, or below it.\n  folder: {}\n",
        facts.classes, base::quote(facts.path));
  return "# The samples: the rows of a table.\n"
         "dataset:\n  name: vectors\n" +
         path + lines_text(facts) + inputs_text(facts) + texts_text(facts) +
         "  # What is predicted.\n  outputs: " + list_of(facts.outputs, yaml_word) +
         "\n  # What these fields hold: " + kind_words(facts) +
         ". It may be class, vector, label_set or string.\n" + kind_text(facts) + linked_text(facts) +
         groups_text(facts) + time_text(facts) + "  # A column with folds of your own is named by `fold`" +
         (facts.id.empty() ? ", one that tells the rows apart by `id`" : "") + ".\n" +
         (facts.id.empty() && !facts.names.empty() ? "  # id: " + yaml_word(facts.names) + "\n" : "");
}

/// " (bill 2, sex 11)"; "" where all are in rows that are left out.
std::string gaps_text(const DraftFacts& facts) {
  std::vector<std::string> texts;
  for (const auto& [column, count] : facts.gaps_of)
    texts.push_back(fmt::format("{} {}", yaml_word(column), count));
  return texts.empty() ? "" : " (" + suite::data::few_of(std::move(texts), ", ", " columns") + ")";
}

std::string scale_text(const DraftFacts& facts) {
  if (facts.string_pairs) return "";
  std::string text =
      facts.numbers.empty()
          ? ""
          : "# Inputs brought to mean 0 and standard deviation 1, by the numbers of each training set: a "
            "column of large numbers\n"
            "# would drown the others. It may be standard, minmax (from 0 to 1) or none.\nscale: standard\n";
  if (facts.gaps > 0)
    text += fmt::format(
        "# What replaces empty fields of inputs{}: the training samples' median, or mean{}.\n"
        "missing: median\n",
        gaps_text(facts), facts.categories.empty() ? "" : "; of texts the commonest");
  if (facts.output_scales > kFarApart)
    text += fmt::format(
        "# Outputs are learned in the same way, as their standard deviations differ by a factor of {}, and "
        "predictions are scaled\n"
        "# back. Errors are in the file's units, in which the output with the largest numbers counts most.\n"
        "scale_outputs: standard\n",
        three_digits(facts.output_scales));
  if (facts.drops_missing_targets)
    text += "# Rows without a target are left out; refuse makes them an error.\nmissing_targets: drop\n";
  return text;
}

/// A line to be switched on. Substrings are drafted because they have told more: on 400 molecules of ESOL,
/// five folds, the mean error of kde was 0.73 by them and 0.80 by graphs.
std::string molecules_text(const DraftFacts& facts) {
  const auto found = std::ranges::find(facts.strings, StringKind::molecules, &StringInput::kind);
  if (found == facts.strings.end()) return "";
  const bool is_part = facts.inputs.size() > 1;
  return fmt::format(
      "# Compared as graphs: a molecule written from another atom is the same one. Aromatic rings are not "
      "those with\n"
      "# double bonds, c1ccccc1 and C1=CC=CC=C1{}:\n"
      "# {}: {{name: normalised, base: {{name: weisfeiler_lehman, rounds: {}, edge_labels: true, "
      "notation: smiles}}}}\n",
      is_part ? ". In place of the kernel of " + base::excerpt(found->column) : "",
      is_part ? "kernel" : "input_kernel", is_part ? "2" : "[0, 1, 2, 3]");
}

std::string kernels_text(const DraftFacts& facts) {
  return fmt::format(
      "# The kernel of inputs: {}.\ninput_kernel:{}{}\n{}"
      "# The kernel of outputs: {}.\noutput_kernel: {}\n"
      "# What is measured: {}the distance between truth and prediction under output_kernel{}.\nloss: {}\n{}",
      facts.input_kernel.words, facts.input_kernel.yaml.starts_with('\n') ? "" : " ", facts.input_kernel.yaml,
      molecules_text(facts), facts.output_kernel.words, facts.output_kernel.yaml,
      facts.predicts_trees ? "tree edits, which choose (a node is inserted, deleted or relabelled), and "
                           : "",
      !facts.levels.empty()                   ? "; before it, by how many levels it is off, which chooses"
      : facts.kind == OutputKind::class_label ? "; for classes also the share of wrong ones"
                                              : "",
      facts.predicts_trees ? "{name: tree_edit_distance}" : "distance",
      facts.counts.empty()
          ? ""
          : "# What symbol_error, edit_error and edit_distance count.\ntokens: " + facts.counts + "\n");
}

std::string folds_text(const char* name, std::size_t folds, bool stratified) {
  return fmt::format("  {}: {{folds: {}{}}}\n", name, folds, stratified ? ", stratified: true" : "");
}

std::string protocol_text(const DraftFacts& facts) {
  const FoldPlan& plan = facts.folds;
  std::string text =
      "# Folds that test, and folds of each training set that choose among the values in lists.\n";
  if (plan.stratified_outer || plan.stratified_inner)
    text += "# stratified: each holds every class in proportion.\n";
  if (facts.kind == OutputKind::class_label && !plan.stratified_inner)
    text += "# Not all are stratified: the smallest class has too few samples for that.\n";
  if (plan.outer < 5 || plan.inner < 4)
    text += fmt::format("# Fewer than the usual 5 and 4 folds, as there are {} samples.\n", facts.samples);
  text += "protocol:\n";
  if (plan.given)
    text += "  # given: the folds in the file.\n  outer: {given: true}\n";
  else
    text += folds_text("outer", plan.outer, plan.stratified_outer);
  return text + folds_text("inner", plan.inner, plan.stratified_inner);
}

/// Wide enough that the inner folds of common tables choose no end of it.
std::string bandwidth_text(const DraftFacts& facts) {
  const MedianDistance& distance = facts.distance;
  constexpr std::array<double, 6> kFactors = {0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
  const std::string of =
      distance.samples < facts.samples
          ? fmt::format("{} of the {} samples, drawn at random", distance.samples, facts.samples)
          : fmt::format("the {} samples", facts.samples);
  return fmt::format(
      "    # sigma of the Gaussian exp(-d^2 / (2 sigma^2)) over distances d of input_kernel. Their median{} "
      "is {} between\n"
      "    # {}{}; this is 1/4, 1/2, 1, 2, 4 and 8 times that.\n"
      "    bandwidth: {{sigma: {}}}\n",
      facts.distance_words, three_digits(distance.value), of,
      distance.of_different_only ? " (those at distance 0 left out)" : "",
      list_of(kFactors, [&](double factor) { return three_digits(factor * distance.value); }));
}

std::string neighbours_text(const DraftFacts& facts) {
  constexpr std::array<std::size_t, 7> kNeighbours = {1, 3, 5, 9, 15, 25, 40};
  std::vector<std::size_t> ks;
  std::size_t most = facts.folds.smallest_inner_training;
  if (!facts.time.empty())  // ordered folds, which are proposed, have smaller training sets
    most = std::min(most, first_block(first_block(facts.samples, facts.ordered.outer), facts.ordered.inner));
  for (const std::size_t k : kNeighbours) {
    if (k <= most) ks.push_back(k);
  }
  return "  # What the k nearest training samples have: the training output nearest to their mean, of equals "
         "the first.\n"
         "  nearest_neighbours:\n    method: nearest_neighbours\n" +
         fmt::format("    k: {}\n", list_of(ks, [](std::size_t k) { return std::to_string(k); }));
}

constexpr const char* kLevelDecoder = "{name: expected_loss, loss: {name: level_error}}";

std::string baseline_words(const DraftFacts& facts) {
  if (!facts.levels.empty()) return "is the median level";
  if (facts.kind == OutputKind::class_label) return "is the most frequent class";
  return facts.kind == OutputKind::vector ? "is the mean vector"
                                          : "is the output that lies most in the middle";
}

std::string ridge_text(const char* ridges) {
  return fmt::format(
      "    # Added to the diagonal of the Gram matrix, whose entries are at most 1: more smooths more.\n"
      "    ridge: [{}]\n",
      ridges);
}

std::string positions_text(const DraftFacts& facts) {
  return "  # A string symbol by symbol: the training positions vote whose windows of 3 symbols of the "
         "input, and whose predicted\n  # outputs, are nearest; they vote for its end, too. Such strings may "
         "be new.\n"
         "  positions:\n    method: kernel_dependency_estimation\n" +
         ridge_text("1e-6, 1e-4, 1e-2, 1, 100") +
         fmt::format(
             "    decoder:\n      {{name: per_position, window: 3, window_weight: 10, k: 3, ties: "
             "all_tied, length: stop{}}}\n",
             facts.counts.empty() ? "" : ", tokens: " + facts.counts);
}

std::string learners_text(const DraftFacts& facts) {
  std::string text =
      "# Methods, each under a name of yours. Of a list the inner folds choose one value.\n"
      "learners:\n"
      "  # What the others have to beat: the mean of the outputs for every input, which " +
      baseline_words(facts) + ".\n  baseline: {method: mean_output" +
      (facts.kind == OutputKind::vector ? ", decoder: {name: closed_form}"
       : facts.levels.empty()           ? ""
                                        : fmt::format(", decoder: {}", kLevelDecoder)) +
      "}\n"
      "  # Kernel PCA of the outputs, a ridge regression to its coordinates, and from there back to an "
      "output.\n" +
      std::string(
          facts.puts_together
              ? "  # That is one of the training outputs; `positions` puts new strings together.\n"
          : facts.kind == OutputKind::string
              ? "  # That is one of the training outputs; `preimage list` names decoders that put new "
                "strings together.\n"
              : "") +
      "  kde:\n    method: kernel_dependency_estimation\n" + bandwidth_text(facts) +
      ridge_text("1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100");
  if (facts.kind == OutputKind::vector)
    text +=
        "    # The weighted sum of the training outputs: new numbers, not those of one training sample.\n"
        "    decoder: {name: closed_form}\n";
  if (!facts.levels.empty())
    text += fmt::format("    # The level that is off by the fewest levels in the mean.\n    decoder: {}\n",
                        kLevelDecoder);
  if (facts.puts_together) text += positions_text(facts);
  text += neighbours_text(facts);
  if (facts.kind != OutputKind::class_label) return text;
  if (!facts.folds.two_classes_everywhere)
    return text +
           "  # No one_vs_rest_svm: it needs two classes in each training set, and one of them is nearly all "
           "samples.\n";
  return text + "  # A support vector machine per class.\n  svm:\n    method: one_vs_rest_svm\n" +
         bandwidth_text(facts) + ridge_text("1e-3, 1e-2, 1e-1, 1, 10");
}

}  // namespace

std::string sum_text(const std::vector<std::string>& numbers, const DraftFacts& facts, bool has_lists) {
  std::string groups, weights;
  if (!facts.numbers.empty()) {
    const double weight = 1.0 / static_cast<double>(facts.numbers.size());
    constexpr std::array<double, 3> kFactors = {0.3, 1.0, 3.0};
    groups = fmt::format(
        "    # Their mean squared distance, weighted, is 2: as of two strings that share nothing.\n"
        "    - {{columns: {}, kernel: {{name: linear}}}}\n",
        list_of(numbers, yaml_word));
    weights = has_lists ? list_of(kFactors, [&](double factor) { return three_digits(factor * weight); })
                        : three_digits(weight);
  }
  for (const StringInput& input : facts.strings) {
    groups +=
        fmt::format("    # {} holds {}: {}, as a vector of length 1.\n    - {{columns: [{}], kernel: {}}}\n",
                    base::excerpt(input.column), input.words(), input.kernel_words(), yaml_word(input.column),
                    input.kernel(input.middle_value()));
    weights += weights.empty() ? "1" : ", 1";
  }
  return fmt::format("\n  name: column_sum\n  of:\n{}{}  weights: [{}]", groups,
                     has_lists && !facts.numbers.empty()
                         ? "  # Of each kernel; of the first the inner folds choose one.\n"
                         : "",
                     weights);
}

std::string draft_text(const DraftFacts& facts) {
  return head_text(facts) + dataset_text(facts) + images_text(facts) + scale_text(facts) +
         kernels_text(facts) + protocol_text(facts) + learners_text(facts) +
         "# How often: each repetition cuts new folds. `preimage run` takes quick; others go by --profile "
         "NAME.\n"
         "profiles:\n  quick: {repetitions: 2, readings: all}\n";
}

namespace {

std::size_t rounded_up(std::size_t samples, std::size_t folds) {
  return (samples + folds - 1) / folds;
}

std::size_t largest_fold(const std::vector<int>& given) {
  std::map<int, std::size_t> sizes;
  std::size_t largest = 0;
  for (const int name : given) largest = std::max(largest, ++sizes[name]);
  return largest;
}

}  // namespace

FoldPlan plan_folds(std::size_t samples, const std::vector<std::size_t>& classes,
                    const std::vector<int>& given) {
  FoldPlan plan;
  plan.given = !given.empty();
  plan.outer = std::clamp<std::size_t>(samples / 3, 2, 5);
  const std::size_t training = samples - (plan.given ? largest_fold(given) : rounded_up(samples, plan.outer));
  plan.inner = std::clamp<std::size_t>(training / 2, 2, 4);
  plan.smallest_inner_training = training - std::min(training, rounded_up(training, plan.inner));
  if (classes.empty() || plan.given) return plan;
  const auto [smallest, largest] = std::minmax_element(classes.begin(), classes.end());
  plan.stratified_outer = *smallest >= plan.outer;
  // An outer training set lacks the class's share of one fold.
  plan.stratified_inner =
      plan.stratified_outer && *smallest - rounded_up(*smallest, plan.outer) >= plan.inner;
  const std::size_t left_out = samples - plan.smallest_inner_training;
  plan.two_classes_everywhere = plan.stratified_inner || samples - *largest > left_out;
  return plan;
}

std::size_t smallest_inner_training(const FoldPlan& plan, const std::vector<int>& groups,
                                    const std::vector<int>& classes) {
  constexpr std::size_t kRows = 1'000'000, kDraws = 50;
  const study::Groups whole{"", groups, {}};
  base::Random random(kDraftSeed);
  std::size_t smallest = groups.size();
  const auto cut = [&](const arma::uvec& samples, std::size_t folds, bool is_stratified) {
    std::vector<int> strata;
    for (std::size_t i = 0; is_stratified && i < samples.n_elem; ++i)
      strata.push_back(classes.at(samples(i)));
    return study::cut_into_parts(samples, folds, strata, &whole, random);
  };
  const arma::uvec all = arma::regspace<arma::uvec>(0, groups.size() - 1);
  for (std::size_t draw = 0; draw < std::clamp<std::size_t>(kRows / groups.size(), 1, kDraws); ++draw) {
    for (const arma::uvec& test : cut(all, plan.outer, plan.stratified_outer)) {
      arma::uvec is_training(groups.size(), arma::fill::ones);
      is_training.elem(test).zeros();
      const arma::uvec training = arma::find(is_training);
      const std::size_t folds = std::min(plan.inner, study::group_count(whole, training));
      for (const arma::uvec& part : cut(training, folds, plan.stratified_inner))
        smallest = std::min<std::size_t>(smallest, training.n_elem - part.n_elem);
    }
  }
  return smallest;
}

}  // namespace preimage::suite::own_data
