# Installs below the prefix of `cmake --install`, in the four components that become packages (HeadroomPackages.cmake).
# Programs find libraries and projects relative to themselves.
include(GNUInstallDirs)

# Pages made from the declarations of the command line.
set(pages "${CMAKE_BINARY_DIR}/pages")
add_custom_command(OUTPUT "${pages}/engine.stamp" DEPENDS headroom-engine VERBATIM
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${pages}/man" "${pages}/bash"
  COMMAND headroom-engine reference --form man --out "${pages}/man"
  COMMAND headroom-engine reference --form bash --out "${pages}/bash"
  COMMAND "${CMAKE_COMMAND}" -E touch "${pages}/engine.stamp"
  COMMENT "Writing the pages of the commands")
set(always ALL)
if(HEADROOM_SANITIZE) # a program that reports leaks is run by the tests, which know those of other libraries
  set(always)
endif()
add_custom_target(headroom-pages ${always} DEPENDS "${pages}/engine.stamp")

install(TARGETS headroom-engine RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT engine)
install(TARGETS headroom-statistics RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/headroom" COMPONENT engine)
install(DIRECTORY "${pages}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT engine OPTIONAL)
install(DIRECTORY "${pages}/bash/" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
  COMPONENT engine OPTIONAL)
foreach(data libraries projects)
  install(DIRECTORY "${HEADROOM_ROOT}/${data}" DESTINATION "${CMAKE_INSTALL_DATADIR}/headroom" COMPONENT data
    PATTERN results EXCLUDE PATTERN "*.autosave" EXCLUDE PATTERN "*.hrr" EXCLUDE PATTERN "*.hrs" EXCLUDE
    PATTERN "*.sh" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()

if(HEADROOM_STUDIO)
  install(TARGETS headroom-studio RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT studio)
  install(FILES "${HEADROOM_ROOT}/share/headroom.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications"
    COMPONENT studio)
  install(FILES "${HEADROOM_ROOT}/share/headroom-mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages"
    RENAME headroom.xml COMPONENT studio)
  set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable")
  install(FILES "${HEADROOM_ROOT}/share/icons/headroom.svg" DESTINATION "${icons}/apps" COMPONENT studio)
  install(FILES "${HEADROOM_ROOT}/share/icons/application-x-headroom.svg" DESTINATION "${icons}/mimetypes"
    COMPONENT studio)
endif()
include(HeadroomPackages)
