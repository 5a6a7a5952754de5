#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mirror.sh SOURCES BUILD: checks that every algorithm schedules/NETWORK/STEM.cpp has a test
# tests/schedules/NETWORK/STEM_test.cpp, and that every file of tests is in a program.
programs=$(realpath "$2")/compile_commands.json
[ -r "$programs" ] || { echo "$programs: cannot be read; cmake writes it" >&2; exit 2; }
cd "$1" || exit 2
missing=0
for maker in $(sed -n 's/^ALGORITHM(\(.*\))/\1/p' schedules/algorithms.inc); do
  file=$(grep -l "^Algorithm $maker() {" schedules/*/*.cpp)
  test=tests/${file%.cpp}_test.cpp
  grep -q '^TEST_CASE(' "$test" 2> /dev/null && continue
  echo "${file:-schedules: no file} makes $maker: no test case in $test"
  missing=1
done
for test in $(find tests -name '*_test.cpp'); do
  grep -q "/$test\"" "$programs" && continue
  echo "$test: in no program of any tests/CMakeLists.txt"
  missing=1
done
exit $missing
