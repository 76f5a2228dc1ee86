#include "suite/command/words.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "preimage/base/collect.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/named_file.hpp"
#include "suite/study/options.hpp"

namespace preimage::suite::command {

namespace {

std::string with_names(const std::string& word,
                       const std::function<std::string(const std::string&)>& value_of) {
  std::string result;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (c != '{' && c != '}') {
      result += c;
    } else if (word.compare(i, 2, std::string(2, c)) == 0) {
      result += c;
      ++i;
    } else {
      const std::size_t end = c == '{' ? word.find('}', i) : std::string::npos;
      if (end == std::string::npos || end == i + 1)
        throw std::invalid_argument(base::excerpt(word) +
                                    ": expected {name}; a brace itself is written twice, as {{ or }}");
      result += value_of(word.substr(i + 1, end - i - 1));
      i = end;
    }
  }
  return result;
}

}  // namespace

std::set<std::string> names_in(const std::vector<std::string>& words) {
  std::set<std::string> names;
  for (const std::string& word : words) {
    with_names(word, [&](const std::string& name) {
      names.insert(name);
      return name;
    });
  }
  return names;
}

std::vector<std::string> filled(const std::vector<std::string>& words,
                                const std::map<std::string, std::string>& values) {
  const auto value_of = [&](const std::string& name) { return values.at(name); };
  return base::collect(words, [&](const std::string& word) { return with_names(word, value_of); });
}

std::string shown_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    std::string bare = word;
    std::erase_if(bare, [](char c) { return c == '{' || c == '}'; });
    const bool is_plain = !bare.empty() && study::shell_quoted(bare) == bare;
    text += (text.empty() ? "" : " ") +
            (is_plain || bare.empty() != word.empty() ? word : study::shell_quoted(word));
  }
  return text;
}

Program read_program(const config::Reader& reader) {
  Program program;
  program.words = reader.texts("run");
  try {
    program.names = names_in(program.words);
  } catch (const std::invalid_argument& error) {
    reader.fail("run", error.what());
  }
  program.folder = std::filesystem::path(reader.mark().source).parent_path();
  program.files = config::named_files(reader, "files");
  const config::Reader variables = reader.map_or_empty("environment");
  for (const std::string& name : variables.keys())
    program.environment.emplace_back(name, variables.text(name));
  return program;
}

}  // namespace preimage::suite::command
