#include "systemc/processor.hpp"

#include <fmt/format.h>

namespace romcast {

Processor::Processor(const sc_core::sc_module_name& name, ProcessorContext& context, NodeId node,
                     NextInjection program)
    : sc_module(name),
      context_(context),
      node_(node),
      up_link_(context.tree->channels()[context.tree->up_channel(node)].first_link),
      down_link_(context.tree->channels()[context.tree->down_channel(node)].first_link),
      up_channel_(context.tree->up_channel(node)),
      program_(std::move(program)),
      next_(program_()),
      credit_(context.credits ? kCreditPlaces : kNone) {
  SC_HAS_PROCESS(Processor);
  SC_METHOD(edge);
  sensitive << wake_;
  dont_initialize();
}

void Processor::edge() {
  const Fabric& fabric = *context_.fabric;
  if (fabric.valid(down_link_)) receive(fabric.flit(down_link_));
  if (context_.credits && fabric.credit(up_channel_)) ++credit_;
  if (next_) inject();
}

void Processor::inject() {
  Fabric& fabric = *context_.fabric;
  const Cycle coming = fabric.cycle + 1;
  if (next_->not_before > coming) return context_.wake_at(node_, next_->not_before - 1);
  if (credit_ == 0) return;  // the credit that comes back wakes this processor
  fabric.drive(up_link_, context_.codec->encode(next_->message, next_->turn));
  ++sent_;
  if (context_.credits) --credit_;
  next_ = program_();
  if (next_) context_.wake_at(node_, std::max(coming, next_->not_before - 1));
}

void Processor::receive(std::uint64_t flit) {
  const Collective& collective = *context_.collective;
  const MessageId message = context_.codec->decode(flit);
  if (message == kNone || message >= collective.message_numbers()) {
    return complain(fmt::format("receives {:#x}, which is no message", flit));
  }
  if (!context_.codec->intact(flit, message)) {
    return complain(
        fmt::format("receives message {} with a wrong payload", collective.message_name(message)));
  }
  if (!collective.wants(message, node_)) {
    if (collective.origin(message) == node_) return;  // some schedules let a sender hear itself
    return complain(
        fmt::format("receives message {}, which is not for it", collective.message_name(message)));
  }
  const std::uint32_t each = collective.messages();
  const std::uint64_t slot = collective.kind() == CollectiveKind::alltoall
                                 ? collective.origin(message) * std::uint64_t{each} + message % each
                                 : message;
  if (received_.size() <= slot) received_.resize(slot + 1);
  if (received_[slot]) {
    return complain(fmt::format("receives message {} twice", collective.message_name(message)));
  }
  received_[slot] = true;
  ++delivered_;
  last_delivery_ = context_.fabric->cycle;
}

void Processor::complain(const std::string& what) {
  if (complaint_.empty()) {
    complaint_ = fmt::format("cycle {}: p{} {}", context_.fabric->cycle, node_, what);
  }
}

}  // namespace romcast
