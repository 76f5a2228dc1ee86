#include "suite/data/arff.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"
#include "suite/data/text_file.hpp"

namespace preimage::suite::data {

namespace {

/// What KEEL writes of its columns' use, which is the config's to say here: @inputs a, b and @outputs c.
bool is_role(const std::string& keyword) {
  return keyword == "@input" || keyword == "@inputs" || keyword == "@output" || keyword == "@outputs";
}

struct Word {
  std::string text;
  bool is_quoted = false;
};

class ArffReader final : public TableReader {
 public:
  ArffReader(std::string text, std::string source)
      : TableReader(std::move(source)),
        text_(plain_text(std::move(text), source_)),
        lines_(split_lines(text_, source_)) {
    read_header();
    read_labels(relation_);
    for (const Attribute& attribute : attributes_) {
      left_out_.push_back(attribute.values.empty() ? "0" : attribute.values.front());
      left_out_numbers_.push_back(config::read_decimal(left_out_.back()));
    }
  }

  ArffReader(const ArffReader&) = delete;  // lines are views into the text
  ArffReader& operator=(const ArffReader&) = delete;

  using TableReader::next;
  bool next() override {
    while (next_line_ < lines_.size()) {
      Scanner line(*this, lines_[next_line_]);
      row_line_ = ++next_line_;
      if (line.at_end()) continue;
      if (++rows_ > kMaxRows) fail(fmt::format("more than the limit of {} rows", kMaxRows));
      if (rows_ * header_.size() > kMaxArffFields)
        fail(fmt::format("more than the limit of {} values, rows times columns", kMaxArffFields));
      unknown_.assign(header_.size(), false);
      if (line.take('{'))
        read_sparse(line);
      else
        read_dense(line);
      return true;
    }
    return false;
  }
  const std::string& text(std::size_t column) const override { return fields_[column]; }
  /// Of what a sparse row leaves out it is known without a look at the text.
  std::optional<double> number(std::size_t column) const override {
    return is_said_[column] ? TableReader::number(column) : left_out_numbers_[column];
  }
  bool is_unknown(std::size_t column) const override { return unknown_[column]; }

 private:
  struct Attribute {
    std::vector<std::string> values;  // of a nominal one
    bool is_text = false;             // string or date
  };
  /// The words of one line, from left to right.
  class Scanner {
   public:
    Scanner(const ArffReader& reader, std::string_view line) : reader_(reader), rest_(line) {}

    /// Behind blanks; a comment ends the line.
    bool at_end() {
      while (!rest_.empty() && config::is_blank(rest_.front())) rest_.remove_prefix(1);
      return rest_.empty() || rest_.front() == '%';
    }
    bool has(char c) const { return rest_.find(c) != std::string_view::npos; }
    bool is_at(char c) { return !at_end() && rest_.front() == c; }
    /// Takes all up to `c`.
    void up_to(char c) {
      const std::size_t end = rest_.find(c);
      if (end == std::string_view::npos) reader_.fail(fmt::format("expected '{}'", c));
      rest_.remove_prefix(end + 1);
    }
    /// The last `count` characters that were taken are ahead again.
    void put_back(std::size_t count) { rest_ = {rest_.data() - count, rest_.size() + count}; }
    bool take(char c) {
      if (!is_at(c)) return false;
      rest_.remove_prefix(1);
      return true;
    }
    /// A word, which may be "" in quotes only.
    Word word(const char* what) {
      if (at_end()) reader_.fail(fmt::format("expected {}, found the end of the line", what));
      if (rest_.front() == '\'' || rest_.front() == '"') return {quoted(), true};
      std::size_t end = 0;
      while (end < rest_.size() && !config::is_blank(rest_[end]) &&
             std::string_view(",{}%'\"").find(rest_[end]) == std::string_view::npos)
        ++end;
      if (end == 0)
        reader_.fail(fmt::format("expected {}, found {}", what, base::excerpt(std::string(rest_))));
      const std::string text(rest_.substr(0, end));
      rest_.remove_prefix(end);
      return {text, false};
    }
    void require_end(const char* behind) {
      if (!at_end()) reader_.fail(fmt::format("{} follows {}", base::excerpt(std::string(rest_)), behind));
    }

   private:
    std::string quoted() {
      const char quote = rest_.front();
      std::string text;
      for (std::size_t i = 1; i < rest_.size(); ++i) {
        if (rest_[i] == quote) {
          rest_.remove_prefix(i + 1);
          return text;
        }
        if (rest_[i] == '\\' && i + 1 < rest_.size()) ++i;
        text += rest_[i];
      }
      reader_.fail("a quote is not closed");
    }

    const ArffReader& reader_;
    std::string_view rest_;
  };

  void read_header() {
    std::set<std::string> names;  // no hash, which a file could make collide
    bool has_relation = false;
    while (next_line_ < lines_.size()) {
      Scanner line(*this, lines_[next_line_]);
      row_line_ = ++next_line_;
      if (line.at_end()) continue;
      const std::string keyword = lower_case(line.word("@relation, @attribute or @data").text);
      if (keyword == "@relation") {
        if (std::exchange(has_relation, true)) fail("a second @relation");
        if (!line.at_end()) relation_ = line.word("a name").text;
        while (!line.at_end()) relation_ += " " + line.word("a name").text;
      } else if (keyword == "@attribute") {
        read_attribute(line);
        if (!names.insert(header_.back()).second)
          fail(fmt::format("column {} occurs twice", base::excerpt(header_.back())));
      } else if (is_role(keyword)) {
        continue;
      } else if (keyword == "@data") {
        line.require_end("@data");
        if (header_.empty()) fail("@data without an @attribute before");
        return;
      } else {
        fail(fmt::format("expected @relation, @attribute or @data, found {}", base::excerpt(keyword)));
      }
    }
    fail("no line @data");
  }
  void read_attribute(Scanner& line) {
    if (header_.size() == kMaxColumns) fail(fmt::format("more than the limit of {} columns", kMaxColumns));
    const std::string name = line.word("a column's name").text;
    if (!is_column_name(name))
      fail(fmt::format("expected a column's name of one line and at most {} bytes, found {}", kMaxColumnName,
                       base::excerpt(name)));
    if (const std::string advice = encoding_advice(name); !advice.empty())
      fail(fmt::format("column {}: {}", base::excerpt(name), advice));
    Attribute attribute;
    bool is_date = false;
    if (line.take('{')) {
      std::set<std::string> values;
      do {
        attribute.values.push_back(line.word("a value").text);
        if (!values.insert(attribute.values.back()).second)
          fail(fmt::format("column {}: value {} occurs twice", base::excerpt(name),
                           base::excerpt(attribute.values.back())));
      } while (line.take(','));
      if (!line.take('}')) fail(fmt::format("column {}: expected ',' or '}}'", base::excerpt(name)));
    } else {
      std::string type = lower_case(line.word("a type").text);
      const std::size_t bracket = type.find('[');  // integer[1,10]
      if (bracket != std::string::npos) line.put_back(type.size() - bracket);
      type.erase(std::min(bracket, type.size()));
      is_date = type == "date";
      attribute.is_text = type == "string" || is_date;
      if (is_date && !line.at_end()) line.word("a format");
      if (!attribute.is_text && type != "numeric" && type != "real" && type != "integer")
        fail(fmt::format("column {}: expected numeric, real, integer, string, date or {{values}}, found {}",
                         base::excerpt(name), base::excerpt(type)));
      if (!attribute.is_text && line.take('[')) line.up_to(']');  // a range, which the values are not held to
    }
    line.require_end("the type");
    header_.push_back(name);
    formats_.push_back({is_date ? NumberType::none : NumberType::unsaid, !attribute.values.empty()});
    attributes_.push_back(std::move(attribute));
  }
  void read_labels(const std::string& relation) {
    const std::vector<std::string_view> words = split_fields(relation, ' ');
    const auto option = std::find(words.begin(), words.end(), "-C");
    if (option == words.end()) return;
    const auto n = static_cast<long>(header_.size());
    const long count = option + 1 == words.end() ? 0 : config::parse_integer(*(option + 1)).value_or(0);
    const long begin = count > 0 ? 0 : n + count, end = count > 0 ? count : n;
    const auto may_be_label = [](const Attribute& column) {
      return !column.is_text && std::all_of(column.values.begin(), column.values.end(),
                                            [](const auto& value) { return value == "0" || value == "1"; });
    };
    const bool says_labels =
        count != 0 && begin >= 0 && end <= n && std::count(words.begin(), words.end(), "-C") == 1 &&
        relation.find(".filters.") == std::string::npos &&
        std::all_of(attributes_.begin() + begin, attributes_.begin() + end, may_be_label);
    if (says_labels)
      labels_.assign(header_.begin() + begin, header_.begin() + end);
    else
      labels_doubt_ =
          "@relation: -C counts no columns of 0 and 1, occurs twice, or is beside filters, which may have "
          "moved columns: which columns are labels is in doubt; name them: outputs: [TAG_*], [y1-y45] or "
          "[a, b]";
  }
  void read_dense(Scanner& line) {
    fields_.assign(header_.size(), "");
    is_said_.assign(header_.size(), true);
    const bool has_commas = line.has(',');
    std::size_t count = 0;
    do {
      if (line.is_at('{')) fail("weights of rows are not read");
      if (count == header_.size() && line.at_end()) return;  // a comma behind the row
      if (count == header_.size()) fail(fmt::format("expected {} values, found more", header_.size()));
      set(count++, line);
    } while (line.take(',') || (!has_commas && !line.at_end()));
    line.require_end("a value, where a comma was expected");
    if (count != header_.size()) fail(fmt::format("expected {} values, found {}", header_.size(), count));
  }
  void read_sparse(Scanner& line) {
    fields_ = left_out_;
    is_said_.assign(header_.size(), false);
    std::size_t least = 0;  // of the column numbers that may follow
    while (!line.is_at('}')) {
      const std::string number = line.word("a column's number").text;
      const std::optional<long> column = config::read_integer(number);
      if (!column || *column < 0 || static_cast<std::size_t>(*column) >= header_.size())
        fail(fmt::format("expected a column's number from 0 to {}, found {}", header_.size() - 1,
                         base::excerpt(number)));
      const auto place = static_cast<std::size_t>(*column);
      if (place < least) fail(fmt::format("column number {} does not rise from the one before", place));
      set(place, line);
      is_said_[place] = true;
      least = place + 1;
      if (!line.take(',') && !line.is_at('}')) fail("expected ',' or '}' behind a value");
    }
    line.take('}');
    line.require_end("the row (weights of rows are not read)");
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      if (attributes_[j].is_text && !is_said_[j])
        fail(fmt::format("column {}: a text that a sparse row leaves out is not known",
                         base::excerpt(header_[j])));
    }
  }
  void set(std::size_t column, Scanner& line) {
    const Word word = line.word("a value");
    if (word.text == "?" && !word.is_quoted) {
      unknown_[column] = true;
      fields_[column].clear();
      return;
    }
    const std::vector<std::string>& values = attributes_[column].values;
    if (!values.empty() && std::find(values.begin(), values.end(), word.text) == values.end())
      fail(fmt::format("column {}: {} is none of its {} values", base::excerpt(header_[column]),
                       base::excerpt(word.text), values.size()));
    fields_[column] = word.text;
  }

  std::string text_, relation_;
  std::vector<std::string_view> lines_;
  std::vector<Attribute> attributes_;
  std::vector<std::string> left_out_, fields_;  // what a sparse row does not say; the last row
  std::vector<std::optional<double>> left_out_numbers_;
  std::vector<bool> unknown_, is_said_;  // of the last row
  std::size_t next_line_ = 0, rows_ = 0;
};

}  // namespace

std::unique_ptr<TableReader> read_arff(std::string text, std::string source) {
  return std::make_unique<ArffReader>(std::move(text), std::move(source));
}

}  // namespace preimage::suite::data
