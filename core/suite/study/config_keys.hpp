// The keys of a config that no row of a table declares: those of the whole config, folds, learners, readings,
// claims and profiles. Declared once: read by their parsers, printed by `preimage keys`, held to by the
// schema.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "suite/registry/parameter.hpp"
#include "suite/study/experiment.hpp"

namespace preimage::suite::study {

namespace keys {

using registry::Choice;
using registry::Flag;
using registry::Integer;
using registry::Number;
using registry::OptionalInteger;
using registry::OptionalNumber;
using registry::Part;
using registry::PartForm;
using registry::Text;
using registry::Texts;

// The whole config.
inline constexpr Text kTitle{"title", "printed above every table"};
inline constexpr Integer kSeed{"seed", 0, std::numeric_limits<long>::max(), "all chance follows from it"};
inline constexpr Text kReproduces{"reproduces",
                                  "paper/table of the published numbers that ours are held against", ""};
inline constexpr Part kPaper{"paper", "a key of papers.csv | a map",
                             "who wrote it: {key, authors, title, venue, year, url}", true};
inline constexpr Part kPublished{"published", "a CSV file", "the published numbers of the paper", true};
inline constexpr Texts kFigures{"figures", "none, or a list of files",
                                "which of the experiment's pictures are drawn; without it all", true};
inline constexpr Part kDataset{"dataset", "a map",
                               "the data; its keys are the experiment's (`command` has none)", true};
inline constexpr Part kLoss{
    "loss",
    {{PartForm::Is::word, "distance"},
     {PartForm::Is::word, "squared_distance"},
     {PartForm::Is::loss, "a loss"}},
    "what the inner folds choose by; the first two in the output kernel's feature space",
    true};
inline constexpr Part kProtocol{"protocol", "a map", "folds (`command` has none)", true};
inline constexpr Part kLearners{"learners", "a map of learners by name", "what is compared"};
inline constexpr Part kReadings{"readings", "a map of readings by name",
                                "what a paper leaves open, each way to fill it in", true};
inline constexpr Part kClaims{"claims", "a map of claims by name", "what the paper says of its numbers",
                              true};
inline constexpr Part kProfiles{"profiles", "a map of profiles by name", "how often it is run"};

// protocol
inline constexpr const char* kOuter = "outer";
inline constexpr const char* kInner = "inner";
inline constexpr Integer kFolds{"folds", 2, 100000, "how many"};
inline constexpr Flag kStratified{"stratified", "each fold holds each class in proportion; needs classes"};
inline constexpr OptionalInteger kInnerSamples{
    {"samples", 2, 100'000'000,
     "choose on this many of the training samples, drawn at random, where there are more"}};
inline constexpr Flag kGiven{"given", "in place of folds: the data's own, each the test set once"};
inline constexpr OptionalInteger kOrdered{
    {"ordered", 2, 100000,
     "in place of folds: so many blocks in the order of time; each tests, and all rows before it train; "
     "inner folds likewise"}};
inline constexpr OptionalNumber kGap{{"gap", config::kNonNegative,
                                      "beside ordered: what does not train before a block: rows, or with "
                                      "dataset.time days (of numbers their unit)"}};
inline constexpr Choice kTrainOn{"train_on", "the_rest | one_fold | first_fold",
                                 "what is trained on; the other folds test", "the_rest"};
inline constexpr const char* kNestedInterval = "nested_cv";
inline constexpr Choice kInterval{"interval", "corrected | nested_cv",
                                  "the 95 % interval of tables without printed numbers: of the corrected "
                                  "resampled t-test, or of nested cross-validation, which also leaves out "
                                  "each pair of the outer folds",
                                  "corrected"};

// Of every learner, beside its method's.
inline constexpr Flag kInnerLoss{"inner_loss",
                                 "the loss on the inner folds is computed for a grid of one point, too"};
inline constexpr const char* kPlace = "place";
inline constexpr Text kRow{"row", "where its numbers are in a table that the paper does not print"};
inline constexpr Text kColumn{"column", "likewise"};

// readings
inline constexpr Text kNote{"note", "the reading in words", ""};
inline constexpr OptionalInteger kChoices{
    {"choices_after_seeing", 0, 1000,
     "choices made after seeing the paper's numbers; without it no number is counted as without hindsight"}};

// claims
inline constexpr Text kText{"text", "the sentence of the paper"};
inline constexpr Text kMeasure{"measure", "that it is about"};
inline constexpr Text kBetter{"better", "the learner with the smaller loss, or the larger gain", ""};
inline constexpr Text kWorse{"worse", "the learner with the larger loss, or the smaller gain", ""};
inline constexpr OptionalNumber kAtLeast{{"at_least", config::kAny, "a number in place of better"}};
inline constexpr OptionalNumber kAtMost{{"at_most", config::kAny, "a number in place of worse"}};
inline constexpr Number kMargin{
    "margin", config::kNonNegative,
    "loss of better < loss of worse + margin, gain of better > gain of worse - margin", 0.0};

// profiles, and which readings a claim means
inline constexpr Texts kReadingNames{"readings", "all, or a list of names", "without it all", true};
inline constexpr Integer kRepetitions{
    "repetitions", 1, 100000,
    "fresh draws of folds, data or noise; 50 where it is left out beside protocol.interval: nested_cv"};
inline constexpr int kNestedRepetitions = 50;
inline constexpr OptionalNumber kCellTime{
    {"cell_time", config::kPositive, "seconds after which a cell is ended"}};
inline constexpr OptionalInteger kCellMemory{
    {"cell_memory", 1, 1L << 40, "MiB of resident memory of a cell"}};

inline constexpr Part kFor{"for", "a map of lists", "the entry stands for one entry per value", true};

}  // namespace keys

/// Keys below one path.
struct KeyGroup {
  std::string path;  // "protocol", "kernel.gaussian"; "" of the whole config
  std::string summary;
  std::string example;  // of a row; the files of an experiment; else ""
  std::vector<registry::ParameterFacts> keys;
};

/// All there are: those above, of every experiment ("experiment.string_toy"), of every row of the tables
/// ("learners.nearest_neighbours", "decoder.candidates", "kernel.gaussian", "loss.edit_distance").
std::vector<KeyGroup> key_groups(const ExperimentTable& experiments);

/// The groups, or their keys, that a path means: as a config or the list of groups has it. The first
/// part may be any word for it ("kernels", "input_kernel", "method") or be left out ("gaussian"), and
/// initials are a name, too ("learners.kde"). What means none of them is searched for, as a part of the
/// paths of groups, and of the names and the meanings of keys.
/// throws  ConfigError where there is none, with the nearest
std::vector<KeyGroup> select_keys(const std::vector<KeyGroup>& groups, const std::string& path);

/// A JSON schema (draft 7) of configs, made of the same groups, for editors: it refuses keys that no group
/// has, where the group says what it takes, and values out of range. What depends on more than one key it
/// leaves to the program.
std::string config_schema(const ExperimentTable& experiments);

}  // namespace preimage::suite::study
