// SPDX-License-Identifier: Apache-2.0
// Writes to standard output and standard error. Either may be closed, full, or a pipe without a
// reader.
#pragma once

#include <string>
#include <string_view>

namespace romcast {

/// Must be called before any file is opened. Gives a closed standard stream a stand-in that can be
/// neither read nor written, so that no file ever takes the stream's descriptor. Afterwards a
/// broken pipe and a file above the size limit (ulimit -f) cause errors instead of signals.
void guard_standard_streams();

/// Writes to standard output. Throws InputError if not everything can be written, BrokenPipe if the
/// reader has gone away.
void print(std::string_view text);

/// True if `path` is a name of standard output: /dev/stdout, /dev/fd/1, /proc/self/fd/1, or the
/// path of the file or named pipe to which standard output is redirected.
bool names_standard_output(const std::string& path);

/// Writes to standard error; ignores failures, since there is no other stream to report them on.
void say(std::string_view text);

/// Writes everything, blocking as long as needed; returns 0 or an errno.
int write_all(int descriptor, std::string_view text);

}  // namespace romcast
