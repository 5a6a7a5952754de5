// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "romcast/core/error.hpp"
#include "systemc/fabric/fabric_operators.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostComplaints = 12;
constexpr unsigned kLatestAnswer = 100;  // clocks that an access may take; a sound fabric needs ten

}  // namespace

FabricBench::FabricBench(const sc_core::sc_module_name& name, const FabricDesign& design,
                         const FabricModel& model, std::vector<StreamEndpoint*> endpoints,
                         Program program)
    : sc_module(name),
      design_(design),
      pins_(model.fabric()),
      endpoints_(std::move(endpoints)),
      program_(std::move(program)),
      monitor_(design),
      sent_(design.fabric().flows.size()),
      received_(design.fabric().flows.size()),
      waited_(design.fabric().tiles.size()) {
  const auto& flows = design.fabric().flows;
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (flows[f].credit_only) continue;  // none of its words is on a stream
    by_dest_[{flows[f].from, flows[f].dest}] = f;
    for (std::size_t i = 0; i < flows[f].to.size() && flows[f].arrives; ++i) {
      by_id_[{flows[f].to[i], flows[f].ids[i]}] = {f, i};
    }
  }
  forget();
  SC_HAS_PROCESS(FabricBench);
  SC_THREAD(clocks);
  SC_THREAD(host);
}

void FabricBench::forget() {
  between_.clear();
  for (const FabricFlow& flow : design_.fabric().flows) between_.emplace_back(flow.to.size());
}

bool FabricBench::quiet() const {
  return monitor_.idle() && std::ranges::all_of(between_, [](const auto& receivers) {
           return std::ranges::all_of(receivers, [](const auto& words) { return words.empty(); });
         });
}

void FabricBench::complain(const std::string& text) {
  if (complaints_.size() < kMostComplaints) {
    complaints_.push_back(text);
  } else {
    ++more_;
  }
}

void FabricBench::fail() {
  caught_ = std::current_exception();
  sc_core::sc_stop();
}

void FabricBench::rethrow() const {
  if (caught_) std::rethrow_exception(caught_);
}

void FabricBench::drive(std::size_t tile) {
  FabricTilePins& pins = pins_->tiles[tile];
  StreamEndpoint* const endpoint = endpoints_[tile];
  pins.m_ready = true;
  if (endpoint == nullptr || !called_) return;
  const std::uint64_t now = clock() - first_call_;
  pins.m_ready = endpoint->ready(now);
  if (pins.s_valid || sources_end_) return;
  const std::optional<StreamWord> word = endpoint->send(now);
  if (!word) return;
  const auto& flows = design_.fabric().flows;
  if (word->flow >= flows.size() || flows[word->flow].from != tile) {
    throw InputError(fmt::format("{} sends a word of flow {}, which does not begin there",
                                 design_.endpoint(tile), word->flow));
  }
  const unsigned width = design_.settings().payload;
  pins.s_valid = true;
  pins.s_data = width < 64 ? word->data & ((std::uint64_t{1} << width) - 1) : word->data;
  pins.s_last = word->last;
  pins.s_dest = flows[word->flow].dest;
}

// The flows whose words are combined into an arriving word of `flow`.
std::vector<std::size_t> FabricBench::operands(std::size_t flow) const {
  const Fabric& fabric = design_.fabric();
  const std::size_t reduction = fabric.flows[flow].reduction;
  if (reduction == kNoTile) return {flow};
  std::vector<std::size_t> flows;
  for (std::size_t f = flow; f < fabric.flows.size(); ++f) {
    if (fabric.flows[f].reduction == reduction) flows.push_back(f);
  }
  return flows;
}

// For each of `flows`, removes the oldest word in flight to the flow's receiver with the index
// `receiver`. Returns the combination of these words, or nullopt if a flow has no such word.
std::optional<StreamWord> FabricBench::expected(const std::vector<std::size_t>& flows,
                                                std::size_t receiver) {
  const Fabric& fabric = design_.fabric();
  std::optional<StreamWord> all;
  bool complete = true;
  for (const std::size_t flow : flows) {
    auto& words = between_[flow][receiver];
    if (words.empty()) {
      complete = false;
      continue;
    }
    const StreamWord word = words.front();
    words.pop_front();
    if (all) {
      all->data =
          combined_words(fabric.reductions[fabric.flows[flow].reduction].operation, all->data,
                         word.data, design_.settings().payload, fabric.is_signed);
      all->last = all->last || word.last;
    } else {
      all = word;
    }
  }
  return complete ? all : std::nullopt;
}

// Handles the handshakes of a tile in this clock, after settle().
void FabricBench::take(std::size_t tile) {
  FabricTilePins& pins = pins_->tiles[tile];
  if (pins.s_valid && !pins.s_ready) ++waited_[tile];
  if (pins.s_valid && pins.s_ready) {
    pins.s_valid = false;
    const std::size_t flow = by_dest_.at({tile, pins.s_dest});
    ++sent_[flow];
    for (auto& words : between_[flow]) {
      words.push_back({static_cast<std::uint32_t>(flow), pins.s_data, pins.s_last});
    }
    endpoints_[tile]->taken(clock() - first_call_);
  }
  if (!pins.m_valid || !pins.m_ready) return;
  const auto found = by_id_.find({tile, pins.m_id});
  if (found == by_id_.end()) {
    complain(fmt::format("clock {}: {} gets a word of a flow {} that it does not have", clock(),
                         design_.endpoint(tile), pins.m_id));
    return;
  }
  const auto [flow, receiver] = found->second;
  const StreamWord word{static_cast<std::uint32_t>(flow), pins.m_data, pins.m_last};
  const std::vector<std::size_t> flows = operands(flow);
  const std::optional<StreamWord> right = expected(flows, receiver);
  if (right && right->data == word.data && right->last == word.last) {
    ++words_;
    for (const std::size_t operand : flows) ++received_[operand];
  } else {
    complain(fmt::format("clock {}: {} gets another word of flow {} than was sent", clock(),
                         design_.endpoint(tile), design_.fabric().flows[flow].name));
  }
  if (endpoints_[tile] != nullptr) endpoints_[tile]->receive(word, clock() - first_call_);
}

void FabricBench::clocks() {
  try {
    bool called = false;
    while (true) {
      if (called_ && !called) first_call_ = clock();
      called = called_;
      for (std::size_t t = 0; t < endpoints_.size(); ++t) {
        if (design_.has_endpoint(t)) drive(t);
      }
      pins_->settle();
      if (!pins_->reset) {
        monitor_.clock(*pins_);
        for (std::size_t t = 0; t < endpoints_.size(); ++t) {
          if (design_.has_endpoint(t)) take(t);
        }
      }
      pins_->rise();
      tick_.notify(sc_core::SC_ZERO_TIME);
      wait(cycle_);
      if (ended_) return;
    }
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (...) {
    fail();
  }
}

void FabricBench::host() {
  try {
    program_(*this);
    ended_ = true;
    done_.notify(sc_core::SC_ZERO_TIME);
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (...) {
    fail();
  }
}

void FabricBench::wait_clocks(std::uint64_t clocks) {
  for (; clocks > 0; --clocks) wait(tick_);
}

std::uint32_t FabricBench::access(bool write, std::uint32_t address, std::uint32_t data) {
  if (unanswered_) {
    wait_clocks(kLatestAnswer);
    return 0;
  }
  FabricAccess& bus = pins_->access;
  bus = {.asked = true, .write = write, .address = address, .data = data};
  for (unsigned clocks = 0; bus.asked && clocks < kLatestAnswer; ++clocks) wait(tick_);
  unanswered_ = std::exchange(bus.asked, false);
  if (unanswered_) {
    complain(fmt::format("an access to address {:x} is not answered", address));
  }
  return bus.data;
}

void FabricBench::reset() {
  pins_->reset = true;
  wait_clocks(12);
  pins_->reset = false;
  wait_clocks(8);
}

}  // namespace romcast
