# Called by cpack after the components were installed and before they become packages: manual pages and change logs are
# compressed as Debian has them, without the time, so that the same sources give the same packages.
file(GLOB pages "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/share/man/man1/*.1"
  "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/share/doc/*/changelog")
foreach(page ${pages})
  execute_process(COMMAND gzip -9nf "${page}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
