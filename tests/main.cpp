// SPDX-License-Identifier: Apache-2.0
// The main function of Catch2's version 2; version 3 ignores the definition and brings its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
