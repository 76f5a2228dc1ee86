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
find_package(OpenSSL QUIET COMPONENTS Crypto)
preimage_need(OPENSSL_FOUND "libcrypto of OpenSSL, for SHA-256," libssl-dev openssl-devel openssl@3)
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
find_path(LBFGS_INCLUDE_DIR NAMES lbfgs.h)
find_library(LBFGS_LIBRARY NAMES lbfgs)
if(LBFGS_INCLUDE_DIR AND LBFGS_LIBRARY)
  set(preimage_has_lbfgs ON)
endif()
preimage_need(preimage_has_lbfgs "libLBFGS (lbfgs.h and its library), for pre-images by gradient descent," liblbfgs-dev
              liblbfgs-devel liblbfgs)
find_path(UTF8PROC_INCLUDE_DIR NAMES utf8proc.h)
find_library(UTF8PROC_LIBRARY NAMES utf8proc)
if(UTF8PROC_INCLUDE_DIR AND UTF8PROC_LIBRARY)
  set(preimage_has_utf8proc ON)
endif()
preimage_need(preimage_has_utf8proc "utf8proc (utf8proc.h and its library), for characters and graphemes," libutf8proc-dev
              utf8proc-devel utf8proc)

# Each as a target of ours. Headers of imported targets are system headers: no warnings from them.
if(NOT preimage_missing AND NOT TARGET preimage::armadillo)
  # FindArmadillo (CMake 3.25) defines no target. Its run-time wrapper is left out, so that the BLAS
  # linked here is the BLAS that runs.
  add_library(preimage::armadillo INTERFACE IMPORTED)
  target_include_directories(preimage::armadillo INTERFACE ${ARMADILLO_INCLUDE_DIRS})
  target_compile_definitions(preimage::armadillo INTERFACE ARMA_DONT_USE_WRAPPER ARMA_DONT_USE_OPENMP ARMA_WARN_LEVEL=1)
  target_link_libraries(preimage::armadillo INTERFACE LAPACK::LAPACK BLAS::BLAS)
  add_library(preimage::lbfgs INTERFACE IMPORTED)
  target_include_directories(preimage::lbfgs INTERFACE ${LBFGS_INCLUDE_DIR})
  target_link_libraries(preimage::lbfgs INTERFACE ${LBFGS_LIBRARY})
  add_library(preimage::utf8proc INTERFACE IMPORTED)
  target_include_directories(preimage::utf8proc INTERFACE ${UTF8PROC_INCLUDE_DIR})
  target_link_libraries(preimage::utf8proc INTERFACE ${UTF8PROC_LIBRARY})
endif()
