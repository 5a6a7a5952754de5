// SPDX-License-Identifier: Apache-2.0
// Alltoalls and exchanges of nearly the highest rate: whole messages along the paths of a maximum
// concurrent flow. A linear program finds the flow; if that takes too long, priced_flow()
// approximates the flow. Either method also gives lengths of the links, which prove an upper bound
// of the rate.
#include "schedules/any/flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "schedules/any/forest_rate.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/matching.hpp"
#include "schedules/any/ordering.hpp"
#include "schedules/any/priced_flow.hpp"
#include "schedules/any/whole_paths.hpp"
#include "schedules/proof/rate_certificate.hpp"

namespace romcast::any {
namespace {

constexpr std::uint64_t kMostPairs = 1 << 18;

// Approximate seconds of the linear program, from trials with up to 20,000 variables.
double program_seconds(std::uint64_t variables) {
  return std::pow(static_cast<double>(variables) / 16'000, 2.3);
}

// The number of messages by origin and destination. For an alltoall the number is 1 for each pair,
// because all pairs have equally many messages.
std::vector<std::vector<std::uint32_t>> flow_demand(const Collective& collective) {
  std::vector<std::vector<std::uint32_t>> demand(
      collective.processors(), std::vector<std::uint32_t>(collective.processors(), 0));
  const std::uint32_t each =
      collective.kind() == CollectiveKind::exchange ? 1 : collective.messages();
  for (MessageId m = 0; m < collective.message_numbers(); m += each) {
    const NodeId origin = collective.origin(m), end = collective.destination(m);
    if (origin != end) ++demand[origin][end];
  }
  return demand;
}

Branches branches_of(const WholePaths& chosen) {
  Branches branches;
  for (MessageId m = 0; m < chosen.of.size(); ++m) {
    if (chosen.of[m] == kNone) continue;
    const std::vector<ChannelId>& path = chosen.paths[chosen.of[m]];
    for (std::size_t i = 0; i < path.size(); ++i) {
      const auto below = static_cast<std::uint32_t>(path.size() - 1 - i);
      std::vector<std::size_t>& after = i == 0 ? branches.first : branches.all.back().next;
      after.push_back(branches.all.size());
      branches.all.push_back({.channel = path[i], .message = m, .below = below});
    }
  }
  return branches;
}

// The start of each message in a steady stream, as a share (0..1) of the schedule's cycles. In an
// alltoall the messages of a pair start at equal intervals, with a random offset per pair; in an
// exchange every message starts at a random time.
std::vector<double> steady_starts(const Collective& collective) {
  std::minstd_rand random(1);
  std::vector<double> start(collective.message_numbers());
  const std::uint32_t each =
      collective.kind() == CollectiveKind::exchange ? 1 : collective.messages();
  double offset = 0;
  for (MessageId m = 0; m < start.size(); ++m) {
    if (m % each == 0) offset = static_cast<double>(random() % 4096) / 4096;
    start[m] = (m % each + offset) / each;
  }
  return start;
}

void certify_lengths(const Task& task, const ConcurrentFlow& flow, Flow& found) {
  const auto checked = length_bound(task.topology, task.collective, flow.lengths);
  const auto cycles = length_cycles(task.topology, task.collective, flow.lengths);
  if (!checked || !cycles) throw std::logic_error("the certificate of the rate does not check");
  found.rate.bound = {checked->messages, checked->cycles};
  found.cycles = *cycles;
  found.rate.reached.messages =
      task.collective.kind() == CollectiveKind::exchange ? 1 : task.collective.messages();
  std::size_t used = 0;
  for (ChannelId c = 0; c < flow.lengths.size(); ++c) {
    if (flow.lengths[c] == 0) continue;
    const Channel& channel = task.topology.channels()[c];
    ++used;
    found.rate.witness.push_back(fmt::format("{}>{} {}", task.topology.node_name(channel.from),
                                             task.topology.node_name(channel.to), flow.lengths[c]));
  }
  found.rate.certificate = fmt::format(
      "shortest paths of one message each are {} / {} of all links together, with lengths for {} "
      "of "
      "{} channels (Shahrokhi & Matula 1990)",
      checked->cycles, checked->messages, used, flow.lengths.size());
}

}  // namespace

Flow flow_schedule(const Task& task, double seconds, const Ordering& given) {
  Flow found;
  const std::uint64_t processors = task.topology.processors();
  const std::uint64_t variables = processors * task.topology.channels().size();
  if (processors * processors > kMostPairs) return found;
  const Deadline deadline(seconds), rounding(0.7 * seconds);
  const auto demand = flow_demand(task.collective);
  std::optional<ConcurrentFlow> flow;
  if (program_seconds(variables) < seconds / 2) {
    flow = concurrent_flow(task.topology, demand, seconds / 2);
  }
  if (!flow) flow = priced_flow(task.topology, demand, deadline.left() / 3);
  certify_lengths(task, *flow, found);
  const std::uint64_t each = found.rate.reached.messages;
  const std::uint64_t target =
      (each * found.rate.bound.cycles + found.rate.bound.messages - 1) / found.rate.bound.messages;
  const WholePaths chosen =
      whole_paths(task, *flow, target, [&] { return !rounding.over() && given.go_on(); });
  std::uint64_t hops = 0;
  for (const std::uint32_t path : chosen.of) hops += path == kNone ? 0 : chosen.paths[path].size();
  if (hops > kMostBranches) return found;
  Branches branches = branches_of(chosen);
  Ordering ordering = given;
  ordering.bound = std::max(ordering.bound, static_cast<Cycle>(found.cycles));
  ordering.go_on = [&] { return !deadline.over() && given.go_on(); };
  found.hops = ordered(task, branches, steady_starts(task.collective), ordering);
  found.rate.reached.cycles = chosen.busiest;
  return found;
}

namespace {

Plan flow_plan(const Problem& problem) {
  const Task task = task_of(problem);
  if (task.collective.expected_deliveries() == 0) return {.open = stored_schedule({})};
  const double seconds = seconds_of(problem);
  const Interruptible interruptible;
  Flow found =
      flow_schedule(task, seconds, {.go_on = [] { return !Interruptible::interrupted(); }});
  Plan plan;
  if (found.hops.empty()) {
    const auto bound = static_cast<Cycle>(predict(problem).lower_bound.value_or(0));
    found.hops = match(task, bound, Deadline(seconds));
    found.rate.reached.cycles = reached_rate(task, found.hops).cycles;
    plan.note = "too many messages for a flow; the greedy schedule instead";
  }
  plan.open = stored_schedule(std::move(found.hops));
  plan.proved_bound = found.cycles;
  plan.proved_source = "length: " + found.rate.certificate;
  if (found.cycles > 0) plan.rate = std::move(found.rate);
  return plan;
}

std::string flow_refusal(const Problem& problem) {
  if (special(task_of(problem))) return "it is for full-duplex ports that nodes have all alike";
  if (problem.collective.multicast()) return "it is for messages with one destination each";
  return refusal(problem);
}

Algorithm flow_algorithm(CollectiveKind kind) {
  return {.name = "flow",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::multi},
          .summary = "the paths of a maximum concurrent flow",
          .source = "Shahrokhi & Matula 1990; by Clp",
          .default_control = Control::rom,
          .timed = true,
          .options = {seconds_option()},
          .refusal = flow_refusal,
          .build = flow_plan,
          .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

Algorithm flow_alltoall() { return any::flow_algorithm(CollectiveKind::alltoall); }
Algorithm flow_exchange() { return any::flow_algorithm(CollectiveKind::exchange); }

}  // namespace romcast
