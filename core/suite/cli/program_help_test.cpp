// The program's own pages and scripts, held against what its verbs print for --help, and tried in the shells that are here.
#include <algorithm>
#include <regex>
#include <set>

#include <doctest/doctest.h>

#include "testing/program.hpp"
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
  return matches(help.substr(help.find("To run:")), "\n  ([a-z]+) +[a-zA-Z]");
}

/// The names of its options that `--help` prints.
std::set<std::string> options(const std::string& verb) {
  return matches(run_preimage({verb, "--help"}).out, "\n  (?:-h,)?(--[a-z][a-z-]*)");
}

bool is_installed(const std::string& program) {
  const bool found = run_words({"sh", "-c", "command -v " + program}).code == 0;
  if (!found) MESSAGE("skipped: " << program << " is not installed");
  return found;
}

std::string script(const std::string& shell) {
  const Finished printed = run_preimage({"completion", shell});
  CHECK(printed.code == 0);
  return printed.out;
}

std::string without_backslashes(std::string text) {
  std::erase(text, '\\');
  return text;
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

TEST_CASE("help lists the verbs, and has a page of each with all that --help knows") {
  const std::string list = run_preimage({"help"}).out;
  CHECK(verbs().size() >= 25);
  CHECK(run_preimage({"--help"}).out.find("Subcommands:") == std::string::npos);  // what has no group
  for (const std::string& verb : verbs()) {
    CHECK_MESSAGE(list.find("\n  " + verb + " ") != std::string::npos, verb);
    const Finished page = run_preimage({"help", verb});
    CHECK(page.code == 0);
    CHECK(page.out.find("NAME\n       preimage-" + verb + " - ") == 0);
    for (const std::string& option : options(verb))
      CHECK_MESSAGE(page.out.find(option) != std::string::npos, verb << " " << option);
  }
  const Finished wrong = run_preimage({"help", "rum"});
  CHECK(wrong.code == 2);
  CHECK(wrong.err == "preimage: help: no verb 'rum', did you mean 'run'?\n");
  CHECK(list.find("complete ") == std::string::npos);  // hidden
}

TEST_CASE("manual pages: one per verb, nothing missing, no warning, no place of this machine") {
  const TemporaryFolder place;
  const fs::path folder = place.path() / "man1";
  CHECK(run_preimage({"help", "--man", folder.string()}).code == 0);
  std::set<std::string> wanted = {"preimage.1"}, written;
  for (const std::string& verb : verbs()) wanted.insert("preimage-" + verb + ".1");
  const bool has_mandoc = is_installed("mandoc"), has_groff = is_installed("groff");
  for (const auto& entry : fs::directory_iterator(folder)) {
    written.insert(entry.path().filename().string());
    const std::string page = preimage::base::read_file(entry.path(), 1 << 20);
    CHECK_MESSAGE(page.find(PREIMAGE_SOURCE_ROOT) == std::string::npos, entry.path());
    if (has_mandoc)
      CHECK(run_words({"mandoc", "-T", "lint", "-W", "warning", entry.path().string()}).out == "");
    if (has_groff)
      CHECK(run_words({"groff", "-ww", "-man", "-Tutf8", "-Z", entry.path().string()}).err == "");
  }
  CHECK(written == wanted);
  const std::string run = preimage::base::read_file(folder / "preimage-run.1", 1 << 20);
  for (const std::string& option : options("run"))
    CHECK_MESSAGE(without_backslashes(run).find("fB" + option + "fR") != std::string::npos, option);
  CHECK(run.find("results/latest") != std::string::npos);
}

TEST_CASE("completion scripts hold every verb and option, and their shells can read them") {
  const std::string bash = script("bash"), zsh = script("zsh"), fish = script("fish");
  for (const std::string& verb : verbs()) {
    const auto part_of = [&verb](const std::string& text, const std::string& begin, const std::string& end) {
      const std::size_t at = text.find(begin);
      REQUIRE_MESSAGE(at != std::string::npos, verb);
      return text.substr(at, text.find(end, at) - at);
    };
    const std::string in_bash = part_of(bash, "\n    " + verb + ")\n", "\n      ;;"),
                      in_zsh = part_of(zsh, "\n    " + verb + ")\n", "\n      ;;");
    for (const std::string& option : options(verb)) {
      CHECK_MESSAGE(std::regex_search(in_bash, std::regex("[' ]" + option + "[' ]")), verb << " " << option);
      CHECK_MESSAGE(std::regex_search(in_zsh, std::regex(option + "=?\\[")), verb << " " << option);
      CHECK_MESSAGE(std::regex_search(
                        fish, std::regex("'__preimage_verb " + verb + "'.* -l " + option.substr(2) + " ")),
                    verb << " " << option);
    }
  }
  const TemporaryFolder place;
  for (const auto& [shell, text] :
       {std::pair{"bash", bash}, std::pair{"zsh", zsh}, std::pair{"fish", fish}}) {
    if (is_installed(shell))
      CHECK(run_words({shell, "-n", place.write(std::string("script.") + shell, text).string()}).err == "");
  }
  if (is_installed("shellcheck"))
    CHECK(run_words({"shellcheck", "-s", "bash", place.write("script", bash).string()}).out == "");
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
  CHECK(bash_offers({"completion", "f"}) == Words{"fish"});
  CHECK(bash_offers({"completion", "fish", ""}) == Words{""});  // it takes one word
  CHECK(bash_offers({"help", "swe"}) == Words{"sweep"});
  CHECK(bash_offers({"keys", "learners.neare"}) == Words{"learners.nearest_neighbours"});
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
  REQUIRE(run_preimage({"complete", "readings", (place.path() / "toy.yaml").string()}).out ==
          "nested\n" + odd + "\n");
  if (is_installed("bash"))
    CHECK(bash_offers({"run", "toy.yaml", "--reading", "x"}, place.path()) ==
          Words{R"(x\ \$\(touch\ ran\)\ \`touch\ ran\`\;\ touch\ ran)"});
  CHECK_FALSE(fs::exists(place.path() / "ran"));
}

TEST_CASE("fish completes verbs, options, values and what configs hold") {
  if (!is_installed("fish")) return;
  const TemporaryFolder place;
  const std::string file = place.write("preimage.fish", script("fish")).string();
  const auto offers = [&](const std::string& line) {
    const std::string path = fs::path(PREIMAGE_PROGRAM).parent_path().string() + ":" + std::getenv("PATH");
    const Finished finished =
        run_words({"fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, line},
                  {{"PATH", path}, {"HOME", place.path().string()}});
    CHECK(finished.err == "");
    Words words;
    for (const std::string& offered : lines_of(finished.out))
      words.push_back(offered.substr(0, offered.find('\t')));
    return words;
  };
  CHECK(offers("preimage pre") == Words{"predict"});
  CHECK(offers("preimage run --rea") == Words{"--reading"});
  CHECK(offers("preimage submit --engine s") == Words{"slurm"});
  CHECK(offers("preimage run kde_nips_table1 --reading A") == Words{"A-exclusive-noise"});
  CHECK(offers("preimage run kde_nips_table") ==
        Words{"kde_nips_table1", "kde_nips_table2", "kde_nips_table3"});
}

TEST_CASE("complete prints names, and refuses what it has none of") {
  const Finished readings = run_preimage({"complete", "readings", "kde_nips_table1", "no-config"});
  CHECK(readings.code == 0);
  CHECK(readings.out.find("A-exclusive-noise\nB-nested-noise\n") == 0);
  CHECK(readings.out.find("as-printed") == std::string::npos);  // of another config
  CHECK(lines_of(run_preimage({"complete", "readings"}).out).size() > lines_of(readings.out).size());
  const Finished wrong = run_preimage({"complete", "reading"});
  CHECK(wrong.code == 2);
  CHECK(wrong.err == "preimage: complete: nothing of the name 'reading', did you mean 'readings'?\n");
}
