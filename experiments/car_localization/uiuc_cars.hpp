// The UIUC Image Database for Car Detection [Agarwal, Awan and Roth 2004]: side views of cars. Crops of cars
// and of other things, images with cars of one size, and images with cars of several sizes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "preimage/samples/box.hpp"
#include "suite/data/archive.hpp"
#include "suite/figures/grey_image.hpp"

namespace preimage::experiments::car_localization {

inline constexpr int kCarWidth = 100;  // of a crop, and of every box of the single-scale images
inline constexpr int kCarHeight = 40;

/// The height of a car's box: 0.4 of its width, rounded.
constexpr int car_height(int width) {
  return (4 * width + 5) / 10;
}

struct Scene {
  suite::figures::GreyImage image;
  std::vector<samples::Box> cars;  // at least one; may leave the image, but not wholly
};

struct CarImages {
  std::vector<suite::figures::GreyImage> car_crops, other_crops;  // kCarWidth x kCarHeight
  std::vector<Scene> single_scale;                                // boxes of kCarWidth x kCarHeight
  std::vector<Scene> multi_scale;  // boxes of any width w and height car_height(w)
};

enum class CarScale { single, multi };

/// The boxes of trueLocations.txt (single: "n: (row,column) (row,column)") or of trueLocations_Scale.txt
/// (multi: "n: (row,column,width) ..."): a line per image n = 0, 1, ... Row and column, in this order, are
/// those of the box's top left corner and may be negative. Empty lines may follow the last.
/// throws  DataError "source:line: ..." where a line is not the next image's (missing, repeated, out of
///         order), holds no box, or a box is not as above, with whole numbers from -4096 to 4096 and a width
///         from 1; "source: ..." where there are fewer or more than n_images lines
std::vector<std::vector<samples::Box>> parse_car_locations(std::string_view text, CarScale scale,
                                                           std::size_t n_images, const std::string& source);

/// Everything in the archive CarData.tar: the PGMs TrainImages/pos-N, TrainImages/neg-N, TestImages/test-N
/// and TestImages_Scale/test-N in order of N (1,050 crops; 170 images with 200 cars; 108 images with 139
/// cars).
/// throws  DataError naming archive and member where an image or an annotation file is missing, a crop is not
///         kCarWidth x kCarHeight, a box lies wholly outside its image, and what parse_pgm and
///         parse_car_locations throw
CarImages uiuc_cars(const suite::data::ArchiveMembers& members, const std::string& source);

/// The same from CarData.tar.gz; throws also what read_archive throws.
/// cost    12 MB; about 0.1 s
CarImages load_uiuc_cars(const std::filesystem::path& path);

}  // namespace preimage::experiments::car_localization
