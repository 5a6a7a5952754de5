// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/tree/tree_description.hpp"

#include <algorithm>

#include "romcast/core/bits.hpp"

namespace romcast {
namespace {

std::string module_of(QueueKind queues) {
  switch (queues) {
    case QueueKind::per_output:
      return "fat_tree_switch_multi";
    case QueueKind::up_down:
      return "fat_tree_switch_single";
    default:
      return "fat_tree_switch_credit";
  }
}

// Bits of a flit's route field: those that the tree needs, rounded up to 12 or a larger multiple of
// 4, so that trees of several heights share models.
unsigned roomy_route_bits(const FatTree& tree) {
  constexpr unsigned least = 12, step = 4;
  return std::max(least, (digit_bits(tree.arity()) * tree.height() + step - 1) / step * step);
}

}  // namespace

TreeDescription::TreeDescription(const TreeNodes& nodes)
    : tree_(nodes.tree),
      collective_(nodes.collective),
      rules_(nodes.rules),
      roms_(nodes.roms),
      depths_(nodes.depths),
      counts_messages_(nodes.counts_messages),
      codec_(*tree_, collective_, rules_->route, roomy_route_bits(*tree_)) {
  for (unsigned level = 1; level <= tree_->height(); ++level) {
    const ModelSpec spec = model_of_level(level);
    const auto found = std::ranges::find(models_, spec);
    bank_of_level_.push_back(static_cast<std::uint32_t>(found - models_.begin()));
    if (found == models_.end()) models_.push_back(spec);
  }
}

// Number of words of the ROM of each switch of a level: those of the level's longest program,
// rounded up so that levels share a model; 0 if switches have no ROMs.
std::uint64_t TreeDescription::rom_depth(unsigned level) const {
  if (!roms_) return 0;
  std::size_t words = 1;
  for (std::uint64_t x = 0; x < tree_->power(tree_->height() - level); ++x) {
    const NodeId v = tree_->node(level, x);
    const auto image = roms_->image_of_switch[v - tree_->processors()];
    words = std::max(words, roms_->switch_images[image].words());
  }
  return room(1024, words, 8);
}

ModelSpec TreeDescription::model_of_level(unsigned level) const {
  const FatTree& tree = *tree_;
  const QueueKind queues = rules_->queues;
  const bool multi = queues == QueueKind::per_output;
  ModelSpec spec;
  spec.module = module_of(queues);
  if (queues == QueueKind::per_input) spec.kind = ModelSpec::Kind::credit_switch;
  spec.ports = tree.arity() + 1;
  spec.lanes = multi ? tree.arity() * tree.capacity(level) + tree.up_links(level) : spec.ports;
  spec.flit_bytes = codec_.width() / 8;
  spec.shared_data = !multi;
  if (!counts_messages_) spec.without = {"queue_high"};
  spec.parameters = {{"ARITY", tree.arity()},
                     {"WIDTH", codec_.width()},
                     {"ROUTE_BITS", codec_.route_bits()},
                     {"ROM_DEPTH", rom_depth(level)}};
  if (multi) {
    spec.parameters.emplace_back("DOWN_LINKS", tree.capacity(level));
    spec.parameters.emplace_back("UP_LINKS", tree.up_links(level));
  }
  if (queues != QueueKind::per_input) {
    spec.parameters.emplace_back("DEPTH", room(64, depths_[level - 1], 16));
  }
  return spec;
}

void TreeDescription::describe(NetworkBuilder& network) const {
  for (auto v = static_cast<NodeId>(tree_->processors()); v < tree_->nodes(); ++v) {
    add_switch(network, v);
  }
  if (!roms_) return;
  for (auto v = static_cast<NodeId>(tree_->processors()); v < tree_->nodes(); ++v) {
    load(network, v, roms_->switch_images[roms_->image_of_switch[v - tree_->processors()]]);
  }
}

unsigned TreeDescription::credits() const {
  return !roms_ && rules_->queues == QueueKind::per_input ? kCreditPlaces : 0;
}

ProcessorProgram TreeDescription::program(NodeId p) const {
  ProcessorProgram program;
  if (roms_) {
    program.image = &roms_->processor_images[roms_->image_of_processor[p]];
    for (const MessageId message : roms_->slots[p]) {
      program.slots.push_back({message, codec_.encode(message)});
    }
    return program;
  }
  program.credits = credits();
  for (std::uint64_t i = 0;; ++i) {
    const auto next = rules_->injections(p, i);
    if (!next) return program;
    program.list.push_back({.flit = {next->message, codec_.encode(next->message, next->turn)},
                            .not_before = next->not_before,
                            .after = next->after});
  }
}

void TreeDescription::add_switch(NetworkBuilder& network, NodeId v) const {
  const FatTree& tree = *tree_;
  const unsigned level = tree.level(v);
  const bool root = v == tree.root();
  const bool multi = rules_->queues == QueueKind::per_output;
  NetworkBuilder::Pins pins;
  const auto add = [&](ChannelId in, ChannelId out) {
    pins.in_channels.push_back(in);
    pins.out_channels.push_back(out);
    const std::uint32_t lanes = multi ? tree.channels()[in].capacity : 1;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      pins.in_links.push_back(tree.channels()[in].first_link + lane);
      pins.out_links.push_back(tree.channels()[out].first_link + lane);
    }
  };
  for (unsigned j = 0; j < tree.arity(); ++j) {
    const NodeId child = tree.node(level - 1, tree.index(v) * tree.arity() + j);
    add(tree.up_channel(child), tree.down_channel(child));
  }
  if (!root) {
    add(tree.down_channel(v), tree.up_channel(v));
  } else {
    pins.in_channels.push_back(network.no_channel());
    pins.out_channels.push_back(network.no_channel());
    const std::uint32_t lanes = multi ? tree.up_links(level) : 1;
    pins.in_links.insert(pins.in_links.end(), lanes, network.no_link());
    pins.out_links.insert(pins.out_links.end(), lanes, network.no_link());
  }
  network.add_switch(bank_of_level_[level - 1], v, tree.node_name(v),
                     {{"is_root", root},
                      {"above_leaves", level == 1},
                      {"shift", digit_bits(tree.arity()) * (level - 1)},
                      {"here", codec_.digits(tree.index(v))},
                      {"route_kind", static_cast<std::uint64_t>(rules_->route)},
                      {"places", depths_[level - 1]}},
                     std::move(pins));
}

std::shared_ptr<const NodeDescription> tree_description(const std::any& nodes) {
  return description_from<TreeDescription, TreeNodes>(nodes);
}

}  // namespace romcast
