// A manual page as a value, which roff.hpp writes for `man`, and plain.hpp for a terminal.
#pragma once

#include <string>
#include <vector>

#include "suite/cli/facts.hpp"

namespace preimage::suite::cli {

/// A paragraph (term is empty), an item of a list, or a line of code that stands as it is (is_code). In a term and a text
/// what stands between backticks is literal; the rest of a term is the names of values.
struct Block {
  std::string term, text;
  bool is_code = false;
};

struct Section {
  std::string heading;
  std::vector<Block> blocks;
};

struct Page {
  std::string name;   // "preimage-run": the page's file is that with ".1" behind it
  std::string brief;  // one line
  std::vector<Section> sections;
};

/// `preimage`: its verbs in groups, exit codes, variables, files.
Page program_page(const ProgramFacts& program);
/// `preimage-VERB`.
Page verb_page(const ProgramFacts& program, const VerbFacts& verb);
/// The program's page, then those of all verbs.
std::vector<Page> all_pages(const ProgramFacts& program);

/// What `preimage help` prints: the verbs in their groups, a line each where it fits.
std::string verb_list(const ProgramFacts& program);

}  // namespace preimage::suite::cli
