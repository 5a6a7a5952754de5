// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/machine.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"

namespace romcast::logp {

Machine machine_of(const Problem& problem) {
  return {.processors = problem.collective.processors(), .timing = problem.timing};
}

// P(t) = P(t-max(g,o)) + P(t-L-2o), and 1 until the first message has arrived.
std::vector<std::uint64_t> reached(const Machine& machine) {
  std::vector<std::uint64_t> counts;
  const std::uint64_t spacing = machine.spacing(), reach = machine.reach();
  while (counts.empty() || counts.back() < machine.processors) {
    const std::uint64_t t = counts.size();
    const std::uint64_t before = t < spacing ? 1 : counts[t - spacing];
    const std::uint64_t count = t < reach ? 1 : before + counts[t - reach];
    counts.push_back(std::min(count, machine.processors));
  }
  return counts;
}

std::uint64_t broadcast_time(const Machine& machine) { return reached(machine).size() - 1; }

std::uint64_t fewest_cycles(const Machine& machine, std::uint64_t items) {
  const std::uint64_t others = machine.processors - 1, spacing = machine.spacing();
  const std::uint64_t wanted = items * others;
  // sent[s]: the largest number of sends that can have begun by time s. From `full` on, every span
  // of `spacing` cycles adds P-1 sends.
  std::vector<std::uint64_t> sent;
  const std::vector<std::uint64_t> counts = reached(machine);
  const std::uint64_t full = counts.size() + spacing;
  for (std::uint64_t s = 0; s < full; ++s) {
    const std::uint64_t now =
        std::min(counts[std::min<std::uint64_t>(s, counts.size() - 1)], others);
    sent.push_back(now + (s < spacing ? 0 : sent[s - spacing]));
    if (sent.back() >= wanted) return s + machine.reach();
  }
  const std::uint64_t spans = (wanted - sent.back() + others - 1) / others;
  std::uint64_t s = full - 1;
  while (sent[s - 1] + spans * others >= wanted && s > full - spacing) --s;
  return s + spans * spacing + machine.reach();
}

PrintedBound printed_bound(const Machine& machine, std::uint64_t items) {
  Machine others = machine;
  others.processors = machine.processors - 1;
  const std::vector<std::uint64_t> counts = reached(others);
  std::uint64_t sum = 0;  // f_0 + .. + f_n with f_n < P-1 <= f_{n+1}
  for (std::size_t i = 0; i + 1 < counts.size(); ++i) sum += counts[i];
  const std::uint64_t endgame = sum / others.processors;
  return {counts.size() - 1 + machine.latency() + items - 1 - endgame, endgame};
}

void add_broadcast_bound(const Problem& problem, Theory& theory) {
  const Machine machine = machine_of(problem);
  const std::uint32_t items = problem.collective.messages();
  theory.lower_bound = fewest_cycles(machine, items);
  if (items == 1) {
    theory.lower_bound_source = fmt::format("{}, Theorem 2.1: B(P)", kPaper);
    return;
  }
  theory.lower_bound_source = fmt::format(
      "{}, Theorem 3.1, counted right: the first time by which k(P-1) sends can have "
      "been made",
      kPaper);
  if (!machine.postal()) return;
  const PrintedBound printed = printed_bound(machine, items);
  if (printed.cycles <= *theory.lower_bound) return;
  theory.paper_cycles = printed.cycles;
  theory.erratum =
      fmt::format("Theorem 3.1 prints a lower bound of {} cycles; it holds for k > k* = {} only",
                  printed.cycles, printed.endgame);
}

namespace {

// `messages`: sends of some processor; `calls`: sends and receptions of some processor, not always
// the same one.
void add_allreduce_bound(const Machine& machine, std::uint32_t values, std::uint64_t messages,
                         std::uint64_t calls, Theory& theory) {
  theory.lower_bound_source = fmt::format(
      "2M(P-1) messages in all (Harary & Schwenk 1974), so {} of some processor", messages);
  const std::uint64_t busy = machine.overhead() * calls;
  if (busy > *theory.lower_bound) {
    theory.lower_bound = busy;
    theory.lower_bound_source = fmt::format(
        "busy: o for each of {} sends and receptions of some processor, as 2M(P-1) messages are "
        "sent in all (Harary & Schwenk 1974)",
        calls);
  }
  const std::uint64_t broadcast = fewest_cycles(machine, values);
  if (broadcast <= *theory.lower_bound) return;
  theory.lower_bound = broadcast;
  theory.lower_bound_source = fmt::format("that of a broadcast, {}", kPaper);
}

}  // namespace

namespace {

// Cycles by which an exchange must exceed the time of `messages` back-to-back sends and receptions
// per processor, because overheads collide. If the exchange exceeds that time by x cycles, send i
// begins between i*S and i*S + x, where S = spacing(), and reception j begins between L + o + j*S
// and L + o + j*S + x. If i*S and L + o + j*S differ by d < o, send i and reception j can begin o
// apart only if x >= o - d.
std::uint64_t collision(const Machine& machine, std::uint64_t messages) {
  std::uint64_t most = 0;
  const std::uint64_t first = machine.latency() + machine.overhead();
  for (std::uint64_t m = machine.latency() / machine.spacing() + 1; m < messages; ++m) {
    const std::uint64_t sent = m * machine.spacing();
    if (sent >= machine.reach()) break;
    const std::uint64_t difference = sent > first ? sent - first : first - sent;
    most = std::max(most, machine.overhead() - difference);
  }
  return most;
}

}  // namespace

void add_exchange_bound(const Problem& problem, Theory& theory) {
  const Machine machine = machine_of(problem);
  const bool reduces = problem.collective.kind() == CollectiveKind::allreduce;
  const std::uint64_t all = (machine.processors - 1) * problem.collective.messages();
  const std::uint64_t messages =
      reduces ? (2 * all + machine.processors - 1) / machine.processors : all;
  const std::uint64_t later = reduces ? 0 : collision(machine, messages);
  const std::uint64_t port = machine.reach() + (messages - 1) * machine.spacing() + later;
  theory.lower_bound = port;
  if (reduces) {
    const std::uint64_t calls = (4 * all + machine.processors - 1) / machine.processors;
    add_allreduce_bound(machine, problem.collective.messages(), messages, calls, theory);
    return;
  }
  const std::uint64_t busy = 2 * machine.overhead() * messages;
  theory.lower_bound = std::max(port, busy);
  theory.lower_bound_source =
      busy > port
          ? fmt::format("busy: 2o for each of {} messages", messages)
          : fmt::format(
                "{}, section 4.1: L + 2o + (k(P-1)-1){}{}", kPaper,
                machine.timing.gap < machine.timing.overhead ? "o, as o > g" : "g",
                later > 0 ? fmt::format(", and {} as a send meets a reception", later) : "");
}

void check_cycles(std::uint64_t cycles, const Problem& problem) {
  if (cycles <= kNone) return;
  throw InputError({"messages", problem.collective.messages()},
                   fmt::format("the run takes {} cycles", cycles),
                   fmt::format("at most {} count", kNone));
}

std::string refuse_several_values(const Problem& problem) {
  const std::uint32_t values = problem.collective.messages();
  return values == 1 ? "" : fmt::format("it combines one value of each processor, not {}", values);
}

Algorithm logp_algorithm(const char* name, CollectiveKind collective) {
  return {.name = name,
          .network = "complete",
          .collective = collective,
          .ports = {Ports::Kind::single},
          .default_control = Control::rom,
          .logp = true};
}

}  // namespace romcast::logp
