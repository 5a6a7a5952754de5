// SPDX-License-Identifier: Apache-2.0
#include "systemc/processor.hpp"

#include <fmt/format.h>

#include "romcast/core/prefetch.hpp"
#include "systemc/words.hpp"

namespace romcast {

Processor::Processor(const sc_core::sc_module_name& name, const Wires& fabric,
                     const Collective& collective, const FlitCodec& codec, NodeId node)
    : sc_module(name), node_(node), collective_(collective), fabric_(fabric), codec_(codec) {
  SC_HAS_PROCESS(Processor);
  SC_METHOD(edge);
  process_ = sc_core::sc_get_last_created_process_handle().get_process_object();
  sensitive << wake_;
  dont_initialize();
}

void Processor::fetch() const {
  constexpr std::size_t line = 64, lines_of_process = 5;
  const char* const here = reinterpret_cast<const char*>(this);
  for (std::size_t at = 0; at < sizeof(Processor); at += line) prefetch(here + at);
  const char* const process = reinterpret_cast<const char*>(process_);
  for (std::size_t i = 0; i < lines_of_process; ++i) prefetch(process + i * line);
}

void Processor::expect() const {
  const std::uint64_t* const flit = coming();
  if (flit == nullptr) return;
  const MessageId message = codec_.decode(*flit);
  if (message >= collective_.message_numbers()) return;
  const std::uint64_t word = collective_.tag(message) / 64;
  if (word < received_.size()) prefetch(&received_[word]);
}

void Processor::receive(std::uint64_t flit) {
  const MessageId message = codec_.decode(flit);
  if (message == kNone || message >= collective_.message_numbers()) {
    return complain(fmt::format("receives {:#x}, which is no message", flit));
  }
  if (!(words_ != nullptr ? words_->intact(flit, message) : codec_.intact(flit, message))) {
    return complain(
        fmt::format("receives message {} with a wrong payload", collective_.message_name(message)));
  }
  if (!collective_.wants(message, node_)) {
    // Some schedules return a message to its origin.
    if (collective_.origin(message) == node_) return;
    if (collective_.passes_through(message, node_)) {
      ++overheard_;
      return;
    }
    return complain(
        fmt::format("receives message {}, which is not for it", collective_.message_name(message)));
  }
  const std::uint64_t slot = collective_.tag(message);
  if (received_.size() <= slot / 64) received_.resize(slot / 64 + 1);
  const std::uint64_t bit = std::uint64_t{1} << slot % 64;
  if ((received_[slot / 64] & bit) != 0) {
    return complain(fmt::format("receives message {} twice", collective_.message_name(message)));
  }
  received_[slot / 64] |= bit;
  ++delivered_;
  last_delivery_ = fabric_.cycle;
  if (words_ == nullptr) return;
  const std::string wrong = words_->arrived(node_, message, flit, fabric_.cycle);
  if (!wrong.empty()) complain(wrong);
}

std::uint64_t Processor::leaving(std::uint64_t flit, Cycle cycle) const {
  return words_ != nullptr ? words_->leaving(node_, flit, cycle) : flit;
}

void Processor::save(Packed& packed) {
  for (const std::uint64_t count : {sent_, delivered_, overheard_}) packed.put(count);
  packed.put(last_delivery_);
  packed.put(complaint_);
}

void Processor::restore(Packed& packed) {
  for (std::uint64_t* count : {&sent_, &delivered_, &overheard_}) *count = packed.number();
  last_delivery_ = static_cast<Cycle>(packed.number());
  complaint_ = packed.text();
}

bool Processor::has(MessageId message) const {
  const std::uint64_t slot = collective_.tag(message);
  return slot / 64 < received_.size() && (received_[slot / 64] >> slot % 64 & 1) != 0;
}

void Processor::complain(const std::string& what) {
  if (complaint_.empty()) {
    complaint_ = fmt::format("cycle {}: p{} {}", fabric_.cycle, node_, what);
  }
}

}  // namespace romcast
