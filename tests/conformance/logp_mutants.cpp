// SPDX-License-Identifier: Apache-2.0
// Faults in the processors' interfaces and the lines of LogP machines.
#include "mutants.hpp"

namespace romcast::test {
namespace {

constexpr Timing kFigure1{.latency = 6, .overhead = 2, .gap = 4};

Trial logp_job(const char* collective, const char* algorithm, Timing timing,
               std::uint32_t messages = 1) {
  Scenario scenario{.network = "complete",
                    .network_options = {{"processors", "8"}},
                    .collective = collective,
                    .algorithm = algorithm,
                    .source = 3,
                    .messages = messages,
                    .timing = timing};
  return {std::move(scenario), {}};
}

Trial tree(Timing timing = kFigure1) { return logp_job("broadcast", "optimal-tree", timing); }
Trial blocks() { return logp_job("broadcast", "block-cyclic", {.latency = 3}, 12); }
Trial buffered() { return logp_job("broadcast", "buffered", {.latency = 3}, 12); }
Trial exchange() { return logp_job("alltoall", "cyclic", {.latency = 6, .gap = 4}); }
Trial combining() { return logp_job("allreduce", "combining", kFigure1); }

std::vector<Mutant> program_mutants() {
  const std::string list = "complete/logp_list.v", cyclic = "complete/logp_cyclic.v";
  return {
      {"a repeated row keeps its destination",
       list,
       {{"assign line = next_node ?", "assign line = 1'b0 ?"}},
       exchange()},
      {"waits of two cycles and more are a cycle short",
       list,
       {{"active && waited == idle;", "active && waited + (idle > 1) == idle;"}},
       combining()},
      {"residues step by their offset",
       cyclic,
       {{"{1'b0, residue} + {1'b0, step};", "{1'b0, residue} + {1'b0, offset};"}},
       blocks()},
      {"a member of a block goes on with the next item",
       cyclic,
       {{"x <= x + {{(X_BITS - SIZE_BITS) {1'b0}}, rows[SIZE_BITS-1:0]};", "x <= x + 1;"}},
       blocks()},
  };
}

std::vector<Mutant> line_mutants() {
  const std::string line = "complete/logp_line.v", rules = "complete/logp_rules.v";
  return {
      {"messages are a cycle less in transit",
       line,
       {{"= latency - TWO;", "= latency - TWO - 1'b1;"}},
       tree()},
      {"what has arrived counts as in transit",
       line,
       {{": one - 1'b1;", ": one;"}},
       exchange(),
       "more messages in transit"},
      {"the gap is a cycle longer",
       rules,
       {{"spacing - 1'b1;", "spacing;"}},
       exchange(),
       "closer than the gap"},
      {"the overhead of a send is a cycle longer",
       rules,
       {{"busy <= {1'b0, overhead} - 1'b1;", "busy <= {1'b0, overhead};"}},
       tree({.latency = 6, .overhead = 3, .gap = 1}),
       "two things to do at once"},
  };
}

std::vector<Mutant> port_mutants() {
  const std::string port = "complete/logp_port.v", queue = "complete/logp_queue.v";
  const std::string inbox = "complete/logp_inbox.v", outbox = "complete/logp_outbox.v";
  return {
      {"what is received can be used a cycle late",
       inbox,
       {{"if (taken) receiving <= reception;", "if (taken) receiving <= reception + 1;"}},
       tree()},
      {"the origin of the rows is not added",
       "complete/logp_program.v",
       {{"{1'b0, zero << LANE_BITS}", "0"}},
       exchange()},
      {"the top bit of what is forwarded is flipped",
       outbox,
       {{"out_supplied ? out_own : stored_data;",
         "out_supplied ? out_own : {!stored_data[WIDTH-1], stored_data[WIDTH-2:0]};"}},
       tree()},
      {"the top bit of what is combined is flipped where the order is not kept",
       outbox,
       {{"out_supplied ? out_own :", "out_supplied ? {!out_own[WIDTH-1], out_own[WIDTH-2:0]} :"}},
       combining(),
       "not as they were sent"},
      {"receptions are dated a cycle early",
       port,
       {{".now(cycle + {{(PAD - 1) {1'b0}}, reception}),",
         ".now(cycle + {{(PAD - 1) {1'b0}}, reception} - 1'b1),"}},
       combining()},
      {"receptions are counted before the run, too",
       port,
       {{".events(taken),", ".events(taken || !run),"}},
       tree(),
       "deliveries"},
      {"the newest of a queue is taken first",
       queue,
       {{"for (i = 0; i < ALL; i = i + 1)\n      if (waits[i] && !found) begin",
         "for (i = ALL - 1; i >= 0; i = i - 1)\n      if (waits[i] && !found) begin"}},
       buffered()},
      {"the high-water mark of a queue is one too low",
       queue,
       {{"if (waiting > high) high <= waiting;", "if (waiting > high + 1) high <= waiting - 1;"}},
       buffered(),
       "messages queued"},
  };
}

}  // namespace

std::vector<Mutant> logp_mutants() {
  std::vector<Mutant> all;
  for (const auto& some : {program_mutants(), line_mutants(), port_mutants()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace romcast::test
