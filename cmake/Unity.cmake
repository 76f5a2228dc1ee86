# Compiles fourteen files of a target as one, because each costs about a second for its headers alone: a build from nothing takes
# half the time. Two files that define the same local name cannot be compiled as one (the compiler says "redefinition"): rename
# one of them, or list it in compiled_alone.txt. Turn it off with -DPREIMAGE_UNITY=OFF: one changed file then compiles sooner.
option(PREIMAGE_UNITY "Compile files in groups" ON)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/compiled_alone.txt preimage_compiled_alone)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/compiled_alone.txt)
list(TRANSFORM preimage_compiled_alone PREPEND ${PROJECT_SOURCE_DIR}/)

# preimage_unity(<target> file...): groups these files of the target, .cpp files of the project.
function(preimage_unity target)
  foreach(file ${ARGN})
    if(file IN_LIST preimage_compiled_alone)
      set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PREIMAGE_UNITY} UNITY_BUILD_BATCH_SIZE 14)
endfunction()
