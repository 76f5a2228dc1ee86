#include "preimage/samples/smiles.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "testing/thrown_message.hpp"

using preimage::samples::graph_text;
using preimage::samples::parse_smiles;
using preimage::testing::thrown_message;

namespace {

std::string graph_of(const std::string& smiles) {
  return graph_text(parse_smiles(smiles));
}

std::string refused_smiles(const std::string& text) {
  return thrown_message<std::invalid_argument>([&] { parse_smiles(text); });
}

}  // namespace

TEST_CASE("SMILES: atoms are nodes, bonds are edges") {
  CHECK(graph_of("C") == "C");
  CHECK(graph_of("CCO") == "C;C;O | 1-2:- 2-3:-");
  CHECK(graph_of("C=C#N") == "C;C;N | 1-2:= 2-3:#");
  CHECK(graph_of("C$C") == "C;C | 1-2:$");
  CHECK(graph_of("ClC(Br)(I)F") == "Cl;C;Br;I;F | 1-2:- 2-3:- 2-4:- 2-5:-");
  CHECK(graph_of("CC(=O)O") == "C;C;O;O | 1-2:- 2-3:= 2-4:-");
  CHECK(graph_of("C(C(C)C)C") == "C;C;C;C;C | 1-2:- 2-3:- 2-4:- 1-5:-");
  CHECK(graph_of("BPS*") == "B;P;S;* | 1-2:- 2-3:- 3-4:-");
}

TEST_CASE("SMILES: rings, by digits and by % with two") {
  CHECK(graph_of("C1CC1") == "C;C;C | 1-2:- 2-3:- 1-3:-");
  CHECK(graph_of("C=1CC1") == "C;C;C | 1-2:- 2-3:- 1-3:=");
  CHECK(graph_of("C1CC=1") == "C;C;C | 1-2:- 2-3:- 1-3:=");
  CHECK(graph_of("C=1CC=1") == "C;C;C | 1-2:- 2-3:- 1-3:=");
  CHECK(graph_of("C/1CC\\1") == "C;C;C | 1-2:- 2-3:- 1-3:-");
  CHECK(graph_of("C%12CC%12") == graph_of("C1CC1"));
  CHECK(graph_of("C%01CC1") == graph_of("C1CC1"));
  CHECK(graph_of("C12CC1C2") == "C;C;C;C | 1-2:- 2-3:- 1-3:- 3-4:- 1-4:-");
  CHECK(graph_of("C1CC1C1CC1") == "C;C;C;C;C;C | 1-2:- 2-3:- 1-3:- 3-4:- 4-5:- 5-6:- 4-6:-");  // used again
  CHECK(graph_of("C0CC0") == graph_of("C1CC1"));
}

TEST_CASE("SMILES: bonds between aromatic atoms are aromatic where none is written") {
  CHECK(graph_of("c1ccccc1O") ==
        "c;c;c;c;c;c;O | 1-2:\":\" 2-3:\":\" 3-4:\":\" 4-5:\":\" 5-6:\":\" 1-6:\":\" 6-7:-");
  CHECK(graph_of("c-c") == "c;c | 1-2:-");
  CHECK(graph_of("C:C") == "C;C | 1-2:\":\"");
  CHECK(graph_of("n1cc[nH]c1") == "n;c;c;n;c | 1-2:\":\" 2-3:\":\" 3-4:\":\" 4-5:\":\" 1-5:\":\"");
  CHECK(graph_of("[se]1cccc1").starts_with("se;c;c;c;c | 1-2:\":\""));
  CHECK(graph_of("bops").starts_with("b;o;p;s | 1-2:\":\""));
}

TEST_CASE(
    "SMILES: a bracket tells element and charge; isotope, chirality, hydrogens and class are left out") {
  CHECK(graph_of("[NH4+]") == "N+");
  CHECK(graph_of("[O-]") == "O-");
  CHECK(graph_of("[Fe+2]") == "Fe+2");
  CHECK(graph_of("[Fe++]") == "Fe+2");
  CHECK(graph_of("[Cu+1]") == "Cu+");
  CHECK(graph_of("[N+0]") == "N");
  CHECK(graph_of("[13CH3:7]") == "C");
  CHECK(graph_of("N[C@@H](C)O") == "N;C;C;O | 1-2:- 2-3:- 2-4:-");
  CHECK(graph_of("[C@TH1]") == "C");
  CHECK(graph_of("[Co@OH12]") == "Co");
  CHECK(graph_of("[2H][H]") == "H;H | 1-2:-");
  CHECK(graph_of("[*]") == "*");
  CHECK(graph_of("[Sc][Sn][U]") == "Sc;Sn;U | 1-2:- 2-3:-");
  CHECK(graph_of("F/C=C/F") == "F;C;C;F | 1-2:- 2-3:= 3-4:-");
}

TEST_CASE("SMILES: a dot is between molecules") {
  CHECK(graph_of("[Na+].[Cl-]") == "Na+;Cl-");
  CHECK(graph_of("C1.C1") == "C;C | 1-2:-");  // a ring bond is a bond
  CHECK(graph_of("C(C.C)C") == "C;C;C;C | 1-2:- 1-4:-");
}

TEST_CASE("what is not read is refused by position") {
  CHECK(refused_smiles("") == "position 1: expected an atom, found the end");
  CHECK(refused_smiles("CCCC1CC") == "position 5: ring 1 is never closed");
  CHECK(refused_smiles("C2C1C") == "position 2: ring 2 is never closed");
  CHECK(refused_smiles("CC(C") == "position 3: the branch that begins here is never closed");
  CHECK(refused_smiles("CC)C") == "position 3: ')' closes no branch");
  CHECK(refused_smiles("C()C") == "position 3: expected an atom, found ')'");
  CHECK(refused_smiles("(C)C") == "position 1: expected an atom, found '('");
  CHECK(refused_smiles("C((C))C") == "position 3: expected an atom, found '('");
  CHECK(refused_smiles("C=") == "position 3: expected an atom, found the end");
  CHECK(refused_smiles("C==C") == "position 3: expected an atom, found '='");
  CHECK(refused_smiles("=C") == "position 1: expected an atom, found '='");
  CHECK(refused_smiles("C.=C") == "position 3: expected an atom, found '='");
  CHECK(refused_smiles("C=.C") == "position 3: expected an atom, found '.'");
  CHECK(refused_smiles("C(=)C") == "position 4: expected an atom, found ')'");
  CHECK(refused_smiles("C..C") == "position 3: expected an atom, found '.'");
  CHECK(refused_smiles("1CC1") == "position 1: expected an atom, found '1'");
  CHECK(refused_smiles("C(1CC1)") == "position 3: expected an atom, found '1'");
  CHECK(refused_smiles("C11") == "position 3: ring 1 joins an atom with itself");
  CHECK(refused_smiles("C1C1") == "position 4: ring 1 joins two atoms that have a bond already");
  CHECK(refused_smiles("C(C1)1") == "position 6: ring 1 joins two atoms that have a bond already");
  CHECK(refused_smiles("C12CC12") == "position 7: ring 2 joins two atoms that have a bond already");
  CHECK(refused_smiles("C=1CC#1") == "position 7: ring 1 begins with the bond '=' and ends with '#'");
  CHECK(refused_smiles("C%1CC%1") == "position 4: expected two digits behind '%', found 'C'");
  CHECK(refused_smiles("CX") == "position 2: expected an atom, a bond, a ring, a branch or '.', found 'X'");
  CHECK(refused_smiles("CO name") ==
        "position 3: expected an atom, a bond, a ring, a branch or '.', found ' '");
  CHECK(refused_smiles("C[") == "position 3: expected an element, found the end");
  CHECK(refused_smiles("C[Xy]") == "position 3: expected an element, found 'X'");
  CHECK(refused_smiles("[C") == "position 1: '[' is never closed");
  CHECK(refused_smiles("[CC]") == "position 3: expected ']', found 'C'");
  CHECK(refused_smiles("[C@TH]") == "position 6: expected a number, found ']'");
  CHECK(refused_smiles("[C:]") == "position 4: expected the class of an atom, found ']'");
  CHECK(refused_smiles("[c1]") == "position 3: expected ']', found '1'");
  CHECK(refused_smiles("C~C") == "position 2: expected an atom, a bond, a ring, a branch or '.', found '~'");
}
