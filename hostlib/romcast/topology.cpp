#include "romcast/topology.hpp"

#include <algorithm>
#include <numeric>

namespace romcast {
namespace {

// Buckets channel numbers by `key`; within a bucket they are ordered by `rank`.
template <class Key, class Rank>
void bucket(std::size_t nodes, const std::vector<Channel>& channels, Key key, Rank rank,
            std::vector<std::size_t>& begin, std::vector<ChannelId>& order) {
  order.resize(channels.size());
  std::iota(order.begin(), order.end(), ChannelId{0});
  std::ranges::stable_sort(order, {},
                           [&](ChannelId c) { return std::pair(key(channels[c]), rank(c)); });
  begin.assign(nodes + 1, 0);
  for (const Channel& c : channels) ++begin[key(c) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
}

}  // namespace

void Topology::set_channels(std::size_t processors, std::size_t nodes,
                            std::vector<Channel> channels, PortOrder order) {
  processors_ = processors;
  channels_ = std::move(channels);
  for (ChannelId c = 0; c < channels_.size(); ++c) {
    channels_[c].first_link = static_cast<LinkId>(channel_of_link_.size());
    channel_of_link_.insert(channel_of_link_.end(), channels_[c].capacity, c);
  }
  const auto from = [](const Channel& c) { return c.from; };
  const auto to = [](const Channel& c) { return c.to; };
  if (order == PortOrder::as_given) {
    std::vector<std::uint32_t> number(channels_.size()), so_far(nodes, 0);
    for (ChannelId c = 0; c < channels_.size(); ++c) number[c] = so_far[channels_[c].from]++;
    const auto rank = [&](ChannelId c) { return number[c]; };
    bucket(nodes, channels_, from, rank, outputs_begin_, outputs_);
    bucket(nodes, channels_, to, rank, inputs_begin_, inputs_);
    return;
  }
  bucket(
      nodes, channels_, from, [&](ChannelId c) { return channels_[c].to; }, outputs_begin_,
      outputs_);
  bucket(
      nodes, channels_, to, [&](ChannelId c) { return channels_[c].from; }, inputs_begin_, inputs_);
}

ChannelId Topology::find_channel(NodeId from, NodeId to) const {
  for (const ChannelId c : outputs(from)) {
    if (channels_[c].to == to) return c;
  }
  return kNone;
}

}  // namespace romcast
