// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace romcast {
namespace {

DesignModule module_of(const ModelSpec& spec, const VerilogSources& sources) {
  const VerilogHeader header = verilog_header(sources.text(spec.module));
  DesignModule module{.name = spec.module,
                      .file = sources.file_of(spec.module).string(),
                      .parameters = spec.parameters,
                      .ports = header.ports,
                      .described = described_ports(header),
                      .spec = spec};
  module.values =
      verilog_parameters(header, VerilogValues(spec.parameters.begin(), spec.parameters.end()));
  std::erase_if(module.described, [&](const DescribedPort& port) {
    return std::ranges::find(spec.without, port.name) != spec.without.end();
  });
  return module;
}

class Recorder final : public NetworkBuilder {
 public:
  Recorder(const Topology& topology, unsigned local_lanes, bool words, Design& design)
      : NetworkBuilder(topology, local_lanes), words_(words), design_(design) {
    place_of_.resize(topology.nodes());
  }

  void add_switch(std::uint32_t bank, NodeId node, const std::string& name,
                  const std::vector<Strap>& straps, Pins pins) override {
    place_of_[node] = design_.nodes.size();
    design_.nodes.push_back({.module = bank,
                             .node = node,
                             .name = name,
                             .straps = listed(bank, straps),
                             .pins = std::move(pins)});
  }
  void add_crossbar(std::uint32_t bank, const std::vector<Strap>& straps,
                    Crossbar crossbar) override {
    design_.crossbar = DesignNode{.module = bank,
                                  .name = crossbar.name,
                                  .straps = listed(bank, straps),
                                  .pins = {.in_links = std::move(crossbar.in_lines),
                                           .out_links = std::move(crossbar.out_lines)}};
  }
  void add_line(std::uint32_t bank, LinkId link, const std::vector<Strap>& straps) override {
    const Channel& channel = topology().channel_at(link);
    design_.lines.push_back({.module = bank,
                             .node = channel.to,
                             .name = line_name(topology(), link),
                             .straps = listed(bank, straps),
                             .pins = {.in_links = {link}, .out_links = {end_of_line(link)}}});
  }
  void load(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word) override {
    add_word(design_.nodes[place_of_[node]], address, word);
  }
  void load_crossbar(std::uint32_t address, std::span<const std::uint32_t> word) override {
    add_word(*design_.crossbar, address, word);
  }
  void inject(NodeId node, std::uint64_t flit) override {
    if (words_) design_.nodes[place_of_[node]].own.push_back(flit);
  }

 private:
  // Names and values of the module's straps, in the order of its ports. Each must be in `straps`.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> listed(
      std::uint32_t bank, const std::vector<Strap>& straps) const {
    std::vector<std::pair<std::string, std::uint64_t>> result;
    for (const DescribedPort& port : design_.modules[bank].described) {
      if (port.kind != DescribedPort::Kind::strap) continue;
      const auto given = std::ranges::find(straps, port.name, &Strap::name);
      if (given == straps.end()) {
        throw std::logic_error(fmt::format("no value for the strap {}", port.name));
      }
      result.emplace_back(port.name, given->value);
    }
    return result;
  }
  void add_word(DesignNode& node, std::uint32_t address,
                std::span<const std::uint32_t> word) const {
    if (words_) node.words.push_back({address, {word.begin(), word.end()}});
  }

  bool words_;
  Design& design_;
  std::vector<std::size_t> place_of_;  // by node: index in design_.nodes
};

}  // namespace

const VerilogPort* DesignModule::find(std::string_view port) const {
  const auto found = std::ranges::find(ports, port, &VerilogPort::name);
  return found == ports.end() ? nullptr : &*found;
}

const VerilogPort* DesignModule::load_port() const {
  return traits().loads ? find("load_word") : nullptr;
}

bool DesignModule::looks_ahead() const { return !has_queues(); }

Design design_of(const NodeDescription& nodes, const Topology& topology,
                 const VerilogSources& sources, bool words) {
  Design design{.local_lanes = nodes.local_lanes()};
  for (const ModelSpec& spec : nodes.models()) {
    design.modules.push_back(module_of(spec, sources));
  }
  Recorder recorder(topology, nodes.local_lanes(), words, design);
  design.no_link = recorder.no_link();
  nodes.describe(recorder);
  return design;
}

}  // namespace romcast
