// SPDX-License-Identifier: Apache-2.0
#include "romcast/fabric/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast::fabric {
namespace {

constexpr unsigned kMostLinks = 7;

// The links of some channels, lane by lane.
std::vector<LinkId> links_of(const Topology& network, std::span<const ChannelId> channels) {
  std::vector<LinkId> links;
  for (const ChannelId c : channels) {
    const Channel& channel = network.channels()[c];
    for (std::uint32_t lane = 0; lane < channel.capacity; ++lane) {
      links.push_back(channel.first_link + lane);
    }
  }
  return links;
}

// The link that leads back, in the same lane; kNone if there is none.
LinkId opposite(const Topology& network, LinkId link) {
  const ChannelId channel = network.channel_of(link);
  const ChannelId back = network.opposite(channel);
  const std::uint32_t lane = link - network.channels()[channel].first_link;
  if (back == kNone || lane >= network.channels()[back].capacity) return kNone;
  return network.channels()[back].first_link + lane;
}

// Pairs each output, if possible, with an input from which the output takes no word directly; both
// then have the same number.
class Pairing {
 public:
  Pairing(const std::vector<LinkId>& outputs, const std::vector<LinkId>& inputs,
          const std::set<std::pair<LinkId, LinkId>>& used)
      : outputs_(outputs), inputs_(inputs), used_(used), output_of_(inputs.size(), kNone) {}

  // Searches for augmenting paths; returns, for each input, the index of the output that is paired
  // with it, or kNone.
  std::vector<std::uint32_t> run(const Topology& network) {
    // First pair the two directions of a cable.
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
      const auto back = std::ranges::find(outputs_, opposite(network, inputs_[i]));
      if (back == outputs_.end() || used_.contains({inputs_[i], *back})) continue;
      output_of_[i] = static_cast<std::uint32_t>(back - outputs_.begin());
    }
    for (std::uint32_t o = 0; o < outputs_.size(); ++o) {
      if (std::ranges::find(output_of_, o) != output_of_.end()) continue;
      std::vector<char> seen(inputs_.size());
      (void)place(o, seen);
    }
    return output_of_;
  }

 private:
  bool place(std::uint32_t output, std::vector<char>& seen) {
    for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
      if (seen[i] != 0 || used_.contains({inputs_[i], outputs_[output]})) continue;
      seen[i] = 1;
      if (output_of_[i] != kNone && !place(output_of_[i], seen)) continue;
      output_of_[i] = output;
      return true;
    }
    return false;
  }

  const std::vector<LinkId>&outputs_, &inputs_;
  const std::set<std::pair<LinkId, LinkId>>& used_;
  std::vector<std::uint32_t> output_of_;
};

}  // namespace

Tiles::Tiles(const Topology& network) : network_(network) {
  end_.assign(network.processors(), kNoTile);
  node_.assign(network.nodes(), kNoTile);
  std::vector<NodeId> only(network.nodes(), kNone);  // by router: the endpoint that merges with it
  for (NodeId p = 0; p < network.processors(); ++p) {
    if (network.forwards(p)) continue;
    const auto outputs = links_of(network, network.outputs(p));
    const auto inputs = links_of(network, network.inputs(p));
    if (outputs.size() != 1 || inputs.size() != 1) continue;
    const NodeId router = network.channel_at(outputs[0]).to;
    if (network.channel_at(inputs[0]).from != router || network.is_processor(router)) continue;
    if (only[router] == kNone) only[router] = p;
  }
  const auto merges = [&](NodeId p) { return std::ranges::find(only, p) != only.end(); };
  for (NodeId v = 0; v < network.nodes(); ++v) {
    if (network.is_processor(v) && merges(v)) continue;
    FabricTile tile{.name = network.node_name(v), .node = v};
    tile.endpoint = network.is_processor(v) ? v : only[v];
    if (tile.endpoint != kNone) end_[tile.endpoint] = tiles_.size();
    node_[v] = tiles_.size();
    tiles_.push_back(std::move(tile));
  }
}

std::vector<std::uint32_t> Tiles::outside(const Flow& flow) const {
  const auto alone = [&](NodeId processor) { return merged(processor) ? 0U : 1U; };
  std::vector<std::uint32_t> all;
  for (const NodeId to : flow.destinations) all.push_back(alone(flow.origin) + alone(to));
  return all;
}

std::vector<Stay> Tiles::stays(const FabricSchedule& schedule) const {
  std::vector<Hop> hops = schedule.hops;
  std::ranges::stable_sort(hops, {}, &Hop::cycle);
  std::map<std::pair<std::size_t, MessageId>, std::vector<std::size_t>> known;
  std::vector<Stay> all;
  const auto enter = [&](std::size_t tile, MessageId message, Cycle from, Port input) {
    known[{tile, message}].push_back(all.size());
    all.push_back({tile, message, from, input});
  };
  const auto leave = [&](std::size_t tile, MessageId message, Cycle cycle, Port output) {
    auto& here = known[{tile, message}];
    const auto last = std::ranges::find_if(
        here.rbegin(), here.rend(), [&](std::size_t stay) { return all[stay].from <= cycle; });
    if (last == here.rend()) {  // a node's own word
      enter(tile, message, cycle, kEndpoint);
      all.back().leaves.emplace_back(cycle, output);
    } else {
      all[*last].leaves.emplace_back(cycle, output);
    }
  };
  std::map<MessageId, std::vector<Hop>> combined;
  for (const Hop& hop : hops) {
    if (schedule.collective.reduction_of(hop.message) != nullptr) {
      combined[hop.message].push_back(hop);
      continue;
    }
    const Channel& channel = network_.channel_at(hop.link);
    const bool from_end = network_.is_processor(channel.from) && merged(channel.from);
    const bool to_end = network_.is_processor(channel.to) && merged(channel.to);
    if (from_end) {
      enter(end_[channel.from], hop.message, hop.cycle + 1, kEndpoint);
      continue;
    }
    leave(node_[channel.from], hop.message, hop.cycle, to_end ? kEndpoint : hop.link);
    if (to_end) continue;
    const std::size_t tile = node_[channel.to];
    enter(tile, hop.message, hop.cycle + 1, hop.link);
    const NodeId end = tiles_[tile].endpoint;
    if (end == channel.to && schedule.collective.wants(hop.message, end)) {
      leave(tile, hop.message, hop.cycle + 1, kEndpoint);
    }
  }
  for (const auto& [message, of] : combined) follow(schedule, message, of, all);
  std::map<std::pair<std::size_t, Cycle>, MessageId> injected, ejected;
  for (Stay& stay : all) {
    const FabricTile& tile = tiles_[stay.tile];
    std::ranges::sort(stay.leaves);
    if (stay.leaves.empty()) {
      throw InputError(fmt::format("{} receives message {} and neither needs it nor sends it on",
                                   tile.name, schedule.collective.message_name(stay.message)));
    }
    const auto once = [&](auto& book, Cycle cycle, const char* what) {
      if (book.try_emplace({stay.tile, cycle % schedule.period}, stay.message).second) return;
      throw InputError(
          fmt::format("{} {} two words in the same slot, and an endpoint of a fabric has one link; "
                      "give `tiles`",
                      network_.node_name(tile.endpoint), what));
    };
    if (stay.input == kEndpoint) once(injected, stay.from, "injects");
    for (const auto& [cycle, output] : stay.leaves) {
      if (output == kEndpoint) once(ejected, cycle, "ejects");
    }
  }
  return all;
}

// If two words are in a tile in the same slot and none leaves, both go to the operator, whose
// result is an input of the tile two slots later. If an endpoint is its own router, the schedule
// has no hop where the endpoint injects or ejects, so these slots are found here. A source injects
// its word in the first slot in which the word is missing: another word is in the tile and none
// leaves (the operator then combines the two words), or the schedule sends a word and none is in
// the tile (the injected word is sent). A receiver ejects the last word in its tile.
void Tiles::follow(const FabricSchedule& schedule, MessageId message, const std::vector<Hop>& hops,
                   std::vector<Stay>& all) const {
  constexpr Cycle kLater = 2;
  struct Slot {
    std::vector<Port> inputs{}, outputs{};
  };
  std::map<std::size_t, std::map<Cycle, Slot>> slots;  // by tile
  for (const Hop& hop : hops) {
    const Channel& channel = network_.channel_at(hop.link);
    const bool from_end = network_.is_processor(channel.from) && merged(channel.from);
    const bool to_end = network_.is_processor(channel.to) && merged(channel.to);
    if (!from_end) {
      slots[node_[channel.from]][hop.cycle].outputs.push_back(to_end ? kEndpoint : hop.link);
    }
    if (!to_end) {
      slots[node_[channel.to]][hop.cycle + 1].inputs.push_back(from_end ? kEndpoint : hop.link);
    }
  }
  const Flow& flow = *schedule.collective.reduction_of(message);
  for (auto& [tile, of_tile] : slots) {
    const NodeId end = tiles_[tile].node == tiles_[tile].endpoint ? tiles_[tile].endpoint : kNone;
    bool owns = end != kNone && std::ranges::binary_search(flow.sources, end);
    const bool receives = end != kNone && std::ranges::binary_search(flow.destinations, end);
    for (auto at = of_tile.begin(); at != of_tile.end(); ++at) {  // the body adds slots for results
      auto& [slot, words] = *at;
      if (owns && words.inputs.size() == (words.outputs.empty() ? 1U : 0U)) {
        words.inputs.push_back(kEndpoint);
        owns = false;
      }
      if (words.inputs.size() == 2 && words.outputs.empty()) {
        all.push_back({tile, message, slot, words.inputs[0], {{slot, kOperandA}}});
        all.push_back({tile, message, slot, words.inputs[1], {{slot, kOperandB}}});
        of_tile[slot + kLater].inputs.push_back(kResult);
        continue;
      }
      if (words.inputs.size() != 1) {
        throw InputError(fmt::format("{} has {} of message {} in a slot", tiles_[tile].name,
                                     counted(words.inputs.size(), "word"),
                                     schedule.collective.message_name(message)));
      }
      if (receives && std::next(at) == of_tile.end()) words.outputs.push_back(kEndpoint);
      Stay stay{tile, message, slot, words.inputs[0]};
      for (const Port output : words.outputs) stay.leaves.emplace_back(slot, output);
      all.push_back(std::move(stay));
    }
  }
}

std::vector<FabricTile> Tiles::numbered(const std::vector<Stay>& stays) {
  std::vector<std::set<std::pair<LinkId, LinkId>>> used(tiles_.size());
  for (const Stay& stay : stays) {
    for (const auto& [cycle, output] : stay.leaves) {
      if (cycle == stay.from) used[stay.tile].insert({stay.input, output});
    }
  }
  std::vector<FabricTile> tiles = tiles_;
  std::vector<FabricEnd> ends(network_.links());  // by link: the output that drives it
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const NodeId node = tiles[t].node, end = tiles[t].endpoint;
    const auto outside = [&](std::vector<LinkId> links, auto other_end) {
      std::erase_if(links, [&](LinkId link) {
        return end != node && end != kNone && other_end(network_.channel_at(link)) == end;
      });
      return links;
    };
    const auto outputs = outside(links_of(network_, network_.outputs(node)),
                                 [](const Channel& channel) { return channel.to; });
    const auto inputs = outside(links_of(network_, network_.inputs(node)),
                                [](const Channel& channel) { return channel.from; });
    const auto output_of = Pairing(outputs, inputs, used[t]).run(network_);
    unsigned next = 1;
    for (const LinkId link : outputs) {
      outputs_[{t, link}] = next;
      ends[link] = {t, next++};
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      inputs_[{t, inputs[i]}] =
          output_of[i] == kNone ? next++ : outputs_[{t, outputs[output_of[i]]}];
    }
    tiles[t].links = std::max(next, 3U);
    if (next > kMostLinks) {
      throw InputError(fmt::format("{} has {} links; a tile of a fabric has at most {}",
                                   tiles[t].name, next - 1, kMostLinks - 1));
    }
  }
  for (std::size_t t = 0; t < tiles.size(); ++t) tiles[t].in.resize(tiles[t].links);
  for (const auto& [at, number] : inputs_) tiles[at.first].in[number] = ends[at.second];
  return tiles;
}

std::vector<FabricTile> Tiles::wired(const std::vector<FabricTile>& built,
                                     const std::vector<Stay>& stays) {
  if (built.size() != tiles_.size()) {
    throw InputError(fmt::format("the network has {}, the fabric {}",
                                 counted(tiles_.size(), "tile"), built.size()));
  }
  std::vector<FabricTile> tiles = tiles_;
  std::map<std::pair<std::size_t, std::size_t>, std::deque<std::pair<unsigned, unsigned>>> open;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    if ((tiles[t].endpoint == kNone) != (built[t].endpoint == kNone)) {
      throw InputError(
          fmt::format("{} has an endpoint in one of network and fabric only", tiles[t].name));
    }
    tiles[t].links = built[t].links;
    tiles[t].holds = built[t].holds;
    tiles[t].reduces = built[t].reduces;
    tiles[t].in = built[t].in;
    for (unsigned l = 1; l < built[t].in.size(); ++l) {
      const FabricEnd& end = built[t].in[l];
      if (end.tile != kNoTile) open[{end.tile, t}].emplace_back(end.link, l);
    }
  }
  for (const Channel& channel : network_.channels()) {
    const auto own = [&](NodeId node) { return network_.is_processor(node) && merged(node); };
    if (own(channel.from) || own(channel.to)) continue;
    const std::size_t from = node_[channel.from], to = node_[channel.to];
    for (std::uint32_t lane = 0; lane < channel.capacity; ++lane) {
      auto& links = open[{from, to}];
      if (links.empty()) {
        throw InputError(fmt::format("the fabric has too few links from {} to {}", tiles[from].name,
                                     tiles[to].name));
      }
      outputs_[{from, channel.first_link + lane}] = links.front().first;
      inputs_[{to, channel.first_link + lane}] = links.front().second;
      links.pop_front();
    }
  }
  for (const auto& [ends, links] : open) {
    if (links.empty()) continue;
    throw InputError(fmt::format("the network has too few links from {} to {}",
                                 tiles[ends.first].name, tiles[ends.second].name));
  }
  for (const Stay& stay : stays) {
    for (const auto& [cycle, port] : stay.leaves) {
      if (port == kOperandA || port == kOperandB || stay.input == kResult) continue;
      if (cycle != stay.from || input(stay.tile, stay.input) != output(stay.tile, port)) continue;
      throw InputError(
          fmt::format("{} would lead a word from link {} to link {}, which the fabric cannot",
                      tiles[stay.tile].name, output(stay.tile, port), output(stay.tile, port)));
    }
  }
  return tiles;
}

unsigned Tiles::input(std::size_t tile, Port port) const {
  return port == kEndpoint ? 0 : inputs_.at({tile, port});
}

unsigned Tiles::output(std::size_t tile, Port port) const {
  return port == kEndpoint ? 0 : outputs_.at({tile, port});
}

}  // namespace romcast::fabric
