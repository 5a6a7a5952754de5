// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/schedule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/exchange_lines.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::pair<std::string_view, QueueKind>, 4> kQueueKinds{
    {{"per-output", QueueKind::per_output},
     {"up-down", QueueKind::up_down},
     {"per-input", QueueKind::per_input},
     {"store", QueueKind::store}}};

class Reader {
 public:
  Reader(std::istream& in, const std::string& name) : lines_(in, name) {}

  ScheduleFile read() {
    read_version();
    read_header();
    for (next("'end'"); words()[0] != "end"; next("'end'")) read_hop(words());
    read_tail();
    return std::move(file_);
  }

 private:
  [[nodiscard]] Words words() const { return lines_.words(); }

  [[noreturn]] void fail(std::string_view found, std::string_view allowed) const {
    lines_.fail(found, allowed);
  }

  // Next line with words; fails at the end of the file, where `wanted` is missing.
  void next(std::string_view wanted) {
    if (lines_.next()) return;
    fail("the file ends here", fmt::format("{} is missing, it may be truncated", wanted));
  }

  void read_version() {
    next("'romcast-schedule 1'");
    if (words()[0] != "romcast-schedule") {
      fail(quote(words()[0]), "a schedule starts with 'romcast-schedule 1'");
    }
    if (words().size() != 2 || words()[1] != "1") {
      fail(fmt::format("version {}", words().size() < 2 ? "missing" : quote(words()[1])),
           "this program reads 'romcast-schedule 1'");
    }
  }

  void read_header() {
    std::set<std::string, std::less<>> seen;
    for (next("'hops'"); words()[0] != "hops"; next("'hops'")) {
      const std::string key(words()[0]);
      if (key == "node" || key == "edge" || key == "arc") {
        read_part(key, words().subspan(1));
        continue;
      }
      if (key == "message") {
        read_message();
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
    const auto& limit = file_.header.limit;
    const bool direct = file_.header.topology->direct();
    if (limit && (limit->kind == QueueKind::store) != direct) {
      fail("'hops'", direct ? "the header must limit the 'store' of a node, not a queue"
                            : "the header must limit queues, not the 'store' of a node");
    }
    const Topology& topology = *file_.header.topology;
    check_timing();
    if (const Ports ports = file_.header.ports; !topology.has(ports)) {
      fail("'hops'", fmt::format("ports are single or {} here, not {}",
                                 topology.crossbar() ? "counted" : "multi", ports.name()));
    }
  }

  // LogP machines and all that combines are judged on single-port crossbars.
  void check_timing() const {
    const ScheduleHeader& header = file_.header;
    const Collective& collective = *header.collective;
    const bool crossbar = header.topology->crossbar(), single = crossbar && header.ports.single();
    if (collective.combines() && !single && !collective.by_nodes()) {
      const bool links = collective.kind() == CollectiveKind::reduce;
      fail("'hops'", fmt::format("{} is for network complete with ports single{}",
                                 name(collective.kind()), links ? " and networks of links" : ""));
    }
    if (collective.kind() == CollectiveKind::exchange && crossbar && !single) {
      fail("'hops'", "an exchange on network complete is for ports single");
    }
    if (collective.by_nodes() && !header.timing.plain()) {
      fail("'hops'", "in a reduce on a network of links a hop takes one cycle, leave 'timing' out");
    }
    if (header.timing.logp() && !single) {
      fail("'hops'",
           "timing latency, overhead, gap and buffered are for network complete with "
           "ports single");
    }
    if (!header.timing.rounds() && header.ports.kind == Ports::Kind::several &&
        !header.topology->crossbar()) {
      fail("'hops'", "timing startup and per-message are for ports single or multi");
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
        file_.header.algorithm += (file_.header.algorithm.empty() ? "" : " ") + std::string(word);
      }
    } else if (key == "timing") {
      read_timing(values);
    } else if (key == "queue") {
      read_queue(values);
    } else {
      fail(quote(key),
           "a header line is network, node, edge, arc, ports, collective, message, timing, "
           "algorithm, queue or hops");
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
    located([&] {
      file_.header.topology = make_topology(
          printable(values[0]), [&](std::string_view name) -> std::optional<std::string> {
            const auto found = options.find(name);
            if (found == options.end()) return std::nullopt;
            return found->second;
          });
    });
  }

  // Its nodes and edges follow, a line each; the file that it came from is for information only.
  void begin_graph(Words values) {
    for (std::size_t i = 0; i < values.size(); i += 2) {
      if (values[i] != "file" && values[i] != kWithout && values[i] != kPart) {
        fail(quote(values[i]), "network graph has the options file, without and part");
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
      located([&] { graph_->add_node(values[0], *role); });
      return;
    }
    if (values.size() < 2 || values.size() > 3) {
      fail(fmt::format("{} words behind '{}'", values.size(), key), "e.g. edge a b 2");
    }
    const NodeId from = graph_->find(values[0]), to = graph_->find(values[1]);
    for (const std::size_t end : {0, 1}) {
      if ((end == 0 ? from : to) == kNone) {
        fail(fmt::format("no node {}", quote(values[end])), "nodes come before their edges");
      }
    }
    const std::uint32_t lanes = values.size() < 3 ? 1 : number(values[2], "lanes", 1, kMostLanes);
    located([&] {
      graph_->add_edge(from, to, lanes);
      if (key == "edge") graph_->add_edge(to, from, lanes);
    });
  }

  // When all of a graph's lines have been read.
  void finish_graph() {
    if (!graph_) return;
    located([&] {
      file_.header.topology =
          std::make_shared<GraphNetwork>(kGraph, graph_options_, graph_->finish());
    });
    graph_.reset();
  }

  void read_ports(Words values) {
    const auto ports = values.size() == 1 ? find_ports(values[0]) : std::nullopt;
    if (!ports) {
      fail(values.empty() ? "'ports' without a value" : quote(values.back()),
           fmt::format("ports are single, multi or 2..{}", kMostPorts));
    }
    file_.header.ports = *ports;
  }

  void read_collective(Words values) {
    finish_graph();
    if (!file_.header.topology) fail("'collective'", "the network line must come before it");
    const auto kind = values.empty() ? std::nullopt : find_collective(values[0]);
    if (!kind) {
      fail(values.empty() ? "'collective' without a name" : quote(values[0]),
           "give broadcast, scatter, gather, allgather, alltoall, reduce, allreduce, summation or "
           "exchange");
    }
    if (kind == CollectiveKind::exchange) {
      if (values.size() > 1) fail(quote(values[1]), "'collective exchange' stands alone");
      exchange_.emplace(*file_.header.topology);
      return;
    }
    // What a summation has many of are operands.
    const std::string_view many = kind == CollectiveKind::summation ? "operands" : "messages";
    std::optional<std::uint32_t> source, messages;
    bool copies = false;
    for (std::size_t i = 1; i < values.size(); i += 2) {
      if (values[i] == "copies") {
        read_copies(*kind, i + 1 < values.size() ? values[i + 1] : "", copies);
        continue;
      }
      auto& option = values[i] == "source" ? source : messages;
      if (values[i] != "source" && values[i] != many) {
        fail(quote(values[i]), fmt::format("{} has the options source and {}{}", values[0], many,
                                           kind == CollectiveKind::broadcast ? " and copies" : ""));
      }
      if (option) fail(fmt::format("a second {}", quote(values[i])), "give each option once");
      option = number(i + 1 < values.size() ? values[i + 1] : "", values[i],
                      values[i] == "source" ? 0 : 1);
    }
    located([&] {
      const Topology& topology = *file_.header.topology;
      if (kind == CollectiveKind::reduce && !topology.crossbar()) {
        file_.header.collective = Collective::combined_by_nodes(
            topology.processors(), source.value_or(0), messages.value_or(1));
        return;
      }
      file_.header.collective.emplace(*kind, topology.processors(), source.value_or(0),
                                      messages.value_or(1));
      if (copies) file_.header.collective = file_.header.collective->copied();
    });
  }

  void read_message() {
    if (!exchange_) fail("'message'", "messages stand behind 'collective exchange'");
    located([&] { exchange_->add(words()); });
  }

  // When all of an exchange's lines have been read.
  void finish_exchange() {
    if (!exchange_) return;
    located([&] { file_.header.collective = exchange_->finish(); });
    exchange_.reset();
  }

  void read_copies(CollectiveKind kind, std::string_view value, bool& copies) const {
    if (copies) fail("a second 'copies'", "give each option once");
    if (kind != CollectiveKind::broadcast) fail("'copies'", "only a broadcast is made of copies");
    if (value != "addressed") fail(fmt::format("copies {}", quote(value)), "copies are addressed");
    copies = true;
  }

  void read_timing(Words values) {
    Timing& timing = file_.header.timing;
    const auto named = [&](std::size_t i, std::string_view word) { return values[2 * i] == word; };
    const auto time = [&](std::size_t i, std::uint32_t least) {
      return number(values[2 * i + 1], values[2 * i], least, kMostTime);
    };
    if (values.size() == 4 && named(0, "startup") && named(1, "per-message")) {
      timing.startup = time(0, 0);
      timing.per_message = time(1, 1);
      return;
    }
    timing.buffered = values.size() == 7 && named(3, "buffered");
    if (values.size() != (timing.buffered ? 7 : 6) || !named(0, "latency") ||
        !named(1, "overhead") || !named(2, "gap")) {
      const bool crossbar = file_.header.topology && file_.header.topology->crossbar();
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
    file_.header.limit = QueueLimit{kind->second, number(values[1], "queue depth", 1)};
  }

  void read_hop(Words values) {
    if (values.size() < 4 || values.size() > 5) {
      fail(fmt::format("{} words from {}", values.size(), quote(values[0])),
           "a hop is 'cycle from to message [lane]', the last line is 'end'");
    }
    const Topology& topology = *file_.header.topology;
    const Cycle cycle = number(values[0], "cycle", 1);
    const NodeId from = node(values[1]);
    const bool adds = file_.header.collective->kind() == CollectiveKind::summation;
    if (values[2] == "add" && (adds || topology.find_node("add") == kNone))
      return read_addition(cycle, from, values);
    const NodeId to = node(values[2]);
    // What a processor takes from its queue comes from itself.
    const ChannelId number_of = from == to && file_.header.timing.buffered
                                    ? topology.outputs(from).front()
                                    : topology.find_channel(from, to);
    if (number_of == kNone) {
      fail(fmt::format("no link from {} to {}", values[1], values[2]), "a hop joins neighbours");
    }
    const Channel& channel = topology.channels()[number_of];
    const bool starts = values[3] == "start";
    const MessageId message = starts ? 0 : number(values[3], "message", 0, kMostMessages - 1);
    std::uint32_t lane = 0;
    if (values.size() == 5) {
      if (channel.capacity == 1) {
        fail(fmt::format("lane {}", quote(values[4])), "this branch has one link, leave it out");
      }
      lane = number(values[4], "lane", 0, channel.capacity - 1);
    }
    if (starts && file_.header.timing.startup == 0) {
      fail("'start'", "a start-up needs 'timing startup' in the header");
    }
    if (from != to) check_countable(cycle, arrival());
    const LinkId link = channel.first_link + lane;
    Hop hop = starts ? Hop::startup(cycle, link) : Hop{cycle, link, message};
    if (channel.to == kNone) hop.to = to;
    add_hop(hop);
  }

  void read_addition(Cycle cycle, NodeId processor, Words values) {
    if (file_.header.collective->kind() != CollectiveKind::summation) {
      fail("'add'", "only the processors of a summation add operands of their own");
    }
    if (values.size() != 4)
      fail(quote(values.back()), "an addition is 'cycle processor add count'");
    const std::uint32_t count = number(values[3], "count", 1);
    check_countable(cycle, count);
    add_hop(Hop::computation(cycle, processor, count));
  }

  // Cycles from the begin of a send until what was sent can be used.
  [[nodiscard]] std::uint64_t arrival() const {
    const ScheduleHeader& header = file_.header;
    const bool adds = header.collective->kind() == CollectiveKind::summation;
    const bool takes_time = header.collective->combines() && !header.collective->by_nodes();
    if (!header.timing.logp() && !takes_time) return 1;
    return std::uint64_t{header.timing.delay()} + (adds ? 1 : 0);
  }

  // What begins with this cycle and takes so many must end in one that has a number, too.
  void check_countable(Cycle cycle, std::uint64_t cycles) const {
    const std::uint64_t end = std::uint64_t{cycle} - 1 + cycles;
    if (end <= kNone) return;
    fail(fmt::format("cycle '{}'", cycle),
         fmt::format("what begins in it ends in cycle {}, but at most {} can be counted", end,
                     kNone));
  }

  void add_hop(const Hop& hop) {
    sorted_ = sorted_ && hop.cycle >= latest_;
    latest_ = hop.cycle;
    file_.hops.push_back(hop);
  }

  void read_tail() {
    if (words().size() > 1) fail(quote(words()[1]), "'end' stands alone on its line");
    if (lines_.next()) fail(quote(words()[0]), "nothing may follow 'end'");
    if (!sorted_) std::ranges::stable_sort(file_.hops, {}, &Hop::cycle);
  }

  NodeId node(std::string_view name) const {
    const Topology& topology = *file_.header.topology;
    const NodeId found = topology.find_node(name);
    if (found == kNone) {
      fail(fmt::format("no node {}", quote(name)),
           fmt::format("nodes are {} .. {}", topology.node_name(0),
                       topology.node_name(static_cast<NodeId>(topology.nodes() - 1))));
    }
    return found;
  }

  std::uint32_t number(std::string_view text, std::string_view what, std::uint32_t least,
                       std::uint32_t most = kNone) const {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      fail(fmt::format("{} {}", what, quote(text)),
           fmt::format("give a number from {} to {}", least, most));
    }
    return value;
  }

  // Puts file and line before what another part says about a value.
  template <class Build>
  void located(Build build) const {
    try {
      build();
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", lines_.place(), error.what()));
    }
  }

  LineReader lines_;
  ScheduleFile file_;
  std::optional<GraphBuilder> graph_;        // while its lines are read
  std::optional<ExchangeBuilder> exchange_;  // the same
  NetworkOptions graph_options_;
  bool sorted_ = true;
  Cycle latest_ = 0;
};

}  // namespace

ScheduleFile read_schedule(std::istream& in, const std::string& name) {
  return Reader(in, name).read();
}

ScheduleFile load_schedule(const std::string& path) {
  std::ifstream in = open_input(path, LineReader::kMostBytes);
  return read_schedule(in, path);
}

}  // namespace romcast
