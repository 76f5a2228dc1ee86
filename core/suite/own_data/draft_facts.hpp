// What a config for a user's file is written from: all of it was seen in the file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suite/data/vectors.hpp"
#include "suite/own_data/group_columns.hpp"
#include "suite/own_data/median_distance.hpp"
#include "suite/own_data/order_warnings.hpp"
#include "suite/own_data/survey.hpp"
#include "suite/study/draft.hpp"

namespace preimage::suite::own_data {

/// A column that is no input, and why.
struct LeftOut {
  std::string column, reason;
};

struct FoldPlan {
  std::size_t outer = 5, inner = 4;
  bool given = false;  // the data's own outer folds
  bool stratified_outer = false, stratified_inner = false;
  std::size_t smallest_inner_training = 0;
  bool two_classes_everywhere = false;  // each training set holds two classes at least, whatever the draw
};

/// Five outer and four inner folds; fewer where a fold would test fewer than three samples or choose by fewer
/// than two.
/// Stratified where every class has a sample for each fold.
/// classes  how many samples each has; or empty
/// given    the data's own outer folds, a name per sample; or empty
FoldPlan plan_folds(std::size_t samples, const std::vector<std::size_t>& classes,
                    const std::vector<int>& given);

/// The smallest inner training set of these folds where they keep groups whole: over 50 draws, fewer of more
/// than 20,000 samples.
/// groups   of each sample
/// classes  of each, for folds that are stratified; or empty
std::size_t smallest_inner_training(const FoldPlan& plan, const std::vector<int>& groups,
                                    const std::vector<int>& classes);

struct DraftedKernel {
  std::string yaml, words;  // the words say what it is
};

struct DraftFacts {
  std::string file;                 // its name
  std::string path;                 // from the config's folder
  std::string outputs_path;         // of a second file with the outputs; or ""
  std::vector<std::size_t> images;  // height and width of inputs that are images; or empty
  bool string_pairs = false;
  bool are_graphs = false;           // the folder of a collection: `path` is that
  suite::data::LineRules rules;      // as asked for
  std::vector<std::string> remarks;  // of the reader, and on what was guessed
  std::vector<std::string> header;   // of string pairs: the fields of a first line that is none; or empty
  std::size_t samples = 0;
  std::vector<std::string> inputs;      // the columns
  std::vector<std::string> categories;  // those of the inputs that are texts
  std::vector<StringInput> strings;     // and those that are compared as strings
  std::vector<std::string> numbers;     // the others, and the categories
  GroupColumn linked;                   // rows that share parts of a column of strings
  std::size_t overlap = 0;              // how long these parts are; or 0 where there are none
  std::string linked_words;             // LinkedRows::words of them
  std::size_t gaps = 0;                 // fields of the inputs without a value
  std::vector<std::pair<std::string, std::size_t>> gaps_of;  // of rows that are used, by column
  std::vector<std::string> na;                               // as asked for
  bool drops_missing_targets = false;                        // likewise
  bool says_all = true;                                      // in one word: no column has that name
  std::vector<LeftOut> left_out;                             // of the columns that are no outputs
  std::vector<std::string> constants;  // inputs of one value that stay: pixels of images
  std::string id;                      // a column that counts the rows, and is taken as their name; or ""
  std::string names;                   // a column of texts that may be taken as their name; or ""
  std::vector<GroupColumn> groups;     // columns that look as if they named groups of rows
  std::string time, first_time;        // the first column that holds dates, and its first; or ""
  OrderedFolds ordered;                // by it
  std::vector<std::string> outputs;
  suite::data::OutputKind kind = suite::data::OutputKind::string;
  std::size_t classes = 0;
  std::vector<std::string> levels;  // of classes in an order, from the lowest to the highest; or empty
  std::string separator = ";";      // of label sets in one column
  std::size_t labels = 0;           // of label sets: the different ones
  double labels_per_row = 0.0;      // their mean number
  double output_scales = 1.0;       // of several numbers: the largest standard deviation over the smallest
  DraftedKernel input_kernel, output_kernel;
  std::string counts;           // of outputs that are strings: the symbols, unless they are bytes
  bool puts_together = false;   // pairs short enough for strings that are put together
  bool predicts_trees = false;  // of outputs in brackets
  MedianDistance distance;      // between inputs
  std::string distance_words;   // under which of several kernels that is; or ""
  FoldPlan folds;
  std::string dropped;  // rows without a target that are left out, as VectorData::dropped
};

inline constexpr std::uint64_t kDraftSeed =
    1;  // of the config, and of the samples whose distances are looked at

/// The word of a config for a kind.
std::string word_of(suite::data::OutputKind kind);

/// Reads the file of a request.
/// throws  as study::DraftConfig
DraftFacts collect_facts(suite::study::DraftRequest request);

/// A column_sum in YAML.
/// numbers    the columns of its first group, as a config names them; none without facts.numbers
/// has_lists  with the weights that inner folds choose from; else their middle
std::string sum_text(const std::vector<std::string>& numbers, const DraftFacts& facts, bool has_lists);

/// The config.
std::string draft_text(const DraftFacts& facts);

}  // namespace preimage::suite::own_data
