#include "experiments/car_localization/uiuc_cars.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "experiments/car_localization/pgm.hpp"
#include "preimage/base/error.hpp"
#include "preimage/base/text.hpp"
#include "suite/config/number.hpp"
#include "suite/data/delimited.hpp"

namespace preimage::experiments::car_localization {

using namespace suite::data;

namespace {

constexpr long kLargestCoordinate = 4096;

int parse_coordinate(std::string_view field) {
  const auto value = preimage::suite::config::parse_integer(field);
  if (!value || *value < -kLargestCoordinate || *value > kLargestCoordinate) {
    throw DataError(fmt::format("expected a whole number from {} to {}, found {}", -kLargestCoordinate,
                                kLargestCoordinate, base::excerpt(field)));
  }
  return static_cast<int>(*value);
}

/// "(row,column)" or "(row,column,width)".
samples::Box parse_box(std::string_view text, CarScale scale) {
  const std::size_t expected = scale == CarScale::single ? 2 : 3;
  const bool closed = text.size() > 2 && text.front() == '(' && text.back() == ')';
  const auto fields =
      closed ? split_fields(text.substr(1, text.size() - 2), ',') : std::vector<std::string_view>();
  if (fields.size() != expected) {
    throw DataError(fmt::format("expected {}, found {}",
                                expected == 2 ? "(row,column)" : "(row,column,width)", base::excerpt(text)));
  }
  const int row = parse_coordinate(fields[0]), column = parse_coordinate(fields[1]);
  if (scale == CarScale::single) return {column, row, kCarWidth, kCarHeight};
  const int width = parse_coordinate(fields[2]);
  if (width < 1) throw DataError(fmt::format("expected a width from 1, found {}", width));
  return {column, row, width, car_height(width)};
}

std::vector<samples::Box> parse_row(std::string_view line, CarScale scale, std::size_t image) {
  const auto fields = split_fields(line, ' ');
  const std::string expected = fmt::format("{}:", image);
  if (fields[0] != expected) {
    throw DataError(fmt::format("expected the row of image {}, '{}', found {}", image, expected,
                                base::excerpt(fields[0])));
  }
  std::vector<samples::Box> boxes;
  for (std::size_t i = 1; i < fields.size(); ++i) boxes.push_back(parse_box(fields[i], scale));
  if (boxes.empty()) throw DataError(fmt::format("expected at least one box of image {}", image));
  return boxes;
}

/// The files of one archive, for messages and look-ups.
class Archive {
 public:
  Archive(const ArchiveMembers& members, const std::string& source) : source_(source), members_(members) {}

  /// The images <folder>/<prefix>N.pgm in order of N.
  std::vector<suite::figures::GreyImage> images(std::string_view folder, std::string_view prefix) const {
    std::vector<suite::figures::GreyImage> images;
    for (const auto& member : numbered_members(members_, {folder, prefix, ".pgm"}, source_)) {
      images.push_back(parse_pgm(member->second, member_source(member->first)));
    }
    return images;
  }

  std::vector<suite::figures::GreyImage> crops(std::string_view prefix) const {
    std::vector<suite::figures::GreyImage> crops = images("TrainImages", prefix);
    for (std::size_t i = 0; i < crops.size(); ++i) {
      if (crops[i].width == kCarWidth && crops[i].height == kCarHeight) continue;
      throw DataError(fmt::format("{}: crop {}{}.pgm: {} x {} pixels, expected {} x {}", source_, prefix, i,
                                  crops[i].width, crops[i].height, kCarWidth, kCarHeight));
    }
    return crops;
  }

  std::vector<Scene> scenes(CarScale scale) const {
    const bool single = scale == CarScale::single;
    const std::string name = single ? "trueLocations.txt" : "trueLocations_Scale.txt";
    std::vector<suite::figures::GreyImage> pictures =
        images(single ? "TestImages" : "TestImages_Scale", "test-");
    const auto& [path, text] = *annotation(name);
    const auto boxes = parse_car_locations(text, scale, pictures.size(), member_source(path));
    std::vector<Scene> scenes;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      const samples::Box whole{0, 0, static_cast<int>(pictures[i].width),
                               static_cast<int>(pictures[i].height)};
      for (const samples::Box& box : boxes[i]) {
        if (samples::overlap_area(box, whole) > 0) continue;
        throw DataError(fmt::format("{}:{}: the box at row {}, column {} lies outside the image of {} x {}",
                                    member_source(path), i + 1, box.top, box.left, whole.width,
                                    whole.height));
      }
      scenes.push_back({std::move(pictures[i]), boxes[i]});
    }
    return scenes;
  }

 private:
  ArchiveMembers::const_iterator annotation(const std::string& name) const {
    auto found = members_.end();
    for (auto member = members_.begin(); member != members_.end(); ++member) {
      if (std::filesystem::path(member->first).filename() != name) continue;
      if (found != members_.end()) throw DataError(fmt::format("{}: two members {}", source_, name));
      found = member;
    }
    if (found == members_.end()) throw DataError(fmt::format("{}: no member {}", source_, name));
    return found;
  }
  std::string member_source(const std::string& path) const {
    return fmt::format("{}: member {}", source_, base::excerpt(path));
  }

  const std::string& source_;
  const ArchiveMembers& members_;
};

}  // namespace

std::vector<std::vector<samples::Box>> parse_car_locations(std::string_view text, CarScale scale,
                                                           std::size_t n_images, const std::string& source) {
  auto lines = split_lines(text, source);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  std::vector<std::vector<samples::Box>> boxes;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    try {
      boxes.push_back(parse_row(lines[i], scale, i));
    } catch (const DataError& error) {
      throw DataError(fmt::format("{}:{}: {}", source, i + 1, error.what()));
    }
  }
  if (boxes.size() != n_images) {
    throw DataError(
        fmt::format("{}: expected {} rows, one per image, found {}", source, n_images, boxes.size()));
  }
  return boxes;
}

CarImages uiuc_cars(const ArchiveMembers& members, const std::string& source) {
  const Archive archive(members, source);
  return {archive.crops("pos-"), archive.crops("neg-"), archive.scenes(CarScale::single),
          archive.scenes(CarScale::multi)};
}

CarImages load_uiuc_cars(const std::filesystem::path& path) {
  return uiuc_cars(read_archive(path), path.string());
}

}  // namespace preimage::experiments::car_localization
