// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/topology.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "romcast/core/bits.hpp"

namespace romcast {
namespace {

// Sorts `order` by the channels' keys, 0 .. `keys` - 1, in linear time; channels with the same key
// keep their order. Returns for each key the index in `order` at which the channels with this key
// begin, followed by the size of `order`.
template <class Key>
std::vector<std::size_t> count_sort(std::vector<ChannelId>& order, std::size_t keys, Key key) {
  std::vector<std::size_t> begin(keys + 1, 0);
  for (const ChannelId c : order) ++begin[key(c) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::size_t> next = begin;
  std::vector<ChannelId> sorted(order.size());
  for (const ChannelId c : order) sorted[next[key(c)]++] = c;
  order = std::move(sorted);
  return begin;
}

}  // namespace

std::string Ports::name() const {
  if (half) return "half-" + full().name();
  if (kind != Kind::several) return single() ? "single" : "multi";
  return count == 0 ? "K" : std::to_string(count);
}

std::optional<Ports> find_ports(std::string_view name) {
  if (name.starts_with("half-")) {
    auto ports = name.starts_with("half-half") ? std::nullopt : find_ports(name.substr(5));
    if (ports) ports->half = true;
    return ports;
  }
  if (name == "single" || name == "1") return Ports{Ports::Kind::single};
  if (name == "multi") return Ports{Ports::Kind::multi};
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), count);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  if (count < 2 || count > kMostPorts) return std::nullopt;
  return Ports{Ports::Kind::several, count};
}

void Topology::set_channels(std::size_t processors, std::size_t nodes,
                            std::vector<Channel> channels, PortOrder order) {
  processors_ = processors;
  channels_ = std::move(channels);
  for (ChannelId c = 0; c < channels_.size(); ++c) {
    channels_[c].first_link = static_cast<LinkId>(channel_of_link_.size());
    channel_of_link_.insert(channel_of_link_.end(), channels_[c].capacity, c);
    timed_ = timed_ || channels_[c].time != LinkTime{};
  }
  const auto from = [this](ChannelId c) { return channels_[c].from; };
  const auto to = [this](ChannelId c) { return channels_[c].to; };
  outputs_.resize(channels_.size());
  std::iota(outputs_.begin(), outputs_.end(), ChannelId{0});
  inputs_ = outputs_;
  if (order == PortOrder::as_given) {
    std::vector<std::uint32_t> number(channels_.size()), so_far(nodes, 0);
    for (ChannelId c = 0; c < channels_.size(); ++c) number[c] = so_far[channels_[c].from]++;
    const std::size_t most = nodes == 0 ? 0 : std::ranges::max(so_far);
    count_sort(inputs_, most, [&](ChannelId c) { return number[c]; });
  } else {
    count_sort(outputs_, nodes, to);
    count_sort(inputs_, nodes, from);
  }
  outputs_begin_ = count_sort(outputs_, nodes, from);
  inputs_begin_ = count_sort(inputs_, nodes, to);
  number_ports();
}

void Topology::number_ports() {
  out_port_.resize(links());
  in_port_.resize(links());
  const auto number = [this](std::span<const ChannelId> channels,
                             std::vector<std::uint16_t>& port) {
    unsigned next = 0;
    for (const ChannelId c : channels) {
      for (std::uint32_t lane = 0; lane < channels_[c].capacity; ++lane) {
        port[channels_[c].first_link + lane] = static_cast<std::uint16_t>(next++);
      }
    }
    most_ports_ = std::max(most_ports_, next);
  };
  for (NodeId node = 0; node < nodes(); ++node) {
    number(outputs(node), out_port_);
    number(inputs(node), in_port_);
  }
}

std::uint32_t Topology::shared_links(ChannelId channel) const {
  const ChannelId back = opposite(channel);
  const std::uint32_t links = channels_[channel].capacity;
  return back == kNone ? links : std::max(links, channels_[back].capacity);
}

std::uint32_t Topology::shared_lane(ChannelId channel, std::uint32_t number) const {
  const ChannelId back = opposite(channel);
  if (back == kNone) return number;
  const std::uint32_t links = channels_[channel].capacity, others = channels_[back].capacity;
  const bool downwards = links > others || (links == others && channel < back);
  return downwards ? links - 1 - number : number;
}

unsigned Topology::address_bits() const { return field_bits(nodes()); }

NodeId Topology::displacement(NodeId from, NodeId to) const {
  return to >= from ? to - from : static_cast<NodeId>(to + processors_ - from);
}

NodeId Topology::displaced(NodeId from, NodeId displacement) const {
  return static_cast<NodeId>((std::size_t{from} + displacement) % processors_);
}

void Topology::set_crossbar(std::size_t processors) {
  processors_ = processors;
  channels_.resize(processors);
  channel_of_link_.resize(processors);
  outputs_.resize(processors);
  outputs_begin_.resize(processors + 1);
  inputs_begin_.assign(processors + 1, 0);
  for (NodeId v = 0; v < processors; ++v) {
    channels_[v] = {.from = v, .to = kNone, .first_link = v};
    channel_of_link_[v] = outputs_[v] = v;
  }
  std::iota(outputs_begin_.begin(), outputs_begin_.end(), std::size_t{0});
}

ChannelId Topology::find_channel(NodeId from, NodeId to) const {
  if (crossbar()) return from == to ? kNone : from;
  for (const ChannelId c : outputs(from)) {
    if (channels_[c].to == to) return c;
  }
  return kNone;
}

}  // namespace romcast
