// SPDX-License-Identifier: Apache-2.0
#include "systemc/combining/node_combiner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/packed_value.hpp"

namespace romcast {

NodeCombiner::NodeCombiner(Network& network, const Collective& collective,
                           const PartialFlitCodec& codec, NodeId node, std::vector<LinkId> in_links,
                           unsigned senders)
    : Processor(fmt::format("p{}", node).c_str(), network.fabric(), collective, codec, node),
      fabric_(network.fabric()),
      requests_(network.requests_of(node)),
      codec_(codec),
      in_links_(std::move(in_links)),
      first_delivery_(network.local_link(node, 0)),
      senders_(senders),
      processors_(collective.processors()),
      relays_(collective.switches_relay() && node >= collective.processors()),
      parts_(collective.values()) {
  if (node >= collective.processors()) return;  // a switch
  for (MessageId m = 0; m < parts_.size(); ++m) parts_[m].push_back(codec.own(m, node));
}

// Runs at the edge that ends cycle t = fabric_.cycle, after the node has been evaluated. A message
// that the node requests at this edge is sent at the next edge, and must include the flits of cycle
// t + 1 on two sets of links: those into the node, and those from the node to this processor.
void NodeCombiner::edge() {
  for (std::size_t port = 0; port < in_links_.size(); ++port) {
    const std::uint64_t* const flit = fabric_.on(static_cast<LinkId>(first_delivery_ + port));
    if (flit == nullptr) continue;
    const Partial part = codec_.unpack(*flit);
    if (part.message >= parts_.size()) {
      complain(fmt::format("receives value {}, which is none", part.message));
    } else {
      add(parts_[part.message], part);
    }
  }
  for (unsigned sender = 0; sender < senders_; ++sender) {
    ProcessorRequest& request = requests_[sender];
    if (request.issue_in == fabric_.cycle + 1) request.supplied = supply(request.message);
  }
}

std::uint64_t NodeCombiner::supply(MessageId message) {
  if (message >= parts_.size()) {
    complain(fmt::format("is to send value {}, which is none", message));
    return 0;
  }
  std::vector<Partial> parts = parts_[message];
  const auto take = [&](LinkId link) {
    const std::uint64_t* const flit = fabric_.coming(link);
    if (flit == nullptr) return;
    const Partial part = codec_.unpack(*flit);
    if (part.message == message) add(parts, part);
  };
  for (std::size_t port = 0; port < in_links_.size(); ++port) {
    take(static_cast<LinkId>(first_delivery_ + port));
  }
  for (const LinkId link : in_links_) take(link);
  if (parts.empty())
    complain(fmt::format("is to send value {}, but has received nothing", message));
  return codec_.pack(combined(message, std::move(parts)));
}

void NodeCombiner::add(std::vector<Partial>& parts, const Partial& part) const {
  if (relays_ || part.value.count == processors_) parts.clear();
  parts.push_back(part);
}

Partial NodeCombiner::combined(MessageId message, std::vector<Partial> parts) const {
  std::ranges::stable_sort(parts, {}, &Partial::first);
  Partial all{.message = message, .first = parts.empty() ? 0 : parts.front().first};
  for (const Partial& part : parts) all.value = combine(all.value, part.value);
  return all;
}

CombinedValue NodeCombiner::result(MessageId message) const {
  return combined(message, parts_[message]).value;
}

void NodeCombiner::save(Packed& packed) {
  Processor::save(packed);
  for (MessageId m = 0; m < parts_.size(); ++m) put_value(packed, result(m));
}

void NodeCombiner::restore(Packed& packed) {
  Processor::restore(packed);
  for (MessageId m = 0; m < parts_.size(); ++m) {
    parts_[m].assign(1, {.message = m, .first = 0, .value = value_from(packed)});
  }
}

}  // namespace romcast
