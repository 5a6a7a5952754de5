// SPDX-License-Identifier: Apache-2.0
// Headers of every switch model's C++, and of the banks around models beside their own headers;
// precompiled when this program is built.
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
