// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/fingerprint.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

// http://www.isthe.com/chongo/src/fnv/test_fnv.c
TEST_CASE("fingerprints are those that the authors of FNV-1a publish") {
  CHECK(fingerprint("") == 0xcbf29ce484222325ULL);
  CHECK(fingerprint("a") == 0xaf63dc4c8601ec8cULL);
  CHECK(fingerprint("foobar") == 0x85944171f73967e8ULL);
  CHECK(fingerprint({"\xff\x00\x00\x01", 4}) == 0x6961196491cc682dULL);
}

TEST_CASE("a fingerprint goes on after another text") {
  CHECK(fingerprint("bar", fingerprint("foo")) == fingerprint("foobar"));
}
