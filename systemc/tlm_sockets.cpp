// SPDX-License-Identifier: Apache-2.0
#include "systemc/tlm_sockets.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "romcast/core/wording.hpp"

namespace romcast {

static_assert(std::endian::native == std::endian::little,
              "words are copied from their low byte on");

TlmSockets::TlmSockets(const sc_core::sc_module_name& name, NodeId node, unsigned bytes)
    : sc_module(name), node_(node), bytes_(bytes) {
  target_.register_b_transport(this, &TlmSockets::b_transport);
}

void TlmSockets::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  transaction.set_response_status(answer(transaction, delay));
}

tlm::tlm_response_status TlmSockets::answer(const tlm::tlm_generic_payload& transaction,
                                            sc_core::sc_time& delay) {
  const unsigned length = transaction.get_data_length();
  if (!transaction.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (transaction.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (length == 0 || length % bytes_ != 0 || !allows(transaction.get_streaming_width(), length)) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (transaction.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (!has(transaction.get_address(), length / bytes_)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  std::vector<std::uint64_t> words(length / bytes_);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::memcpy(&words[i], transaction.get_data_ptr() + i * bytes_, bytes_);
  }
  return take(transaction.get_address(), words, delay);
}

void TlmSockets::begin_delivery() {
  if (!has_memory()) return;
  sc_core::sc_spawn([this] { write_arrivals(); }, sc_core::sc_gen_unique_name("deliver"));
}

void TlmSockets::deliver(std::uint64_t address, std::uint64_t word) {
  if (!has_memory()) {
    ++without_memory_;
    return;
  }
  arrived_.push_back({address, word});
  arrival_.notify(sc_core::SC_ZERO_TIME);
}

bool TlmSockets::delivered() const {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  return arrived_.empty() && returned_ < now && busy_until_ <= now;
}

void TlmSockets::write_arrivals() {
  for (;;) {
    while (arrived_.empty()) wait(arrival_);
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (busy_until_ > now) wait(busy_until_ - now);
    write(arrived_.front().address, arrived_.front().word);
    arrived_.pop_front();
  }
}

void TlmSockets::write(std::uint64_t address, std::uint64_t word) {
  sc_core::sc_time delay;
  tlm::tlm_generic_payload transaction;
  transaction.set_command(tlm::TLM_WRITE_COMMAND);
  transaction.set_address(address);
  transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
  transaction.set_data_length(bytes_);
  transaction.set_streaming_width(bytes_);
  initiator_->b_transport(transaction, delay);
  if (!transaction.is_response_ok() && ++refused_ == 1) {
    first_refused_ = fmt::format("{} at address {:#x} with {}", named(address), address,
                                 transaction.get_response_string());
  }
  returned_ = sc_core::sc_time_stamp();
  busy_until_ = returned_ + delay;
}

std::string TlmSockets::complaint() const {
  if (refused_ > 0) {
    return fmt::format("the memory of processor {} refuses {}; the first: {}", node_,
                       counted(refused_, "word"), first_refused_);
  }
  if (without_memory_ > 0) {
    return fmt::format("{} for processor {}, which has neither an endpoint nor a memory",
                       counted(without_memory_, "word"), node_);
  }
  if (!arrived_.empty()) {
    return fmt::format("{} for processor {} wait for its memory", counted(arrived_.size(), "word"),
                       node_);
  }
  return "";
}

}  // namespace romcast
