# Every third-party package, wrapped once as a target of ours, so that headers are SYSTEM (no warnings
# from them) and no other file knows how a distribution spells a package.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(LibArchive REQUIRED)
find_package(CLI11 REQUIRED)
find_package(doctest REQUIRED)
find_package(Armadillo REQUIRED)
set(BLA_VENDOR OpenBLAS)  # one BLAS, named in every record
find_package(BLAS REQUIRED)
find_package(LAPACK REQUIRED)

# FindArmadillo (CMake 3.25) defines no target. Its run-time wrapper is left out, so that the BLAS
# linked here is the BLAS that runs.
add_library(preimage_armadillo INTERFACE)
target_include_directories(preimage_armadillo SYSTEM INTERFACE ${ARMADILLO_INCLUDE_DIRS})
target_compile_definitions(preimage_armadillo INTERFACE ARMA_DONT_USE_WRAPPER ARMA_DONT_USE_OPENMP
                                                        ARMA_WARN_LEVEL=1)
target_link_libraries(preimage_armadillo INTERFACE LAPACK::LAPACK BLAS::BLAS)
add_library(preimage::armadillo ALIAS preimage_armadillo)

add_library(preimage_yaml INTERFACE)
target_include_directories(preimage_yaml SYSTEM INTERFACE ${YAML_CPP_INCLUDE_DIR})
target_link_libraries(preimage_yaml INTERFACE yaml-cpp)
add_library(preimage::yaml ALIAS preimage_yaml)

find_path(LIBSVM_INCLUDE_DIR NAMES svm.h PATH_SUFFIXES libsvm REQUIRED)
find_library(LIBSVM_LIBRARY NAMES svm REQUIRED)
add_library(preimage_libsvm INTERFACE)
target_include_directories(preimage_libsvm SYSTEM INTERFACE ${LIBSVM_INCLUDE_DIR})
target_link_libraries(preimage_libsvm INTERFACE ${LIBSVM_LIBRARY})
add_library(preimage::libsvm ALIAS preimage_libsvm)

find_path(LBFGS_INCLUDE_DIR NAMES lbfgs.h REQUIRED)
find_library(LBFGS_LIBRARY NAMES lbfgs REQUIRED)
add_library(preimage_lbfgs INTERFACE)
target_include_directories(preimage_lbfgs SYSTEM INTERFACE ${LBFGS_INCLUDE_DIR})
target_link_libraries(preimage_lbfgs INTERFACE ${LBFGS_LIBRARY})
add_library(preimage::lbfgs ALIAS preimage_lbfgs)

find_package(Boost REQUIRED)  # Math alone: distributions, in headers
add_library(preimage_boost INTERFACE)
target_include_directories(preimage_boost SYSTEM INTERFACE ${Boost_INCLUDE_DIRS})
add_library(preimage::boost ALIAS preimage_boost)

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
# Part of clang's -Wconversion, but not of GCC's in C++.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(preimage_options INTERFACE -Wno-sign-conversion)
endif()
if(PREIMAGE_SANITIZE)
  target_compile_options(preimage_options INTERFACE -fsanitize=${PREIMAGE_SANITIZE}
                                                    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(preimage_options INTERFACE -fsanitize=${PREIMAGE_SANITIZE})
endif()
if(PREIMAGE_FUZZ)  # every line of ours reports what it reached, so that libFuzzer finds its way
  target_compile_options(preimage_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
add_library(preimage::options ALIAS preimage_options)
