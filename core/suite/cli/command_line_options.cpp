#include "suite/cli/command_line_options.hpp"

#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"

// How CLI11 reads values of these types; what is wrong with one is thrown as a ConfigError.
namespace preimage::suite::config {
inline bool lexical_cast(const std::string& text, Override& value) {
  value = parse_override(text);
  return true;
}
}  // namespace preimage::suite::config

namespace preimage::suite::study {
inline bool lexical_cast(const std::string& text, Axis& value) {
  value = parse_axis(text);
  return true;
}
inline bool lexical_cast(const std::string& text, Shard& value) {
  value = parse_shard(text);
  return true;
}
}  // namespace preimage::suite::study

namespace preimage::suite::cli {

namespace {

/// CLI11's own ranges hold for NaN, too.
std::string seconds_problem(const std::string& text) {
  const std::optional<double> seconds = config::parse_decimal(text);
  if (seconds && *seconds > 0.0 && *seconds <= 1e9) return "";
  return "expected seconds above 0 and at most 1e9, found '" + text + "'";
}

/// Adds each row of a list to a verb, as an option that fills the row's value.
struct AddOption {
  CLI::App& verb;
  template <class Value>
  void operator()(const study::OptionRow& row, Value& value) const {
    if constexpr (std::is_same_v<Value, bool>) {
      verb.add_flag(row.name(), value, row.help);
    } else {
      CLI::Option* option = verb.add_option(row.name(), value, row.help);
      if (!row.word.empty() && !row.is_positional) option->type_name(row.word);
      if (row.most > row.least) option->check(integer_problem(row.least, row.most));
      if constexpr (std::is_same_v<Value, std::optional<double>>) option->check(seconds_problem);
      if constexpr (std::is_same_v<Value, std::string>) option->capture_default_str();
      if (!row.is_positional) option->allow_extra_args(false);
    }
  }
};

}  // namespace

std::function<std::string(const std::string&)> integer_problem(long least, long most) {
  return [least, most](const std::string& text) -> std::string {
    const std::optional<long> number = config::parse_integer(text);
    if (number && *number >= least && *number <= most) return "";
    return fmt::format("expected an integer from {} to {}, found {}", least, most, base::excerpt(text));
  };
}

void add_study_options(CLI::App& verb, study::SelectionOptions& options) {
  study::visit_selection(options, AddOption{verb});
}

CLI::Option* add_sweep_options(CLI::App& verb, study::SweepOptions& options) {
  study::visit_sweep(options, AddOption{verb});
  CLI::Option* grid = verb.get_option("--grid");
  CLI::Option* random = verb.get_option("--random")->needs(grid);
  verb.get_option("--seed")->needs(random);
  verb.get_option("--learner")->needs(grid);
  return grid;
}

void add_cell_options(CLI::App& verb, study::RunOptions& options) {
  study::visit_cells(options, AddOption{verb});
  add_permission(verb, options);
}

void add_worker_options(CLI::App& verb, study::RunOptions& options) {
  study::visit_workers(options, AddOption{verb});
  add_bitwise(verb, options);
}

void add_permission(CLI::App& verb, study::RunOptions& options) {
  study::visit_permission(options, AddOption{verb});
}

void add_bitwise(CLI::App& verb, study::RunOptions& options) {
  study::visit_bitwise(options, AddOption{verb});
}

void add_part_options(CLI::App& verb, study::WorkerOptions& options) {
  study::visit_part(options, AddOption{verb});
  verb.get_option("--shard")->default_str("1/1");
  verb.get_option("--cells")->excludes(verb.get_option("--shard"))->excludes(verb.get_option("--only"));
}

}  // namespace preimage::suite::cli
