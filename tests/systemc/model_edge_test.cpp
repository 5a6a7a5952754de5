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

TEST_CASE("functions that only their trigger holds back are called without it") {
  const auto held_back = [](const std::string& more) {
    return "    // Body\n    if (vlSelf->__VnbaTriggered.at(0U)) {\n" +
           call("nba_sequent__TOP__0") + call("nba_comb__TOP__0") + more + "    }\n";
  };
  const std::string rest = function("eval_triggers__act", kClock) + function("eval_act", "") +
                           function("eval", scheduler(false));
  const std::string edge = rising_edge(rest + function("eval_nba", held_back("")));
  const std::size_t first = edge.find("Vmodel___024root___nba_sequent__TOP__0(&root);");
  REQUIRE(first != std::string::npos);
  CHECK(first < edge.find("Vmodel___024root___nba_comb__TOP__0(&root);"));
  CHECK(edge.find("Triggered") == std::string::npos);
  const std::string more = "    vlSelf->__Vm_traceActivity = 1U;\n";
  CHECK(rising_edge(rest + function("eval_nba", held_back(more))).find("eval_nba(&root)") !=
        std::string::npos);
}

namespace {

// The class of a model's state as Verilator 5.006 writes it.
const std::string kState =
    "    VL_IN8(clk,0,0);\n    CData/*0:0*/ top__DOT__queue__DOT__overflow;\n"
    "    SData/*11:0*/ top__DOT__queue__DOT__first;\n"
    "    SData/*11:0*/ top__DOT__queue__DOT__free;\n"
    "    VlUnpacked<CData/*1:0*/, 4> top__DOT__few;\n"
    "    VlUnpacked<QData/*33:0*/, 4096> top__DOT__queue__DOT__entries;\n"
    "    VlUnpacked<VlWide<3>/*65:0*/, 64> top__DOT__other__DOT__entries;\n";

}  // namespace

TEST_CASE("a model's first memory is where its registers end") {
  CHECK(first_memory(kState) == "top__DOT__queue__DOT__entries");
  CHECK(first_memory("    VlUnpacked<VlUnpacked<CData/*1:0*/, 4>, 64> top__DOT__rows;\n") ==
        "top__DOT__rows");
  CHECK(first_memory("    VL_IN8(clk,0,0);\n    VlUnpacked<IData/*31:0*/, 16> few;\n").empty());
}

TEST_CASE("the ends of queues are fetched, those of no other memory") {
  const std::string text = fetch_queues(kState);
  const std::string entries = "&root.top__DOT__queue__DOT__entries[root.top__DOT__queue__DOT__";
  CHECK(text.find(entries + "first]") != std::string::npos);
  CHECK(text.find(entries + "free]") != std::string::npos);
  CHECK(text.find("other") == std::string::npos);
}
