// SPDX-License-Identifier: Apache-2.0
#include "systemc/verilog_modules.hpp"

#include <catch2/catch.hpp>

namespace {

using romcast::modules_below;
using Names = std::set<std::string>;

// The modules below `top`, which has this text, when modules a, b and c exist.
Names below(const std::string& text) {
  return modules_below(
      "top", {{"top", text}, {"a", "module a; b u_b (); endmodule"}, {"b", ""}, {"c", ""}});
}

}  // namespace

TEST_CASE("a module is made of itself and of what it instantiates, directly or not") {
  CHECK(below("") == Names{"top"});
  CHECK(below("b u_b (.x(y));") == Names{"b", "top"});
  CHECK(below("a u_a (.x(y));") == Names{"a", "b", "top"});
  CHECK(modules_below("none", {{"a", ""}}).empty());
}

TEST_CASE("instances are seen however they are written") {
  const Names both{"b", "top"};
  CHECK(below("b #(.W(1)) u (.x(y));") == both);
  CHECK(below("b#(1)u(x);") == both);
  CHECK(below("if (X) b\n\n   // which\n  u\n (x);") == both);
  CHECK(below("b /* the */ u (x);") == both);
  CHECK(below("b u [3:0] (x);") == both);
  CHECK(below("b \\u-1 (x);") == both);
  CHECK(below("begin:g_b b u(x); end") == both);
}

TEST_CASE("names in comments, of instances and of signals are not modules used") {
  const Names alone{"top"};
  CHECK(below("// b u (x);\n/* c #(1) u (x); */") == alone);
  CHECK(below("other b (x); wire c; assign c = b + 1;") == alone);
  CHECK(below("wire bb; ab u (x);") == alone);
}

TEST_CASE("modules that use each other end") {
  CHECK(modules_below("x", {{"x", "y u ();"}, {"y", "x u ();"}}) == Names{"x", "y"});
}

TEST_CASE("where macros or other files may name modules, all count") {
  const Names all{"a", "b", "c", "top"};
  CHECK(below("`define M c\n `M u (x);") == all);
  CHECK(below("`include \"x.vh\"\n") == all);
  CHECK(below("`default_nettype none\n// `include\n") == Names{"top"});
}
