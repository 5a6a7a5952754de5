// SPDX-License-Identifier: Apache-2.0
#include "systemc/tlm_processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

std::uint64_t word_at(const unsigned char* data, unsigned bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, data, bytes);
  return word;
}

}  // namespace

static_assert(std::endian::native == std::endian::little,
              "words are copied from their low byte on");

TlmProcessor::TlmProcessor(const sc_core::sc_module_name& name, const Collective& collective,
                           NodeId node)
    : sc_module(name),
      collective_(collective),
      originals_(collective.uncopied()),
      node_(node),
      bytes_(word_bytes(collective)) {
  target_.register_b_transport(this, &TlmProcessor::b_transport);
}

unsigned TlmProcessor::word_bytes(const Collective& collective) {
  return std::bit_ceil((collective.word_bits() + 7) / 8);
}

bool TlmProcessor::sends() const { return collective_.own_messages(node_) > 0; }

bool TlmProcessor::receives() const {
  for (std::uint64_t m = 0; m < collective_.message_numbers(); ++m) {
    if (collective_.wants(static_cast<MessageId>(m), node_)) return true;
  }
  return false;
}

void TlmProcessor::start() {
  if (target_.get_base_port().size() == 0 && sends()) {
    throw InputError(
        fmt::format("processor {} sends messages: attach an endpoint, or bind an initiator socket "
                    "to target({})",
                    node_, node_));
  }
  if (initiator_.size() > 0) {
    sc_core::sc_spawn([this] { deliver(); }, sc_core::sc_gen_unique_name("deliver"));
  } else if (receives()) {
    throw InputError(fmt::format(
        "processor {} receives messages: attach an endpoint, or bind initiator({}) to a memory",
        node_, node_));
  }
}

std::optional<std::uint64_t> TlmProcessor::send(const Outgoing& outgoing) {
  sent_.insert(outgoing.message);
  const auto written = written_.find(outgoing.message);
  if (written == written_.end() || written->second.at >= sc_core::sc_time_stamp()) {
    return std::nullopt;
  }
  return written_.extract(written).mapped().word;
}

void TlmProcessor::receive(const Incoming& incoming) {
  if (!incoming.word) return;  // the sender's miss is counted there
  arrived_.push_back(incoming);
  arrival_.notify(sc_core::SC_ZERO_TIME);
}

void TlmProcessor::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  transaction.set_response_status(accept(transaction, sc_core::sc_time_stamp() + delay));
}

// An alltoall has numbers for what a processor would send to itself, so that a row is one write.
bool TlmProcessor::own(std::uint64_t message) const {
  return message < originals_.message_numbers() &&
         originals_.origin(static_cast<MessageId>(message)) == node_;
}

// All words or none.
tlm::tlm_response_status TlmProcessor::accept(const tlm::tlm_generic_payload& transaction,
                                              sc_core::sc_time from) {
  const unsigned length = transaction.get_data_length();
  const std::uint64_t first = transaction.get_address() / bytes_, words = length / bytes_;
  if (!transaction.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (transaction.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (words == 0 || length % bytes_ != 0 || transaction.get_streaming_width() < length) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (transaction.get_address() % bytes_ != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  for (std::uint64_t i = 0; i < words; ++i) {
    if (!own(first + i)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  const unsigned char* const data = transaction.get_data_ptr();
  for (std::uint64_t i = 0; i < words; ++i) {
    const bool fits = word_at(data + i * bytes_, bytes_) >> collective_.word_bits() == 0;
    if (!fits || sent_.contains(static_cast<MessageId>(first + i))) {
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
  }
  for (std::uint64_t i = 0; i < words; ++i) {
    written_[static_cast<MessageId>(first + i)] = {word_at(data + i * bytes_, bytes_), from};
  }
  return tlm::TLM_OK_RESPONSE;
}

void TlmProcessor::deliver() {
  for (;;) {
    while (arrived_.empty()) wait(arrival_);
    write(arrived_.front());
    arrived_.pop_front();
  }
}

void TlmProcessor::write(const Incoming& incoming) {
  std::uint64_t word = *incoming.word;
  sc_core::sc_time delay;
  tlm::tlm_generic_payload transaction;
  transaction.set_command(tlm::TLM_WRITE_COMMAND);
  transaction.set_address(std::uint64_t{incoming.message} * bytes_);
  transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  transaction.set_data_length(bytes_);
  transaction.set_streaming_width(bytes_);
  initiator_->b_transport(transaction, delay);
  if (!transaction.is_response_ok() && ++refused_ == 1) {
    first_refused_ = fmt::format("message {} at address {:#x} with {}", incoming.message,
                                 transaction.get_address(), transaction.get_response_string());
  }
  if (delay > sc_core::SC_ZERO_TIME) wait(delay);
}

std::string TlmProcessor::complaint() const {
  if (refused_ > 0) {
    return fmt::format("the memory of processor {} refuses {}; the first: {}", node_,
                       counted(refused_, "word"), first_refused_);
  }
  if (!arrived_.empty()) {
    return fmt::format("{} for processor {} wait for its memory", counted(arrived_.size(), "word"),
                       node_);
  }
  return "";
}

}  // namespace romcast
