# Settings of all targets of the project: language level, warnings, sanitizers; and one function per kind of target.

add_library(headroom_common INTERFACE)
target_compile_features(headroom_common INTERFACE cxx_std_20)
target_compile_options(headroom_common INTERFACE -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual)
# Where files are compiled together, a local name may be that of another file's constant.
target_compile_options(headroom_common INTERFACE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>)
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(headroom_common INTERFACE -Wshadow=local)
endif()
# GCC 12 warns falsely of std::string's own code, the more of it comes together, the more often (GCC bug 105651).
foreach(warning restrict array-bounds stringop-overflow stringop-overread)
  target_compile_options(headroom_common INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-${warning}>)
endforeach()
if(HEADROOM_WARNINGS_AS_ERRORS)
  target_compile_options(headroom_common INTERFACE -Werror)
endif()
if(HEADROOM_SANITIZE)
  # float-cast-overflow is undefined behaviour that GCC's "undefined" leaves out; the library's assertions find an index
  # beyond a vector's size that is still within its memory.
  set(headroom_sanitizers -fsanitize=address,undefined,float-cast-overflow)
  target_compile_options(headroom_common INTERFACE ${headroom_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_definitions(headroom_common INTERFACE _GLIBCXX_ASSERTIONS HEADROOM_SANITIZED)
  target_link_options(headroom_common INTERFACE ${headroom_sanitizers})
  # With sanitizers GCC 12 warns falsely of what lies in std::function and <regex> (as in GCC bug 105562).
  target_compile_options(headroom_common INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# mold links faster than the compiler's own linker, which links where mold is not installed.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=mold HEADROOM_MOLD)
if(HEADROOM_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

set(HEADROOM_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")

# Headers of other libraries that most files read, parsed once for each kind of target instead of once for each file:
# worth it where everything is compiled and nothing comes from a cache. A file still includes what it uses, or it does
# not compile elsewhere.
set(headroom_standard_headers <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <deque> <filesystem> <fstream> <functional>
    <limits> <map> <memory> <memory_resource> <optional> <random> <set> <sstream> <stdexcept> <string> <string_view>
    <unordered_map> <utility> <variant> <vector> <nlohmann/json.hpp>)

# headroom_precompiled(KIND [CODE [OPTIMISE]] HEADERS <header> ... [LINKS target ...]): makes the headers of a kind of target.
#
# With CODE, Clang also compiles what the headers define, once, into headroom_precompiled_KIND_code, which the programs
# link: a file that uses them has a call where it had a copy of its own, and compiles in two thirds of the time. It pays
# where nothing is optimised, since the optimiser wants the copy; GCC has no such thing. With OPTIMISE that one copy is
# optimised all the same.
function(headroom_precompiled kind)
  cmake_parse_arguments(ARG "CODE;OPTIMISE" "" "HEADERS;LINKS" ${ARGN})
  if(HEADROOM_PRECOMPILE)
    set(target headroom_precompiled_${kind})
    file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/precompiled_${kind}.cpp" CONTENT "")
    add_library(${target} STATIC "${CMAKE_CURRENT_BINARY_DIR}/precompiled_${kind}.cpp")
    target_link_libraries(${target} PRIVATE headroom_common ${ARG_LINKS})
    target_precompile_headers(${target} PRIVATE ${ARG_HEADERS})
    if(ARG_CODE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
      target_precompile_headers(${target} PRIVATE "${HEADROOM_ROOT}/cmake/instantiated_once.h")
      target_compile_options(${target} PRIVATE -fpch-codegen)
      set(headers "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.pch")
      set_source_files_properties("${headers}" PROPERTIES LANGUAGE CXX GENERATED ON OBJECT_DEPENDS "${headers}")
      add_library(${target}_code STATIC "${headers}")
      set_target_properties(${target}_code PROPERTIES UNITY_BUILD OFF) # it cannot be included
      target_compile_options(${target}_code PRIVATE "SHELL:-x none" -Wno-unused-command-line-argument) # not C++, as CMake says
      if(ARG_OPTIMISE)
        target_compile_options(${target}_code PRIVATE -O2)
      endif()
      target_link_libraries(${target}_code PRIVATE headroom_common ${ARG_LINKS})
      # Functions that nothing calls may call some that the standard library does not export.
      target_link_options(${target}_code INTERFACE -Wl,--gc-sections)
    endif()
  endif()
endfunction()

set(headroom_engine_headers engine) # the kind that the engine's libraries use

# headroom_use_precompiled(TARGET KIND)
function(headroom_use_precompiled target kind)
  if(HEADROOM_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM headroom_precompiled_${kind})
    if(TARGET headroom_precompiled_${kind}_code)
      target_link_libraries(${target} PRIVATE headroom_precompiled_${kind}_code)
    endif()
  endif()
endfunction()

# headroom_moc(TARGET): Qt's moc reads the files of the target, and of what they include only the headers of this project.
function(headroom_moc target)
  get_target_property(moc Qt6::moc IMPORTED_LOCATION)
  configure_file("${HEADROOM_ROOT}/cmake/moc_here.sh.in" "${CMAKE_BINARY_DIR}/moc_here.sh" @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOMOC_EXECUTABLE "${CMAKE_BINARY_DIR}/moc_here.sh"
    AUTOMOC_COMPILER_PREDEFS OFF AUTOGEN_ORIGIN_DEPENDS OFF) # nothing that moc reads is built
endfunction()

# headroom_library(NAME [LINKS target ...]): the library of the current folder, made of every .cpp in it and below.
function(headroom_library name)
  cmake_parse_arguments(ARG "QT" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h *.qrc)
  add_library(${name} STATIC ${sources})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${name} PUBLIC "${HEADROOM_ROOT}/engine" "${HEADROOM_ROOT}")
  target_link_libraries(${name} PRIVATE headroom_common PUBLIC ${ARG_LINKS})
  if(ARG_QT)
    headroom_moc(${name})
    set_target_properties(${name} PROPERTIES AUTORCC ON)
    headroom_use_precompiled(${name} widgets)
  else()
    headroom_use_precompiled(${name} ${headroom_engine_headers})
  endif()
endfunction()

# headroom_test(NAME [BY_FILE] LINKS target ... [LABELS label ...] [PROPERTIES name value ...]): the Catch2 tests of the
# current folder and below; each case is a ctest test and a process. With BY_FILE, for cases that share costly runs, and
# with sanitizers a file is one, since what a process loads first takes most of a case's time there. LABELS are those of
# files. Without the studio (continuous integration), what needs many samples to be held against theory, what whole
# systems are said to do, and what makes dozens of runs, is left out with sanitizers: other cases run through the same
# code.
function(headroom_test name)
  cmake_parse_arguments(ARG "BY_FILE" "" "LINKS;LABELS;PROPERTIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *_test.cpp)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE headroom_common headroom_catch_main ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE HEADROOM_SOURCE_DIR="${HEADROOM_ROOT}")
  headroom_use_precompiled(${name} tests)
  if(HEADROOM_SANITIZE)
    # Most of what such a file takes to compile are the engine's headers, which a batch reads once.
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  endif()
  if(HEADROOM_SANITIZE OR ARG_BY_FILE)
    set(chosen "~[.]")
    if(HEADROOM_SANITIZE AND NOT HEADROOM_STUDIO)
      string(APPEND chosen "~[theory]~[story]~[search]")
    endif()
    foreach(file ${sources})
      get_filename_component(test "${file}" NAME_WE)
      add_test(NAME "${name}: ${file}" COMMAND ${name} --filenames-as-tags "[#${test}]${chosen}")
      set_tests_properties("${name}: ${file}" PROPERTIES TIMEOUT 1200 LABELS "${ARG_LABELS}" ${ARG_PROPERTIES})
    endforeach()
  else()
    catch_discover_tests(${name} TEST_PREFIX "${name}: " DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600 ${ARG_PROPERTIES})
    headroom_label_tests(${name})
  endif()
endfunction()

# headroom_test_support(NAME LINKS target ...): what the tests of the current folder share, compiled once.
function(headroom_test_support name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PRIVATE headroom_common PUBLIC Catch2::Catch2 ${ARG_LINKS})
  target_compile_definitions(${name} PRIVATE HEADROOM_SOURCE_DIR="${HEADROOM_ROOT}")
  headroom_use_precompiled(${name} tests)
endfunction()

# headroom_label_tests(NAME): the tags of its cases become labels of their ctest tests.
function(headroom_label_tests name)
  set(labels "${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake")
  add_custom_command(TARGET ${name} POST_BUILD BYPRODUCTS "${labels}"
    COMMAND "${CMAKE_COMMAND}" -D "PROGRAM=$<TARGET_FILE:${name}>" -D "PREFIX=${name}: " -D "FILE=${labels}" -P "${HEADROOM_ROOT}/cmake/LabelTests.cmake"
    VERBATIM)
  set(include_file "${CMAKE_CURRENT_BINARY_DIR}/${name}_include_labels.cmake")
  file(WRITE "${include_file}" "include(\"${labels}\" OPTIONAL)\n") # not there before the program is built
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include_file}")
endfunction()

# Time limit of such a program, and of a function of it; the runs that it starts are slow with sanitizers.
set(headroom_widget_seconds 300)
if(HEADROOM_SANITIZE)
  set(headroom_widget_seconds 1200)
endif()

# headroom_widget_program(NAME FILES file ... LINKS target ...): a program of QTest classes.
function(headroom_widget_program name)
  cmake_parse_arguments(ARG "" "" "FILES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_FILES})
  headroom_moc(${name})
  target_link_libraries(${name} PRIVATE headroom_common Qt6::Test ${ARG_LINKS})
  headroom_use_precompiled(${name} widgets)
  # All but empty: what a test declares is compiled with it.
  set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/mocs_compilation.cpp" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_compile_definitions(${name} PRIVATE HEADROOM_SOURCE_DIR="${HEADROOM_ROOT}")
endfunction()

# headroom_add_widget_test(NAME PROGRAM [argument ...]): a process of it, without a display.
function(headroom_add_widget_test name program)
  add_test(NAME ${name} COMMAND ${program} ${ARGN})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${headroom_widget_seconds}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QTEST_FUNCTION_TIMEOUT=${headroom_widget_seconds}000;HEADROOM_LIBRARIES=${HEADROOM_ROOT}/libraries;HEADROOM_ENGINE=$<TARGET_FILE:headroom-engine>")
endfunction()

# headroom_widget_test(NAME FILE LINKS target ...): the one QTest class of a file, which has a main of its own.
function(headroom_widget_test name file)
  headroom_widget_program(${name} FILES ${file} ${ARGN})
  headroom_add_widget_test(${name} ${name})
endfunction()

# headroom_widget_tests(NAME PREFIX prefix TESTS [folder/]test ... LINKS target ...): the QTest classes of the files
# [folder/]<test>_test.cpp in one program; each is a ctest test <prefix><test> and a process (tests/widget_tests.h).
function(headroom_widget_tests name)
  cmake_parse_arguments(ARG "" "PREFIX" "TESTS;LINKS" ${ARGN})
  list(TRANSFORM ARG_TESTS APPEND _test.cpp OUTPUT_VARIABLE files)
  headroom_widget_program(${name} FILES ${files} "${HEADROOM_ROOT}/tests/widget_tests.cpp" LINKS ${ARG_LINKS})
  foreach(file ${ARG_TESTS})
    get_filename_component(test ${file} NAME)
    string(REGEX MATCHALL "[a-z]+" words ${test})
    set(class "")
    foreach(word ${words} test)
      string(SUBSTRING ${word} 0 1 first)
      string(TOUPPER ${first} first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(APPEND class ${first}${rest})
    endforeach()
    headroom_add_widget_test(${ARG_PREFIX}${test} ${name} ${class})
  endforeach()
endfunction()
