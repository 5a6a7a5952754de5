// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error, whatever they are: closed, full, or a pipe that nobody reads.
#pragma once

#include <string>
#include <string_view>

namespace romcast {

/// To be called at the start, before any file is opened. A standard stream that is closed gets a
/// stand-in that can be neither read nor written, so that no file ever takes its number. From now
/// on a broken pipe and a file larger than allowed (ulimit -f) are errors and no signals.
void guard_standard_streams();

/// Writes to standard output. Throws InputError if it takes less than all, BrokenPipe if nobody
/// reads it.
void print(std::string_view text);

/// Whether a path is standard output under another name: /dev/stdout and its like, or the file that
/// it goes to.
bool names_standard_output(const std::string& path);

/// Writes to standard error, as far as that is possible: there is nobody to tell if it is not.
void say(std::string_view text);

/// Writes all of it, however long that takes; 0, or else the error's number.
int write_all(int descriptor, std::string_view text);

}  // namespace romcast
