# Every third-party package, wrapped once as a target of ours, so that headers are SYSTEM (no warnings
# from them) and no other file knows how a distribution spells a package.
if(NOT PREIMAGE_LIBRARY_ONLY)
  set(BLA_VENDOR OpenBLAS)  # the program has one BLAS, named in every record
endif()
include(LibraryDependencies)
find_package(nlohmann_json QUIET)  # headers, which only building needs: no part of the installed package asks for them
preimage_need(nlohmann_json_FOUND "nlohmann-json, for model.json and records," nlohmann-json3-dev json-devel nlohmann-json)
if(preimage_missing)
  list(JOIN preimage_missing "\n  " lines)
  message(FATAL_ERROR "preimage cannot be built here:\n  ${lines}")
endif()
if(NOT PREIMAGE_LIBRARY_ONLY)
  include(SuiteDependencies)
endif()

# Warnings and sanitizers for our own code only.
add_library(preimage_options INTERFACE)
target_compile_options(preimage_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                                  $<$<BOOL:${PREIMAGE_WERROR}>:-Werror>)
# GCC 12 warns of an overlap inside std::string for "text" + std::string&& at -O2 and above (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(preimage_options INTERFACE -Wno-restrict)
endif()
# GCC collects garbage whenever its heap grew by a third, which costs a tenth of the time; doubled, it takes 90 MB more.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(preimage_options INTERFACE "SHELL:--param ggc-min-expand=100")
endif()
# Part of clang's -Wconversion, but not of GCC's in C++. Of files that are compiled as one clang warns where a function's name is
# one that another file has, too; .ci/lint asks file by file.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(preimage_options INTERFACE -Wno-sign-conversion -Wno-shadow)
endif()
if(PREIMAGE_SANITIZE)
  target_compile_options(preimage_options INTERFACE -fsanitize=${PREIMAGE_SANITIZE}
                                                    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(preimage_options INTERFACE -fsanitize=${PREIMAGE_SANITIZE})
endif()
if(PREIMAGE_FUZZ)  # every line of ours reports what it reached, so that libFuzzer finds its way
  target_compile_options(preimage_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
# A canary in front of return addresses, checked versions of libc's copies, marks for indirect jumps. The 317 numbers of the
# quick profile have the same bits with and without them.
if(NOT PREIMAGE_SANITIZE AND NOT PREIMAGE_FUZZ)
  include(CheckCXXCompilerFlag)
  target_compile_options(preimage_options INTERFACE -fstack-protector-strong)
  check_cxx_compiler_flag(-fcf-protection PREIMAGE_HAS_CF_PROTECTION)  # of x86
  if(PREIMAGE_HAS_CF_PROTECTION)
    target_compile_options(preimage_options INTERFACE -fcf-protection)
  endif()
  target_compile_definitions(preimage_options INTERFACE $<$<CONFIG:Release,RelWithDebInfo>:_FORTIFY_SOURCE=2>)
endif()
add_library(preimage::options ALIAS preimage_options)
