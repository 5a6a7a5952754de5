// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/rom_hardware.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_folder.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// Gives the fields of loaded rows the widths that they have in the folder's files (`manifest`).
void narrow_fields(DesignModule& module, const Json& manifest) {
  for (const auto& [parameter, key] :
       {std::pair{"LINE_BITS", "line_bits"}, std::pair{"OFFSET_BITS", "offset_bits"}}) {
    if (!module.values.contains(parameter) || !manifest.contains(key)) continue;
    const auto bits = manifest.at(key).get<std::uint64_t>();
    module.values[parameter] = bits;
    for (auto& [name, value] : module.parameters) {
      if (name == parameter) value = bits;
    }
  }
}

Json load_json(const DesignModule& module) {
  const VerilogPort* port = module.load_port();
  if (port == nullptr) return nullptr;
  Json load{
      {"valid", "load_valid"}, {"address", "load_address"},
      {"word", port->name},    {"bits", module.width(*port)},
      {"idle_clocks", 1},      {"ready", module.traits().ready ? Json("ready") : Json(nullptr)}};
  const bool sequencers = module.spec.kind == ModelSpec::Kind::store_node ||
                          module.spec.kind == ModelSpec::Kind::combining_node;
  load["sequencer_shift"] = sequencers
                                ? Json(rom_select(static_cast<unsigned>(module.values.at("PORTS"))))
                                : Json(nullptr);
  return load;
}

Json module_json(DesignModule module, const Json& manifest) {
  narrow_fields(module, manifest);
  Json parameters = Json::object(), widths = Json::object();
  for (const auto& [name, value] : module.parameters) parameters[name] = value;
  for (const DescribedPort& port : module.described) {
    widths[port.name] = module.width(*module.find(port.name));
  }
  return {{"module", module.name},     {"file", module.file},
          {"parameters", parameters},  {"bits", widths},
          {"load", load_json(module)}, {"runs_ahead", module.looks_ahead() ? 1 : 0}};
}

// For each link: the node and lane that drive it.
class Drivers {
 public:
  Drivers(const Design& design, const Topology& topology) : design_(design) {
    for (const DesignNode& node : design.nodes) {
      add(topology.node_name(node.node), node.pins.out_links);
    }
    if (design.crossbar) add(design.crossbar->name, design.crossbar->pins.out_links);
    for (const Channel& channel : topology.channels()) {
      for (LinkId lane = 0; lane < channel.capacity && !topology.crossbar(); ++lane) {
        if (!of(channel.first_link + lane).is_null()) continue;
        set(channel.first_link + lane, topology.node_name(channel.from), lane);
      }
    }
  }

  [[nodiscard]] Json of(LinkId link) const {
    return link < drivers_.size() && link != design_.no_link ? drivers_[link] : Json(nullptr);
  }
  [[nodiscard]] Json of(const std::vector<std::uint32_t>& links) const {
    Json list = Json::array();
    for (const LinkId link : links) list.push_back(of(link));
    return list;
  }

 private:
  void add(const std::string& name, const std::vector<std::uint32_t>& links) {
    for (std::size_t lane = 0; lane < links.size(); ++lane) set(links[lane], name, lane);
  }
  void set(LinkId link, const std::string& name, std::size_t lane) {
    if (link >= drivers_.size()) drivers_.resize(link + 1);
    drivers_[link] = Json::array({name, lane});
  }

  const Design& design_;
  std::vector<Json> drivers_;
};

Json node_json(const DesignNode& node, const std::string& name, const Drivers& drivers) {
  Json straps = Json::object();
  for (const auto& [strap, value] : node.straps) straps[strap] = value;
  return {{"name", name},
          {"module", node.module},
          {"straps", straps},
          {"in", drivers.of(node.pins.in_links)}};
}

// For each leaf of a tree (leaves are no Verilog nodes): the leaf's name, and the drivers of the
// leaf's incoming links. Empty for other networks.
Json leaves_json(const Topology& topology, const Drivers& drivers) {
  Json list = Json::array();
  for (NodeId p = 0; p < topology.first_switch(); ++p) {
    list.push_back({{"name", topology.node_name(p)},
                    {"in", drivers.of(NetworkBuilder::links_of(topology, topology.inputs(p)))}});
  }
  return list;
}

// Straps that depend on the programs; a user may replace the programs of a folder.
constexpr std::array kOfPrograms{"rows", "first", "start", "rate", "slow", "last_round", "period"};

// Removes the straps that depend on the programs, and the ROM depths, which may exceed the length
// of the programs.
Json comparable(Json hardware) {
  for (Json& module : hardware.at("modules")) module.at("parameters").erase("ROM_DEPTH");
  const auto general = [](Json& node) {
    for (const char* strap : kOfPrograms) node.at("straps").erase(strap);
  };
  for (Json& node : hardware.at("nodes")) general(node);
  if (!hardware.at("crossbar").is_null()) general(hardware.at("crossbar"));
  return hardware;
}

// Describes the first difference: the path of keys, and both values, or, if two lists differ in
// size, both sizes; empty if there is none. Ignores keys that only `found` has.
std::string difference(const Json& found, const Json& expected, const std::string& path) {
  const bool lists = found.is_array() && expected.is_array();
  if (lists && found.size() != expected.size()) {
    return fmt::format("{} has {}, not {}", path, counted(found.size(), "entry", "entries"),
                       expected.size());
  }
  if (!(lists || (found.is_object() && expected.is_object()))) {
    if (nlohmann::json(found) == nlohmann::json(expected)) return "";
    return fmt::format("{} {}, not {}", path, found.dump(), expected.dump());
  }
  for (std::size_t i = 0; lists && i < expected.size(); ++i) {
    const std::string name = expected[i].is_object()
                                 ? expected[i].value("name", fmt::format("{}", i))
                                 : fmt::format("{}", i);
    const std::string text = difference(found[i], expected[i], fmt::format("{}.{}", path, name));
    if (!text.empty()) return text;
  }
  if (lists) return "";
  for (const auto& [key, value] : expected.items()) {
    const std::string text = difference(found.contains(key) ? found.at(key) : Json(nullptr), value,
                                        fmt::format("{}.{}", path, key));
    if (!text.empty()) return text;
  }
  return "";
}

// Value of the manifest's key "hardware": modules, their parameters and load ports, straps of each
// node, wiring. Fields of rows have the widths that `manifest` gives.
Json hardware_json(const Design& design, const Topology& topology, const Json& manifest) {
  Json modules = Json::array(), nodes = Json::array();
  for (const DesignModule& module : design.modules) {
    modules.push_back(module_json(module, manifest));
  }
  const Drivers drivers(design, topology);
  for (const DesignNode& node : design.nodes) {
    nodes.push_back(node_json(node, topology.node_name(node.node), drivers));
  }
  return {{"modules", modules},
          {"nodes", nodes},
          {"leaves", leaves_json(topology, drivers)},
          {"crossbar", design.crossbar ? node_json(*design.crossbar, design.crossbar->name, drivers)
                                       : Json(nullptr)}};
}

// Value of the manifest's key "expected": the measurements of a correct run.
Json expected_json(const Design& design, Run& run) {
  const Topology& topology = run.network();
  const PlannedRun& planned = run.expected();
  const auto entry = [&](const DesignNode& node, const std::string& name) {
    Json values{{"name", name}};
    for (const auto& [key, value] : planned.figures.registers(
             node.node, design.modules[node.module].described, run.depths())) {
      values[key] = value;
    }
    return values;
  };
  Json nodes = Json::array();
  for (const DesignNode& node : design.nodes) {
    nodes.push_back(entry(node, topology.node_name(node.node)));
  }
  return {{"cycles", planned.verdict.cycles},
          {"hops", planned.verdict.hops},
          {"deliveries", planned.verdict.delivered},
          {"nodes", nodes},
          {"crossbar",
           design.crossbar ? entry(*design.crossbar, design.crossbar->name) : Json(nullptr)}};
}

}  // namespace

std::vector<RomRow> write_roms(const std::string& folder, Run& run) {
  const auto images = run.images();
  const Design design = design_of(*description_of(run.nodes_of_images()), run.network(),
                                  VerilogSources(run.settings().models), false);
  write_images(folder, run.job(), *images, run.depths(), [&](Json& manifest) {
    manifest["hardware"] = hardware_json(design, run.network(), manifest);
    manifest["expected"] = expected_json(design, run);
  });
  return images->rows();
}

void check_hardware(const std::string& folder, const Design& design, const Topology& topology) {
  const std::string file = (std::filesystem::path(folder) / "manifest.json").string();
  try {
    std::ifstream in(file);
    const Json manifest = Json::parse(in);
    if (!manifest.contains("hardware")) return;
    const Json expected = comparable(hardware_json(design, topology, manifest));
    const std::string text = difference(comparable(manifest.at("hardware")), expected, "hardware");
    if (text.empty()) return;
    throw InputError(fmt::format(
        "{}: {}, as this romcast builds it; make the folder again with romcast rom", file, text));
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: malformed manifest: {}", file, error.what()));
  }
}

}  // namespace romcast
