// SPDX-License-Identifier: Apache-2.0
// Bindings of networks, and of the problems that are to be solved on them.
#include "python/bindings.hpp"
#include "romcast/run/job_parts.hpp"

namespace romcast::python {
namespace {

struct ChannelRow {
  std::uint32_t src = 0, dst = 0, lanes = 0;
};
struct TimeRow {
  std::uint32_t cycles, latency;
};

template <class Value>
std::vector<Value> by_node(const Topology& topology, Value (Topology::*of)(NodeId) const) {
  std::vector<Value> all;
  for (NodeId v = 0; v < topology.nodes(); ++v) all.push_back((topology.*of)(v));
  return all;
}

template <class Of>
auto by_channel(const Topology& topology, Of of) {
  std::vector<decltype(of(topology.channels().front()))> rows;
  for (const Channel& channel : topology.channels()) rows.push_back(of(channel));
  return array_of(std::move(rows));
}

}  // namespace

void bind_networks(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(ChannelRow, src, dst, lanes);
  PYBIND11_NUMPY_DTYPE(TimeRow, cycles, latency);
  py::class_<Topology, std::shared_ptr<Topology>>(module, "Topology")
      .def_property_readonly("family", &Topology::network)
      .def_property_readonly("options", [](const Topology& t) { return t.options(); })
      .def_property_readonly("processors", &Topology::processors)
      .def_property_readonly("crossbar", &Topology::crossbar)
      .def_property_readonly("notes", &Topology::notes)
      .def_property_readonly("names",
                             [](const Topology& t) { return by_node(t, &Topology::node_name); })
      .def_property_readonly("forwards",
                             [](const Topology& t) { return by_node(t, &Topology::forwards); })
      .def_property_readonly("channels",
                             [](const Topology& t) {
                               return by_channel(t, [](const Channel& c) {
                                 return ChannelRow{c.from, c.to, c.capacity};
                               });
                             })
      .def_property_readonly("times",
                             [](const Topology& t) {
                               return by_channel(t, [](const Channel& c) {
                                 return TimeRow{c.time.cycles, c.time.latency};
                               });
                             })
      .def_property_readonly("timed", &Topology::timed)
      .def_property_readonly("cycle_seconds", &Topology::cycle_seconds);
  const auto shared = [](Network network) { return std::const_pointer_cast<Topology>(network); };
  using Options = std::map<std::string, std::string>;
  const auto listed = [](const Options& options) {
    std::vector<networks::Option> list;
    for (const auto& [option, value] : options) list.push_back({option, value});
    return list;
  };
  module.def("family", [=](const std::string& name, const Options& options) {
    return shared(networks::family(name, listed(options)));
  });
  module.def("read", [=](const std::string& file, const Options& options) {
    return shared(networks::read(file, listed(options)));
  });
  // A speed is a bandwidth, a latency and the overheads of sender and receiver. The last number of
  // an edge is an index into `speeds`; `speeds[0]` is for edges without a speed.
  module.def(
      "graph",
      [=](const std::vector<std::pair<std::string, std::string>>& nodes,
          const std::vector<std::tuple<NodeId, NodeId, std::uint32_t, std::uint32_t>>& edges,
          const std::vector<std::tuple<std::string, std::string, std::string, std::string>>& speeds,
          const Options& options) {
        GraphWithSpeeds all;
        for (const auto& [name, role] : nodes) {
          const auto known = find_role(role);
          if (!known) {
            throw InputError({"role", role}, "unknown", "give processor, endpoint or switch");
          }
          all.graph.nodes.push_back({name, *known});
        }
        for (const auto& [from, to, lanes, speed] : edges) {
          all.graph.edges.push_back({from, to, lanes, {}, speed});
        }
        for (const auto& [bandwidth, latency, sending, receiving] : speeds) {
          all.speeds.push_back({bandwidth, latency, sending, receiving});
        }
        return shared(networks::graph(all, listed(options)));
      });

  py::class_<Problem>(module, "Problem")
      .def_property_readonly(
          "collective", [](const Problem& p) { return std::string(name(p.collective.kind())); })
      .def_property_readonly("ports", [](const Problem& p) { return p.ports.name(); })
      .def_property_readonly("messages", [](const Problem& p) { return p.collective.messages(); })
      .def_property_readonly("message_numbers",
                             [](const Problem& p) { return p.collective.message_numbers(); })
      .def("wants",
           [](const Problem& p, MessageId message, NodeId processor) {
             if (message >= p.collective.message_numbers() ||
                 processor >= p.collective.processors()) {
               throw InputError({"message", message}, "no such message or processor");
             }
             return p.collective.wants(message, processor);
           })
      .def("origin", [](const Problem& p, MessageId message) -> std::optional<NodeId> {
        if (message >= p.collective.message_numbers()) {
          throw InputError({"message", message}, "no such message");
        }
        const NodeId origin = p.collective.origin(message);
        return origin == kNone ? std::nullopt : std::optional(origin);
      });
  module.def("problem", &problem_of);
  module.def("exchange", &exchange_of);
  module.def("flows", &flows_of);
}

}  // namespace romcast::python
