// SPDX-License-Identifier: Apache-2.0
#include "systemc/tlm_processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"

namespace romcast {

TlmProcessor::TlmProcessor(const sc_core::sc_module_name& name, const Collective& collective,
                           NodeId node)
    : TlmSockets(name, node, word_bytes(collective)),
      collective_(collective),
      originals_(collective.uncopied()) {}

unsigned TlmProcessor::word_bytes(const Collective& collective) {
  return std::bit_ceil((collective.word_bits() + 7) / 8);
}

bool TlmProcessor::sends() const { return collective_.own_messages(node()) > 0; }

bool TlmProcessor::receives() const {
  for (std::uint64_t m = 0; m < collective_.message_numbers(); ++m) {
    if (collective_.wants(static_cast<MessageId>(m), node())) return true;
  }
  return false;
}

void TlmProcessor::start() {
  if (!has_initiator() && sends()) {
    throw InputError(
        {"processor", node()}, "it sends messages",
        fmt::format("attach an endpoint, or bind an initiator socket to target({})", node()));
  }
  if (!has_memory() && receives()) {
    throw InputError({"processor", node()}, "it receives messages",
                     fmt::format("attach an endpoint, or bind initiator({}) to a memory", node()));
  }
  begin_delivery();
}

std::optional<std::uint64_t> TlmProcessor::send(const Outgoing& outgoing) {
  sent_.insert(outgoing.message);
  const auto found = written_.extract(outgoing.message);
  if (found.empty()) return std::nullopt;
  std::optional<std::uint64_t> word;
  for (const Written& one : found.mapped()) {
    if (one.at < sc_core::sc_time_stamp()) word = one.word;
  }
  return word;
}

void TlmProcessor::receive(const Incoming& incoming) {
  if (!incoming.word) return;  // the sender has counted the missing word
  deliver(std::uint64_t{incoming.message} * bytes(), *incoming.word);
}

std::string TlmProcessor::named(std::uint64_t address) const {
  return fmt::format("message {}", address / bytes());
}

// True if a message begins at this processor. In an alltoall the processor's messages to itself
// count, too, so that one write can have all words of the processor.
bool TlmProcessor::own(std::uint64_t message) const {
  return message < originals_.message_numbers() &&
         originals_.origin(static_cast<MessageId>(message)) == node();
}

bool TlmProcessor::has(std::uint64_t address, std::uint64_t words) const {
  if (address % bytes() != 0) return false;
  const std::uint64_t first = address / bytes();
  for (std::uint64_t i = 0; i < words; ++i) {
    if (!own(first + i)) return false;
  }
  return true;
}

tlm::tlm_response_status TlmProcessor::take(std::uint64_t address,
                                            const std::vector<std::uint64_t>& words,
                                            sc_core::sc_time& delay) {
  const std::uint64_t first = address / bytes();
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    const bool fits = words[i] >> collective_.word_bits() == 0;
    if (!fits || sent_.contains(static_cast<MessageId>(first + i))) {
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
  }
  const sc_core::sc_time from = sc_core::sc_time_stamp() + delay;
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    auto& all = written_[static_cast<MessageId>(first + i)];
    // Drops the writes that are in effect already, except the latest of them: only its word can
    // still be sent.
    const auto now = std::ranges::lower_bound(all, sc_core::sc_time_stamp(), {}, &Written::at);
    if (now - all.begin() > 1) all.erase(all.begin(), now - 1);
    all.insert(std::ranges::upper_bound(all, from, {}, &Written::at), {words[i], from});
  }
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace romcast
