// SPDX-License-Identifier: Apache-2.0
#include "systemc/tree/tree_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "romcast/core/error.hpp"
#include "systemc/hardware_of.hpp"
#include "systemc/network.hpp"
#include "systemc/processor.hpp"

namespace romcast {
namespace {

/// Returns a processor's next injection; nullopt at the end.
using NextInjection = std::function<std::optional<Injection>()>;

// The processor at a leaf: injects the messages of its program in order, each as soon as its cycle
// has come, the message on which it depends has arrived, and, with credits, one is there.
class TreeProcessor final : public Processor {
 public:
  TreeProcessor(Network& network, const FatTree& tree, const Collective& collective,
                const TreeFlitCodec& codec, unsigned credits, NodeId node, NextInjection program)
      : Processor(fmt::format("p{}", node).c_str(), network.fabric(), collective, codec, node),
        network_(network),
        codec_(codec),
        up_channel_(tree.up_channel(node)),
        up_link_(tree.channels()[up_channel_].first_link),
        down_link_(tree.channels()[tree.down_channel(node)].first_link),
        program_(std::move(program)),
        next_(program_()),
        credits_(credits > 0),
        credit_(credits > 0 ? credits : kNone) {}

 private:
  void edge() override {
    const Wires& fabric = network_.fabric();
    if (const std::uint64_t* const flit = fabric.on(down_link_)) receive(*flit);
    if (credits_ && fabric.credit(up_channel_)) ++credit_;
    if (next_) inject();
  }

  [[nodiscard]] const std::uint64_t* coming() const override {
    return network_.fabric().on(down_link_);
  }

  void inject() {
    Wires& fabric = network_.fabric();
    const Cycle coming = fabric.cycle + 1;
    if (next_->not_before > coming) {
      return network_.wake_processor_at(node_, next_->not_before - 1);
    }
    if (next_->after != kNone && !has(next_->after)) return;  // its arrival wakes this processor
    if (credit_ == 0) return;  // the credit that comes back wakes this processor
    fabric.drive(up_link_, leaving(codec_.encode(next_->message, next_->turn), coming));
    ++sent_;
    if (credits_) --credit_;
    next_ = program_();
    if (next_) network_.wake_processor_at(node_, std::max(coming, next_->not_before - 1));
  }

  Network& network_;
  const TreeFlitCodec& codec_;
  ChannelId up_channel_;
  LinkId up_link_, down_link_;
  NextInjection program_;
  std::optional<Injection> next_;
  bool credits_;
  unsigned credit_;
};

// A processor's ROM program, expanded one injection at a time.
NextInjection expand(std::shared_ptr<const TreeRoms> roms, NodeId p) {
  const RomImage& image = roms->processor_images[roms->image_of_processor[p]];
  return [roms, p, reader = RomReader(image), cycle = Cycle{1},
          left = ControlRun{}]() mutable -> std::optional<Injection> {
    for (;;) {
      if (left.cycles == 0) {
        const auto run = reader.next();
        if (!run) return std::nullopt;
        left = *run;
      }
      if ((left.control[0] & 1) == 0) {
        cycle += static_cast<Cycle>(left.cycles);
        left.cycles = 0;
        continue;
      }
      --left.cycles;
      const std::uint32_t slot = left.control[0] >> 1;
      const auto& slots = roms->slots[p];
      if (slot >= slots.size()) {
        throw InputError(fmt::format("ROM of p{}: slot {} of {}", p, slot, slots.size()));
      }
      return Injection{.not_before = cycle++, .message = slots[slot]};
    }
  };
}

}  // namespace

TreeHardware::TreeHardware(TreeNodes nodes) : nodes_(std::move(nodes)), description_(nodes_) {}

void TreeHardware::add_processors(Network& network) {
  for (NodeId p = 0; p < nodes_.tree->processors(); ++p) add_processor(network, p);
}

void TreeHardware::add_processor(Network& network, NodeId p) {
  NextInjection program =
      nodes_.roms ? expand(nodes_.roms, p)
                  : NextInjection([rules = nodes_.rules, p, index = std::uint64_t{0}]() mutable {
                      return rules->injections(p, index++);
                    });
  network.add_processor(std::make_unique<TreeProcessor>(
      network, *nodes_.tree, nodes_.collective, description_.codec(), description_.credits(), p,
      std::move(program)));
}

std::shared_ptr<NodeHardware> tree_hardware(const std::any& nodes) {
  return hardware_from<TreeHardware, TreeNodes>(nodes);
}

}  // namespace romcast
