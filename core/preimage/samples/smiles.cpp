#include "preimage/samples/smiles.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "preimage/samples/cursor.hpp"

namespace preimage::samples {

namespace {

constexpr std::string_view kElements =
    " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb "
    "Sr Y "
    "Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W "
    "Re "
    "Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds "
    "Rg "
    "Cn Nh Fl Mc Lv Ts Og * ";
constexpr std::string_view kAromatic = " b c n o p s se as ";
constexpr std::string_view kOrganic = " B C N O P S F Cl Br I b c n o p s * ";
constexpr std::string_view kBonds = "-=#$:/\\";

bool is_aromatic(const std::string& label) {
  return std::islower(static_cast<unsigned char>(label.front())) != 0;
}

class SmilesReader {
 public:
  explicit SmilesReader(std::string_view text) : text_(text) {}

  Graph read() {
    while (!text_.is_at_end()) read_token();
    require_atom_before();
    if (!branches_.empty())
      Cursor::fail_at(branches_.back().position, "the branch that begins here is never closed");
    const auto first = std::min_element(rings_.begin(), rings_.end(), [](const auto& a, const auto& b) {
      return a.second.position < b.second.position;
    });
    if (first != rings_.end())
      Cursor::fail_at(first->second.position, fmt::format("ring {} is never closed", first->first));
    return std::move(graph_);
  }

 private:
  /// A ring or a branch that is not closed yet.
  struct Open {
    std::size_t atom, position;
    char bond = '\0';
  };

  void read_token() {
    const std::size_t position = text_.position();
    if (text_.is_at_any(kBonds)) {
      if (!last_ || bond_ != '\0') text_.fail_expected("an atom");
      bond_ = text_.here();
      text_.skip(1);
    } else if (text_.is_at_digit() || text_.here() == '%') {
      if (begins_) text_.fail_expected("an atom");
      read_ring(position);
    } else if (text_.is_at_any("().")) {
      require_atom_before();
      if (text_.take('(')) {
        branches_.push_back({*last_, position});
        begins_ = true;
      } else if (text_.take('.')) {
        last_.reset();
        begins_ = true;
      } else {
        if (branches_.empty()) Cursor::fail_at(position, "')' closes no branch");
        last_ = branches_.back().atom;
        branches_.pop_back();
        text_.skip(1);
      }
    } else {
      add_atom(position);
    }
  }

  void require_atom_before() const {
    if (begins_ || bond_ != '\0') text_.fail_expected("an atom");
  }

  void add_atom(std::size_t position) {
    const bool is_bracket = text_.take('[');
    const std::string label = is_bracket ? read_bracket(position) : take_symbol(kOrganic);
    if (label.empty())
      text_.fail_expected(begins_ || bond_ != '\0' ? "an atom" : "an atom, a bond, a ring, a branch or '.'");
    graph_.nodes.push_back(label);
    const std::size_t atom = graph_.nodes.size() - 1;
    if (last_) add_bond(*last_, atom, bond_);
    last_ = atom;
    bond_ = '\0';
    begins_ = false;
  }

  /// The longest of the symbols that is next; "" where none is.
  std::string take_symbol(std::string_view symbols) {
    for (const std::size_t size : {2, 1}) {
      const std::string symbol(text_.ahead(size));
      const bool is_whole = symbol.size() == size && symbol.find(' ') == std::string::npos;
      if (!is_whole || symbols.find(" " + symbol + " ") == std::string_view::npos) continue;
      text_.skip(size);
      return symbol;
    }
    return "";
  }

  /// [isotope element chirality hydrogens charge :class], of which only the element must be there.
  std::string read_bracket(std::size_t position) {
    constexpr std::size_t kMostDigits = 3;
    text_.take_digits(kMostDigits);
    std::string label = take_symbol(kAromatic);
    if (label.empty()) label = take_symbol(kElements);
    if (label.empty()) text_.fail_expected("an element");
    skip_chirality();
    if (text_.take('H')) text_.take_digits(1);
    label += read_charge();
    if (text_.take(':') && text_.take_digits(9).empty()) text_.fail_expected("the class of an atom");
    if (text_.is_at_end()) Cursor::fail_at(position, "'[' is never closed");
    if (!text_.take(']')) text_.fail_expected("']'");
    return label;
  }

  /// @, @@, or @ with a class of the permutation and its number: @TB12.
  void skip_chirality() {
    if (!text_.take('@') || text_.take('@')) return;
    constexpr std::string_view kClasses = "TH AL SP TB OH";
    const std::string_view name = text_.ahead(2);
    if (name.size() < 2 || kClasses.find(name) == std::string_view::npos) return;
    text_.skip(2);
    if (text_.take_digits(2).empty()) text_.fail_expected("a number");
  }

  /// "+", "-2"; "" without one, and of 0.
  std::string read_charge() {
    if (!text_.is_at_any("+-")) return "";
    const char sign = text_.here();
    std::size_t size = 0;
    while (text_.take(sign)) ++size;
    const std::string_view digits = size == 1 ? text_.take_digits(2) : "";
    if (!digits.empty()) size = static_cast<std::size_t>(std::stoul(std::string(digits)));
    if (size == 0) return "";
    return size == 1 ? std::string(1, sign) : fmt::format("{}{}", sign, size);
  }

  void read_ring(std::size_t position) {
    const bool has_two = text_.take('%');
    const std::string_view digits = text_.take_digits(has_two ? 2 : 1);
    if (has_two && digits.size() < 2) text_.fail_expected("two digits behind '%'");
    const int number = std::stoi(std::string(digits));
    const auto open = rings_.find(number);
    const char bond = std::exchange(bond_, '\0');
    if (open == rings_.end()) {
      rings_.emplace(number, Open{*last_, position, bond});
      return;
    }
    const Open begun = open->second;
    rings_.erase(open);
    if (begun.atom == *last_)
      Cursor::fail_at(position, fmt::format("ring {} joins an atom with itself", number));
    if (begun.bond != '\0' && bond != '\0' && as_label(begun.bond) != as_label(bond))
      Cursor::fail_at(position, fmt::format("ring {} begins with the bond '{}' and ends with '{}'", number,
                                            begun.bond, bond));
    if (bonded_.contains(std::minmax(begun.atom, *last_)))
      Cursor::fail_at(position, fmt::format("ring {} joins two atoms that have a bond already", number));
    add_bond(begun.atom, *last_, bond != '\0' ? bond : begun.bond);
  }

  static char as_label(char bond) { return bond == '/' || bond == '\\' ? '-' : bond; }

  void add_bond(std::size_t a, std::size_t b, char bond) {
    bonded_.insert(std::minmax(a, b));
    if (bond == '\0') bond = is_aromatic(graph_.nodes[a]) && is_aromatic(graph_.nodes[b]) ? ':' : '-';
    graph_.edges.push_back({a, b, std::string(1, as_label(bond))});
  }

  Cursor text_;
  Graph graph_;
  std::map<int, Open> rings_;  // by their numbers
  std::vector<Open> branches_;
  std::set<std::pair<std::size_t, std::size_t>> bonded_;
  std::optional<std::size_t> last_;  // the atom that the next one is joined with
  char bond_ = '\0';                 // that is written behind it
  bool begins_ = true;               // no atom yet of this branch or molecule
};

}  // namespace

Graph parse_smiles(std::string_view text) {
  return SmilesReader(text).read();
}

}  // namespace preimage::samples
