# Completion scripts, which the program prints, and manual pages, which help2man (Debian) makes of what `--help` prints: so both
# say what the program does. Where help2man is missing there are no pages for `man`.
if(CMAKE_CROSSCOMPILING)
  message(STATUS "no manual pages and completion scripts: the program cannot run here")
  return()
endif()
set(pages ${PROJECT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/made
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
  COMMAND $<TARGET_FILE:preimage> completion bash > ${pages}/preimage
  COMMAND $<TARGET_FILE:preimage> completion zsh > ${pages}/_preimage
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/manual_pages.py $<TARGET_FILE:preimage> ${PROJECT_SOURCE_DIR}/CITATION.cff ${pages}/man1
  COMMAND ${CMAKE_COMMAND} -E touch ${pages}/made
  DEPENDS preimage cmake/manual_pages.py COMMENT "Manual pages and completion scripts")
add_custom_target(pages ALL DEPENDS ${pages}/made)
add_test(NAME manual_pages COMMAND sh -c "command -v mandoc && ls ${pages}/man1/*.1 || exit 77; ! mandoc -T lint -W warning ${pages}/man1/*.1 | grep .")
set_tests_properties(manual_pages PROPERTIES TIMEOUT 60 SKIP_RETURN_CODE 77)
if(PREIMAGE_INSTALL)
  install(DIRECTORY ${pages}/man1/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program OPTIONAL)
  install(FILES ${pages}/preimage DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${pages}/_preimage DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
endif()
