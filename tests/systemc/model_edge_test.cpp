// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_edge.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace romcast;

namespace {

// A function as Verilator 5.006 writes it.
std::string function(const std::string& name, const std::string& body) {
  return "void Vmodel___024root___" + name +
         "(Vmodel___024root* vlSelf) {\n    if (false && vlSelf) {}  // Prevent unused\n"
         "    Vmodel__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;\n"
         "    VL_DEBUG_IF(VL_DBG_MSGF(\"+    Vmodel___024root___" +
         name + "\\n\"); );\n" + body + "}\n\n";
}

std::string call(const std::string& name) {
  return "    Vmodel___024root___" + name + "(vlSelf);\n";
}

const std::string kClock =
    "    // Body\n    vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk) \n"
    "                      & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk)));\n"
    "    vlSelf->__Vtrigrprev__TOP__clk = vlSelf->clk;\n#ifdef VL_DEBUG\n#endif\n";
const std::string kInputs =
    "    // Body\n    vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);\n";

std::string scheduler(bool inputs) {
  return "    // Body\n" + (inputs ? call("eval_triggers__ico") + call("eval_ico") : "") +
         call("eval_triggers__act") + call("dump_triggers__act") + call("eval_act") +
         call("eval_nba");
}

}  // namespace

TEST_CASE("a model that only its clock triggers takes an edge by what the scheduler would call") {
  const std::string made = function("eval_triggers__act", kClock) + function("eval_act", "") +
                           function("eval", scheduler(false));
  const std::string edge = rising_edge(made);
  CHECK(edge.find("Vmodel___024root___eval_nba(&root)") != std::string::npos);
  CHECK(edge.find("eval_ico") == std::string::npos);
  CHECK(edge.find("m.eval()") == std::string::npos);
}

TEST_CASE("inputs that reach logic directly are followed before the edge") {
  const std::string made = function("eval_triggers__act", kClock) + function("eval_act", "") +
                           function("eval_triggers__ico", kInputs) +
                           function("eval", scheduler(true));
  const std::string edge = rising_edge(made);
  const std::size_t followed = edge.find("Vmodel___024root___eval_ico(&root)");
  REQUIRE(followed != std::string::npos);
  CHECK(followed < edge.find("Vmodel___024root___eval_nba(&root)"));
}

TEST_CASE("a model whose scheduler is not known is evaluated at both edges of the clock") {
  const std::string act = function("eval_act", ""), eval = function("eval", scheduler(false));
  const std::string second_clock =
      "    // Body\n    vlSelf->__VactTriggered.at(0U) = 0;\n    vlSelf->__VactTriggered.at(1U) = "
      "1;\n";
  const std::string works = "    // Body\n    if (vlSelf->__VactTriggered.at(0U)) {\n    }\n";
  for (const std::string& made :
       {std::string(), function("eval_triggers__act", second_clock) + act + eval,
        function("eval_triggers__act", kClock) + function("eval_act", works) + eval,
        function("eval_triggers__act", kClock) + act + function("eval", scheduler(true)),
        function("eval_triggers__act", kClock) + act +
            function("eval", scheduler(false) + call("eval_phase__nba"))}) {
    const std::string edge = rising_edge(made);
    CHECK(edge.find("m.clk = 0;\n    m.eval();") != std::string::npos);
    CHECK(edge.find("eval_nba") == std::string::npos);
  }
}
