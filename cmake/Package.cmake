# Debian packages of the two components of Install.cmake, by CPack: `preimage`, what is run and read, and `libpreimage-dev`, what is
# built against. core/testing/packages.sh makes, checks and tries them; core/docs/install.md is for who installs them.
find_program(DPKG_PROGRAM dpkg-deb)
mark_as_advanced(DPKG_PROGRAM)
if(NOT DPKG_PROGRAM OR PREIMAGE_LIBRARY_ONLY)
  return()
endif()
set(maintainer "the preimage authors <preimage@example.org>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})  # where Debian's own tools look
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(PREIMAGE_MAINTAINER ${maintainer} CACHE STRING "Who answers for the Debian packages: name and address")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME preimage)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has one of its own: the first line of its description
set(CPACK_PACKAGE_CONTACT ${PREIMAGE_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME preimage)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# For fetch.sh and `preimage help VERB`; then what single verbs and examples start.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ca-certificates, curl, man-db")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "libpreimage-dev, python3, slurm-client")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"reproducible experiments in learning with structured outputs
preimage recomputes published experiments in which a string, an image or a
box in a photograph is predicted, and puts each number beside the printed one
with a verdict. Most of them use kernel dependency estimation: it predicts a
point in a space where each output is described by numbers, and then looks
for the output nearest to that point, the pre-image.
.
The same program works on data and papers of your own, with tables, a report
page, sweeps, clusters, and models that predict. This package holds it with
its configs, published numbers, examples and manual.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpreimage-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# What preimageConfig.cmake and preimage.pc ask for.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libarmadillo-dev, libfmt-dev, liblapack-dev, liblbfgs-dev, libopenblas-dev, libutf8proc-dev, nettle-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkg-config, preimage")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"learning with structured outputs by kernels - development files
The library behind preimage: kernels, methods, losses and validation for
outputs that are strings, images, vectors, classes or boxes, in C++20.
.
This package holds its archive, its headers, and its files for CMake and
pkg-config. Examples and manual are in the package preimage.")

# What Debian asks for beside that, and `cmake --install` does not install: made here, and put into each package by finish.cmake.
set(debian ${PROJECT_BINARY_DIR}/debian)
file(STRINGS CITATION.cff released REGEX "^date-released: ")
string(REGEX REPLACE "^date-released: *" "" released "${released}")
execute_process(COMMAND date --utc --rfc-email --date ${released} OUTPUT_VARIABLE released OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(READ LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)\n\n(.*)" license "${license}")
set(copyright "${CMAKE_MATCH_1}")
string(STRIP "${CMAKE_MATCH_2}" license)
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
foreach(file copyright changelog.Debian finish.cmake)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/${file}.in ${debian}/${file} @ONLY)
endforeach()
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/finish.cmake)
include(CPack)
