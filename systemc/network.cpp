// SPDX-License-Identifier: Apache-2.0
#include "systemc/network.hpp"

#include <algorithm>
#include <utility>

#include "romcast/machines/node_description.hpp"
#include "systemc/words.hpp"

namespace romcast {
namespace {

// Drain of a dense run (all switches are evaluated in every cycle): cycles after the last hop, in
// which surplus hops would show. This drain is shorter than that of designs, since reports count
// the evaluations.
constexpr Cycle kDrain = 8;
constexpr std::size_t kTraceRoom = 1 << 18;
constexpr std::size_t kTraceAtOnce = 1 << 15;  // trace entries of one rank that fit into a cache
// Least number of clock edges between two merges of the ranks' traces.
constexpr std::size_t kFewestEdges = 4;

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
    line_[s].assign(topology.crossbar() ? all_links : 0, 0);
    fabric_.side[s].line = line_[s].data();
  }
  const std::size_t computing = switches_compute ? topology.nodes() : topology.processors();
  const std::size_t receivers =
      std::max<std::size_t>(topology.nodes(), first_processor_ + computing);
  first_line_ = static_cast<NodeId>(receivers);
  for (LinkId link = 0; link < topology.links(); ++link) {
    if (end_of_line(link) != link) lines_.push_back(link);
  }
  owners_.assign(receivers + lines_.size(),
                 Owner{.bank = static_cast<std::uint32_t>(banks_.size())});
  for (std::uint32_t i = 0; i < computing; ++i) owners_[first_processor_ + i].local = i;
  of_switches_.assign(banks_.size(), false);
  woken_now_.assign(owners_.size(), Inbox::kNever);
  place_inboxes(switches_compute);
  requests_.resize(topology.nodes() * (topology.crossbar() ? 1
                                       : switches_compute  ? local_lanes
                                                           : 0));
  trace_.resize(kTraceAtOnce + traced_each_cycle());

  fabric_.owner = owners_.data();
  fabric_.woken_now = woken_now_.data();
  fabric_.request = requests_.data();
  fabric_.first_inbox = first_inbox_.data();
  fabric_.end_of_link = end_of_link_.data();
  fabric_.end_of_credits = end_of_credits_.data();
  fabric_.trace = trace_.data();
}

Network::~Network() = default;

// Upper limit on the trace entries of a cycle.
std::size_t Network::traced_each_cycle() const {
  return 4 * std::size_t{no_link() + 1} + 2 * local_links();
}

const std::uint32_t* Network::keep(std::vector<std::uint32_t> values) {
  wiring_.push_back(std::move(values));
  return wiring_.back().data();
}

void Network::divide(Boundary& boundary) {
  boundary_ = &boundary;
  const std::size_t each = traced_each_cycle();
  trace_interval_ = static_cast<Cycle>(std::max(kFewestEdges, kTraceRoom / each));
  trace_.resize((trace_interval_ + 1) * each);
  fabric_.trace = trace_.data();
  home_bank_.assign(topology().nodes(), 0);
  elsewhere_.resize(topology().nodes());
  at_edge_.resize(banks_.size());
  at_edge_now_.resize(banks_.size());
  const auto elsewhere = static_cast<std::uint32_t>(banks_.size() + 1);
  for (NodeId node = 0; node < owners_.size(); ++node) {
    const NodeId number = node < first_processor_ ? node : node - first_processor_;
    if (!here(number)) owners_[node].bank = elsewhere;
  }
}

void Network::add_switch(std::uint32_t bank, NodeId node, const std::string& name,
                         const std::vector<Strap>& straps, Pins pins) {
  connect(node, pins);
  if (boundary_ != nullptr) {
    home_bank_[node] = bank;
    boundary_->note_switch(bank, name, straps, pins);
    if (!here(node)) return;
    at_edge_[bank].push_back(boundary_->at_edge(node) ? 1 : 0);
  }
  everyone_.resize(banks_.size());
  everyone_[bank].push_back(banks_[bank]->size());
  owners_[node].bank = bank;
  of_switches_[bank] = true;
  owners_[node].local = banks_[bank]->size();
  std::vector<std::uint32_t> local(local_lanes());
  for (unsigned lane = 0; lane < local_lanes(); ++lane) local[lane] = local_link(node, lane);
  const NodeLinks links{.name = name.c_str(),
                        .in_links = keep(std::move(pins.in_links)),
                        .out_links = keep(std::move(pins.out_links)),
                        .in_channels = keep(std::move(pins.in_channels)),
                        .local_links = keep(std::move(local)),
                        .node = node,
                        .inbox = first_inbox_[node],
                        .recorded = std::ranges::find(recorded_, node) != recorded_.end()};
  banks_[bank]->add(links, strap_values(*banks_[bank], straps).data());
}

void Network::add_crossbar(std::uint32_t bank, const std::vector<Strap>& straps,
                           Crossbar crossbar) {
  crossbar_bank_ = bank;
  crossbar_lead_ = crossbar.lead;
  crossbar_lines_ = crossbar.in_lines;
  if (boundary_ != nullptr) boundary_->add_crossbar(crossbar.in_lines);
  everyone_.resize(banks_.size());
  everyone_[bank].push_back(0);
  const NodeLinks links{.name = crossbar.name.c_str(),
                        .in_links = keep(std::move(crossbar.in_lines)),
                        .out_links = keep(std::move(crossbar.out_lines)),
                        .ports = crossbar.ports,
                        .lines = crossbar.lines,
                        .senders = crossbar.senders,
                        .lead = crossbar.lead};
  banks_[bank]->add(links, strap_values(*banks_[bank], straps).data());
}

void Network::add_line(std::uint32_t bank, LinkId link, const std::vector<Strap>& straps) {
  const auto at = static_cast<NodeId>(std::ranges::lower_bound(lines_, link) - lines_.begin());
  const NodeId line = first_line_ + at;
  everyone_.resize(banks_.size());
  everyone_[bank].push_back(banks_[bank]->size());
  owners_[line] = {bank, banks_[bank]->size()};
  const std::string name = line_name(topology(), link);
  const NodeLinks links{.name = name.c_str(),
                        .in_links = keep({link}),
                        .out_links = keep({end_of_line(link)}),
                        .node = line,
                        .inbox = first_inbox_[line]};
  banks_[bank]->add(links, strap_values(*banks_[bank], straps).data());
}

std::vector<Network::LineRegisters> Network::registers_of_lines() const {
  std::vector<LineRegisters> all;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const Owner& owner = owners_[first_line_ + i];
    all.push_back({lines_[i], read(owner.bank, owner.local)});
  }
  return all;
}

void Network::load(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word) {
  if (boundary_ != nullptr) {
    boundary_->note_word(node, address, word);
    if (!here(node)) return;
  }
  bank_of(node).load(local_of(node), address, word.data());
}

void Network::inject(NodeId node, std::uint64_t flit) {
  if (boundary_ != nullptr) boundary_->note_message(node, flit);
  if (here(node)) bank_of(node).inject(local_of(node), flit);
}

Registers Network::registers_of(NodeId node) const {
  if (here(node)) return read(owners_[node].bank, owners_[node].local);
  return {register_names_[home_bank_[node]], elsewhere_[node]};
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

// All nodes take part in the first edge: sequencers start, processors send their first message.
void Network::wake_all() {
  everyone_.resize(banks_.size());
  everyone_.emplace_back();
  for (std::uint32_t i = 0; i < processors_.size(); ++i) {
    if (owners_[first_processor_ + i].bank == banks_.size()) everyone_.back().push_back(i);
  }
  everyone_.emplace_back();  // for nodes of other ranks, which are listed but never run here
  for (std::size_t b = 0; b < everyone_.size(); ++b) {
    const std::size_t room = b <= banks_.size()     ? everyone_[b].size()
                             : boundary_ != nullptr ? owners_.size()
                                                    : 0;
    for (int side = 0; side < 2; ++side) {
      wake_storage_.push_back(everyone_[b]);
      wake_storage_.back().resize(2 * room);  // a processor can be listed twice
    }
  }
  for (std::size_t i = 0; i < wake_storage_.size(); ++i) {
    const bool first = i % 2 == 0;
    wake_.push_back(
        {wake_storage_[i].data(), first ? static_cast<std::uint32_t>(everyone_[i / 2].size()) : 0});
  }
  fabric_.wake = wake_.data();
  // Marks all nodes and processors as woken for cycle 0. Without the mark, a node that wakes its
  // processor in cycle 0 (wake_at_once()) would list the processor again; with the two entries in
  // different batches (wake_processors()), the processor would run twice.
  for (const std::uint32_t first : first_inbox_) {
    reinterpret_cast<Inbox*>(fabric_.side[0].inboxes + first)->woken_for = 0;
  }
}

void Network::carry(Words& words) {
  words_ = &words;
  for (const auto& processor : processors_) processor->carry(words);
}

void Network::run(RunControl control) {
  begin(std::move(control));
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC",
                                          sc_core::SC_DO_NOTHING);  // no note of sc_stop()
  const double before = boundary_ == nullptr ? 0 : cpu_seconds();
  sc_core::sc_start();
  if (boundary_ != nullptr) busy_ = cpu_seconds() - before - boundary_->waited();
  end();
}

void Network::begin(RunControl control) {
  control_ = std::move(control);
  wake_all();
  if (boundary_ != nullptr) boundary_->open();
  for (const auto& bank : banks_) bank->start();
}

void Network::end() {
  if (broken_) std::rethrow_exception(broken_);
  cost_.cycles = fabric_.cycle;
  if (boundary_ == nullptr) return flush_trace(true);
  if (!ended_) return;  // a failure on this rank has stopped the simulation
  hand_on_all();
  gather_results();
}

// Before cycle 0: passes the requests of nodes for cycle 0 to the nodes' processors.
void Network::announce() {
  fabric_.cycle = kBeforeStart;
  for (const auto& bank : banks_) bank->announce(fabric_);
  const WakeList& awake = wake_[2 * banks_.size() + (kBeforeStart & 1)];
  for (std::uint32_t i = 0; i < awake.count; ++i) processors_[awake.nodes[i]]->wake();
  wake_[2 * banks_.size() + (kBeforeStart & 1)].count = 0;
  announced_ = true;
  next_trigger(control_.cycle);
}

void Network::edge() {
  if (control_.start != nullptr) return next_trigger(*std::exchange(control_.start, nullptr));
  if (!announced_) return announce();
  if (woken_ == 0) step_all();
  if (ended_) return control_.ended ? control_.ended() : sc_core::sc_stop();
  if (!wake_processors()) return next_trigger(sc_core::SC_ZERO_TIME);
  if (control_.after_edge) control_.after_edge(fabric_.cycle);
  next_trigger(control_.cycle);
}

void Network::step_all() {
  if (started_) time_->tick();
  started_ = true;
  fabric_.cycle = time_->cycle();
  ended_ = finished();
  if (ended_) return;
  if (boundary_ != nullptr) return edge_on_ranks();
  if (fabric_.trace_count >= kTraceAtOnce) flush_trace(false);
  for (std::uint32_t b = 0; b < banks_.size(); ++b) {
    words_ != nullptr ? step_with_words(b) : step_bank(b, Which::all);
  }
}

// Steps a bank, then, in networks without a crossbar, adds the endpoints' words to the flits that
// the bank has put on links. A crossbar passes flits without a clock, so the words are added to the
// crossbar's input flits, before the crossbar is stepped.
void Network::step_with_words(std::uint32_t bank) {
  const std::uint64_t traced = fabric_.trace_count;
  if (bank != crossbar_bank_) {
    step_bank(bank, Which::all);
    if (crossbar_bank_ == kNone) words_->leaving(fabric_, traced);
    return;
  }
  for (const LinkId line : crossbar_lines_) {
    const std::uint64_t* const flit = fabric_.coming(line);
    if (flit == nullptr) continue;
    const Cycle cycle = fabric_.cycle + 1 - crossbar_lead_;
    fabric_.put(line, words_->leaving(node_of_local(line), *flit, cycle));
  }
  step_bank(bank, Which::all);
}

void Network::step_bank(std::uint32_t bank, Which which) {
  WakeList& awake = wake_[2 * bank + (fabric_.cycle & 1)];
  const bool begins = which != Which::inside;
  // A dense run has no sleeping nodes.
  if (control_.audit && control_.gated && begins) audit_bank(bank, awake);
  std::vector<std::uint32_t>& all = everyone_[bank];
  std::uint32_t* nodes = control_.gated ? awake.nodes : all.data();
  const std::uint32_t count = control_.gated ? awake.count : static_cast<std::uint32_t>(all.size());
  if (of_switches_[bank] && begins) cost_.evaluations.made += count;
  const std::uint32_t edge = which == Which::all ? count : edge_first(bank, nodes, count, begins);
  if (begins) banks_[bank]->step(fabric_, nodes, edge);
  if (which == Which::at_edge) return;
  if (!begins) banks_[bank]->step(fabric_, nodes + edge, count - edge);
  awake.count = 0;
}

// Moves the nodes at the edge of this part (Boundary::at_edge()) to the front of `nodes` and
// counts them. The second call in a cycle (`begins` is false) only returns the first call's count.
std::uint32_t Network::edge_first(std::uint32_t bank, std::uint32_t* nodes, std::uint32_t count,
                                  bool begins) {
  if (!begins) return at_edge_now_[bank];
  const std::vector<char>& flags = at_edge_[bank];
  const auto end =
      std::partition(nodes, nodes + count, [&](std::uint32_t local) { return flags[local] != 0; });
  return at_edge_now_[bank] = static_cast<std::uint32_t>(end - nodes);
}

void Network::audit_bank(std::uint32_t bank, const WakeList& awake) {
  awake_.assign(everyone_[bank].size(), 0);
  for (std::uint32_t i = 0; i < awake.count; ++i) awake_[awake.nodes[i]] = 1;
  for (const std::uint32_t local : everyone_[bank]) {
    if (awake_[local] != 0) continue;
    ++cost_.evaluations.audited;
    cost_.evaluations.audit_differences += banks_[bank]->audit(fabric_, local) ? 1 : 0;
  }
}

// Wakes the next batch of processors, which is small, so that prefetched data is still cached when
// they run; returns false if more processors must be woken at this edge.
bool Network::wake_processors() {
  WakeList& awake = wake_[2 * banks_.size() + (fabric_.cycle & 1)];
  constexpr std::uint32_t ahead = 8, at_once = 128;
  const std::uint32_t end = std::min(awake.count, woken_ + at_once);
  for (std::uint32_t& i = woken_; i < end; ++i) {
    if (i + 2 * ahead < awake.count) processors_[awake.nodes[i + 2 * ahead]]->fetch();
    if (i + ahead < awake.count) processors_[awake.nodes[i + ahead]]->expect();
    processors_[awake.nodes[i]]->wake();
  }
  if (woken_ < awake.count) return false;
  awake.count = woken_ = 0;
  for (; !alarms_.empty() && alarms_.top().first <= fabric_.cycle; alarms_.pop()) {
    const NodeId processor = alarms_.top().second;
    const NodeId receiver = first_processor_ + processor;
    if (woken_now_[receiver] != fabric_.cycle && fabric_.woken_for(receiver) != fabric_.cycle) {
      processors_[processor]->wake();
    }
  }
  return true;
}

bool Network::idle() const {
  if (!alarms_.empty()) return false;
  for (std::size_t list = fabric_.cycle & 1; list < wake_.size(); list += 2) {
    if (wake_[list].count > 0) return false;
  }
  return true;
}

bool Network::finished() {
  const Cycle now = fabric_.cycle;
  if (now > control_.limit) return true;
  if (!control_.gated) return now > control_.last_hop + kDrain;
  if (boundary_ == nullptr) return idle();
  // Other ranks may still send events: all ranks run until the limit, which is near, and determine
  // afterwards in which cycle the last rank became idle.
  if (!idle()) busy_until_ = now + 1;
  return false;
}

// Passes the hops in trace_ to control_.trace. Unless `all` is set, the hops of the latest cycle
// stay in trace_, as that cycle may still get more hops.
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
