#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mirror.sh SOURCES BUILD: checks that every file schedules/NETWORK/STEM.cpp that makes an algorithm has its
# test, tests/schedules/NETWORK/STEM_test.cpp, and that every test file is compiled into a program.
programs=$(realpath "$2")
[ -r "$programs/compile_commands.json" ] || { echo "$programs/compile_commands.json: cannot be read; cmake writes it" >&2; exit 2; }
cd "$1" || exit 2
# In a unity build, generated files include the test files.
listed="$programs/compile_commands.json $(find "$programs/tests" -path "*/Unity/*.cxx")"
missing=0
for maker in $(sed -n 's/^ALGORITHM(\(.*\))/\1/p' schedules/algorithms.inc); do
  file=$(grep -l "^Algorithm $maker() {" schedules/*/*.cpp)
  test=tests/${file%.cpp}_test.cpp
  grep -q '^TEST_CASE(' "$test" 2> /dev/null && continue
  echo "${file:-schedules: no file} makes $maker: no test case in $test"
  missing=1
done
for test in $(find tests -name '*_test.cpp'); do
  grep -q "/$test\"" $listed && continue
  echo "$test: in no program of any tests/CMakeLists.txt"
  missing=1
done
exit $missing
