# One static library, one test program and any number of benchmarks per folder: x.cpp is library,
# x_test.cpp is test, x_bench.cpp is benchmark. CMake finds the files; nobody lists them.

# preimage_folder(<name> [DEPENDS target...]): the library preimage::<name> from the current folder, and
# the test program <name>_tests from its *_test.cpp.
function(preimage_folder name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cpp$")
  if(NOT sources)  # headers alone: still a library, with nothing in it
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp "")
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
  endif()
  add_library(preimage_${name} STATIC ${sources})
  add_library(preimage::${name} ALIAS preimage_${name})
  target_include_directories(preimage_${name} PUBLIC ${PROJECT_SOURCE_DIR}/core)
  target_link_libraries(preimage_${name} PUBLIC ${ARG_DEPENDS} PRIVATE preimage::options)
  foreach(target ${ARG_DEPENDS})
    get_target_property(uses_armadillo ${target} PREIMAGE_USES_ARMADILLO)
    if(uses_armadillo)
      preimage_precompiled_header(preimage_${name})
      break()
    endif()
  endforeach()
  if(tests)
    preimage_tests(${name} ${tests})
    target_link_libraries(${name}_tests PRIVATE preimage_${name})
  endif()
endfunction()

# preimage_tests(<name> file...): the doctest program <name>_tests, run by ctest with one BLAS thread.
function(preimage_tests name)
  add_executable(${name}_tests ${ARGN})
  target_link_libraries(${name}_tests PRIVATE preimage::testing preimage::options)
  preimage_precompiled_header(${name}_tests)
  add_test(NAME ${name} COMMAND ${name}_tests)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "OPENBLAS_NUM_THREADS=1" TIMEOUT 900)
endfunction()
