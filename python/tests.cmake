# The tests of the package, with the Python it was built for.
set(python_environment PYTHONPATH=${BANKER_PYTHON_DIR} MPLBACKEND=Agg PYTHONDONTWRITEBYTECODE=1
  BANKER_PROGRAM=$<TARGET_FILE:banker_command> BANKER_SOURCE_DIR=${PROJECT_SOURCE_DIR})
file(GLOB python_tests CONFIGURE_DEPENDS tests/test_*.py)
if(BANKER_SANITIZE)
  # What C++ does; the interpreter is not instrumented, and keeps memory for ever.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.so OUTPUT_VARIABLE stdcxx OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(APPEND python_environment BANKER_SANITIZED=1 "LD_PRELOAD=${asan} ${stdcxx}" ASAN_OPTIONS=detect_leaks=0)
  list(FILTER python_tests INCLUDE REGEX "test_(bandit|contract|hard|parts|study|threads).py")
endif()
foreach(test ${python_tests})
  cmake_path(GET test STEM name)
  string(REPLACE test_ python_ name ${name})
  add_test(NAME ${name} COMMAND ${Python_EXECUTABLE} -m pytest -q -p no:cacheprovider ${test})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${python_environment}")
endforeach()
if(NOT BANKER_SANITIZE)
  # The package once more, with an agent of the tests that has two rules.
  set(two_rules ${CMAKE_CURRENT_BINARY_DIR}/two_rules)
  pybind11_add_module(banker_two_rules_module NO_EXTRAS tests/two_rules.cpp $<TARGET_OBJECTS:banker_module>)
  optimize(banker_two_rules_module -O0 -O0)
  set_target_properties(banker_two_rules_module PROPERTIES OUTPUT_NAME _banker LIBRARY_OUTPUT_DIRECTORY ${two_rules}/banker)
  target_include_directories(banker_two_rules_module PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(banker_two_rules_module PRIVATE banker banker_warnings nlohmann_json::nlohmann_json)
  add_custom_target(banker_two_rules ALL
    COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_CURRENT_SOURCE_DIR}/banker -DTO=${two_rules}/banker -P ${CMAKE_CURRENT_SOURCE_DIR}/copy.cmake)
  add_dependencies(banker_two_rules banker_two_rules_module)
  string(REPLACE PYTHONPATH=${BANKER_PYTHON_DIR} PYTHONPATH=${two_rules} two_rules_environment "${python_environment}")
  set_tests_properties(python_upgrade PROPERTIES ENVIRONMENT "${two_rules_environment}")
  add_test(NAME python_types COMMAND ${PROJECT_SOURCE_DIR}/tools/check_types.sh ${Python_EXECUTABLE} ${BANKER_PYTHON_DIR})
  add_test(NAME python_install COMMAND ${PROJECT_SOURCE_DIR}/tools/check_install.sh ${Python_EXECUTABLE} ${PROJECT_BINARY_DIR})
  # The long ones. What is drawn is looked at in python_readme, too.
  set_tests_properties(python_plot python_examples python_types python_install PROPERTIES LABELS check)
endif()
