# Compiles files of a target as one, because each costs about a second for its headers alone: a build from nothing takes
# half the time. Two files that define the same local name cannot be compiled as one (the compiler says "redefinition"): rename
# one of them, or list it in compiled_apart.txt, whose files are compiled as one with those of their target that are listed, too.
# Turn it off with -DPREIMAGE_UNITY=OFF: one changed file then compiles sooner.
option(PREIMAGE_UNITY "Compile files in groups" ON)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/compiled_apart.txt preimage_compiled_apart)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/compiled_apart.txt)
list(TRANSFORM preimage_compiled_apart PREPEND ${PROJECT_SOURCE_DIR}/)
foreach(file ${preimage_compiled_apart})
  if(NOT EXISTS ${file})
    message(FATAL_ERROR "cmake/compiled_apart.txt: ${file}: there is no such file")
  endif()
endforeach()

# preimage_unity(<target> <count> file...): groups this many of these files of the target, .cpp files of the project. A file
# with options or definitions of its own is compiled alone.
function(preimage_unity target files_as_one)
  set(count 0)
  foreach(file ${ARGN})
    math(EXPR group "${count} / ${files_as_one}")
    math(EXPR count "${count} + 1")
    if(file IN_LIST preimage_compiled_apart)
      set(group apart)
    endif()
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PREIMAGE_UNITY} UNITY_BUILD_MODE GROUP)
endfunction()
