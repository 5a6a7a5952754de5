// SPDX-License-Identifier: Apache-2.0
// The parts of Network that only networks divided among ranks use.
#include <algorithm>
#include <bit>

#include "systemc/network.hpp"

namespace romcast {
namespace {

constexpr std::size_t kHopsAtOnce = 4096;  // least hops of a batch; each batch reads the CPU clock

}  // namespace

// Catches exceptions, which SystemC would convert into reports.
void Network::edge_on_ranks() {
  try {
    if (fabric_.cycle % trace_interval_ == 0) merge_traces();
    step_part();
  } catch (...) {
    broken_ = std::current_exception();
    sc_core::sc_stop();
  }
}

void Network::step_part() {
  const std::uint64_t traced_before = fabric_.trace_count;
  for (std::uint32_t b = 0; b < banks_.size(); ++b) {
    if (b != crossbar_bank_) step_bank(b, Which::at_edge);
  }
  boundary_->give(fabric_, traced_before);
  for (std::uint32_t b = 0; b < banks_.size(); ++b) {
    if (b != crossbar_bank_) step_bank(b, Which::inside);
  }
  if (!merged_.empty()) hand_on_some();
  boundary_->take(fabric_, control_.trace_apart);
  wake_[2 * (banks_.size() + 1) + (~fabric_.cycle & 1)].count = 0;
  if (crossbar_bank_ == kNone) return;
  // Every rank has a copy of the crossbar, so only the first rank keeps its copy's hops.
  const std::uint64_t traced = fabric_.trace_count;
  step_bank(crossbar_bank_, Which::all);
  if (!boundary_->ranks().first()) fabric_.trace_count = traced;
  wake_[2 * (banks_.size() + 1) + (fabric_.cycle & 1)].count = 0;
}

void Network::merge_traces() {
  if (control_.trace_apart) return flush_trace(false);
  hand_on(merged_.size());
  merged_.erase(merged_.begin(), merged_.begin() + static_cast<long>(handed_));
  handed_ = 0;
  boundary_->merge_traces(std::span(trace_).first(fabric_.trace_count), merged_);
  fabric_.trace_count = 0;
}

// Passes hops to the trace, in whole cycles, until `hops` or more are passed or only those of the
// latest cycle remain, which may still get more hops.
void Network::hand_on(std::size_t hops) {
  std::size_t end = handed_;
  while (end < merged_.size() && end - handed_ < hops &&
         merged_[end].cycle != merged_.back().cycle) {
    const Cycle cycle = merged_[end].cycle;
    while (merged_[end].cycle == cycle) ++end;
  }
  if (end > handed_) control_.trace(std::span(merged_).subspan(handed_, end - handed_));
  handed_ = end;
}

// Called at each clock edge, before this rank waits for other ranks: passes the next small batch of
// merged hops to the trace, which judges them, once kHopsAtOnce hops are due.
void Network::hand_on_some() {
  due_ += merged_.size() / trace_interval_ + 1;
  if (due_ < kHopsAtOnce) return;
  hand_on(due_);
  due_ = 0;
}

void Network::hand_on_all() {
  if (control_.trace_apart) return flush_trace(true);
  merge_traces();
  hand_on(merged_.size());
  if (handed_ < merged_.size()) control_.trace(std::span(merged_).subspan(handed_));
}

void Network::gather_results() {
  cost_.across = boundary_->given();
  cost_.busy.assign(1, busy_);
  std::vector<std::string> all = boundary_->ranks().gather(results());
  for (std::size_t rank = 1; rank < all.size(); ++rank) take_results(std::move(all[rank]));
  if (!control_.gated) return;
  // Subtracts the audits of cycles in which all ranks slept: a single rank would have ended before
  // these cycles.
  const Cycle end = std::min(cost_.cycles, busy_until_);
  if (control_.audit) {
    cost_.evaluations.audited -= topology().switches() * std::uint64_t{cost_.cycles - end};
  }
  cost_.cycles = end;
}

std::string Network::results() const {
  Packed packed;
  for (const auto sum : kEvaluations) packed.put(cost_.evaluations.*sum);
  packed.put(boundary_->given());
  packed.put(std::bit_cast<std::uint64_t>(busy_));
  packed.put(busy_until_);
  for (NodeId node = topology().first_switch(); node < topology().nodes(); ++node) {
    if (!here(node)) continue;
    packed.put(node);
    std::vector<std::int64_t> values(register_names_[home_bank_[node]]->size());
    banks_[home_bank_[node]]->read(owners_[node].local, values.data());
    for (const std::int64_t value : values) packed.put(static_cast<std::uint64_t>(value));
  }
  packed.put(kNone);
  for (std::size_t i = 0; i < processors_.size(); ++i) {
    if (owners_[first_processor_ + i].bank != banks_.size()) continue;
    packed.put(i);
    processors_[i]->save(packed);
  }
  return packed.take();
}

// `text`: another rank's results(). Adds that rank's costs, keeps the registers of its nodes, and
// copies the results of its processors into this rank's copies of the processors, which never ran.
void Network::take_results(std::string text) {
  Packed packed(std::move(text));
  for (const auto sum : kEvaluations) cost_.evaluations.*sum += packed.number();
  cost_.across += packed.number();
  cost_.busy.push_back(std::bit_cast<double>(packed.number()));
  busy_until_ = std::max(busy_until_, static_cast<Cycle>(packed.number()));
  for (std::uint64_t node; (node = packed.number()) != kNone;) {
    elsewhere_[node].resize(register_names_[home_bank_[node]]->size());
    for (std::int64_t& value : elsewhere_[node]) value = static_cast<std::int64_t>(packed.number());
  }
  while (!packed.empty()) processors_[packed.number()]->restore(packed);
}

}  // namespace romcast
