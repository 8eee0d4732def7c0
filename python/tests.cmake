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
  add_test(NAME python_types COMMAND ${PROJECT_SOURCE_DIR}/tools/check_types.sh ${Python_EXECUTABLE} ${BANKER_PYTHON_DIR})
  add_test(NAME python_install COMMAND ${PROJECT_SOURCE_DIR}/tools/check_install.sh ${Python_EXECUTABLE} ${PROJECT_BINARY_DIR})
  # The long ones. What is drawn is looked at in python_readme, too.
  set_tests_properties(python_plot python_examples python_types python_install PROPERTIES LABELS check)
endif()
