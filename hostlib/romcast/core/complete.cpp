// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/complete.hpp"

#include <fmt/format.h>

#include <charconv>

#include "romcast/core/error.hpp"

namespace romcast {

std::string_view name(FabricKind kind) { return kind == FabricKind::benes ? "benes" : "crossbar"; }

std::optional<FabricKind> find_fabric(std::string_view name) {
  if (name == "crossbar") return FabricKind::crossbar;
  if (name == "benes") return FabricKind::benes;
  return std::nullopt;
}

Complete::Complete(std::uint32_t processors) {
  if (processors < 2 || processors > kMostProcessors) {
    throw InputError({"processors", processors},
                     fmt::format("give a number from 2 to {}", kMostProcessors));
  }
  set_crossbar(processors);
}

NetworkOptions Complete::options() const { return {{"processors", std::to_string(processors())}}; }

std::string Complete::node_name(NodeId node) const { return fmt::format("p{}", node); }

NodeId Complete::find_node(std::string_view name) const {
  if (name.size() < 2 || name[0] != 'p') return kNone;
  NodeId node = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), node);
  const bool fine = error == std::errc{} && end == name.data() + name.size();
  return fine && node < processors() ? node : kNone;
}

PortLimit Complete::port_limit(Ports ports) const {
  if (ports.single()) return {1, 1};
  if (ports.kind == Ports::Kind::several) return {ports.count, ports.count};
  return {};
}

}  // namespace romcast
