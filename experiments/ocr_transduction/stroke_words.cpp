#include "experiments/ocr_transduction/stroke_words.hpp"

#include <array>
#include <numbers>
#include <string_view>

#include "experiments/shared/strokes.hpp"
#include "preimage/base/random.hpp"

namespace preimage::experiments::ocr_transduction {

namespace {

constexpr std::array<std::string_view, 55> kWords = {
    "fox",           "jam",         "sky",          "quiz",         "bark",          "lime",
    "wave",          "hazel",       "grape",        "vivid",        "kayak",         "oxbow",
    "jolly",         "magnet",      "puzzle",       "window",       "saddle",        "breeze",
    "forest",        "quartz",      "journey",      "blanket",      "whisper",       "harvest",
    "mixture",       "orchard",     "kingdom",      "mountain",     "twilight",      "keyboard",
    "firewood",      "evidence",    "junction",     "tropical",     "adventure",     "crocodile",
    "northwest",     "butterfly",   "telephone",    "quicksand",    "volunteer",     "strawberry",
    "journalist",    "blacksmith",  "exhibition",   "waterproof",   "grasshopper",   "cauliflower",
    "fingerprint",   "temperature", "kindergarten", "refrigerator", "environmental", "transportation",
    "responsibility"};

/// An unsteady hand: the letters fill their box, as the real ones do.
constexpr shared::Hand kUnsteadyHand = {.rotation = 6.0 * (std::numbers::pi / 180.0),
                                        .shear = 0.17,
                                        .scale = 0.10,
                                        .shift = 0.035,
                                        .jitter = 0.03,
                                        .noise = 0.25,
                                        .thin_pen = 0.45,
                                        .thick_pen = 0.95,
                                        .margin = 0.8};

const std::array<shared::Glyph, 26>& letter_glyphs() {
  static const std::array<shared::Glyph, 26> table{{
      {shared::arc(0.45, 0.6, 0.3, 0.3, 0, 360), {{0.78, 0.3}, {0.78, 0.92}}},                // a
      {{{0.22, 0.05}, {0.22, 0.92}}, shared::arc(0.5, 0.65, 0.28, 0.27, -180, 180)},          // b
      {shared::arc(0.55, 0.5, 0.34, 0.4, -45, -315)},                                         // c
      {shared::arc(0.45, 0.66, 0.28, 0.26, 0, 360), {{0.76, 0.05}, {0.76, 0.92}}},            // d
      {shared::joined({{0.2, 0.5}, {0.8, 0.5}}, shared::arc(0.5, 0.5, 0.32, 0.4, 0, -310))},  // e
      {shared::joined(shared::arc(0.62, 0.24, 0.22, 0.18, -20, -180), {{0.4, 0.95}}),
       {{0.15, 0.48}, {0.7, 0.48}}},  // f
      {shared::arc(0.48, 0.32, 0.28, 0.24, 0, 360),
       shared::joined({{0.78, 0.1}, {0.78, 0.72}}, shared::arc(0.5, 0.75, 0.28, 0.2, 0, 150))},  // g
      {{{0.22, 0.05}, {0.22, 0.95}},
       shared::joined(shared::arc(0.5, 0.62, 0.28, 0.2, -180, 0), {{0.78, 0.95}})},  // h
      {{{0.5, 0.36}, {0.5, 0.95}}, {{0.48, 0.1}, {0.52, 0.13}}},                     // i
      {shared::joined({{0.62, 0.3}, {0.62, 0.75}}, shared::arc(0.4, 0.76, 0.22, 0.18, 0, 160)),
       {{0.6, 0.06}, {0.64, 0.09}}},
      {{{0.22, 0.05}, {0.22, 0.95}}, {{0.78, 0.36}, {0.24, 0.64}, {0.8, 0.95}}},                  // k
      {shared::joined({{0.46, 0.05}, {0.46, 0.8}}, shared::arc(0.6, 0.8, 0.14, 0.14, 180, 60))},  // l
      {{{0.1, 0.2}, {0.1, 0.9}},
       shared::joined(shared::arc(0.3, 0.4, 0.2, 0.2, -180, 0), {{0.5, 0.9}}),
       shared::joined(shared::arc(0.7, 0.4, 0.2, 0.2, -180, 0), {{0.9, 0.9}})},  // m
      {{{0.2, 0.15}, {0.2, 0.9}},
       shared::joined(shared::arc(0.5, 0.42, 0.3, 0.26, -180, 0), {{0.8, 0.9}})},                 // n
      {shared::arc(0.5, 0.5, 0.34, 0.4, 0, 360)},                                                 // o
      {{{0.22, 0.1}, {0.22, 0.98}}, shared::arc(0.5, 0.35, 0.28, 0.25, -180, 180)},               // p
      {shared::arc(0.46, 0.33, 0.28, 0.25, 0, 360), {{0.76, 0.08}, {0.76, 0.98}, {0.92, 0.86}}},  // q
      {{{0.3, 0.15}, {0.3, 0.92}}, shared::arc(0.58, 0.42, 0.28, 0.24, -180, -30)},               // r
      {shared::joined(shared::arc(0.5, 0.3, 0.28, 0.2, -30, -270),
                      shared::arc(0.5, 0.7, 0.28, 0.2, -90, 150))},  // s
      {shared::joined({{0.45, 0.05}, {0.45, 0.75}}, shared::arc(0.62, 0.76, 0.17, 0.17, 180, 30)),
       {{0.15, 0.34}, {0.8, 0.32}}},
      {shared::joined({{0.2, 0.12}, {0.2, 0.6}}, shared::arc(0.48, 0.64, 0.28, 0.26, 180, 0)),
       {{0.78, 0.12}, {0.78, 0.92}}},
      {{{0.15, 0.12}, {0.5, 0.92}, {0.85, 0.1}}},                             // v
      {{{0.08, 0.15}, {0.28, 0.9}, {0.5, 0.35}, {0.72, 0.9}, {0.92, 0.15}}},  // w
      {{{0.16, 0.12}, {0.84, 0.9}}, {{0.84, 0.1}, {0.16, 0.92}}},             // x
      {{{0.2, 0.08}, {0.5, 0.52}}, {{0.84, 0.06}, {0.26, 0.96}}},             // y
      {{{0.18, 0.14}, {0.82, 0.12}, {0.18, 0.88}, {0.84, 0.88}}},             // z
  }};
  return table;
}

/// Adds a word without its pixels.
void add_word(OcrLetters& letters, std::string_view text, int fold) {
  const long id = static_cast<long>(letters.words.size()) + 1;
  letters.words.push_back({id, fold, letters.ids.size(), std::string(text)});
  for (std::size_t i = 0; i < text.size(); ++i)
    letters.ids.push_back(static_cast<long>(letters.ids.size()) + 1);
}

}  // namespace

OcrLetters stroke_words(std::size_t words_per_fold, std::uint64_t seed) {
  base::Random random(seed);
  OcrLetters letters;
  for (int fold = 0; fold < kOcrFolds; ++fold) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < words_per_fold; ++i) {
      if (i % kWords.size() == 0) order = random.permutation(kWords.size());
      add_word(letters, kWords[order[i % kWords.size()]], fold);
    }
  }
  letters.pixels.set_size(letters.ids.size(), kLetterPixels);
  for (const OcrWord& word : letters.words) {
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      const shared::Glyph& glyph = letter_glyphs()[static_cast<std::size_t>(word.text[i] - 'a')];
      const arma::rowvec grey =
          shared::write_glyph(glyph, kUnsteadyHand, {kLetterWidth, kLetterHeight}, random);
      letters.pixels.row(word.first + i) = arma::conv_to<arma::rowvec>::from(grey > 0.0);
    }
  }
  return letters;
}

}  // namespace preimage::experiments::ocr_transduction
