// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/schedule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "romcast/core/input_file.hpp"
#include "romcast/core/schedule_lines.hpp"

namespace romcast {
namespace {

class Reader {
 public:
  Reader(std::istream& in, const std::string& name) : lines_(in, name) {}

  ScheduleFile read() {
    read_version();
    file_.header = read_header(lines_);
    for (lines_.next("'end'"); words()[0] != "end"; lines_.next("'end'")) read_hop(words());
    read_tail();
    return std::move(file_);
  }

 private:
  [[nodiscard]] Words words() const { return lines_.words(); }

  [[noreturn]] void fail(std::string_view found, std::string_view allowed) const {
    lines_.fail(found, allowed);
  }

  void read_version() {
    lines_.next("'romcast-schedule 1'");
    if (words()[0] != "romcast-schedule") {
      fail(quote(words()[0]), "a schedule starts with 'romcast-schedule 1'");
    }
    if (words().size() != 2 || words()[1] != "1") {
      fail(fmt::format("version {}", words().size() < 2 ? "missing" : quote(words()[1])),
           "this program reads 'romcast-schedule 1'");
    }
  }

  void read_hop(Words values) {
    if (values.size() < 4 || values.size() > 5) {
      fail(fmt::format("{} words from {}", values.size(), quote(values[0])),
           "a hop is 'cycle from to message [lane]', the last line is 'end'");
    }
    const Topology& topology = *file_.header.topology;
    const Cycle cycle = lines_.number(values[0], "cycle", 1);
    const NodeId from = node(values[1]);
    const bool adds = file_.header.collective->traits().addition > 0;
    if (values[2] == "add" && (adds || topology.find_node("add") == kNone))
      return read_addition(cycle, from, values);
    const NodeId to = node(values[2]);
    // A hop from a processor to itself takes a message from the processor's queue.
    const ChannelId number_of = from == to && file_.header.timing.buffered
                                    ? topology.outputs(from).front()
                                    : topology.find_channel(from, to);
    if (number_of == kNone) {
      fail(fmt::format("no link from {} to {}", values[1], values[2]), "a hop joins neighbours");
    }
    const Channel& channel = topology.channels()[number_of];
    const bool starts = values[3] == "start";
    const MessageId message =
        starts ? 0 : lines_.number(values[3], "message", 0, kMostMessages - 1);
    std::uint32_t lane = 0;
    if (values.size() == 5) {
      if (channel.capacity == 1) {
        fail(fmt::format("lane {}", quote(values[4])), "this branch has one link, leave it out");
      }
      lane = lines_.number(values[4], "lane", 0, channel.capacity - 1);
    }
    if (starts && file_.header.timing.startup == 0) {
      fail("'start'", "a start-up needs 'timing startup' in the header");
    }
    if (from != to) {
      check_countable(cycle, cycles_of_send(*file_.header.collective, file_.header.timing));
    }
    if (topology.timed() || file_.header.collective->by_nodes()) {
      check_countable(cycle, channel.time.delay(), kNone - 1);  // see arrival_of()
    }
    const LinkId link = channel.first_link + lane;
    Hop hop = starts ? Hop::startup(cycle, link) : Hop{cycle, link, message};
    if (channel.to == kNone) hop.to = to;
    add_hop(hop);
  }

  void read_addition(Cycle cycle, NodeId processor, Words values) {
    if (file_.header.collective->traits().addition == 0) {
      fail("'add'", "only the processors of a summation add operands of their own");
    }
    if (values.size() != 4)
      fail(quote(values.back()), "an addition is 'cycle processor add count'");
    const std::uint32_t count = lines_.number(values[3], "count", 1);
    check_countable(cycle, count);
    add_hop(Hop::computation(cycle, processor, count));
  }

  // Fails if an activity of `cycles` cycles that begins in `cycle` ends later than in cycle `last`.
  void check_countable(Cycle cycle, std::uint64_t cycles, Cycle last = kNone) const {
    const std::uint64_t end = std::uint64_t{cycle} - 1 + cycles;
    if (end <= last) return;
    fail(fmt::format("cycle '{}'", cycle),
         fmt::format("what begins in it ends in cycle {}, but at most {} can be counted", end,
                     last));
  }

  // Sort key of hops. Files that romcast writes are in this order; hops of other files are sorted,
  // so that the order of lines makes no difference.
  static auto in_order(const Hop& hop) {
    return std::tuple(hop.cycle, hop.link, hop.message, hop.to);
  }

  void add_hop(const Hop& hop) {
    sorted_ = sorted_ && (file_.hops.empty() || in_order(hop) >= in_order(file_.hops.back()));
    file_.hops.push_back(hop);
  }

  void read_tail() {
    if (words().size() > 1) fail(quote(words()[1]), "'end' stands alone on its line");
    if (lines_.next()) fail(quote(words()[0]), "nothing may follow 'end'");
    if (!sorted_) std::ranges::stable_sort(file_.hops, {}, in_order);
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

  ScheduleLines lines_;
  ScheduleFile file_;
  bool sorted_ = true;
};

}  // namespace

std::uint64_t cycles_of_send(const Collective& collective, const Timing& timing) {
  if (!timing.logp() && !collective.combined_at_ends()) return 1;
  return std::uint64_t{timing.delay()} + collective.traits().addition;
}

ScheduleFile read_schedule(std::istream& in, const std::string& name) {
  return Reader(in, name).read();
}

ScheduleFile load_schedule(const std::string& path) {
  std::ifstream in = open_input(path, LineReader::kMostBytes);
  return read_schedule(in, path);
}

}  // namespace romcast
