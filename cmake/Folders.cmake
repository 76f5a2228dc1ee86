# One static library, one test program and any number of fuzz targets per folder: x.cpp is library,
# x_test.cpp is test, x_fuzz.cpp is fuzz target. CMake finds the files; nobody lists them.

# preimage_folder(<name> [MATRICES] [LIGHT] [NUMBERS] [RUNS_PROGRAM] [DEPENDS target...] [TEST_DEPENDS target...]): the library
# <part>::<name> from the current folder core/<part>/<name> and the folders below it, and the test program <name>_tests from
# its *_test.cpp, which links TEST_DEPENDS, too. MATRICES: most of its files see Armadillo. LIGHT: see preimage_light.
# NUMBERS: its tests hold computed numbers; so do those of every folder of the library (preimage_tests_of_numbers).
# RUNS_PROGRAM: see preimage_tests_run_program.
function(preimage_folder name)
  cmake_parse_arguments(ARG "MATRICES;LIGHT;NUMBERS;RUNS_PROGRAM" "" "DEPENDS;TEST_DEPENDS" ${ARGN})
  get_filename_component(part ${CMAKE_CURRENT_SOURCE_DIR} DIRECTORY)
  get_filename_component(part ${part} NAME)
  set(library ${part}_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  set(fuzzed ${sources})
  list(FILTER fuzzed INCLUDE REGEX "_fuzz\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz)\\.cpp$")
  if(NOT sources)  # headers alone: still a library, with nothing in it
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp "")
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/empty.cpp)
  endif()
  add_library(${library} STATIC ${sources})
  add_library(${part}::${name} ALIAS ${library})
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR}/core ${PROJECT_BINARY_DIR}/include)
  target_link_libraries(${library} PUBLIC ${ARG_DEPENDS} PRIVATE preimage::options)
  if(ARG_MATRICES)
    preimage_precompiled_header(${library} matrix)
  else()
    preimage_precompiled_header(${library} plain)
  endif()
  if(ARG_LIGHT)  # most of its time goes into templates of headers: forty files as one take two thirds of it
    preimage_light(${library})
    preimage_unity(${library} 42 ${sources})
  else()
    preimage_unity(${library} 14 ${sources})
  endif()
  if(tests AND NOT PREIMAGE_LIBRARY_ONLY)
    preimage_tests(${name} ${tests})
    if(ARG_NUMBERS OR part STREQUAL "preimage")
      preimage_tests_of_numbers(${name})
    endif()
    target_link_libraries(${name}_tests PRIVATE ${library} ${ARG_TEST_DEPENDS})
    if(ARG_RUNS_PROGRAM)
      preimage_tests_run_program(${name}_tests)
    endif()
  endif()
  if(ARG_RUNS_PROGRAM)
    set(library ${library} preimage::papers)
  endif()
  preimage_fuzz_targets("${library};${ARG_TEST_DEPENDS}" ${fuzzed})
endfunction()

# preimage_tests_run_program(<target>): a test program that runs the program, and knows the papers for examples.
function(preimage_tests_run_program target)
  target_link_libraries(${target} PRIVATE preimage::papers)
  target_compile_definitions(${target} PRIVATE PREIMAGE_PROGRAM="$<TARGET_FILE:preimage>"
                                               PREIMAGE_SOURCE_ROOT="${PROJECT_SOURCE_DIR}")
  add_dependencies(${target} preimage)
endfunction()

# preimage_light(<target>): a release build optimises it little (-O1). For code that waits for files and people and computes
# nothing: it compiles in three quarters of the time.
function(preimage_light target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# preimage_tests(<name> file...): the doctest program <name>_tests, run by ctest with one BLAS thread.
function(preimage_tests name)
  add_executable(${name}_tests ${ARGN})
  target_link_libraries(${name}_tests PRIVATE preimage::testing preimage::options)
  preimage_precompiled_header(${name}_tests test)
  preimage_unoptimised(${name}_tests)
  preimage_unity(${name}_tests 14 ${ARGN})
  add_test(NAME ${name} COMMAND ${name}_tests)
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "OPENBLAS_NUM_THREADS=1" TIMEOUT 900)
endfunction()

# preimage_tests_of_numbers(<name>...): tests that hold computed numbers, which have to pass on every CPU (core/testing/cpu_types.sh).
function(preimage_tests_of_numbers)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS numbers)
endfunction()

# preimage_fuzz_targets(<libraries> file...): of every x_fuzz.cpp the program fuzz/x under the build folder, with libFuzzer's
# main, where PREIMAGE_FUZZ is on.
function(preimage_fuzz_targets libraries)
  if(NOT PREIMAGE_FUZZ)
    return()
  endif()
  if(NOT TARGET fuzz)
    add_custom_target(fuzz)
  endif()
  foreach(file ${ARGN})
    get_filename_component(program ${file} NAME_WE)
    add_executable(${program} EXCLUDE_FROM_ALL ${file})
    target_link_libraries(${program} PRIVATE ${libraries} preimage::options)
    target_link_options(${program} PRIVATE -fsanitize=fuzzer)
    string(REGEX REPLACE "_fuzz$" "" name ${program})
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz OUTPUT_NAME ${name})
    add_dependencies(fuzz ${program})
  endforeach()
endfunction()
