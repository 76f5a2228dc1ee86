# What the program and the tests need beside the packages of the library.
find_package(Threads REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(LibArchive REQUIRED)
find_package(CLI11 REQUIRED)
find_package(doctest REQUIRED)

add_library(preimage_yaml INTERFACE)
target_include_directories(preimage_yaml SYSTEM INTERFACE ${YAML_CPP_INCLUDE_DIR})
target_link_libraries(preimage_yaml INTERFACE yaml-cpp)
add_library(preimage::yaml ALIAS preimage_yaml)

# RE2's package in Debian 12 has no file for CMake.
find_path(RE2_INCLUDE_DIR NAMES re2/re2.h REQUIRED)
find_library(RE2_LIBRARY NAMES re2 REQUIRED)
add_library(preimage_re2 INTERFACE)
target_include_directories(preimage_re2 SYSTEM INTERFACE ${RE2_INCLUDE_DIR})
target_link_libraries(preimage_re2 INTERFACE ${RE2_LIBRARY})
add_library(preimage::re2 ALIAS preimage_re2)

find_package(Boost REQUIRED)  # Math alone: distributions, in headers
add_library(preimage_boost INTERFACE)
target_include_directories(preimage_boost SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
add_library(preimage::boost ALIAS preimage_boost)

# Of tests alone: an oracle of support vector machines.
find_path(LIBSVM_INCLUDE_DIR NAMES svm.h PATH_SUFFIXES libsvm REQUIRED)
find_library(LIBSVM_LIBRARY NAMES svm REQUIRED)
add_library(preimage_libsvm INTERFACE)
target_include_directories(preimage_libsvm SYSTEM INTERFACE ${LIBSVM_INCLUDE_DIR})
target_link_libraries(preimage_libsvm INTERFACE ${LIBSVM_LIBRARY})
add_library(preimage::libsvm ALIAS preimage_libsvm)

# A single header; its package has no file for CMake.
find_path(MUSTACHE_INCLUDE_DIR NAMES kainjow/mustache.hpp)
if(NOT MUSTACHE_INCLUDE_DIR)
  message(FATAL_ERROR "preimage cannot be built here:\n  kainjow/mustache.hpp, for the report page, was not found (Debian: "
                      "libkainjow-mustache-dev; elsewhere the one header of github.com/kainjow/Mustache, in a folder kainjow, "
                      "with -DMUSTACHE_INCLUDE_DIR=FOLDER_ABOVE)")
endif()
add_library(preimage_mustache INTERFACE)
target_include_directories(preimage_mustache SYSTEM INTERFACE ${MUSTACHE_INCLUDE_DIR})
add_library(preimage::mustache ALIAS preimage_mustache)
