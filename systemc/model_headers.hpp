// SPDX-License-Identifier: Apache-2.0
// Headers that the C++ of every model includes, and headers of the C++ library that the banks
// (node_bank.hpp) include. All of these headers are precompiled when this program is built.
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
