// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/error.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

TEST_CASE("an error has the field, its value, the reason and the remedy apart") {
  const InputError error({"arity", 17}, "a fat tree needs an arity of 2..16", "use a smaller one");
  CHECK(error.option() == "arity");
  CHECK(error.value() == "17");
  CHECK(error.reason() == "a fat tree needs an arity of 2..16");
  CHECK(error.remedy() == "use a smaller one");
  CHECK(error.what() ==
        std::string("`arity` 17: a fat tree needs an arity of 2..16; use a smaller one"));
}

TEST_CASE("fields that contradict each other stand together, with their values or without") {
  CHECK(InputError(Given("arity", 16).with({"height", 12}), "too large").what() ==
        std::string("`arity` 16 `height` 12: too large"));
  CHECK(MissingError(Given("startup").with({"per_message"}), "no end").what() ==
        std::string("`startup`, `per_message`: no end"));
}

TEST_CASE("a missing field has a name and no value") {
  const InputError error = InputError::missing("symbols", "`network` star needs it");
  CHECK(error.option() == "symbols");
  CHECK(error.value().empty());
  CHECK(error.what() == std::string("`symbols` is missing: `network` star needs it"));
}

TEST_CASE("file and line before an error leave its fields as they are") {
  const InputError error = InputError({"source", 4}, "too large").within("plan.txt:3: ");
  CHECK(error.option() == "source");
  CHECK(error.value() == "4");
  CHECK(error.what() == std::string("plan.txt:3: `source` 4: too large"));
}

TEST_CASE("an error of no field has its text alone") {
  const InputError error("plan.txt: cannot be read");
  CHECK(error.option().empty());
  CHECK(error.what() == std::string("plan.txt: cannot be read"));
}

TEST_CASE("control characters of a value neither end the line nor the text") {
  using namespace std::string_literals;
  CHECK(InputError({"network", "a\nb\0c"s}, "unknown").what() == "`network` a?b?c: unknown"s);
  CHECK(InputError("ring\0: unknown"s).what() == "ring?: unknown"s);
}
