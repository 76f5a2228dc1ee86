// Help, and what shells complete.
#include <algorithm>
#include <regex>
#include <set>

#include <doctest/doctest.h>

#include "testing/program.hpp"
#include "testing/refusals.hpp"
#include "testing/temporary_folder.hpp"
#include "testing/toy_config.hpp"

using namespace preimage::testing;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex searched(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), searched), end; at != end; ++at)
    found.insert((*at)[1]);
  return found;
}

std::set<std::string> verbs() {
  const std::string help = run_preimage({"--help"}).out;
  return matches(help.substr(help.find("To check numbers:")), "\n  ([a-z]+) +[a-zA-Z]");
}

/// The names of its options that `--help` prints.
std::set<std::string> options(const std::string& verb) {
  return matches(run_preimage({verb, "--help"}).out, "\n  (?:-h, )?(--[a-z][a-z-]*)");
}

bool is_installed(const std::string& program) {
  const bool found = run_words({"sh", "-c", "command -v " + program}).code == 0;
  if (!found) MESSAGE("skipped: " << program << " is not installed");
  return found;
}

std::string script(const std::string& shell) {
  const Finished printed = ended_well(run_preimage({"completion", shell}));
  return printed.out;
}

/// What bash offers for the last of the words, sorted; it splits words at `=`.
std::vector<std::string> bash_offers(Words words, const fs::path& folder = ".") {
  words.insert(words.begin(), PREIMAGE_PROGRAM);
  Words command = {"bash",
                   "--norc",
                   "-c",
                   "cd \"$1\" && shift && . \"$1\" && shift && COMP_WORDS=(\"$@\") && COMP_CWORD=$(($# - 1)) "
                   "&& _preimage && "
                   "printf '%s\\n' \"${COMPREPLY[@]}\" | sort",
                   "bash",
                   folder.string()};
  const TemporaryFolder place;
  command.push_back(place.write("preimage", script("bash")).string());
  command.insert(command.end(), words.begin(), words.end());
  const Finished finished = run_words(command);
  CHECK(finished.err == "");
  return lines_of(finished.out);
}

}  // namespace

TEST_CASE("help of every verb ends with an example, and names no place of this machine") {
  CHECK(verbs().size() == 29);
  CHECK(run_preimage({"help"}).out == run_preimage({"--help"}).out);
  for (const std::string& verb : verbs()) {
    CAPTURE(verb);
    const Finished help = ended_well(run_preimage({verb, "--help"}));
    CHECK(run_preimage({"help", verb}).out == help.out);
    CHECK(help.out.find("\nExample:\n  preimage " + verb) != std::string::npos);
    CHECK(help.out.find(PREIMAGE_SOURCE_ROOT) == std::string::npos);
  }
}

TEST_CASE("what is completed are every verb and option, and shells can read the scripts") {
  for (const std::string& verb : verbs()) {
    const Words offered = bash_offers({verb, "--"});
    CHECK(std::set<std::string>(offered.begin(), offered.end()) == options(verb));
  }
  const TemporaryFolder place;
  for (const std::string shell : {"bash", "zsh"}) {
    if (is_installed(shell))
      CHECK(run_words({shell, "-n", place.write("script." + shell, script(shell)).string()}).err == "");
  }
  if (is_installed("shellcheck"))
    CHECK(run_words({"shellcheck", "-s", "bash", place.write("script", script("bash")).string()}).out == "");
}

TEST_CASE("bash completes verbs, options, values, configs and what configs hold") {
  if (!is_installed("bash")) return;
  CHECK(bash_offers({"pre"}) == Words{"predict"});
  CHECK(bash_offers({"--v"}) == Words{"--version"});
  CHECK(bash_offers({"run", "--rea"}) == Words{"--reading"});
  CHECK(bash_offers({"submit", "--engine", "s"}) == Words{"slurm"});
  CHECK(bash_offers({"submit", "--engine", "=", "c"}) == Words{"commands"});
  CHECK(bash_offers({"submit", "--engine", "="}) == Words{"commands", "slurm"});
  CHECK(bash_offers({"run", "kde_nips_table1", "--reading", "A"}) == Words{"A-exclusive-noise"});
  CHECK(bash_offers({"run", "kde_nips_table1", "--out", "/x", "--profile", "q"}) == Words{"quick"});
  CHECK(bash_offers({"fit", "kde_nips_table1", "--learner", "kd"}) == Words{"kde"});
  CHECK(bash_offers({"show", "x.pim", ""}) == Words{""});  // it takes one word
  CHECK(bash_offers({"help", "swe"}) == Words{"sweep"});
  CHECK(bash_offers({"keys", "learners.nearest_n"}) == Words{"learners.nearest_neighbours"});
  CHECK(bash_offers({"run", "--jobs", ""}) == Words{""});  // a number
}

TEST_CASE("bash completes configs by name and as files, and folders") {
  if (!is_installed("bash")) return;
  const TemporaryFolder place;
  place.write("kde_nips_mine.yaml", "");
  place.write("kde_nips_mine.csv", "");
  fs::create_directory(place.path() / "kde_folder");
  CHECK(bash_offers({"run", "kde_nips_table1", "kde_nips_h"}, place.path()) == Words{"kde_nips_half_digits"});
  CHECK(bash_offers({"run", "kde_nips_mi"}, place.path()) == Words{"kde_nips_mine.yaml"});
  CHECK(bash_offers({"run", "--out", "kde"}, place.path()) == Words{"kde_folder"});
  CHECK(bash_offers({"init", "kde_nips"}, place.path()) == Words{"kde_nips_mine.csv", "kde_nips_mine.yaml"});
}

TEST_CASE("a shell runs no part of a name that a config holds") {
  const TemporaryFolder place;
  std::string config = toy_config();
  const std::string name = "exclusive", odd = "x $(touch ran) `touch ran`; touch ran";
  for (std::size_t at = config.find(name); at != std::string::npos; at = config.find(name, at + odd.size()))
    config.replace(at, name.size(), odd);
  place.write("toy.yaml", config);
  REQUIRE(
      run_preimage({"complete", "--", "run", (place.path() / "toy.yaml").string(), "--reading", ""}).out ==
      "words\nnested\n" + odd + "\n");
  if (is_installed("bash"))
    CHECK(bash_offers({"run", "toy.yaml", "--reading", "x"}, place.path()) ==
          Words{R"(x\ \$\(touch\ ran\)\ \`touch\ ran\`\;\ touch\ ran)"});
  CHECK_FALSE(fs::exists(place.path() / "ran"));
}

TEST_CASE("zsh has an option and its value in one word, and is told what names are") {
  const auto offered = [](const Words& words) {
    Words all = {"complete", "--"};
    all.insert(all.end(), words.begin(), words.end());
    return run_preimage(all).out;
  };
  CHECK(offered({"run", "kde_nips_table1", "--profile="}) == "words\npaper\nquick\n");
  CHECK(offered({"verify", "--"}).find("\n--data\tfolder with the data sets\n") != std::string::npos);
  CHECK(offered({"run", "--out", ""}) == "folders\n");
  CHECK(offered({"run", "kde_nips_table1", "--out", "x", "--reading", ""}).find("as-printed") ==
        std::string::npos);
  CHECK(offered({"run", "--reading", ""}).find("\nas-printed\n") != std::string::npos);  // of all configs
  CHECK(run_preimage({"complete", "--", "rum", ""}).code == 2);
}
