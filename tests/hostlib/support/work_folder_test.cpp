// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/work_folder.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "romcast/core/error.hpp"
#include "romcast/support/environment.hpp"

using namespace romcast;

TEST_CASE("a folder for temporary files that does not exist is refused with its variable") {
  const std::string before = environment("TMPDIR");
  ::setenv("TMPDIR", "/proc/none", 1);
  CHECK_THROWS_AS(temporary_work_folder("x"), MissingError);
  CHECK_THROWS_WITH(temporary_work_folder("x"), Catch::Contains("set TMPDIR to a folder"));
  before.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before.c_str(), 1);
}
