# Installs what was built below a prefix of its own, and holds it against what a desktop and a user expect there:
#   cmake -DBUILD=... -DPREFIX=... -P installed.cmake
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${PREFIX}" OUTPUT_QUIET RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "It could not be installed.")
endif()
foreach(file bin/headroom-studio share/applications/headroom.desktop share/mime/packages/headroom.xml
    share/metainfo/org.headroom.Headroom.metainfo.xml libexec/headroom/headroom-statistics
    share/icons/hicolor/scalable/apps/headroom.svg share/icons/hicolor/scalable/mimetypes/application-x-headroom.svg)
  if(NOT EXISTS "${PREFIX}/${file}")
    message(FATAL_ERROR "${file} is missing.")
  endif()
endforeach()
if(EXISTS "${BUILD}/pages/engine.stamp") # with sanitizers there are none
  foreach(file share/man/man1/headroom-engine-simulate.1 share/bash-completion/completions/headroom-engine)
    if(NOT EXISTS "${PREFIX}/${file}")
      message(FATAL_ERROR "${file} is missing.")
    endif()
  endforeach()
endif()
# From another folder and without a word about libraries: the program finds them relative to itself.
unset(ENV{HEADROOM_LIBRARIES})
execute_process(COMMAND "${PREFIX}/bin/headroom-engine" simulate "${PREFIX}/share/headroom/projects/swift-rack" --duration 2s --warm-up 0s --json
  WORKING_DIRECTORY / OUTPUT_VARIABLE summary ERROR_VARIABLE trouble RESULT_VARIABLE failed)
if(failed OR NOT summary MATCHES "\"operations\"")
  message(FATAL_ERROR "The installed engine does not run an installed project: ${trouble}")
endif()
# Even those who may write there leave nothing behind: results go to the current folder.
file(MAKE_DIRECTORY "${PREFIX}/elsewhere")
execute_process(COMMAND "${PREFIX}/bin/headroom-engine" study "${PREFIX}/share/headroom/projects/first-queue"
    --vary CUSTOMERS=1..20/20 --vary THREADS=1..4/4 --design sobol --points 8 --duration 6s
  WORKING_DIRECTORY "${PREFIX}/elsewhere" OUTPUT_QUIET ERROR_VARIABLE trouble RESULT_VARIABLE failed)
if(failed OR NOT EXISTS "${PREFIX}/elsewhere/results/study.hrs" OR EXISTS "${PREFIX}/share/headroom/projects/first-queue/results")
  message(FATAL_ERROR "A study of an installed project is not kept in the current folder: ${trouble}")
endif()
file(STRINGS "${PREFIX}/share/applications/headroom.desktop" entry)
file(READ "${PREFIX}/share/mime/packages/headroom.xml" type)
if(NOT entry MATCHES "MimeType=application/x-headroom" OR NOT type MATCHES "type=\"application/x-headroom\"")
  message(FATAL_ERROR "Desktop entry and file type do not speak of the same type.")
endif()
file(REMOVE_RECURSE "${PREFIX}")
