// SPDX-License-Identifier: Apache-2.0
// Reads the header of a schedule file, up to the hops.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "romcast/core/exchange_lines.hpp"
#include "romcast/core/flow_lines.hpp"
#include "romcast/core/schedule_lines.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/tiles.hpp"

namespace romcast {
namespace {

constexpr std::array<std::pair<std::string_view, QueueKind>, 4> kQueueKinds{
    {{"per-output", QueueKind::per_output},
     {"up-down", QueueKind::up_down},
     {"per-input", QueueKind::per_input},
     {"store", QueueKind::store}}};

constexpr std::uint32_t kMostPeriod = std::uint32_t{1} << 30;

class HeaderReader {
 public:
  explicit HeaderReader(ScheduleLines& lines) : lines_(lines) {}

  ScheduleHeader read() {
    std::set<std::string, std::less<>> seen;
    for (lines_.next("'hops'"); words()[0] != "hops"; lines_.next("'hops'")) {
      const std::string key(words()[0]);
      if (key == "node" || key == "edge" || key == "arc") {
        read_part(key, words().subspan(1));
        continue;
      }
      if (key == "message" || key == "flow" || key == "reduce") {
        read_message(key != "message");
        continue;
      }
      if (!seen.insert(key).second) {
        fail(fmt::format("a second {}", quote(key)), "give each header line once");
      }
      read_key(key, words().subspan(1));
    }
    if (words().size() != 1) fail(quote(words()[1]), "'hops' stands alone on its line");
    for (const std::string_view key : {"network", "ports", "collective"}) {
      if (!seen.contains(key)) {
        fail("'hops'", fmt::format("the header lacks '{}'", key));
      }
    }
    finish_graph();
    finish_exchange();
    const auto& limit = header_.limit;
    const bool direct = header_.topology->direct();
    if (limit && (limit->kind == QueueKind::store) != direct) {
      fail("'hops'", direct ? "the header must limit the 'store' of a node, not a queue"
                            : "the header must limit queues, not the 'store' of a node");
    }
    const Topology& topology = *header_.topology;
    check_timing();
    if (header_.period && (topology.crossbar() || topology.timed() || !header_.timing.plain() ||
                           header_.collective->combines())) {
      fail("'hops'",
           "a period is for networks of links that take one cycle, and for messages that "
           "are not combined");
    }
    const auto flows = header_.collective->flows();
    if (!header_.period && header_.collective->reduces()) {
      fail("'hops'", "the header lacks 'period': words are combined in frames that repeat");
    }
    if (!header_.period &&
        std::ranges::any_of(flows, [](const Flow& flow) { return flow.latency > 0; })) {
      fail("'hops'", "the header lacks 'period': a flow has a bound on latency");
    }
    if (const Ports ports = header_.ports; !topology.has(ports)) {
      fail("'hops'", fmt::format("ports are single or {} here, not {}",
                                 topology.crossbar() ? "counted" : "multi", ports.name()));
    }
    return std::move(header_);
  }

 private:
  [[nodiscard]] Words words() const { return lines_.words(); }

  [[noreturn]] void fail(std::string_view found, std::string_view allowed) const {
    lines_.fail(found, allowed);
  }

  // Fails if the judge does not support this combination of network, port model, collective, timing
  // and queue. For example, LogP times need a crossbar; overhead, gap and buffered also need ports
  // single; collectives whose messages the endpoints combine need a crossbar with ports single.
  void check_timing() const {
    const ScheduleHeader& header = header_;
    const Collective& collective = *header.collective;
    const bool crossbar = header.topology->crossbar(), single = crossbar && header.ports.single();
    if (collective.combined_at_ends() && !single) {
      const bool links = collective.traits().in_nodes;
      fail("'hops'", fmt::format("{} is for network complete with ports single{}",
                                 name(collective.kind()), links ? " and networks of links" : ""));
    }
    // On a crossbar, processors with several ports store all arrivals, so each processor must want
    // every message.
    if (!collective.traits().to_all && crossbar && !single) {
      fail("'hops'",
           fmt::format("{} {} on network complete is for ports single; with several ports, give "
                       "the links as a network graph",
                       collective.traits().listed ? "an" : "collective", name(collective.kind())));
    }
    if (collective.by_nodes() && !header.timing.plain()) {
      fail("'hops'",
           fmt::format("in {} on a network of links a hop takes one cycle, leave 'timing' out",
                       name(collective.kind())));
    }
    if (header.topology->timed() && !header.timing.plain()) {
      fail("'hops'", "links have times of their own, leave 'timing' out");
    }
    if (header.timing.logp() && !crossbar) {
      fail("'hops'", "timing latency, overhead, gap and buffered are for network complete");
    }
    if (!single &&
        (header.timing.overhead > 0 || header.timing.gap > 1 || header.timing.buffered)) {
      fail("'hops'",
           "timing overhead, gap and buffered are for network complete with ports single");
    }
    if (!header.timing.rounds() && header.ports.kind == Ports::Kind::several &&
        !header.topology->crossbar()) {
      fail("'hops'", "timing startup and per-message are for ports single or multi");
    }
    if (!header.timing.rounds() && header.ports.half) {
      fail("'hops'", "timing startup and per-message are not for half-duplex links");
    }
    if (!header.timing.rounds() && header.topology->crossbar()) {
      fail("'hops'", "timing startup and per-message are not for network complete");
    }
    const bool waits_nowhere = header.timing.logp() || collective.combines();
    if (header.limit && waits_nowhere && !header.timing.buffered) {
      fail("'hops'",
           "processors have no queue here, leave 'queue' out; those of buffered machines "
           "have one");
    }
    if (!header.timing.buffered) return;
    if (header.timing.overhead > 0 || header.timing.gap > 1 || collective.combines()) {
      fail("'hops'", "buffered machines have overhead 0 and gap 1 and do not combine");
    }
  }

  void read_key(std::string_view key, Words values) {
    if (key == "network") {
      read_network(values);
    } else if (key == "ports") {
      read_ports(values);
    } else if (key == "collective") {
      read_collective(values);
    } else if (key == "algorithm") {
      if (values.empty()) fail("'algorithm' without a name", "give the algorithm's name");
      for (const auto word : values) {
        header_.algorithm += (header_.algorithm.empty() ? "" : " ") + std::string(word);
      }
    } else if (key == "timing") {
      read_timing(values);
    } else if (key == "queue") {
      read_queue(values);
    } else if (key == "period") {
      read_period(values);
    } else {
      fail(quote(key),
           "a header line is network, node, edge, arc, ports, collective, message, flow, timing, "
           "algorithm, queue, period or hops");
    }
  }

  void read_network(Words values) {
    if (values.empty()) fail("'network' without a name", "e.g. network fat-tree arity 2 height 3");
    if (values[0] == kGraph) return begin_graph(values.subspan(1));
    const auto& all = all_topologies();
    const auto entry = std::ranges::find(all, values[0], &TopologyEntry::name);
    std::map<std::string, std::string, std::less<>> options;
    for (std::size_t i = 1; i < values.size(); i += 2) {
      if (entry != all.end() && std::ranges::find(entry->options, values[i],
                                                  &NetworkOption::name) == entry->options.end()) {
        fail(quote(values[i]), fmt::format("no option of network {}", entry->name));
      }
      if (i + 1 == values.size())
        fail(fmt::format("{} without a value", quote(values[i])),
             "options come as pairs of name and value");
      if (!options.emplace(values[i], values[i + 1]).second) {
        fail(fmt::format("a second {}", quote(values[i])), "give each option once");
      }
    }
    lines_.located([&] {
      header_.topology = make_topology(printable(values[0]),
                                       [&](std::string_view name) -> std::optional<std::string> {
                                         const auto found = options.find(name);
                                         if (found == options.end()) return std::nullopt;
                                         return found->second;
                                       });
    });
  }

  void read_period(Words values) {
    const bool alone = values.size() == 1, waits = values.size() == 3 && values[1] == "waiting";
    if (!alone && !waits)
      fail("a period with other words", "e.g. period 16, or period 16 waiting 2");
    header_.period = Period{.cycles = lines_.number(values[0], "period", 1, kMostPeriod)};
    if (waits) header_.period->waiting = lines_.number(values[2], "waiting", 0, kMostPeriod);
  }

  // Reads the options of line 'network graph', after which each node and edge has its own line.
  // Option `file` names the file from which the graph was read, and is for information only.
  void begin_graph(Words values) {
    for (std::size_t i = 0; i < values.size(); i += 2) {
      constexpr std::array<std::string_view, 11> known{"file",   "expression", kMap,       kPlace,
                                                       kWithout, kPart,        kBandwidth, kLatency,
                                                       kChunk,   kCycle,       kTiles};
      if (std::ranges::find(known, values[i]) == known.end()) {
        fail(quote(values[i]),
             "network graph has the options file, expression, map, place, bandwidth, latency, "
             "chunk, "
             "cycle, tiles, without and part");
      }
      if (i + 1 == values.size())
        fail(fmt::format("{} without a value", quote(values[i])),
             "options come as pairs of name and value");
      graph_options_.emplace_back(values[i], values[i + 1]);
    }
    graph_.emplace();
  }

  void read_part(std::string_view key, Words values) {
    if (!graph_) {
      fail(quote(key), "nodes, edges and arcs stand between 'network graph' and 'collective'");
    }
    if (key == "node") {
      const auto role =
          values.size() == 2 ? find_role(values[1]) : std::optional(NodeRole::processor);
      if (values.empty() || values.size() > 2 || !role) {
        fail(values.size() == 2 ? quote(values[1]) : "a node with other words",
             "e.g. node a processor; a role is processor, endpoint or switch");
      }
      lines_.located([&] { graph_->add_node(values[0], *role); });
      return;
    }
    if (values.size() < 2 || values.size() > 5 || values.size() == 4) {
      fail(fmt::format("{} words behind '{}'", values.size(), key),
           "e.g. edge a b 2, or with cycles and latency edge a b 2 4 1");
    }
    const NodeId from = graph_->find(values[0]), to = graph_->find(values[1]);
    for (const std::size_t end : {0, 1}) {
      if ((end == 0 ? from : to) == kNone) {
        fail(fmt::format("no node {}", quote(values[end])), "nodes come before their edges");
      }
    }
    const std::uint32_t lanes =
        values.size() < 3 ? 1 : lines_.number(values[2], "lanes", 1, kMostLanes);
    LinkTime time;
    if (values.size() == 5) {
      time = {lines_.number(values[3], "cycles", 1, kMostTime),
              lines_.number(values[4], "latency", 0, kMostTime)};
    }
    lines_.located([&] {
      graph_->add_edge(from, to, lanes, time);
      if (key == "edge") graph_->add_edge(to, from, lanes, time);
    });
  }

  // If the header has a graph, makes the network of the graph, whose lines have all been read.
  void finish_graph() {
    if (!graph_) return;
    lines_.located([&] {
      header_.topology = std::make_shared<GraphNetwork>(kGraph, graph_options_, graph_->finish());
    });
    graph_.reset();
  }

  void read_ports(Words values) {
    const auto ports = values.size() == 1 ? find_ports(values[0]) : std::nullopt;
    if (!ports) {
      fail(values.empty() ? "'ports' without a value" : quote(values.back()),
           fmt::format("ports are single, multi or 2..{}, half-duplex after half-", kMostPorts));
    }
    header_.ports = *ports;
  }

  void read_collective(Words values) {
    finish_graph();
    if (!header_.topology) fail("'collective'", "the network line must come before it");
    const auto kind = values.empty() ? std::nullopt : find_collective(values[0]);
    if (!kind) {
      fail(values.empty() ? "'collective' without a name" : quote(values[0]),
           "give broadcast, scatter, gather, allgather, alltoall, reduce, allreduce, "
           "reduce-scatter, summation or exchange");
    }
    const Traits& traits = romcast::traits(*kind);
    if (traits.listed) {
      if (values.size() > 1) fail(quote(values[1]), "'collective exchange' stands alone");
      exchange_.emplace(*header_.topology);
      return;
    }
    const std::string_view many = traits.counted;
    std::optional<std::uint32_t> source, messages;
    bool copies = false, relay = false;
    for (std::size_t i = 1; i < values.size(); i += 2) {
      if (values[i] == "copies") {
        read_copies(*kind, i + 1 < values.size() ? values[i + 1] : "", copies);
        continue;
      }
      if (values[i] == "switches") {
        read_switches(*kind, i + 1 < values.size() ? values[i + 1] : "", relay);
        continue;
      }
      auto& option = values[i] == "source" ? source : messages;
      if (values[i] != "source" && values[i] != many) {
        fail(quote(values[i]), fmt::format("{} has the options source and {}{}", values[0], many,
                                           traits.one_to_all() ? " and copies"
                                           : relayable(*kind)  ? " and switches"
                                                               : ""));
      }
      if (option) fail(fmt::format("a second {}", quote(values[i])), "give each option once");
      option = lines_.number(i + 1 < values.size() ? values[i + 1] : "", values[i],
                             values[i] == "source" ? 0 : 1);
    }
    lines_.located([&] {
      const Topology& topology = *header_.topology;
      if (relayable(*kind)) {
        header_.collective = Collective::combined_by_nodes(
            topology.processors(), source.value_or(0), messages.value_or(1), *kind);
        if (relay) header_.collective = header_.collective->relayed();
        return;
      }
      header_.collective.emplace(*kind, topology.processors(), source.value_or(0),
                                 messages.value_or(1));
      if (copies) header_.collective = header_.collective->copied();
    });
  }

  // Reads a message of an exchange, or a flow whose words are messages.
  void read_message(bool flow) {
    if (!exchange_) fail("'message'", "messages stand behind 'collective exchange'");
    if (flow) {
      if (!flows_) flows_.emplace(*header_.topology);
      lines_.located([&] { flows_->add(words()); });
      return;
    }
    if (flows_) fail("'message'", "an exchange has flows, or messages without names");
    lines_.located([&] { exchange_->add(words()); });
  }

  // If the header has an exchange, makes its collective; the exchange's lines have all been read.
  void finish_exchange() {
    if (!exchange_) return;
    lines_.located([&] { header_.collective = flows_ ? flows_->finish() : exchange_->finish(); });
    exchange_.reset();
  }

  void read_copies(CollectiveKind kind, std::string_view value, bool& copies) const {
    if (copies) fail("a second 'copies'", "give each option once");
    if (!traits(kind).one_to_all()) fail("'copies'", "only a broadcast is made of copies");
    if (value != "addressed") fail(fmt::format("copies {}", quote(value)), "copies are addressed");
    copies = true;
  }

  [[nodiscard]] bool relayable(CollectiveKind kind) const {
    return traits(kind).in_nodes && !header_.topology->crossbar();
  }
  void read_switches(CollectiveKind kind, std::string_view value, bool& relay) const {
    if (relay) fail("a second 'switches'", "give each option once");
    if (!relayable(kind)) fail("'switches'", "only sums on a network of links are relayed");
    if (value != "relay") fail(fmt::format("switches {}", quote(value)), "switches relay");
    relay = true;
  }

  void read_timing(Words values) {
    Timing& timing = header_.timing;
    const auto named = [&](std::size_t i, std::string_view word) { return values[2 * i] == word; };
    const auto time = [&](std::size_t i, std::uint32_t least) {
      return lines_.number(values[2 * i + 1], values[2 * i], least, kMostTime);
    };
    if (values.size() == 4 && named(0, "startup") && named(1, "per-message")) {
      timing.startup = time(0, 0);
      timing.per_message = time(1, 1);
      return;
    }
    timing.buffered = values.size() == 7 && named(3, "buffered");
    if (values.size() != (timing.buffered ? 7 : 6) || !named(0, "latency") ||
        !named(1, "overhead") || !named(2, "gap")) {
      const bool crossbar = header_.topology && header_.topology->crossbar();
      fail("'timing' with other words",
           crossbar ? "e.g. timing latency 6 overhead 2 gap 4, or with 'buffered' behind it"
                    : "e.g. timing startup 10 per-message 1");
    }
    timing.latency = time(0, 1);
    timing.overhead = time(1, 0);
    timing.gap = time(2, 1);
  }

  void read_queue(Words values) {
    const auto kind = std::ranges::find(kQueueKinds, values.empty() ? "" : values[0],
                                        [](const auto& entry) { return entry.first; });
    if (kind == kQueueKinds.end()) {
      fail(values.empty() ? "'queue' without a kind" : quote(values[0]),
           "a queue is per-output, up-down, per-input or store");
    }
    if (values.size() != 2) {
      fail(values.size() < 2 ? "'queue' without a depth" : quote(values[2]),
           "e.g. queue up-down 4");
    }
    header_.limit = QueueLimit{kind->second, lines_.number(values[1], "queue depth", 1)};
  }

  ScheduleLines& lines_;
  ScheduleHeader header_;
  std::optional<GraphBuilder> graph_;        // while its lines are read
  std::optional<ExchangeBuilder> exchange_;  // while its lines are read
  std::optional<FlowBuilder> flows_{};
  NetworkOptions graph_options_;
};

}  // namespace

ScheduleHeader read_header(ScheduleLines& lines) { return HeaderReader(lines).read(); }

}  // namespace romcast
