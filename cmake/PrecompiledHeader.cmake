# Headers that cost seconds in every file that includes them are compiled once: Armadillo's four, doctest's, fmt's.
# Turn it off with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON: for clang-tidy, which cannot read GCC's, and to see that
# every file includes what it uses. ccache stores what uses one only with CCACHE_SLOPPINESS=pch_defines,time_macros.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "")  # written once: a header alone is no library
set(common_headers <algorithm> <cmath> <filesystem> <functional> <map> <memory> <numeric> <optional> <set> <string>
                   <variant> <vector> <fmt/format.h>)

# add_header(<name> LIBRARIES target... HEADERS header...): the header preimage_<name>_header, for targets that link the same.
function(preimage_add_header name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;HEADERS" ${ARGN})
  add_library(preimage_${name}_header STATIC EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/empty.cpp)
  target_precompile_headers(preimage_${name}_header PRIVATE ${ARG_HEADERS} ${common_headers})
  target_link_libraries(preimage_${name}_header PRIVATE ${ARG_LIBRARIES} fmt::fmt preimage::options)
  preimage_header_options(preimage_${name}_header)
endfunction()

function(preimage_header_options target)
  if(CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
    # With it GCC 12 forgets at -O3 that std::string and Armadillo are system headers, and its flow analysis warns
    # falsely inside them (the family of bug 105651); without it, of nothing. So the whole family is off there.
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
                             -Wno-free-nonheap-object -Wno-maybe-uninitialized -Wno-use-after-free)
    endif()
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")  # for ccache
  endif()
endfunction()

# preimage_unoptimised(<target>): for tests, whose code runs once: it compiles in two thirds of the time. The library
# and the program that they call stay as optimised as the build is.
function(preimage_unoptimised target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,Debug>:-O0>)
endfunction()

preimage_add_header(plain)
preimage_add_header(matrix HEADERS <armadillo> LIBRARIES preimage::armadillo)
if(NOT PREIMAGE_LIBRARY_ONLY)
  preimage_add_header(test HEADERS <armadillo> <doctest/doctest.h> LIBRARIES preimage::armadillo doctest::doctest)
  preimage_unoptimised(preimage_test_header)
endif()

# preimage_precompiled_header(<target> <plain|matrix|test>): for a target that links fmt and preimage::options; matrix and
# test: Armadillo, too; test: doctest.
function(preimage_precompiled_header target name)
  target_precompile_headers(${target} REUSE_FROM preimage_${name}_header)
  preimage_header_options(${target})
endfunction()
