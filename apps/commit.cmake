# SPDX-License-Identifier: Apache-2.0
# Writes the commit of SOURCE (empty outside a clone) into the header TO, if the commit has changed.
set(commit)
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=10 HEAD OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${TO} CONTENT "#pragma once\n#define ROMCAST_COMMIT \"${commit}\"\n")
