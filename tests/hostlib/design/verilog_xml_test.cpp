// SPDX-License-Identifier: Apache-2.0
// Compares the reader of module headers with Verilator's.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "romcast/design/verilog_sources.hpp"
#include "romcast/design/verilog_text.hpp"
#include "romcast/machines/model_spec.hpp"
#include "romcast/support/files.hpp"
#include "romcast/support/tool.hpp"

using namespace romcast;

namespace {

namespace fs = std::filesystem;
using Kind = ModelSpec::Kind;
using Parameters = std::vector<std::pair<std::string, std::uint64_t>>;

struct Port {
  bool input = false;
  unsigned bits = 1;
  bool operator==(const Port&) const = default;
};
using PortWidths = std::map<std::string, Port>;

// Ports and parameters of a module as Verilator elaborates the module, and the names of the module
// and of all modules below.
struct Elaborated {
  PortWidths ports;
  VerilogValues parameters;
  std::set<std::string> modules;
};

unsigned bits_of(const pugi::xml_node& type) {
  if (type.attribute("left").empty()) return 1;
  return type.attribute("left").as_uint() - type.attribute("right").as_uint() + 1;
}

// The value of a constant that Verilator writes as "32'sh1f" or "5'h3".
std::uint64_t constant(std::string text) {
  const std::size_t at = text.find('h');
  REQUIRE(at != std::string::npos);
  return std::stoull(text.substr(at + 1), nullptr, 16);
}

Elaborated elaborated(const VerilogSources& sources, const std::string& module,
                      const Parameters& parameters) {
  const WorkFolder work(fs::temp_directory_path(), "romcast-xml");
  std::vector<std::string> words{"--xml-only", "-Wno-fatal", "--top-module",
                                 module,       "--Mdir",     "made"};
  for (const auto& [name, value] : parameters) words.push_back(fmt::format("-G{}={}", name, value));
  for (const char* folder : {"common", "complete", "direct", "fat_tree", "star"}) {
    words.insert(words.end(), {"-y", sources.root() / "rtl" / folder});
  }
  words.push_back(sources.root() / sources.file_of(module));
  const std::string made = fmt::format("made/V{}.xml", module);
  const auto trouble = run_for({"verilator", "verilator"}, words, work, made);
  REQUIRE_FALSE(trouble);
  pugi::xml_document document;
  REQUIRE(document.load_file((work.path() / made).c_str()));
  const pugi::xml_node netlist = document.child("verilator_xml").child("netlist");
  std::map<std::string, unsigned> widths;
  for (const pugi::xml_node& type : netlist.child("typetable")) {
    widths[type.attribute("id").value()] = bits_of(type);
  }
  Elaborated found;
  for (const pugi::xml_node& one : netlist.children("module")) {
    found.modules.insert(one.attribute("origName").value());
    if (one.attribute("topModule").empty()) continue;
    for (const pugi::xml_node& variable : one.children("var")) {
      const std::string name = variable.attribute("name").value();
      const std::string direction = variable.attribute("dir").value();
      if (!direction.empty()) {
        found.ports[name] = {direction == "input",
                             widths.at(variable.attribute("dtype_id").value())};
      } else if (!variable.attribute("param").empty()) {
        found.parameters[name] = constant(variable.child("const").attribute("name").value());
      }
    }
  }
  return found;
}

struct Case {
  const char* module;
  Kind kind;
  Parameters parameters{};
};

// Modules of nodes, interfaces and fabrics, most with other parameters than their defaults.
const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"fat_tree_switch_multi", Kind::tree_switch},
      {"fat_tree_switch_multi",
       Kind::tree_switch,
       {{"ARITY", 3}, {"DOWN_LINKS", 2}, {"UP_LINKS", 5}}},
      {"fat_tree_switch_single", Kind::tree_switch, {{"ARITY", 4}, {"DEPTH", 9}}},
      {"fat_tree_switch_credit", Kind::credit_switch, {{"ARITY", 5}}},
      {"store_node_single", Kind::store_node, {{"PORTS", 6}, {"DEPTH", 100}}},
      {"store_node_multi", Kind::store_node, {{"PORTS", 5}, {"WIDTH", 48}}},
      {"combining_node", Kind::combining_node, {{"PORTS", 3}, {"SENDERS", 3}}},
      {"complete_port", Kind::interface, {{"PORTS", 3}}},
      {"crossbar", Kind::crossbar, {{"LINES", 32}}},
      {"benes", Kind::crossbar, {{"LINES", 32}}},
      {"logp_port", Kind::logp_interface, {{"LANES", 2}}},
      {"logp_fabric", Kind::logp_fabric, {{"LINES", 32}}}};
  return all;
}

}  // namespace

TEST_CASE("headers are read as Verilator reads them") {
  const VerilogSources sources;
  for (const Case& one : cases()) {
    CAPTURE(one.module);
    const Elaborated expected = elaborated(sources, one.module, one.parameters);
    const VerilogHeader header = verilog_header(sources.text(one.module));
    const VerilogValues values =
        verilog_parameters(header, VerilogValues(one.parameters.begin(), one.parameters.end()));
    PortWidths ports;
    for (const VerilogPort& port : header.ports) {
      ports[port.name] = {port.input, verilog_width(port, values)};
    }
    CHECK(ports == expected.ports);
    for (const auto& [name, value] : values) {
      CAPTURE(name);
      CHECK(expected.parameters.at(name) == value);
    }
    const std::set<std::string> below = sources.below(one.module);
    for (const std::string& module : expected.modules) {
      CAPTURE(module);
      CHECK(below.contains(module));
    }
  }
}

TEST_CASE("all modules with something to load have the same load port") {
  const VerilogSources sources;
  unsigned loaded = 0;
  for (const auto& file : files_in(sources.root() / "rtl", ".v")) {
    const VerilogHeader header = verilog_header(sources.text(file.stem().string()));
    std::vector<std::string> load;
    for (const VerilogPort& port : header.ports) {
      if (port.input && port.name.starts_with("load_")) load.push_back(port.name);
      if (port.name == "load_address") CHECK(port.high == "31");
    }
    if (load.empty()) continue;
    CAPTURE(file.stem().string());
    CHECK(load == std::vector<std::string>{"load_valid", "load_address", "load_word"});
    ++loaded;
  }
  CHECK(loaded > 20);
}

TEST_CASE("the traits of a kind are the ports of its modules") {
  const VerilogSources sources;
  using Queues = ModuleTraits::Queues;
  for (const Case& one : cases()) {
    CAPTURE(one.module);
    std::set<std::string> ports;
    for (const VerilogPort& port : verilog_header(sources.text(one.module)).ports) {
      ports.insert(port.name);
    }
    const ModuleTraits known = traits(one.kind);
    CHECK(ports.contains("load_word") == known.loads);
    CHECK((known.queues != Queues::strapped || ports.contains("places")));
    CHECK(ports.contains("in_credit") == known.credits);
    CHECK(ports.contains("out_credit") == known.credits);
    CHECK(ports.contains("local_valid") == known.own_messages);
    CHECK(ports.contains("deliver_valid") == known.delivers);
    CHECK(ports.contains("out_line") == known.names_lines);
    CHECK(ports.contains("ready") == known.ready);
  }
}
