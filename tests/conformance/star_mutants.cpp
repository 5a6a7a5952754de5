// SPDX-License-Identifier: Apache-2.0
// Faults in the nodes of star graphs.
#include "mutants.hpp"

namespace romcast::test {
namespace {

constexpr Control kRule = Control::rule, kRom = Control::rom;

Trial star_job(const char* ports, const char* collective, const char* algorithm, Control control,
               Timing timing = {}, Options options = {}) {
  Scenario scenario{.network = "star",
                    .network_options = {{"symbols", "4"}},
                    .ports = ports,
                    .collective = collective,
                    .algorithm = algorithm,
                    .algorithm_options = std::move(options),
                    .timing = timing};
  return {std::move(scenario), {.control = control}};
}

Trial level(Timing timing = {}, Options options = {}) {
  return star_job("single", "allgather", "level", kRule, timing, std::move(options));
}
Trial level_multi() { return star_job("multi", "allgather", "level", kRule, {2, 1}); }
Trial cyclic(Timing timing = {}, Options options = {}) {
  return star_job("single", "alltoall", "cyclic", kRule, timing, std::move(options));
}
Trial cyclic_rom() { return star_job("single", "alltoall", "cyclic", kRom, {3, 1}); }
Trial direct() { return star_job("single", "alltoall", "direct", kRom); }
Trial scatter_multi() { return star_job("multi", "scatter", "", kRom, {1, 1}); }
Trial orbit() { return star_job("multi", "alltoall", "orbit", kRom); }

std::vector<Mutant> timer_mutants() {
  const std::string timer = "direct/link_timer.v", guard = "direct/receive_guard.v";
  return {
      {"a start-up is one cycle short",
       timer,
       {{"start ? opening :", "start ? opening - (has_start ? 17'd1 : 17'd0) :"}},
       level({5, 2})},
      {"every message but a packet's first takes one cycle",
       timer,
       {{"gap <= hop ? {1'b0, spacing}", "gap <= hop ? 17'd0"}},
       level({0, 3})},
      {"a part of a packet pays a start-up of its own",
       timer,
       {{"start ? opening : {1'b0, spacing}", "opening"}},
       cyclic_rom()},
      {"no start-up is shown on the link",
       timer,
       {{"sends && first && start && has_start", "1'b0"}},
       cyclic({2, 1})},
      {"a link with a message on it counts as free",
       timer,
       {{"held <= !rst && sends;", "held <= !rst && sends && !hop;"}},
       cyclic({2, 2})},
      {"a message in time is taken for one that comes too early",
       guard,
       {{"now < earliest", "now <= earliest"}},
       cyclic({2, 2}),
       "contention"},
  };
}

std::vector<Mutant> statistics_mutants() {
  const std::string statistics = "direct/store_statistics.v";
  return {
      {"busy counts messages, not cycles",
       statistics,
       {{".events(held),", ".events(out_valid),"}},
       level({0, 2}),
       "busy cycles"},
      {"the last delivery stays the first",
       "common/event_counter.v",
       {{"last <= now;", "if (last == 0) last <= now;"}},
       level()},
      {"cycles with a delivery are counted, not deliveries",
       statistics,
       {{".events(delivers),", ".events({{(LANES - 1) {1'b0}}, |delivers}),"}},
       level_multi()},
      {"the last hop is dated one cycle late",
       statistics,
       {{".events(out_valid),\n      .now(cycle),",
         ".events(out_valid),\n      .now(cycle + 1'b1),"}},
       direct()},
      {"the mark of messages in store is one too low",
       statistics,
       {{"resident > queue_before ? resident : queue_before",
         "resident > queue_before + 1 ? resident - 1'b1 : queue_before"}},
       level()},
      {"the waiting mark is taken after the arrivals",
       statistics,
       {{"behind <= left;", "behind <= total;"}},
       cyclic()},
  };
}

std::vector<Mutant> single_mutants() {
  const std::string single = "direct/store_node_single.v";
  return {
      {"a message that is sent on at once is read before it is written",
       "common/message_store.v",
       {{"passed ? last_written : found", "found"}},
       direct()},
      {"the append pointer stands still once the network runs",
       single,
       {{"if (enters && !exchange && !full) count", "if (enters && !exchange && !run) count"}},
       level()},
      {"an arrival takes the place beside that of the message sent",
       single,
       {{"exchange ? sent_place :", "exchange ? sent_place ^ 1 :"}},
       direct()},
      {"the first two symbols of a destination do not count",
       "direct/store_arrival.v",
       {{"route == address;", "route[ROUTE_BITS-1:4] == address[ROUTE_BITS-1:4];"}},
       direct()},
      {"a message of the node's own counts as one that passes through",
       single,
       {{"&& foreign && !makes", "&& !makes"}},
       direct(),
       "pass through"},
      {"what passes through is not counted down",
       "direct/occupancy_mark.v",
       {{" - messages(leaves)", ""}},
       direct(),
       "pass through"},
      {"two ports are exchanged",
       single,
       {{"port_bit = ONE << port;", "port_bit = ONE << (port < 2 ? 1 - port : port);"}},
       cyclic()},
      {"some nodes use another port than the others",
       single,
       {{"port_bit = ONE << port;",
         "port_bit = ONE << (here_q[0] && port < 2 ? 1 - port : port);"}},
       level(),
       "contention"},
      {"the top bit of what is delivered is flipped",
       single,
       {{"if (comes) deliver_data <= arrival;",
         "if (comes) deliver_data <= {!arrival[WIDTH-1], arrival[WIDTH-2:0]};"}},
       level({1, 1})},
      {"a word repeats its first message",
       "direct/store_program.v",
       {{"place = first ? slot : next;", "place = slot;"}},
       star_job("single", "alltoall", "grouped", kRom, {9, 1})},
      {"the level rule sends on what came last",
       "star/star_level_single.v",
       {{"            next <= block;", "            next <= total;"}},
       level()},
      {"the level rule's packets are one message too long",
       "star/star_level_single.v",
       {{"room == 16'd1", "room == 16'd0"}},
       level({2, 1}, {{"packet-cap", "4"}})},
  };
}

std::vector<Mutant> copy_mutants() {
  const std::string multi = "direct/store_node_multi.v";
  const auto job = [](const char* ports) {
    return star_job(ports, "broadcast", "binomial", kRom, {1, 1});
  };
  return {
      {"copies keep the label of what they are made from",
       "direct/store_copy.v",
       {{"data = makes ? {stored[WIDTH-1:ROUTE_BITS], label_q} : stored;", "data = stored;"}},
       job("single")},
      {"what is kept for copies counts as passing through",
       "direct/store_arrival.v",
       {{"counted = enters && (COPIES == 0 || !at_home);", "counted = enters;"}},
       job("single"),
       "queued"},
      {"what copies are made from leaves the store",
       "direct/store_statistics.v",
       {{"unicast ? out_valid & ~stays", "unicast ? out_valid"}},
       job("multi"),
       "underflow"},
      {"a copy gets the label of the one before it",
       multi,
       {{".hop(hop[SENDER]),", ".hop(out_valid[k]),"}},
       job("multi")},
  };
}

std::vector<Mutant> cyclic_mutants() {
  const std::string rule = "star/star_cyclic.v", route = "star/star_route.v",
                    next = "star/star_next_port.v";
  return {
      {"the dimension after the last one is skipped",
       next,
       {{"i[PORT_BITS-1:0] > behind", "i[PORT_BITS-1:0] > behind + 1"}},
       cyclic()},
      {"a step leaves out what came in the cycle before it",
       rule,
       {{"passes || (push && !refused && push_port == read_port)", "passes"}},
       cyclic()},
      {"packets are one message shorter than they may be",
       rule,
       {{"|packet_cap && room_now == 16'd1", "|packet_cap && room_now == 16'd2"}},
       cyclic({2, 1}, {{"packet-cap", "4"}})},
      {"messages are filed from the dimension they came by",
       next,
       {{"i[PORT_BITS-1:0] > behind", "i[PORT_BITS-1:0] >= behind"}},
       cyclic()},
      {"every symbol away from its place counts as a step nearer",
       route,
       {{"(away[i] && !(away[0] && ring[i]))", "away[i]"}},
       cyclic()},
  };
}

std::vector<Mutant> multi_mutants() {
  const std::string multi = "direct/store_node_multi.v", rule = "star/star_level_multi.v";
  return {
      {"the level rule walks the block in another order",
       rule,
       {{"bank == part ? ZERO : bank + 1'b1", "bank + 1'b1"}},
       level_multi()},
      {"what a level brought goes to one dimension less",
       rule,
       {{"spreads ? (ONE << level) - 1'b1", "spreads ? (ONE << level) - 2'd2"}},
       level_multi()},
      {"an arrival never takes the place of the message sent",
       multi,
       {{"exchange = swap_q && out_valid[b];", "exchange = 1'b0;"}},
       orbit()},
      {"port 0 delivers nothing to the processor",
       multi,
       {{"deliver_valid <= rst ? NONE : delivers;",
         "deliver_valid <= rst ? NONE : delivers & ~{{(PORTS-1){1'b0}}, 1'b1};"}},
       level_multi()},
      {"messages come from the bank of the send before",
       multi,
       {{"found = of_banks(data, bank_q);", "found = of_banks(data, bank);"}},
       scatter_multi()},
  };
}

}  // namespace

std::vector<Mutant> star_mutants() {
  std::vector<Mutant> all;
  for (const auto& some : {timer_mutants(), statistics_mutants(), single_mutants(), copy_mutants(),
                           cyclic_mutants(), multi_mutants()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace romcast::test
