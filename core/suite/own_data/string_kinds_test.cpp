// What texts that hardly recur look like; the configs that follow are in core/testing/transcripts/init_strings.md.
#include "suite/own_data/string_kinds.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "preimage/samples/smiles.hpp"
#include "suite/data/delimited.hpp"
#include "suite/own_data/survey.hpp"

using namespace preimage::suite::own_data;

namespace {

using Texts = std::vector<std::string>;

std::optional<StringKind> kind_of(const Texts& texts) {
  TextShape shape;
  for (const std::string& text : texts) shape.see(text);
  return shape.kind();
}

}  // namespace

TEST_CASE("SMILES are told by their letters, brackets and branches") {
  for (const char* text : {"C", "CCO", "c1ccccc1O", "CC(=O)O", "C/C=C\\C", "[Na+].[Cl-]", "N[C@@H](C)C(=O)O",
                           "BrCCBr", "C%12CC%12", "C12CC1C2", "CC(C)(C)C#N", "*CC"})
    CHECK_NOTHROW(preimage::samples::parse_smiles(text));
  for (const char* text : {"", "A123", "house", "C(C", "CC)", "C[", "C[]", "1CC", "C C", "Hg", "=O", "p0",
                           "C1CC", "C%1CC%1", "C12CC%12"})
    CHECK_THROWS_AS(preimage::samples::parse_smiles(text), std::invalid_argument);
}

TEST_CASE("sequences, molecules, words and sentences are told from names and codes") {
  CHECK(kind_of({"ACGTTGCA", "ACGUNACG"}) == StringKind::nucleotides);
  CHECK(kind_of({"ACGTACGTACGTACGTACGR", "acgtacgtacgtacgtacg-"}) == StringKind::nucleotides);
  CHECK(kind_of({"CCO", "CC(=O)O", "CN"}) == StringKind::molecules);
  CHECK(kind_of({"SIINFEKL", "GILGFVFTL"}) == StringKind::amino_acids);
  CHECK(kind_of({"MKVLAAGIVGLLLAQPSFAXB*", "MSTNPKPQRKTKRNTNRRPQ"}) == StringKind::amino_acids);
  CHECK(kind_of({"((((....))))..((...))", "..(((......)))......."}) == StringKind::symbols);
  CHECK(kind_of({"house", "tree", "mother-in-law", "caf\xc3\xa9", "Berlin"}) == StringKind::words);
  CHECK(kind_of({"the film was long", "I liked it a lot", "awful"}) == StringKind::sentences);
  CHECK(kind_of({"\xc3\xbc"
                 "ber den Fluss",
                 "\xc3\xa4"
                 "hnlich wie sonst"}) == StringKind::sentences);
  for (const Texts& names :
       std::vector<Texts>{{},
                          {"Smith", "Jones"},
                          {"\xc3\x84rger",
                           "\xc3\x9c"
                           "bel"},
                          {"Braund, Mr. Owen Harris", "Cumings, Mrs. John"},
                          {"The Lord of the Rings", "A Fish Called Wanda"},
                          {"12 Main Street", "7 Long Road"},
                          {"A123", "B7"},
                          {"w0", "w1"},
                          {"p0", "c1", "n12"},
                          {"ID-ABC", "ID-XYZ"},
                          {"e3b0c44298fc1c149afbf4c8996fb924", "d41d8cd98f00b204e9800998ecf8427e"},
                          {"123e4567-e89b-12d3-a456-426614174000"},
                          {"/home/images/the_cat.jpg", "/home/images/the_dog.jpg"},
                          {"left;low", "right;low"},
                          {"2024-01-31", "2024-02-01"}})
    CHECK(kind_of(names) == std::nullopt);
}

TEST_CASE("trees are told by their brackets") {
  CHECK(kind_of({"(S (NP a) b)", "(a)"}) == StringKind::trees);
  CHECK(kind_of({"(S (NP (D the) (N dog)) (VP barks))", "( S\t(\"a b\" c))"}) == StringKind::trees);
  CHECK(kind_of({"(S (NP a) b)", "(S (NP a) b"}) != StringKind::trees);
  CHECK(kind_of({"(a)", "(b)", "(a (b c))"}) != StringKind::trees);  // marks and remarks
  CHECK(kind_of({"(to be (or not) to be) she said", "(a (b c))"}) != StringKind::trees);
  const auto guessed = [](const std::string& rows) {
    preimage::suite::data::CsvReader csv("tree\n" + rows, "t.csv");
    const Survey survey = survey_columns(csv);
    return guess_kind(survey.columns.front(), survey.rows).kind;
  };
  CHECK(guessed("(a (b c))\n(a (b c))\n(a (b ;))\n") == preimage::suite::data::OutputKind::string);
  CHECK(guessed("(a (b c))\n(a (b c))\n(a (b c)\n") == preimage::suite::data::OutputKind::class_label);
}

TEST_CASE("a column is one of strings where all its texts hardly recur and its name does not say otherwise") {
  const auto found = [](const std::string& header, const std::string& rows) {
    preimage::suite::data::CsvReader csv(header + "\n" + rows, "t.csv");
    const Survey survey = survey_columns(csv);
    return holds_strings(survey.columns.front(), survey.rows).has_value();
  };
  CHECK(found("word,y", "house,1\ntree,2\nriver,3\n"));
  CHECK_FALSE(found("word,y", "house,1\nhouse,2\ntree,3\ntree,4\n"));  // they recur
  CHECK_FALSE(found("word,y", "house,1\n,2\nriver,3\n"));              // one has none
  CHECK_FALSE(found("word,y", "house,1\n5,2\nriver,3\n"));
  for (const char* name : {"name", "user_id", "fileName", "Author", "url"})
    CHECK_FALSE(found(std::string(name) + ",y", "house,1\ntree,2\nriver,3\n"));
  CHECK(found("mol_id,y", "CCO,1\nCC(=O)O,2\nc1ccccc1,3\n"));
}

TEST_CASE(
    "sequences are compared by substrings of one length, where all have one, and by all up to it else") {
  CHECK(StringInput{"s", StringKind::nucleotides, 200}.kernel("[3, 4]") ==
        "{name: normalised, base: {name: spectrum, length: [3, 4]}}");
  CHECK(StringInput{"s", StringKind::nucleotides, 5}.kernel("4") ==
        "{name: normalised, base: {name: n_gram, length: 4}}");
  CHECK(StringInput{"s", StringKind::words, 5, false}.kernel("2") ==
        "{name: normalised, base: {name: n_gram, length: 2, tokens: characters}}");
  CHECK(StringInput{"s", StringKind::sentences, 50}.kernel("1") ==
        "{name: normalised, base: {name: n_gram, length: 1, tokens: words}}");
  CHECK(StringInput{"s", StringKind::trees, 50, false}.kernel("0.5") ==
        "{name: normalised, base: {name: subset_tree, decay: 0.5}}");
  CHECK(StringInput{"s", StringKind::trees, 50}.values() == "[0.25, 0.5, 1]");
  CHECK(StringInput{"s", StringKind::molecules, 50}.values() == "[2, 3, 4]");
  CHECK(StringInput{"s", StringKind::graphs, 50}.kernel("2") ==
        "{name: normalised, base: {name: weisfeiler_lehman, rounds: 2, notation: graph}}");
  CHECK(StringInput{"s", StringKind::nucleotides, 200}.middle_value() == "4");
}
