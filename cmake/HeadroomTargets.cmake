# What every target of the project shares: language level, warnings, sanitizers; and one function per kind of target.

add_library(headroom_common INTERFACE)
target_compile_features(headroom_common INTERFACE cxx_std_20)
target_compile_options(headroom_common INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
# GCC 12 warns falsely of std::string concatenation (GCC bug 105651).
target_compile_options(headroom_common INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(HEADROOM_WARNINGS_AS_ERRORS)
  target_compile_options(headroom_common INTERFACE -Werror)
endif()
if(HEADROOM_SANITIZE)
  target_compile_options(headroom_common INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(headroom_common INTERFACE -fsanitize=address,undefined)
endif()

set(HEADROOM_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")

# headroom_library(NAME [LINKS target ...]): the library of the current folder, made of every .cpp in it and below.
function(headroom_library name)
  cmake_parse_arguments(ARG "QT" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h *.qrc)
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${name} PUBLIC "${HEADROOM_ROOT}/engine" "${HEADROOM_ROOT}")
  target_link_libraries(${name} PRIVATE headroom_common PUBLIC ${ARG_LINKS})
  if(ARG_QT)
    set_target_properties(${name} PROPERTIES AUTOMOC ON AUTORCC ON)
  endif()
endfunction()

# headroom_test(NAME LINKS target ...): the Catch2 tests of the current folder; each case is a ctest test and a process.
function(headroom_test name)
  cmake_parse_arguments(ARG "" "" "LINKS;LABELS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE headroom_common headroom_catch_main ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE HEADROOM_SOURCE_DIR="${HEADROOM_ROOT}")
  catch_discover_tests(${name} TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600)
endfunction()

# headroom_widget_test(NAME FILE LINKS target ...): one QTest program, run without a display.
function(headroom_widget_test name file)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  add_executable(${name} ${file})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_link_libraries(${name} PRIVATE headroom_common Qt6::Test ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE HEADROOM_SOURCE_DIR="${HEADROOM_ROOT}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;HEADROOM_LIBRARIES=${HEADROOM_ROOT}/libraries;HEADROOM_ENGINE=$<TARGET_FILE:headroom-engine>")
endfunction()
