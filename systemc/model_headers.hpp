// SPDX-License-Identifier: Apache-2.0
// What the C++ of every switch model includes, and what the banks around models include beside
// their own headers; compiled once, when this program is built.
#pragma once

#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
