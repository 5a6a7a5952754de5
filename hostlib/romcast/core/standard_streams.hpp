// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error, even if they are closed, full, or pipes without a reader.
#pragma once

#include <string>
#include <string_view>

namespace romcast {

/// Call it at the start, before any file is opened. A closed standard stream gets a stand-in that
/// can be neither read nor written, so that no file ever takes its descriptor. From then on a
/// broken pipe and a file above the size limit (ulimit -f) are errors instead of signals.
void guard_standard_streams();

/// Writes to standard output. Throws InputError if not everything can be written, BrokenPipe if the
/// reader has gone away.
void print(std::string_view text);

/// True if a path is standard output under another name: /dev/stdout or an alias, or the file or
/// named pipe to which standard output is redirected.
bool names_standard_output(const std::string& path);

/// Writes to standard error; ignores failures, since there is no other stream to report them on.
void say(std::string_view text);

/// Writes everything, blocking as long as needed; returns 0 or an errno.
int write_all(int descriptor, std::string_view text);

}  // namespace romcast
