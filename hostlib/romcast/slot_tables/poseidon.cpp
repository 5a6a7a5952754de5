// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <istream>
#include <iterator>
#include <map>
#include <pugixml.hpp>
#include <string_view>
#include <tuple>

#include "romcast/core/error.hpp"
#include "romcast/core/flow_lines.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/slot_tables/slot_tables.hpp"
#include "romcast/slot_tables/tile_grid.hpp"

namespace romcast {
namespace {

constexpr std::uint32_t kMostNumber = 1'000'000;
constexpr std::uint64_t kMostWords = 10'000'000;

// An XML document: finds elements, parses their attributes, and throws errors with line numbers.
class PoseidonXml {
 public:
  PoseidonXml(std::istream& in, const std::string& name, const Topology& network)
      : name_(name), grid_(network) {
    text_.assign(std::istreambuf_iterator<char>(in), {});
    if (in.bad()) throw InputError(fmt::format("{}: cannot be read; give a text file", name));
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    if (!result) {
      throw InputError(
          fmt::format("{}:{}: {}", name, line_of(result.offset), result.description()));
    }
  }

  [[nodiscard]] const TileGrid& grid() const { return grid_; }
  /// The first element with this name; null if there is none.
  [[nodiscard]] pugi::xml_node find(const char* element) const {
    return document_.find_node(
        [&](const pugi::xml_node& node) { return std::string_view(node.name()) == element; });
  }
  [[noreturn]] void fail(const pugi::xml_node& at, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line_of(at.offset_debug()), what));
  }
  /// The value of an attribute, a number from `least` to kMostNumber; `usual` if the attribute is
  /// missing or empty. Throws InputError for other values.
  [[nodiscard]] std::uint32_t number(const pugi::xml_node& at, const char* attribute,
                                     std::uint32_t usual, std::uint32_t least = 1) const {
    const std::string_view text = at.attribute(attribute).value();
    if (text.empty()) return usual;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least ||
        value > kMostNumber) {
      fail(at, fmt::format("{} {}; give a number from {} to {}", attribute, quote(text), least,
                           kMostNumber));
    }
    return value;
  }
  /// The processor of the tile with the coordinates in an attribute, e.g. "(2,0)". Throws
  /// InputError if there is no such tile.
  [[nodiscard]] NodeId tile(const pugi::xml_node& at, const char* attribute) const {
    const std::string_view text = at.attribute(attribute).value();
    std::uint32_t x = kNone, y = kNone;
    const char* const last = text.data() + text.size();
    if (text.starts_with('(')) {
      const auto first = std::from_chars(text.data() + 1, last, x);
      if (first.ec == std::errc{} && first.ptr < last && *first.ptr == ',') {
        const auto second = std::from_chars(first.ptr + 1, last, y);
        if (second.ec != std::errc{} || second.ptr + 1 != last || *second.ptr != ')') y = kNone;
      }
    }
    const NodeId processor = grid_.processor(x, y);
    if (processor != kNone) return processor;
    fail(at, fmt::format("{} {}; tiles are (0,0) .. ({},{})", attribute, quote(text),
                         grid_.width() - 1, grid_.height() - 1));
  }

 private:
  [[nodiscard]] std::size_t line_of(std::ptrdiff_t offset) const {
    const auto until = text_.begin() + std::clamp<std::ptrdiff_t>(
                                           offset, 0, static_cast<std::ptrdiff_t>(text_.size()));
    return 1 + static_cast<std::size_t>(std::count(text_.begin(), until, '\n'));
  }

  std::string name_, text_;
  TileGrid grid_;
  pugi::xml_document document_;
};

Collective flows_of(const PoseidonXml& xml, const std::string& name, const Topology& network) {
  pugi::xml_node root = xml.find("communication");
  if (!root) root = xml.find("channels");
  if (!root) {
    throw InputError(fmt::format("{}:1: no element communication; is it Poseidon's?", name));
  }
  const std::uint32_t bandwidth = xml.number(root, "bandwidth", 1);
  const std::uint32_t phits = xml.number(root, "phits", 1);
  std::uint64_t frame = 0;
  const auto words_of = [&](const pugi::xml_node& at, std::uint64_t each, std::uint64_t times) {
    if (each * times > kMostNumber) {
      xml.fail(at, fmt::format("bandwidth {} times {} phits; a flow has at most {} words", each,
                               times, kMostNumber));
    }
    if ((frame += each * times) > kMostWords) {
      xml.fail(at, fmt::format("more than {} words of all channels", kMostWords));
    }
    return static_cast<std::uint32_t>(each * times);
  };
  std::vector<Flow> flows;
  for (const pugi::xml_node& channel : root.children("channel")) {
    const NodeId from = xml.tile(channel, "from"), to = xml.tile(channel, "to");
    if (from == to) xml.fail(channel, "the channel ends where it begins");
    const std::uint32_t words = words_of(channel, xml.number(channel, "bandwidth", bandwidth),
                                         xml.number(channel, "phits", phits));
    flows.push_back({.name = fmt::format("c{}", flows.size()),
                     .origin = from,
                     .destinations = {to},
                     .words = words});
  }
  const auto says_custom = [&](const char* attribute) {
    return std::string_view(root.attribute(attribute).value()) == "custom";
  };
  const bool custom = !flows.empty() || says_custom("type") || says_custom("comType") ||
                      std::string_view(root.name()) == "channels";
  if (flows.empty() && custom) xml.fail(root, "no channel; give one at least");
  const auto tiles = static_cast<NodeId>(network.processors());
  for (NodeId from = 0; from < tiles && !custom; ++from) {
    for (NodeId to = 0; to < tiles; ++to) {
      if (from == to) continue;
      flows.push_back({.name = fmt::format("c{}", flows.size()),
                       .origin = from,
                       .destinations = {to},
                       .words = words_of(root, bandwidth, phits)});
    }
  }
  return Collective::of_flows(network.processors(), std::move(flows));
}

// A time slot in which a tile sends.
struct PoseidonSend {
  std::uint32_t channel = 0;
  NodeId from = 0, to = 0;
  Cycle slot = 0;
  std::string route;
};

std::vector<PoseidonSend> sends_of(const PoseidonXml& xml, const pugi::xml_node& schedule,
                                   Cycle length) {
  std::vector<PoseidonSend> sends;
  for (const pugi::xml_node& tile : schedule.children("tile")) {
    const NodeId from = xml.tile(tile, "id");
    for (const pugi::xml_node& slot : tile.children("timeslot")) {
      const pugi::xml_node adapter = slot.child("na");
      std::string route = adapter.attribute("route").value();
      if (route.empty()) continue;
      const Cycle number = xml.number(slot, "value", 0, 0);
      if (number >= length) {
        xml.fail(slot, fmt::format("slot {}; a schedule of length {} has slots 0 to {}", number,
                                   length, length - 1));
      }
      std::erase(route, 'L');
      const NodeId to = xml.tile(adapter, "tx");
      NodeId at = from;
      for (const char direction : route) {
        at = xml.grid().next(at, direction);
        if (at == kNone) xml.fail(adapter, fmt::format("route {} leaves the grid", quote(route)));
      }
      if (at != to || to == from) {
        xml.fail(adapter, fmt::format("route {} does not lead to tx", quote(route)));
      }
      sends.push_back({.channel = xml.number(adapter, "chan-id", 0, 0),
                       .from = from,
                       .to = to,
                       .slot = number,
                       .route = std::move(route)});
    }
  }
  std::ranges::sort(sends, {}, [](const PoseidonSend& send) {
    return std::tuple(send.channel, send.from, send.to, send.slot);
  });
  return sends;
}

}  // namespace

Collective read_poseidon_flows(std::istream& in, const std::string& name, const Topology& network) {
  return flows_of(PoseidonXml(in, name, network), name, network);
}

ScheduleFile read_poseidon(std::istream& in, const std::string& name,
                           std::shared_ptr<const Topology> network) {
  const PoseidonXml xml(in, name, *network);
  const pugi::xml_node schedule = xml.find("schedule");
  if (!schedule)
    throw InputError(fmt::format("{}:1: no element schedule; is it Poseidon's?", name));
  const Cycle period = xml.number(schedule, "length", 0);
  if (period == 0) xml.fail(schedule, "a schedule without a length");
  const std::vector<PoseidonSend> sends = sends_of(xml, schedule, period);
  if (sends.empty()) xml.fail(schedule, "no time slot with a route");
  std::vector<Flow> flows;
  std::vector<Hop> hops;
  for (MessageId message = 0; message < sends.size(); ++message) {
    const PoseidonSend& send = sends[message];
    const std::string flow = fmt::format("c{}", send.channel);
    if (!flows.empty() && flows.back().name == flow) {
      if (flows.back().origin != send.from || flows.back().destinations.front() != send.to) {
        xml.fail(schedule, fmt::format("channel {} has several ends", send.channel));
      }
      ++flows.back().words;
    } else {
      flows.push_back({.name = flow, .origin = send.from, .destinations = {send.to}});
    }
    const auto hop = [&](Cycle cycle, NodeId from, NodeId to) {
      const Channel& channel = network->channels()[network->find_channel(from, to)];
      hops.push_back({.cycle = cycle, .link = channel.first_link, .message = message});
    };
    const TileGrid& grid = xml.grid();
    Cycle cycle = send.slot + 1;
    hop(cycle++, send.from, grid.router(send.from));
    NodeId at = send.from;
    for (const char direction : send.route) {
      const NodeId next = grid.next(at, direction);
      hop(cycle++, grid.router(at), grid.router(next));
      at = next;
    }
    hop(cycle, grid.router(at), at);
  }
  std::ranges::sort(hops, {}, [](const Hop& hop) { return std::pair(hop.cycle, hop.link); });
  return {.header = {.topology = network,
                     .collective = Collective::of_flows(network->processors(), std::move(flows)),
                     .ports = {Ports::Kind::multi},
                     .period = Period{.cycles = period},
                     .algorithm = "poseidon"},
          .hops = std::move(hops)};
}

Collective read_flows(const std::string& path, const Topology& network) {
  std::ifstream in = open_input(path, LineReader::kMostBytes);
  while (in && std::isspace(in.peek()) != 0) in.get();
  const bool xml = in.peek() == '<';
  in.close();
  if (!xml) return load_flows(path, network);
  std::ifstream again = open_input(path, LineReader::kMostBytes);
  return read_poseidon_flows(again, path, network);
}

}  // namespace romcast
