# Debian packages of what HeadroomInstall.cmake installs: `./headroom package` builds the targets headroom-packaged and
# then calls cpack. One component is one package.
set(HEADROOM_MAINTAINER "Headroom maintainers <maintainers@headroom.invalid>" CACHE STRING
  "Who answers for the packages, as in their change log")
set(HEADROOM_HOMEPAGE "https://headroom.invalid" CACHE STRING
  "Address below which the pictures of share/pictures are published; there is none yet")
# The date of a version stands in the change log alone, whose newest entry has to be that of the project's version.
file(STRINGS "${HEADROOM_ROOT}/share/packages/changelog" entry LIMIT_COUNT 1)
file(STRINGS "${HEADROOM_ROOT}/share/packages/changelog" signed REGEX "^ -- " LIMIT_COUNT 1)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${HEADROOM_ROOT}/share/packages/changelog")
if(NOT entry MATCHES "^headroom \\(${PROJECT_VERSION}\\)")
  message(FATAL_ERROR "share/packages/changelog begins with \"${entry}\", but the version is ${PROJECT_VERSION}: add an entry.")
endif()
string(REGEX REPLACE ".*>  (.*)$" "\\1" released "${signed}")
string(REGEX MATCH "([0-9]+) ([A-Z][a-z][a-z]) ([0-9]+)" date "${released}")
set(months "JanFebMarAprMayJunJulAugSepOctNovDec")
string(FIND "${months}" "${CMAKE_MATCH_2}" month)
math(EXPR month "${month} / 3 + 101")
math(EXPR day "${CMAKE_MATCH_1} + 100")
string(SUBSTRING "${month}" 1 2 month)
string(SUBSTRING "${day}" 1 2 day)
set(HEADROOM_RELEASED "${CMAKE_MATCH_3}-${month}-${day}")

set(packaged headroom-engine headroom-statistics headroom-pages)
set(pages "${CMAKE_BINARY_DIR}/pages")
add_custom_target(headroom-manual DEPENDS headroom-pages VERBATIM
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${pages}/reference" "${pages}/html"
  COMMAND headroom-engine reference --out "${pages}/reference"
  COMMAND /usr/bin/python3 "${HEADROOM_ROOT}/share/manual/make.py" "${HEADROOM_ROOT}" "${pages}/reference" "${pages}/html"
  COMMENT "Writing the manual")
list(APPEND packaged headroom-manual)
install(DIRECTORY "${pages}/html/" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/headroom-doc/html" COMPONENT doc OPTIONAL
  EXCLUDE_FROM_ALL)
install(FILES "${HEADROOM_ROOT}/share/packages/headroom-doc" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc-base"
  COMPONENT doc EXCLUDE_FROM_ALL)

if(HEADROOM_STUDIO)
  set(HEADROOM_APP org.headroom.Headroom) # the id of the program among all desktop programs
  configure_file("${HEADROOM_ROOT}/share/metainfo.xml.in" "${CMAKE_BINARY_DIR}/${HEADROOM_APP}.metainfo.xml" @ONLY)
  install(FILES "${CMAKE_BINARY_DIR}/${HEADROOM_APP}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo"
    COMPONENT studio)
  add_custom_command(OUTPUT "${pages}/studio/headroom-studio.1" DEPENDS headroom-studio VERBATIM
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${pages}/studio"
    COMMAND "${CMAKE_COMMAND}" -E env QT_QPA_PLATFORM=offscreen help2man --no-info
      --name "draws, runs and watches simulated storage and big-data clusters" --output "${pages}/studio/headroom-studio.1"
      $<TARGET_FILE:headroom-studio>)
  add_custom_target(headroom-studio-page DEPENDS "${pages}/studio/headroom-studio.1")
  list(APPEND packaged headroom-studio headroom-studio-page)
  install(DIRECTORY "${pages}/studio/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT studio OPTIONAL)
endif()
add_custom_target(headroom-packaged DEPENDS ${packaged})

# Each package says under which licence it is and what has changed. Without packages, the licence alone is installed.
install(FILES "${HEADROOM_ROOT}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT licence)
foreach(component engine data doc studio)
  set(name headroom-${component})
  if(component STREQUAL studio)
    set(name headroom)
  endif()
  install(FILES "${HEADROOM_ROOT}/share/packages/copyright" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}"
    COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES "${CMAKE_BINARY_DIR}/pages/changelog" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}"
    COMPONENT ${component} EXCLUDE_FROM_ALL OPTIONAL)
endforeach()
configure_file("${HEADROOM_ROOT}/share/packages/changelog" "${pages}/changelog" COPYONLY)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME headroom)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "${HEADROOM_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_OUTPUT_FILE_PREFIX "${HEADROOM_ROOT}/build/package")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PRE_BUILD_SCRIPTS "${HEADROOM_ROOT}/cmake/CompressPages.cmake")
set(CPACK_COMPONENTS_ALL engine data doc)
if(HEADROOM_STUDIO)
  list(APPEND CPACK_COMPONENTS_ALL studio)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)

# headroom_package(COMPONENT NAME [ALL] SECTION section DESCRIPTION line ... [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...])
# The first line of the description is the summary; "." is an empty one. With ALL it is the same for all processors.
macro(headroom_package component name)
  cmake_parse_arguments(ARG "ALL" "SECTION" "DESCRIPTION;DEPENDS;RECOMMENDS;SUGGESTS" ${ARGN})
  string(TOUPPER ${component} upper)
  list(JOIN ARG_DESCRIPTION "\n" CPACK_DEBIAN_${upper}_DESCRIPTION)
  list(JOIN ARG_DEPENDS ", " CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS)
  list(JOIN ARG_RECOMMENDS ", " CPACK_DEBIAN_${upper}_PACKAGE_RECOMMENDS)
  list(JOIN ARG_SUGGESTS ", " CPACK_DEBIAN_${upper}_PACKAGE_SUGGESTS)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${ARG_SECTION})
  if(ARG_ALL)
    set(CPACK_DEBIAN_${upper}_PACKAGE_ARCHITECTURE all)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS OFF)
  endif()
endmacro()
set(same "(= ${PROJECT_VERSION})")
headroom_package(engine headroom-engine SECTION science
  DESCRIPTION "simulator of storage and big-data clusters"
    "Headroom simulates a storage or big-data cluster before anyone buys it: how"
    "fast it is, what limits it first, what is the cheapest configuration that"
    "meets its goals. A model is a drawing of the software and one of the hardware."
    "."
    "This package contains the program headroom-engine, which runs models and"
    "studies in a terminal or on the nodes of a cluster. It needs no display."
  DEPENDS "headroom-data ${same}" SUGGESTS headroom-doc slurm-client)
headroom_package(data headroom-data ALL SECTION science
  DESCRIPTION "hardware libraries and example clusters of Headroom"
    "Headroom simulates storage and big-data clusters before anyone buys them."
    "."
    "This package contains its libraries: processors, drives, adapters and switches"
    "by their data sheets, the behaviour of storage systems, and example"
    "clusters that are ready to run, among them Ceph, Swift, Kafka and Hadoop."
  RECOMMENDS headroom-engine)
headroom_package(doc headroom-doc ALL SECTION doc
  DESCRIPTION "manual and reference of Headroom"
    "Headroom simulates storage and big-data clusters before anyone buys them."
    "."
    "This package contains the manual of the studio, the reference of blocks and"
    "fields, the formats of projects and results, and how accurate models are."
  SUGGESTS headroom)
headroom_package(studio headroom SECTION science
  DESCRIPTION "desktop studio that simulates storage and big-data clusters"
    "Headroom is for people who size and tune storage and big-data clusters. They"
    "draw what the software does and what the hardware is, run the model, and watch"
    "throughput, latency and the load of every device. A component is swapped in a"
    "panel and the next run shows the difference."
    "."
    "This package contains the studio, headroom-studio."
  DEPENDS "headroom-engine ${same}" fonts-inter breeze-icon-theme RECOMMENDS qt6-wayland headroom-doc)
include(CPack)
