# What the library is compiled against and linked with, looked for alike by this project and by its installed package
# (preimageConfig.cmake), which is why this file is installed, too. What is not found is no error here but a line of
# preimage_missing: what it is, and which package brings it.
set(preimage_missing "")

# preimage_need(<found> <what> <Debian> <Fedora> <Homebrew>): notes <what> as missing unless the variable <found> is true.
macro(preimage_need found what debian fedora homebrew)
  if(NOT ${found})
    list(APPEND preimage_missing
         "${what} is missing: install ${debian} (Debian, Ubuntu), ${fedora} (Fedora) or ${homebrew} (Homebrew)")
  endif()
endmacro()

find_package(fmt QUIET)
preimage_need(fmt_FOUND "fmt, which writes messages," libfmt-dev fmt-devel fmt)
find_package(Armadillo QUIET)
preimage_need(ARMADILLO_FOUND "Armadillo, for matrices," libarmadillo-dev armadillo-devel armadillo)
set(preimage_vendor ${BLA_VENDOR})
if(NOT BLA_VENDOR)
  set(BLA_VENDOR OpenBLAS)
endif()
find_package(BLAS QUIET)
preimage_need(BLAS_FOUND "BLAS (${BLA_VENDOR}; another by BLA_VENDOR)" libopenblas-dev openblas-devel openblas)
find_package(LAPACK QUIET)
preimage_need(LAPACK_FOUND "LAPACK (${BLA_VENDOR}; another by BLA_VENDOR)" "libopenblas-dev and liblapack-dev"
              "openblas-devel and lapack-devel" "openblas and lapack")
set(BLA_VENDOR ${preimage_vendor})  # as the including file had it
# preimage_find(<library> <header> <what for> <Debian> <Fedora> <Homebrew>): <LIBRARY>_INCLUDE_DIR and <LIBRARY>_LIBRARY
macro(preimage_find library header reason debian fedora homebrew)
  string(TOUPPER ${library} preimage_upper)
  find_path(${preimage_upper}_INCLUDE_DIR NAMES ${header})
  find_library(${preimage_upper}_LIBRARY NAMES ${library})
  if(${preimage_upper}_INCLUDE_DIR AND ${preimage_upper}_LIBRARY)
    set(preimage_has_${library} ON)
  endif()
  preimage_need(preimage_has_${library} "lib${library} (${header} and its library), for ${reason}," ${debian} ${fedora} ${homebrew})
endmacro()
preimage_find(lbfgs lbfgs.h "pre-images by gradient descent" liblbfgs-dev liblbfgs-devel liblbfgs)
preimage_find(utf8proc utf8proc.h "characters and graphemes" libutf8proc-dev utf8proc-devel utf8proc)
preimage_find(nettle nettle/sha2.h SHA-256 nettle-dev nettle-devel nettle)

# Each as a target of ours. Headers of imported targets are system headers: no warnings from them.
if(NOT preimage_missing AND NOT TARGET preimage::armadillo)
  # FindArmadillo (CMake 3.25) defines no target. Its run-time wrapper is left out, so that the BLAS
  # linked here is the BLAS that runs.
  add_library(preimage::armadillo INTERFACE IMPORTED)
  target_include_directories(preimage::armadillo INTERFACE ${ARMADILLO_INCLUDE_DIRS})
  target_compile_definitions(preimage::armadillo INTERFACE ARMA_DONT_USE_WRAPPER ARMA_DONT_USE_OPENMP ARMA_WARN_LEVEL=1)
  target_link_libraries(preimage::armadillo INTERFACE LAPACK::LAPACK BLAS::BLAS)
  foreach(library LBFGS UTF8PROC NETTLE)
    string(TOLOWER preimage::${library} target)
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} INTERFACE ${${library}_INCLUDE_DIR})
    target_link_libraries(${target} INTERFACE ${${library}_LIBRARY})
  endforeach()
endif()
