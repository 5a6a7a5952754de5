#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# library_texts.sh SOURCES: texts of libraries must name fields (romcast/core/error.hpp), not options of the
# command line. Libraries may read the environment only in two files, and docs/library.md must list each
# variable.
cd "$1" || exit 2
libraries="hostlib schedules systemc ranks"
failed=0

# tools: the files that contain command lines of other programs (Verilator, compilers, apt-get). In all files
# a string that is only an option is an argument of such a program, and is ignored.
tools='^(systemc/(board_model|model_build|model_recipe)|hostlib/romcast/support/tool)\.cpp:'
option='"([^"\\]|\\.)*(--[a-z{]|(^|[ "])-[a-z] \{\}: )'
found=$(grep -rnE --include='*.cpp' --include='*.hpp' --include='*.inc' "$option" $libraries |
        sed -E 's/"--[a-z-]+"//g' | grep -E "$option" | grep -vE "$tools" | grep -vE '^[^:]*:[0-9]*: *//')
if [ -n "$found" ]; then
  echo "$found"
  echo 'name a field: "`queue_depth`", not "--queue-depth"'
  failed=1
fi

found=$(grep -rnE --include='*.cpp' --include='*.hpp' '\b(secure_)?getenv *\(' $libraries |
        grep -vE '^(hostlib/romcast/support/environment|ranks/launch)\.cpp:')
if [ -n "$found" ]; then
  echo "$found"
  echo "read variables by environment() (romcast/support/environment.hpp)"
  failed=1
fi
for name in $(grep -rhoE --include='*.cpp' '\benvironment(_number)?\("[A-Z_]+"' $libraries |
              sed 's/.*"\(.*\)"/\1/' | sort -u); do
  if ! grep -q "\`$name\`" docs/library.md; then
    echo "docs/library.md does not name $name, which a library reads"
    failed=1
  fi
done
exit $failed
