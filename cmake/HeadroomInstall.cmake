# Installs below the prefix of `cmake --install`. Programs find libraries and templates relative to themselves.
include(GNUInstallDirs)

install(TARGETS headroom-engine headroom-statistics RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
foreach(data libraries projects)
  install(DIRECTORY "${HEADROOM_ROOT}/${data}" DESTINATION "${CMAKE_INSTALL_DATADIR}/headroom" PATTERN results EXCLUDE)
endforeach()
install(FILES "${HEADROOM_ROOT}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(HEADROOM_STUDIO)
  install(TARGETS headroom-studio RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES "${HEADROOM_ROOT}/share/headroom.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES "${HEADROOM_ROOT}/share/headroom-mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages"
    RENAME headroom.xml)
  set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable")
  install(FILES "${HEADROOM_ROOT}/share/icons/headroom.svg" DESTINATION "${icons}/apps")
  install(FILES "${HEADROOM_ROOT}/share/icons/application-x-headroom.svg" DESTINATION "${icons}/mimetypes")
endif()
