# Manual pages for `man` and completion scripts for shells, made by the program itself from its table of verbs and options, so
# that they say what it does (core/suite/cli).
if(CMAKE_CROSSCOMPILING)
  message(STATUS "no manual pages and completion scripts: the program cannot run here")
  return()
endif()
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/made
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
  COMMAND $<TARGET_FILE:preimage> help --man ${pages}/man1
  COMMAND $<TARGET_FILE:preimage> completion bash > ${pages}/preimage
  COMMAND $<TARGET_FILE:preimage> completion zsh > ${pages}/_preimage
  COMMAND $<TARGET_FILE:preimage> completion fish > ${pages}/preimage.fish
  COMMAND ${CMAKE_COMMAND} -E touch ${pages}/made
  DEPENDS preimage COMMENT "Manual pages and completion scripts")
add_custom_target(pages ALL DEPENDS ${pages}/made)
if(PREIMAGE_INSTALL)
  install(DIRECTORY ${pages}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${pages}/preimage DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${pages}/_preimage DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${pages}/preimage.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()
