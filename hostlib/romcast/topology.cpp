#include "romcast/topology.hpp"

#include <algorithm>
#include <numeric>

namespace romcast {
namespace {

// Buckets channel numbers by `key`; within a bucket they are ordered by `neighbour`.
template <class Key, class Neighbour>
void bucket(std::size_t nodes, const std::vector<Channel>& channels, Key key, Neighbour neighbour,
            std::vector<std::size_t>& begin, std::vector<ChannelId>& order) {
  order.resize(channels.size());
  std::iota(order.begin(), order.end(), ChannelId{0});
  std::ranges::stable_sort(
      order, {}, [&](ChannelId c) { return std::pair(key(channels[c]), neighbour(channels[c])); });
  begin.assign(nodes + 1, 0);
  for (const Channel& c : channels) ++begin[key(c) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
}

}  // namespace

void Topology::set_channels(std::size_t processors, std::size_t nodes,
                            std::vector<Channel> channels) {
  processors_ = processors;
  channels_ = std::move(channels);
  for (ChannelId c = 0; c < channels_.size(); ++c) {
    channels_[c].first_link = static_cast<LinkId>(channel_of_link_.size());
    channel_of_link_.insert(channel_of_link_.end(), channels_[c].capacity, c);
  }
  const auto from = [](const Channel& c) { return c.from; };
  const auto to = [](const Channel& c) { return c.to; };
  bucket(nodes, channels_, from, to, outputs_begin_, outputs_);
  bucket(nodes, channels_, to, from, inputs_begin_, inputs_);
}

ChannelId Topology::find_channel(NodeId from, NodeId to) const {
  for (const ChannelId c : outputs(from)) {
    if (channels_[c].to == to) return c;
  }
  return kNone;
}

}  // namespace romcast
