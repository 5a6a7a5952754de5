// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_edge.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <utility>

#include "apps/program.hpp"
#include "systemc/model_build.hpp"
#include "systemc/model_recipe.hpp"

using namespace romcast;

namespace {

// The parts of a model's scheduler as a release of Verilator writes them.
struct Release {
  std::string nothing, clock, inputs;
  bool phases;  // each region has a separate function
  std::string asks_nba;

  [[nodiscard]] std::string function(const std::string& name, const std::string& body,
                                     const std::string& type = "void") const {
    return type + " Vmodel___024root___" + name +
           "(Vmodel___024root* vlSelf) {\n    (void)vlSelf;\n"
           "    Vmodel__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;\n"
           "    VL_DEBUG_IF(VL_DBG_MSGF(\"+    Vmodel___024root___" +
           name + "\\n\"); );\n" + nothing + body + "}\n\n";
  }

  [[nodiscard]] static std::string call(const std::string& name) {
    return "    Vmodel___024root___" + name + "(vlSelf);\n";
  }

  // eval() and the functions of its regions; `with_inputs`: with the region of inputs, ico; `more`:
  // further calls at the end of eval().
  [[nodiscard]] std::string eval(bool with_inputs, const std::string& more = "") const {
    const std::string ico = call("eval_triggers__ico") + call("eval_ico");
    const std::string act =
        call("eval_triggers__act") + call("dump_triggers__act") + call("eval_act");
    const std::string nba = call("eval_nba"), body = "    // Body\n";
    if (!phases) return function("eval", body + (with_inputs ? ico : "") + act + nba + more);
    return function("eval_phase__ico", body + ico, "bool") +
           function("eval_phase__act", body + act, "bool") +
           function("eval_phase__nba", body + nba, "bool") +
           function("eval", body + (with_inputs ? call("eval_phase__ico") : "") +
                                call("eval_phase__act") + call("eval_phase__nba") + more);
  }

  [[nodiscard]] std::string triggers() const {
    return function("eval_triggers__act", clock) + function("eval_act", "");
  }
  [[nodiscard]] std::string nba(const std::string& more = "") const {
    return function("eval_nba", "    // Body\n    " + asks_nba + " {\n" +
                                    call("nba_sequent__TOP__0") + call("nba_comb__TOP__0") + more +
                                    "    }\n");
  }
};

const Release kOld{
    .nothing = "",
    .clock =
        "    // Body\n    vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk) \n"
        "                      & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk)));\n"
        "    vlSelf->__Vtrigrprev__TOP__clk = vlSelf->clk;\n#ifdef VL_DEBUG\n#endif\n",
    .inputs =
        "    // Body\n    vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);\n",
    .phases = false,
    .asks_nba = "if (vlSelf->__VnbaTriggered.at(0U))"};
const Release kNew{
    .nothing = "    auto& vlSelfRef = std::ref(*vlSelf).get();\n",
    .clock =
        "    // Body\n    vlSelfRef.__VactTriggered.set(0U, ((IData)(vlSelfRef.clk) \n"
        "        & (~ (IData)(vlSelfRef.__Vtrigprevexpr___TOP__clk__0))));\n"
        "    vlSelfRef.__Vtrigprevexpr___TOP__clk__0 = vlSelfRef.clk;\n"
        "#ifdef VL_DEBUG\n#endif\n",
    .inputs =
        "    // Body\n    vlSelfRef.__VicoTriggered.set(0U, "
        "(IData)(vlSelfRef.__VicoFirstIteration));\n",
    .phases = true,
    .asks_nba = "if ((1ULL & vlSelfRef.__VnbaTriggered.word(0U)))"};

}  // namespace

TEST_CASE("a model that only its clock triggers takes an edge by what the scheduler would call") {
  for (const Release& one : {kOld, kNew}) {
    const std::string edge = fast_edge(one.triggers() + one.eval(false));
    CHECK(edge.find("Vmodel___024root___eval_nba(&root)") != std::string::npos);
    CHECK(edge.find("eval_ico") == std::string::npos);
  }
}

TEST_CASE("inputs that reach logic directly are followed before the edge") {
  for (const Release& one : {kOld, kNew}) {
    const std::string edge =
        fast_edge(one.triggers() + one.function("eval_triggers__ico", one.inputs) + one.eval(true));
    const std::size_t followed = edge.find("Vmodel___024root___eval_ico(&root)");
    REQUIRE(followed != std::string::npos);
    CHECK(followed < edge.find("Vmodel___024root___eval_nba(&root)"));
  }
}

TEST_CASE("a model whose scheduler is not known has no fast edge") {
  for (const Release& one : {kOld, kNew}) {
    const std::string act = one.function("eval_act", ""), eval = one.eval(false);
    const std::string clock = one.function("eval_triggers__act", one.clock);
    const std::string second_clock =
        "    // Body\n    vlSelf->__VactTriggered.at(1U) = vlSelf->other_clk;\n" + one.clock;
    const std::string works = "    // Body\n    if (vlSelf->__VactTriggered.at(0U)) {\n    }\n";
    for (const std::string& made :
         {std::string(), one.function("eval_triggers__act", second_clock) + act + eval,
          clock + one.function("eval_act", works) + eval, clock + act + one.eval(true),
          clock + act + one.eval(false, Release::call("eval_obs")), clock + eval}) {
      CHECK(fast_edge(made).empty());
    }
  }
}

TEST_CASE("parts of the schedulers of two releases are no known scheduler") {
  for (const auto& [one, other] : {std::pair{kOld, kNew}, std::pair{kNew, kOld}}) {
    CHECK(fast_edge(one.function("eval_triggers__act", other.clock) + one.function("eval_act", "") +
                    one.eval(false))
              .empty());
    CHECK(fast_edge(one.triggers() + one.function("eval_triggers__ico", other.inputs) +
                    one.eval(true))
              .empty());
  }
}

TEST_CASE("functions that only their trigger holds back are called without it") {
  for (const Release& one : {kOld, kNew}) {
    const std::string rest = one.triggers() + one.eval(false);
    const std::string edge = fast_edge(rest + one.nba());
    const std::size_t first = edge.find("Vmodel___024root___nba_sequent__TOP__0(&root);");
    REQUIRE(first != std::string::npos);
    CHECK(first < edge.find("Vmodel___024root___nba_comb__TOP__0(&root);"));
    CHECK(edge.find("Triggered") == std::string::npos);
    const std::string more = "    vlSelf->__Vm_traceActivity = 1U;\n";
    CHECK(fast_edge(rest + one.nba(more)).find("eval_nba(&root)") != std::string::npos);
  }
}

namespace {

// The C++ that the installed Verilator makes of a model, without the files whose functions run
// once.
std::string verilated(const ModelSpec& spec) {
  const ModelSources sources;
  const test::Folder folder;
  std::filesystem::create_directory_symlink(sources.root(), folder.file("romcast"));
  std::string line = "cd '" + folder.file("") + "' && verilator";
  for (const std::string& word : verilator_words(spec, sources)) {
    line += " '" + word + "'";
    if (word.ends_with(".vlt")) std::ofstream(folder.file(word)) << verilator_settings(spec);
  }
  REQUIRE(std::system((line + " > log 2>&1").c_str()) == 0);
  return made_in(folder.file("made"));
}

// A multi-port switch of a tree.
ModelSpec tree_switch(unsigned arity, unsigned down_links, unsigned up_links) {
  return {.module = "fat_tree_switch_multi",
          .parameters = {{"ARITY", arity}, {"DOWN_LINKS", down_links}, {"UP_LINKS", up_links}},
          .lanes = arity * down_links + up_links,
          .ports = arity + 1};
}

// Number of queue functions that run at an edge of the clock.
std::size_t queue_functions(const std::string& made) {
  const std::regex function("\nVL_INLINE_OPT void Vmodel_queue\\w*___nba_sequent\\w*\\([^;]*\\{");
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(made.begin(), made.end(), function), {}));
}

}  // namespace

TEST_CASE("queues of switches with many links and branches share their code") {
  for (const unsigned down_links : {1U, 7U}) {
    // 2 if the queue to the parent is deeper than those to the children; 1 if all are equal.
    const unsigned kinds = down_links < 7 ? 2 : 1;
    const std::string made = verilated(tree_switch(7, down_links, 7));
    CAPTURE(down_links);
    CHECK(queue_functions(made) >= kinds);
    CHECK(queue_functions(made) <= 2 * kinds);  // clocked logic, and the logic that follows from it
    CHECK(!fast_edge(made).empty());            // `clk` is the only trigger
  }
}

TEST_CASE("queues of small switches are part of them, which is faster") {
  CHECK(queue_functions(verilated(tree_switch(2, 1, 1))) == 0);
}

TEST_CASE("models take the fast edge with the installed Verilator") {
  using Kind = ModelSpec::Kind;
  for (const auto& [module, kind] : {std::pair{"fat_tree_switch_single", Kind::tree_switch},
                                     {"fat_tree_switch_multi", Kind::tree_switch},
                                     {"fat_tree_switch_credit", Kind::tree_switch},
                                     {"store_node_single", Kind::store_node},
                                     {"store_node_multi", Kind::store_node},

                                     {"combining_node", Kind::combining_node},
                                     {"complete_port", Kind::interface},
                                     {"crossbar", Kind::crossbar},
                                     {"benes", Kind::crossbar},
                                     {"logp_port", Kind::logp_interface},
                                     {"logp_fabric", Kind::logp_fabric}}) {
    CAPTURE(module);
    ModelSpec spec;
    spec.module = module;
    spec.kind = kind;
    const std::string edge = fast_edge(verilated(spec));
    CHECK(edge.find("Vmodel___024root___nba_") != std::string::npos);
    CHECK(edge.find("Triggered") == std::string::npos);
  }
}

namespace {

// The class of a model's state as Verilator 5.006 and 5.032 write it.
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
