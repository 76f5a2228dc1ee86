#include "suite/own_data/alike_names.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "preimage/base/text.hpp"

namespace preimage::suite::own_data {

namespace {

/// Letters with a mark that Unicode has as one character, too: the mark, then pairs of a letter and the character (canonical
/// decompositions of Latin, Greek, Cyrillic and kana).
struct MarkedLetters {
  char32_t mark;
  std::u16string_view pairs;
};
// clang-format off
constexpr MarkedLetters kMarkedLetters[] = {
    {0x0300,
     u"AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳἀἂἁἃἈἊἉἋἐἒἑἓ"
     u"ἘἚἙἛἠἢἡἣἨἪἩἫἰἲἱἳἸἺἹἻὀὂὁὃὈὊὉὋὐὒὑὓὙὛὠὢὡὣὨὪὩὫαὰεὲηὴιὶοὸυὺωὼΑᾺΕῈΗῊ᾿῍ϊῒΙῚ῾῝ϋῢΥῪ¨῭ΟῸΩῺ"},
    {0x0301,
     u"AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿ̈̈́¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐ"
     u"αάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨ"
     u"ưứἀἄἁἅἈἌἉἍἐἔἑἕἘἜἙἝἠἤἡἥἨἬἩἭἰἴἱἵἸἼἹἽὀὄὁὅὈὌὉὍὐὔὑὕὙὝὠὤὡὥὨὬὩὭ᾿῎῾῞"},
    {0x0302,
     u"AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"},
    {0x0303,
     u"AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"},
    {0x0304,
     u"AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝαᾱΑᾹιῑΙῙυῡΥῩ"},
    {0x0306,
     u"AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặαᾰΑᾸιῐΙῘυῠΥῨ"},
    {0x0307,
     u"CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊxẋYẎ"
     u"yẏſẛ"},
    {0x0308,
     u"AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸыӹHḦ"
     u"hḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"},
    {0x0309,
     u"AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"},
    {0x030A,
     u"AÅaåUŮuůwẘyẙ"},
    {0x030B,
     u"OŐoőUŰuűУӲуӳ"},
    {0x030C,
     u"CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"},
    {0x030F,
     u"AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ"},
    {0x0311,
     u"AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"},
    {0x0313,
     u"αἀΑἈεἐΕἘηἠΗἨιἰΙἸοὀΟὈυὐωὠΩὨρῤ"},
    {0x0314,
     u"αἁΑἉεἑΕἙηἡΗἩιἱΙἹοὁΟὉυὑΥὙωὡΩὩρῥΡῬ"},
    {0x031B,
     u"OƠoơUƯuư"},
    {0x0323,
     u"BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"},
    {0x0324,
     u"UṲuṳ"},
    {0x0325,
     u"AḀaḁ"},
    {0x0326,
     u"SȘsșTȚtț"},
    {0x0327,
     u"CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"},
    {0x0328,
     u"AĄaąEĘeęIĮiįUŲuųOǪoǫ"},
    {0x032D,
     u"DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"},
    {0x032E,
     u"HḪhḫ"},
    {0x0330,
     u"EḚeḛIḬiḭUṴuṵ"},
    {0x0331,
     u"BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"},
    {0x0342,
     u"ἀἆἁἇἈἎἉἏἠἦἡἧἨἮἩἯἰἶἱἷἸἾἹἿὐὖὑὗὙὟὠὦὡὧὨὮὩὯαᾶ¨῁ηῆ᾿῏ιῖϊῗ῾῟υῦϋῧωῶ"},
    {0x0345,
     u"ἀᾀἁᾁἂᾂἃᾃἄᾄἅᾅἆᾆἇᾇἈᾈἉᾉἊᾊἋᾋἌᾌἍᾍἎᾎἏᾏἠᾐἡᾑἢᾒἣᾓἤᾔἥᾕἦᾖἧᾗἨᾘἩᾙἪᾚἫᾛἬᾜἭᾝἮᾞἯᾟὠᾠὡᾡὢᾢὣᾣὤᾤὥᾥὦᾦὧᾧὨᾨὩᾩὪᾪὫᾫ"
     u"ὬᾬὭᾭὮᾮὯᾯὰᾲαᾳάᾴᾶᾷΑᾼὴῂηῃήῄῆῇΗῌὼῲωῳώῴῶῷΩῼ"},
    {0x3099,
     u"かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔゝゞカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボウヴワヷ"
     u"ヰヸヱヹヲヺヽヾ"},
    {0x309A,
     u"はぱひぴふぷへぺほぽハパヒピフプヘペホポ"},
};
// clang-format on

struct TwoCharacters {
  char32_t letter, mark;
};

const std::map<char32_t, TwoCharacters>& compositions() {
  static const std::map<char32_t, TwoCharacters> all = [] {
    std::map<char32_t, TwoCharacters> made;
    for (const auto& [mark, pairs] : kMarkedLetters) {
      for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) made[pairs[i + 1]] = {pairs[i], mark};
    }
    return made;
  }();
  return all;
}

void append_decomposed(std::u32string& text, char32_t c) {
  constexpr char32_t kHangul = 0xAC00, kHangulEnd = 0xD7A4, kVowels = 21, kTails = 28;
  const auto found = compositions().find(c);
  if (found != compositions().end()) {
    append_decomposed(text, found->second.letter);
    text += found->second.mark;
  } else if (c >= kHangul && c < kHangulEnd) {
    const char32_t index = c - kHangul, tail = index % kTails;
    text += 0x1100 + index / (kVowels * kTails);
    text += 0x1161 + index / kTails % kVowels;
    if (tail > 0) text += 0x11A7 + tail;
  } else {
    text += c;
  }
}

bool has_no_width(char32_t c) {
  return c == 0xAD || c == 0x34F || c == 0x180E || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2060 && c <= 0x2064) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF;
}

bool is_blank(char32_t c) {
  return c == ' ' || c == '\t' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

bool is_mark(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || c == 0x3099 || c == 0x309A;
}

/// The characters of valid UTF-8.
std::u32string characters_of(std::string_view text) {
  std::u32string characters;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k)
      c = (c << 6U) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    characters += c;
    i += length;
  }
  return characters;
}

/// What is seen of the name: the same of two that look alike.
std::u32string seen_of(const std::string& name) {
  std::u32string seen;
  for (const char32_t c : characters_of(name)) {
    if (has_no_width(c)) continue;
    if (!is_blank(c)) {
      append_decomposed(seen, c);
    } else if (!seen.empty() && seen.back() != ' ') {
      seen += ' ';
    }
  }
  if (!seen.empty() && seen.back() == ' ') seen.pop_back();
  for (auto begin = seen.begin(); (begin = std::find_if(begin, seen.end(), is_mark)) != seen.end();) {
    const auto end = std::find_if_not(begin, seen.end(), is_mark);
    std::sort(begin, end);  // marks above and below a letter may come in either order
    begin = end;
  }
  return seen;
}

/// "'caf\u00e9'": each character beyond ASCII by its number, and so are blanks at the ends.
std::string spelled(const std::string& name) {
  const std::u32string characters = characters_of(name);
  std::string text;
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i];
    const bool is_inside = i > 0 && i + 1 < characters.size() && characters[i - 1] != ' ';
    const bool is_shown = (c > ' ' && c < 0x7F) || (c == ' ' && is_inside);
    text +=
        is_shown ? std::string(1, static_cast<char>(c)) : fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  }
  return "'" + text + "'";
}

}  // namespace

std::vector<std::string> alike_warnings(const std::vector<std::string>& names) {
  std::map<std::u32string, std::vector<std::string>> alike;
  for (const std::string& name : names) {
    if (!base::find_bad_byte(name)) alike[seen_of(name)].push_back(spelled(name));
  }
  std::vector<std::string> groups;
  for (const auto& [seen, spellings] : alike) {
    if (spellings.size() > 1) groups.push_back(fmt::format("{}", fmt::join(spellings, " and ")));
  }
  if (groups.empty()) return {};
  constexpr std::size_t kMaxGroups = 5;
  const std::size_t more = groups.size() - std::min(groups.size(), kMaxGroups);
  groups.resize(groups.size() - more);
  return {fmt::format(
      "names of outputs that look alike are different ones: {}{}; write each in one way where one is meant",
      fmt::join(groups, "; "), more > 0 ? fmt::format("; and {} more", more) : "")};
}

}  // namespace preimage::suite::own_data
