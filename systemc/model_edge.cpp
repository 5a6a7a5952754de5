// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_edge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>
#include <string_view>
#include <vector>

#include "systemc/schedulers/verilator_5_006.hpp"
#include "systemc/schedulers/verilator_5_032.hpp"

namespace romcast {
namespace {

constexpr std::string_view kPrefix = "Vmodel___024root___";
constexpr unsigned long kFewWords = 16;  // larger arrays count as memories

// To support another release of Verilator, add a file that defines a Scheduler to
// systemc/schedulers/, list that Scheduler here, and run the tests with that release.
constexpr std::array kSchedulers{kVerilator5006, kVerilator5032};

// The body of a function of the model, without any white space; empty if the model lacks the
// function.
std::string body_of(const std::string& made, std::string_view function) {
  const std::string head =
      " " + std::string(kPrefix).append(function) + "(Vmodel___024root* vlSelf) {";
  const std::size_t from = made.find(head);
  if (from == std::string::npos) return "";
  std::string body = made.substr(from + head.size(), made.find("\n}", from) - from - head.size());
  std::erase_if(body, [](unsigned char c) { return std::isspace(c) != 0; });
  return body;
}

// The statements of a body: its text after Verilator's comment "// Body", which ends the
// declarations; empty without that comment.
std::string behind_declarations(const std::string& body) {
  constexpr std::string_view mark = "//Body";
  const std::size_t from = body.find(mark);
  return from == std::string::npos ? "" : body.substr(from + mark.size());
}

// The statements of a function of the model, without those for debugging.
std::string statements(const std::string& made, std::string_view function) {
  const std::string all = behind_declarations(body_of(made, function));
  return all.substr(0, all.find("#ifdefVL_DEBUG"));
}

// The functions of the model that a body calls, in order, without those for debugging.
std::vector<std::string> calls(const std::string& body) {
  std::vector<std::string> names;
  for (std::size_t at = body.find(kPrefix); at != std::string::npos; at = body.find(kPrefix, at)) {
    at += kPrefix.size();
    std::string name = body.substr(at, body.find('(', at) - at);
    if (!name.starts_with("dump_")) names.push_back(std::move(name));
  }
  return names;
}

// The functions that eval() calls. In recent releases eval() calls a function for each region; the
// list then has, in place of such a function, the functions that it calls.
std::vector<std::string> scheduled(const std::string& made) {
  std::vector<std::string> names;
  for (const std::string& name : calls(behind_declarations(body_of(made, "eval")))) {
    if (!name.starts_with("eval_phase__")) {
      names.push_back(name);
      continue;
    }
    for (std::string& inner : calls(behind_declarations(body_of(made, name)))) {
      names.push_back(std::move(inner));
    }
  }
  return names;
}

// C++ statements that evaluate a region. If the region's eval function only tests the region's
// trigger and then calls other functions, the statements call these functions directly, to avoid
// touching the triggers, which lie after the memories in the state. Otherwise the statements set
// the trigger, call the eval function, and clear the trigger.
std::string region(const std::string& made, const Scheduler& scheduler, const char* name) {
  const std::string eval = fmt::format("eval_{}", name), body = statements(made, eval);
  std::string known = fmt::format(fmt::runtime(scheduler.asks), name), directly;
  for (const std::string& function : calls(body)) {
    known += std::string(kPrefix) + function + "(vlSelf);";
    directly += "    " + std::string(kPrefix) + function + "(&root);\n";
  }
  if (body == known + "}") return directly;
  return fmt::format("    {}\n    {}{}(&root);\n    {}\n",
                     fmt::format(fmt::runtime(scheduler.raise), name), kPrefix, eval,
                     fmt::format(fmt::runtime(scheduler.lower), name));
}

std::string fast_edge(const std::string& made, const Scheduler& scheduler) {
  const std::vector<std::string> known{"eval_triggers__act", "eval_act", "eval_nba"};
  std::vector<std::string> with_inputs{"eval_triggers__ico", "eval_ico"};
  with_inputs.insert(with_inputs.end(), known.begin(), known.end());
  const std::vector<std::string> called = scheduled(made);
  const bool inputs =
      called == with_inputs && statements(made, "eval_triggers__ico") == scheduler.inputs;
  if ((called != known && !inputs) || statements(made, "eval_triggers__act") != scheduler.clock ||
      !body_of(made, "eval_act").ends_with(scheduler.nothing)) {
    return "";
  }
  return (inputs ? region(made, scheduler, "ico") : "") + region(made, scheduler, "nba");
}

}  // namespace

std::string fast_edge(const std::string& made) {
  for (const Scheduler& scheduler : kSchedulers) {
    if (std::string edge = fast_edge(made, scheduler); !edge.empty()) return edge;
  }
  return "";
}

std::string known_schedulers() {
  std::vector<std::string_view> releases;
  for (const Scheduler& scheduler : kSchedulers) releases.push_back(scheduler.release);
  return fmt::format("Verilator {}", fmt::join(releases, " and "));
}

std::string first_memory(const std::string& header) {
  constexpr std::string_view array = "VlUnpacked<";
  for (std::size_t at = header.find(array); at != std::string::npos; at = header.find(array, at)) {
    const std::size_t end = header.find(';', at += array.size());
    const std::string declared = header.substr(at, end - at);  // "type, words> name"
    const std::size_t words = declared.rfind(", "), name = declared.rfind(' ');
    if (words == std::string::npos || declared.find("VlUnpacked") != std::string::npos) continue;
    if (std::stoul(declared.substr(words + 2)) > kFewWords) return declared.substr(name + 1);
  }
  return "";
}

std::string fetch_queues(const std::string& header) {
  constexpr std::string_view memory = "__DOT__entries;";
  std::string text;
  for (std::size_t at = header.find(memory); at != std::string::npos;
       at = header.find(memory, at + 1)) {
    const std::size_t begin = header.rfind(' ', at) + 1;
    const std::string queue = header.substr(begin, at - begin) + "__DOT__";
    for (const char* place : {"first", "free"}) {
      if (header.find(" " + queue + place + ";") == std::string::npos) continue;
      text +=
          "    __builtin_prefetch(&root." + queue + "entries[root." + queue + place + "], 1);\n";
    }
  }
  return text;
}

}  // namespace romcast
