# Armadillo's header costs four seconds in every file that includes it, so it is compiled once, for all.
# Turn it off with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON: for clang-tidy, which cannot read GCC's, and to see that
# every file includes what it uses. It is off under ccache, which by default stores nothing that uses one.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/empty.cpp CONTENT "")  # written once: a header alone is no library
add_library(preimage_header STATIC EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/empty.cpp)
target_precompile_headers(preimage_header PRIVATE <armadillo>)
target_link_libraries(preimage_header PRIVATE preimage::armadillo preimage::options)
set_target_properties(preimage_armadillo PROPERTIES PREIMAGE_USES_ARMADILLO ON)

# preimage_precompiled_header(<target>): for a target that links Armadillo and preimage::options. The property tells the
# folders that depend on it that they link Armadillo, too.
function(preimage_precompiled_header target)
  set_target_properties(${target} PROPERTIES PREIMAGE_USES_ARMADILLO ON)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    target_precompile_headers(${target} REUSE_FROM preimage_header)
    # With it GCC 12 forgets at -O3 that std::string and Armadillo are system headers, and its flow analysis warns
    # falsely inside them (the family of bug 105651); without it, of nothing. So the whole family is off there.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds
                             -Wno-free-nonheap-object -Wno-maybe-uninitialized -Wno-use-after-free)
    endif()
  endif()
endfunction()
