#include "preimage/detection/column_table.hpp"

#include <cstring>
#include <tuple>

#include "preimage/base/target_clones.hpp"

namespace preimage::detection {

namespace {

/// Compilers do not find these loads on their own.
using FourSums [[gnu::vector_size(32)]] = double;

/// What a row of boxes reads of the sums of one cell: in the grid row that bounds it below (or above), at an edge.
struct Reader {
  const ColumnTable& columns;
  std::size_t chunk;

  [[gnu::always_inline]] void read(const double* row, std::size_t edge, FourSums& first,
                                   FourSums& second) const {
    const std::uint32_t* at = columns.edges(edge, chunk);
    if (columns.are_side_by_side(edge, chunk)) {
      std::memcpy(&first, row + at[0], sizeof(first));
      std::memcpy(&second, row + at[0] + 4, sizeof(second));
      return;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      first[k] = row[at[k]];
      second[k] = row[at[k + 4]];
    }
  }
};

/// Scores of one chunk, each summed in the order of LinearBoxScorer::score(columns, rows).
PREIMAGE_AVX2_CLONES
void score_chunk(const Reader& reader, const PyramidEdges& rows, const double* sums, std::size_t plane,
                 std::size_t pitch, double* scores) {
  FourSums first = {}, second = {};
  std::size_t edge = 0;
  for (std::size_t L = 1; L <= kPyramidLevels; edge += ++L) {
    for (std::size_t i = edge; i < edge + L; ++i) {
      for (std::size_t j = edge; j < edge + L; ++j, sums += plane) {
        const double* top = sums + rows[i] * pitch;
        const double* bottom = sums + rows[i + 1] * pitch;
        FourSums a, b, sum_a, sum_b;
        reader.read(bottom, j + 1, sum_a, sum_b);
        reader.read(bottom, j, a, b);
        sum_a -= a;
        sum_b -= b;
        reader.read(top, j + 1, a, b);
        sum_a -= a;
        sum_b -= b;
        reader.read(top, j, a, b);
        first += sum_a + a;
        second += sum_b + b;
      }
    }
  }
  std::memcpy(scores, &first, sizeof(first));
  std::memcpy(scores + 4, &second, sizeof(second));
}

}  // namespace

ColumnTable::ColumnTable(const std::vector<PyramidEdges>& columns)
    : chunks_((columns.size() + kChunk - 1) / kChunk) {
  for (std::size_t edge = 0; edge < std::tuple_size_v<PyramidEdges>; ++edge) {
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
      bool side_by_side = true;
      for (std::size_t k = 0; k < kChunk; ++k) {
        const std::size_t box = chunk * kChunk + k;
        edges_.push_back(box < columns.size() ? columns[box][edge] : edges_.back() + 1);
        side_by_side = side_by_side && (k == 0 || edges_.back() == edges_[edges_.size() - 2] + 1);
      }
      side_by_side_.push_back(side_by_side ? 1 : 0);
    }
  }
}

void LinearBoxScorer::scores(const ColumnTable& columns, const PyramidEdges& rows, double* scores) const {
  const std::size_t pitch = grid_.columns + 1;
  for (std::size_t chunk = 0; chunk < columns.chunks(); ++chunk, scores += ColumnTable::kChunk)
    score_chunk({columns, chunk}, rows, sums_.data(), (grid_.rows + 1) * pitch, pitch, scores);
}

}  // namespace preimage::detection
