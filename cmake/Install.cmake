# What `cmake --install` puts where: the library with its headers, its package for CMake and pkg-config; the program with what it
# reads; licence and pages. As two components, of which Package.cmake makes a package each: what is built against, and the rest.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/preimage)

install(TARGETS preimage_library EXPORT preimage ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
# The headers that core/docs/library.md promises, and those that they include; no other.
set(PREIMAGE_PUBLIC_HEADERS
    armadillo base/error base/random
    kernels/chi_square_kernel kernels/column_kernel kernels/conformance kernels/gram kernels/indicator_kernels
    kernels/joint_spectrum_kernel kernels/kernel
    kernels/label_kernels kernels/points kernels/polynomial_set_kernel kernels/set_kernel kernels/spectrum_kernel
    kernels/subsequence_kernel kernels/vector_kernels kernels/wrappers
    samples/folds samples/label_indicators samples/ngrams samples/sample_set samples/vector_sequences
    outputs/forms outputs/training_outputs outputs/prediction
    losses/class_costs losses/fold_measures losses/loss losses/losses
    decoders/candidate_decoder decoders/decoder decoders/distance_constraint decoders/exact_preimage decoders/expected_loss
    decoders/fixed_point decoders/gradient_descent decoders/learned_preimage decoders/nelder_mead decoders/quadratic_preimage
    decoders/shifted_candidates
    sequences/euler_path_decoder sequences/per_position_decoder
    models/component_ridge models/estimator models/joint_kernel_support_estimation models/kernel_dependency_estimation
    models/mean_output models/method models/model_file models/nearest_neighbours models/class_functions models/sketched_kde
    models/stored_samples
    validation/cross_validate validation/nested_cross_validation)
set(headers "")
list(TRANSFORM PREIMAGE_PUBLIC_HEADERS REPLACE "(.+)" "preimage/\\1.hpp" OUTPUT_VARIABLE asked)
while(asked)
  list(POP_FRONT asked header)
  if(header IN_LIST headers OR header STREQUAL "preimage/version.hpp")
    continue()
  endif()
  list(APPEND headers ${header})
  file(STRINGS ${PROJECT_SOURCE_DIR}/core/${header} included REGEX "^#include \"preimage/")
  list(TRANSFORM included REPLACE "#include \"(.*)\"" "\\1")
  list(APPEND asked ${included})
endwhile()
foreach(header ${headers})
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/core/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT development)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/include/preimage/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/preimage COMPONENT development)
install(EXPORT preimage FILE preimageTargets.cmake NAMESPACE preimage:: DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/preimageConfig.cmake.in ${PROJECT_BINARY_DIR}/preimageConfig.cmake
                              INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/preimageConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/preimageConfig.cmake ${PROJECT_BINARY_DIR}/preimageConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/LibraryDependencies.cmake DESTINATION ${package_folder} COMPONENT development)

# preimage_link_flags(<result> library...): "-llbfgs -L/opt/lib -lx" of files of libraries; no -L for where a linker looks anyway.
function(preimage_link_flags result)
  set(flags "")
  foreach(library ${ARGN})
    get_filename_component(folder ${library} DIRECTORY)
    get_filename_component(name ${library} NAME_WE)
    string(REGEX REPLACE "^lib" "" name ${name})
    if(folder AND NOT folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
      list(APPEND flags -L${folder})
    endif()
    list(APPEND flags -l${name})
  endforeach()
  list(REMOVE_DUPLICATES flags)
  list(JOIN flags " " flags)
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
preimage_link_flags(PKG_CONFIG_LIBRARIES ${LBFGS_LIBRARY} ${UTF8PROC_LIBRARY} ${LAPACK_LIBRARIES} ${BLAS_LIBRARIES})
file(RELATIVE_PATH PKG_CONFIG_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/preimage.pc.in ${PROJECT_BINARY_DIR}/preimage.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/preimage.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The pages, and the files that they link to, lie to each other as in the checkout, so that their links hold (ctest installed_pages).
install(FILES LICENSE CITATION.cff CHANGELOG.md README.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY core/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/core/docs FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.schema.json" PATTERN "example/*")
install(DIRECTORY core/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}/core)
install(DIRECTORY core/suite/render/screenshots DESTINATION ${CMAKE_INSTALL_DOCDIR}/core/suite/render)
install(FILES datasets/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/datasets)
install(FILES results/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/results)
install(FILES configs/schema.json DESTINATION ${CMAKE_INSTALL_DOCDIR}/configs)
install(DIRECTORY configs/sketch_2024 configs/fashion_mnist DESTINATION ${CMAKE_INSTALL_DOCDIR}/configs)
install(DIRECTORY experiments/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/experiments FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.schema.json" PATTERN "example/*"
        PATTERN "new_paper" EXCLUDE PATTERN "benchmarks" EXCLUDE PATTERN "shared" EXCLUDE)
install(FILES core/suite/registry/EXAMPLES.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/core/suite/registry)
install(FILES experiments/benchmarks/MEASURED.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/experiments/benchmarks)
# As HTML, where `cmake --build build --target manual` has made that.
install(DIRECTORY ${PROJECT_BINARY_DIR}/manual/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html OPTIONAL)

if(NOT PREIMAGE_LIBRARY_ONLY)
  # The program, and beside it in the folders of this project what it reads (suite/data/program_folders.hpp).
  set(share ${CMAKE_INSTALL_DATADIR}/preimage)
  install(TARGETS preimage RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY configs DESTINATION ${share})
  install(FILES datasets/manifest.tsv datasets/README.md DESTINATION ${share}/datasets)
  install(PROGRAMS datasets/fetch.sh DESTINATION ${share}/datasets)
  install(DIRECTORY results/reference DESTINATION ${share}/results)
  file(GLOB examples CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} experiments/*/example)
  foreach(example ${examples})
    install(DIRECTORY ${example}/ DESTINATION ${share}/${example})
  endforeach()
endif()
