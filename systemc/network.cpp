// SPDX-License-Identifier: Apache-2.0
#include "systemc/network.hpp"

#include <algorithm>
#include <numeric>

namespace romcast {
namespace {

// Cycles that a dense run goes on after the plan's last hop, to see what should not happen.
constexpr Cycle kAfterglow = 8;
constexpr std::size_t kTraceRoom = 1 << 18;
constexpr Cycle kNever = kNone - 1;

}  // namespace

Network::Network(const sc_core::sc_module_name& name, const Topology& topology,
                 std::vector<std::unique_ptr<NodeBank>> banks, std::unique_ptr<TimeBase> time,
                 unsigned local_lanes, bool switches_compute)
    : sc_module(name),
      NetworkBuilder(topology, local_lanes),
      first_processor_(local_lanes > 0 ? static_cast<NodeId>(topology.nodes()) : 0),
      banks_(std::move(banks)),
      time_(std::move(time)) {
  SC_HAS_PROCESS(Network);
  SC_METHOD(edge);

  for (const auto& bank : banks_) {
    register_names_.push_back(
        std::make_shared<Registers::Names>(bank->registers().begin(), bank->registers().end()));
  }
  for (int s = 0; s < 2; ++s) {
    const std::size_t all_links = local_link(static_cast<NodeId>(topology.nodes()), 0);
    flits_[s].assign(all_links, 0);
    valid_[s].assign(all_links, kNone);
    credit_[s].assign(no_channel() + 1, kNone);
    start_[s].assign(no_link() + 1, kNone);
    line_[s].assign(topology.crossbar() ? all_links : 0, 0);
    fabric_.side[s] = {flits_[s].data(), valid_[s].data(), credit_[s].data(), start_[s].data(),
                       line_[s].data()};
  }
  for (LinkId link = 0; link < no_link(); ++link) link_to_.push_back(topology.channel_at(link).to);
  for (const Channel& channel : topology.channels()) channel_from_.push_back(channel.from);
  link_to_.push_back(0);
  channel_from_.push_back(0);
  for (NodeId node = 0; node < topology.nodes() && local_lanes > 0; ++node) {
    // What a switch would deliver has nowhere to go, unless it computes.
    const bool processor = switches_compute || topology.is_processor(node);
    link_to_.insert(link_to_.end(), local_lanes, processor ? first_processor_ + node : node);
  }
  const std::size_t computing = switches_compute ? topology.nodes() : topology.processors();
  const std::size_t receivers =
      std::max<std::size_t>(topology.nodes(), first_processor_ + computing);
  bank_of_.assign(receivers, static_cast<std::uint32_t>(banks_.size()));
  local_of_.assign(receivers, 0);
  const auto processors = local_of_.begin() + first_processor_;
  std::iota(processors, processors + static_cast<long>(computing), 0U);
  woken_for_.assign(receivers, kNever);
  woken_now_.assign(receivers, kNever);
  requests_.resize(topology.nodes() * (topology.crossbar() ? 1
                                       : switches_compute  ? local_lanes
                                                           : 0));
  trace_.resize(kTraceRoom + 4 * (no_link() + 1) + 2 * topology.nodes() * local_lanes);

  fabric_.bank_of = bank_of_.data();
  fabric_.local_of = local_of_.data();
  fabric_.woken_for = woken_for_.data();
  fabric_.woken_now = woken_now_.data();
  fabric_.request = requests_.data();
  fabric_.link_to = link_to_.data();
  fabric_.channel_from = channel_from_.data();
  fabric_.trace = trace_.data();
}

Network::~Network() = default;

const std::uint32_t* Network::keep(std::vector<std::uint32_t> values) {
  wiring_.push_back(std::move(values));
  return wiring_.back().data();
}

void Network::add_switch(std::uint32_t bank, NodeId node, const std::string& name,
                         const std::vector<Strap>& straps, Pins pins) {
  bank_of_[node] = bank;
  local_of_[node] = banks_[bank]->size();
  std::vector<std::uint32_t> local(local_lanes());
  for (unsigned lane = 0; lane < local_lanes(); ++lane) local[lane] = local_link(node, lane);
  const NodeLinks links{.name = name.c_str(),
                        .in_links = keep(std::move(pins.in_links)),
                        .out_links = keep(std::move(pins.out_links)),
                        .in_channels = keep(std::move(pins.in_channels)),
                        .out_channels = keep(std::move(pins.out_channels)),
                        .local_links = keep(std::move(local)),
                        .node = node};
  banks_[bank]->add(links, strap_values(*banks_[bank], straps).data());
}

void Network::add_crossbar(std::uint32_t bank, const std::vector<Strap>& straps,
                           Crossbar crossbar) {
  crossbar_bank_ = bank;
  const NodeLinks links{.name = crossbar.name.c_str(),
                        .in_links = keep(std::move(crossbar.in_lines)),
                        .out_links = keep(std::move(crossbar.out_lines)),
                        .ports = crossbar.ports,
                        .lines = crossbar.lines,
                        .lead = crossbar.lead};
  banks_[bank]->add(links, strap_values(*banks_[bank], straps).data());
}

Registers Network::read(std::uint32_t bank, std::uint32_t local) const {
  std::vector<std::int64_t> values(register_names_[bank]->size());
  banks_[bank]->read(local, values.data());
  return {register_names_[bank], std::move(values)};
}

void Network::add_processor(std::unique_ptr<Processor> processor) {
  processors_.push_back(std::move(processor));
}

void Network::wake_processor_at(NodeId processor, Cycle cycle) {
  if (cycle == fabric_.cycle + 1) {
    fabric_.wake_node(first_processor_ + processor);
  } else {
    alarms_.emplace(cycle, processor);
  }
}

void Network::run(RunControl control) {
  control_ = std::move(control);
  for (std::size_t b = 0; b <= banks_.size(); ++b) {
    const std::size_t size = b < banks_.size() ? banks_[b]->size() : processors_.size();
    everyone_.emplace_back(size);
    std::iota(everyone_.back().begin(), everyone_.back().end(), 0U);
    for (int side = 0; side < 2; ++side) {
      wake_storage_.push_back(everyone_.back());
      wake_storage_.back().resize(2 * size);  // a processor can be woken in two ways
    }
  }
  // Everybody takes part in the first edge: sequencers start, processors send their first message.
  for (std::size_t i = 0; i < wake_storage_.size(); ++i) {
    const bool first = i % 2 == 0;
    wake_.push_back(
        {wake_storage_[i].data(), first ? static_cast<std::uint32_t>(everyone_[i / 2].size()) : 0});
  }
  fabric_.wake = wake_.data();
  for (const auto& bank : banks_) bank->start();
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC",
                                          sc_core::SC_DO_NOTHING);  // sc_stop's note
  sc_core::sc_start();
  flush_trace(true);
}

// What interfaces want of their processors in cycle 0.
void Network::announce() {
  fabric_.cycle = kBeforeStart;
  for (const auto& bank : banks_) bank->announce(fabric_);
  const WakeList& awake = wake_[2 * banks_.size() + (kBeforeStart & 1)];
  for (std::uint32_t i = 0; i < awake.count; ++i) processors_[awake.nodes[i]]->wake();
  wake_[2 * banks_.size() + (kBeforeStart & 1)].count = 0;
  announced_ = true;
  next_trigger(1, sc_core::SC_NS);
}

void Network::edge() {
  if (!announced_) return announce();
  if (started_) time_->tick();
  started_ = true;
  fabric_.cycle = time_->cycle();
  if (finished()) {
    sc_core::sc_stop();
    return;
  }
  if (fabric_.trace_count >= kTraceRoom) flush_trace(false);
  for (std::uint32_t b = 0; b < banks_.size(); ++b) step_bank(b);
  wake_processors();
  if (control_.after_edge) control_.after_edge(fabric_.cycle);
  next_trigger(1, sc_core::SC_NS);
}

void Network::step_bank(std::uint32_t bank) {
  WakeList& awake = wake_[2 * bank + (fabric_.cycle & 1)];
  if (control_.audit && control_.gated) audit_bank(bank, awake);  // else none sleeps
  const std::vector<std::uint32_t>& all = everyone_[bank];
  const bool gated = control_.gated;
  const std::uint32_t count = gated ? awake.count : static_cast<std::uint32_t>(all.size());
  banks_[bank]->step(fabric_, gated ? awake.nodes : all.data(), count);
  if (bank != crossbar_bank_) evaluations_ += count;
  awake.count = 0;
}

void Network::audit_bank(std::uint32_t bank, const WakeList& awake) {
  awake_.assign(everyone_[bank].size(), 0);
  for (std::uint32_t i = 0; i < awake.count; ++i) awake_[awake.nodes[i]] = 1;
  for (const std::uint32_t local : everyone_[bank]) {
    if (awake_[local] != 0) continue;
    ++audited_;
    audit_differences_ += banks_[bank]->audit(fabric_, local) ? 1 : 0;
  }
}

void Network::wake_processors() {
  WakeList& awake = wake_[2 * banks_.size() + (fabric_.cycle & 1)];
  for (std::uint32_t i = 0; i < awake.count; ++i) processors_[awake.nodes[i]]->wake();
  awake.count = 0;
  for (; !alarms_.empty() && alarms_.top().first <= fabric_.cycle; alarms_.pop()) {
    const NodeId processor = alarms_.top().second;
    if (woken_for_[first_processor_ + processor] != fabric_.cycle) processors_[processor]->wake();
  }
}

bool Network::finished() {
  const Cycle now = fabric_.cycle;
  if (now > control_.limit) return true;
  if (!control_.gated) return now > control_.last_hop + kAfterglow;
  if (!alarms_.empty()) return false;
  for (std::size_t list = now & 1; list < wake_.size(); list += 2) {
    if (wake_[list].count > 0) return false;
  }
  return true;
}

// The latest cycle may still get more hops.
void Network::flush_trace(bool all) {
  std::uint64_t count = fabric_.trace_count;
  if (count == 0) return;
  const Cycle latest = trace_[count - 1].cycle;
  while (!all && count > 0 && trace_[count - 1].cycle == latest) --count;
  if (count > 0) control_.trace(std::span(trace_).first(count));
  const auto begin = trace_.begin();
  std::copy(begin + static_cast<long>(count), begin + static_cast<long>(fabric_.trace_count),
            begin);
  fabric_.trace_count -= count;
}

}  // namespace romcast
