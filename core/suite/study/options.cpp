#include "suite/study/options.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "suite/config/config_error.hpp"
#include "suite/config/number.hpp"
#include "suite/study/option_table.hpp"

namespace preimage::suite::study {

namespace {

/// All that workers are told. options  StudyOptions
template <class Visit>
void visit_study(const StudyOptions& options, const Visit& visit) {
  visit_selection(options.selected, visit);
  visit_sweep(options.selected.sweep, visit);
  visit_cells(options.run, visit);
  visit_permission(options.run, visit);
}

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

bool RunWay::is_plain() const {
  RunWay plain;
  plain.profile = profile;
  plain.data = data;
  plain.stand_in = stand_in;
  plain.max_cells = max_cells;
  return *this == plain;
}

bool RunWay::is_chosen_by(const RunWay& given, bool has_profile) const {
  RunWay wanted = given;
  wanted.data = {};
  wanted.max_cells = {};
  if (!has_profile) wanted.profile = profile;
  bool is_chosen = wanted.profile == profile;
  visit_members_of_way([&](const OptionRow&, auto member) {
    is_chosen = is_chosen && (wanted.*member == RunWay().*member || wanted.*member == this->*member);
  });
  return is_chosen;
}

SelectionOptions selection_of(const RunSpec& spec, const std::filesystem::path& out) {
  SelectionOptions selected;
  selected.way() = spec.way();
  selected.configs = {spec.config};
  selected.out = out;
  return selected;
}

std::vector<std::string> study_arguments(const StudyOptions& options) {
  std::vector<std::string> words;
  visit_study(options, Arguments(words));
  return words;
}

std::vector<std::string> run_arguments(const StudyOptions& options) {
  std::vector<std::string> words = study_arguments(options);
  if (options.run.sweep_name) words.insert(words.end(), {"--name", *options.run.sweep_name});
  if (options.run.bitwise) words.emplace_back("--bitwise");
  return words;
}

std::vector<std::string> typed_arguments(const StudyOptions& options, const StudyOptions& usual) {
  const auto words_by_row = [](const StudyOptions& some) {
    std::vector<std::vector<std::string>> rows;
    visit_study(some,
                [&](const OptionRow& row, const auto& value) { Arguments(rows.emplace_back())(row, value); });
    return rows;
  };
  const std::vector<std::vector<std::string>> rows = words_by_row(options), usual_rows = words_by_row(usual);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] != usual_rows[i]) words.insert(words.end(), rows[i].begin(), rows[i].end());
  }
  return words;
}

std::string shell_quoted(const std::string& word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_@%+=:,./-").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_text(const std::vector<std::string>& begin, const std::vector<std::string>& arguments) {
  std::string text;
  for (const auto* words : {&begin, &arguments}) {
    for (const std::string& word : *words) text += (text.empty() ? "" : " ") + shell_quoted(word);
  }
  return text;
}

}  // namespace preimage::suite::study
