#include "suite/study/options.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/study/option_table.hpp"

namespace preimage::suite::study {

namespace {

/// Appends an option as the words of a command line that read it again.
class Arguments {
 public:
  explicit Arguments(std::vector<std::string>& words) : words_(words) {}

  void operator()(const OptionRow& row, bool flag) const {
    if (flag) words_.push_back(row.name());
  }
  template <class T>
  void operator()(const OptionRow& row, const std::optional<T>& value) const {
    if (value) (*this)(row, *value);
  }
  template <class T>
  void operator()(const OptionRow& row, const std::vector<T>& values) const {
    for (const T& value : values) (*this)(row, value);
  }
  template <class T>
  void operator()(const OptionRow& row, const T& value) const {
    if (!row.is_positional) words_.push_back(row.name());
    words_.push_back(text_of(value));
  }

 private:
  static std::string text_of(const std::string& text) { return text; }
  static std::string text_of(const std::filesystem::path& path) { return path.string(); }
  static std::string text_of(const config::Override& o) { return o.text(); }
  static std::string text_of(const Axis& axis) { return axis.text; }
  template <class Number>
  requires std::is_arithmetic_v<Number>
  static std::string text_of(Number number) { return fmt::format("{}", number); }

  std::vector<std::string>& words_;
};

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::optional<long> shard = config::parse_integer(text.substr(0, slash));
  const std::optional<long> shards =
      slash == std::string::npos ? std::nullopt : config::parse_integer(text.substr(slash + 1));
  constexpr long kMax = 1'000'000;
  if (!shard || !shards || *shard < 1 || *shard > *shards || *shards > kMax)
    throw ConfigError("--shard " + text + ": expected i/n with 1 <= i <= n");
  return {static_cast<int>(*shard - 1), static_cast<int>(*shards)};
}

SelectionOptions independent_of_place(SelectionOptions options) {
  for (std::filesystem::path& config : options.configs) config = std::filesystem::absolute(config);
  options.out = std::filesystem::absolute(options.out).lexically_normal();
  if (options.data) options.data = std::filesystem::absolute(*options.data);
  return options;
}

std::vector<std::string> study_arguments(const StudyOptions& options) {
  std::vector<std::string> words;
  visit_selection(options.selected, Arguments(words));
  visit_sweep(options.selected.sweep, Arguments(words));
  visit_cells(options.run, Arguments(words));
  visit_threads(options.run, Arguments(words));
  visit_permission(options.run, Arguments(words));
  return words;
}

std::string shell_quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace preimage::suite::study
