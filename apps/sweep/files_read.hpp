// SPDX-License-Identifier: Apache-2.0
// The files that a point of a sweep reads: a changed file makes its result stale.
#pragma once

#include <string>

#include "apps/sweep/sweep.hpp"

namespace romcast {

/// 16 hexadecimal digits of the contents of all files that the point reads: network, messages, ROM
/// images. Empty if it reads none. An unreadable file counts as empty.
std::string fingerprint_of_files(const SweepPoint& point);

}  // namespace romcast
