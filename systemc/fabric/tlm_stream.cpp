// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/tlm_stream.hpp"

#include <fmt/format.h>

namespace romcast {

TlmStream::TlmStream(const sc_core::sc_module_name& name, const FabricDesign& design,
                     std::size_t tile)
    : TlmSockets(name, design.fabric().tiles[tile].endpoint, design.settings().payload / 8),
      design_(design),
      tile_(tile) {}

// The words of a burst may have increasing addresses or, as for a FIFO, all the same address.
bool TlmStream::allows(unsigned streaming_width, unsigned length) const {
  return streaming_width >= length || streaming_width == bytes();
}

bool TlmStream::begins_here(std::uint64_t flow) const {
  const auto& flows = design_.fabric().flows;
  return flow < flows.size() && flows[flow].from == tile_ && !flows[flow].credit_only;
}

bool TlmStream::has(std::uint64_t address, std::uint64_t /*words*/) const {
  const std::uint64_t offset = address % kFlowBytes;
  return begins_here(address / kFlowBytes) && (offset == 0 || offset == kGoesOn);
}

tlm::tlm_response_status TlmStream::take(std::uint64_t address,
                                         const std::vector<std::uint64_t>& words,
                                         sc_core::sc_time& delay) {
  const std::uint64_t flow = address / kFlowBytes, offset = address % kFlowBytes;
  if (delay > sc_core::SC_ZERO_TIME) wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  if (ended_) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool last = i + 1 == words.size() && offset != kGoesOn;
    written_.push_back(
        {{static_cast<std::uint32_t>(flow), words[i], last}, sc_core::sc_time_stamp()});
  }
  const std::uint64_t mine = numbered_ += words.size();
  while (taken_ < mine && !finished_ && (!ended_ || mine <= given_)) wait(progress_);
  return taken_ >= mine ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

// A word that is written at the simulated time of this call leaves in the next clock, so that the
// order in which SystemC runs processes does not matter.
std::optional<StreamWord> TlmStream::send(std::uint64_t /*clock*/) {
  if (written_.empty() || written_.front().at >= sc_core::sc_time_stamp()) return std::nullopt;
  const StreamWord word = written_.front().word;
  written_.pop_front();
  ++given_;
  return word;
}

void TlmStream::taken(std::uint64_t /*clock*/) {
  ++taken_;
  progress_.notify(sc_core::SC_ZERO_TIME);
}

void TlmStream::end() {
  ended_ = true;
  written_.clear();
  progress_.notify(sc_core::SC_ZERO_TIME);
}

void TlmStream::finish() {
  finished_ = true;
  progress_.notify(sc_core::SC_ZERO_TIME);
}

bool TlmStream::ready(std::uint64_t /*clock*/) { return delivered(); }

void TlmStream::receive(const StreamWord& word, std::uint64_t /*clock*/) {
  deliver(address(word.flow, word.last), word.data);
}

std::string TlmStream::named(std::uint64_t address) const {
  return fmt::format("a word of flow {}", design_.fabric().flows[address / kFlowBytes].name);
}

}  // namespace romcast
