// SPDX-License-Identifier: Apache-2.0
#include "mutants.hpp"

namespace romcast::test {
namespace {

Trial job(const char* ports, const char* collective, const char* algorithm, unsigned arity,
          unsigned height, const char* capacity, Control control) {
  Scenario scenario{.network_options = {{"arity", std::to_string(arity)},
                                        {"height", std::to_string(height)},
                                        {"capacity", capacity}},
                    .ports = ports,
                    .collective = collective,
                    .algorithm = algorithm};
  return {std::move(scenario), {.control = control}};
}

constexpr Control kRule = Control::rule, kRom = Control::rom;

Trial single_allgather(Control control = kRule) {
  return job("single", "allgather", "upward-first", 2, 3, "constant", control);
}
Trial single_alltoall() {
  return job("single", "alltoall", "upward-first", 2, 3, "constant", kRule);
}
Trial credit(Control control = kRule) {
  return job("single", "alltoall", "upward-first-credit", 2, 4, "constant", control);
}
Trial flooding() { return job("multi", "allgather", "flooding", 2, 3, "constant", kRule); }
Trial turn() { return job("multi", "allgather", "turn-nearest-first", 3, 2, "constant", kRule); }
Trial wide_alltoall() { return job("multi", "alltoall", "greedy", 2, 3, "exponential", kRule); }
Trial timetable() { return job("multi", "alltoall", "pipelined", 2, 3, "constant", kRom); }
Trial shallow() {
  Trial result = single_alltoall();
  result.scenario.hardware.queue_depth = 3;
  return result;
}

std::vector<Mutant> common_mutants() {
  const std::string queue = "common/queue.v", sequencer = "common/sequencer.v";
  return {
      {"an arrival that would be the third is dropped in silence",
       queue,
       {{"if (push_valid[i]) begin", "if (push_valid[i] && filled != 2) begin"}},
       single_alltoall()},
      {"the newest entry leaves first",
       queue,
       {{"first} + i;", "first} + count - 1;"},
        {"i == 0 ? first : place", "place"},
        {"first <= place;",
         "first <= place; if (|pops && count > 1) "
         "entries[({{(32 - PLACE_BITS) {1'b0}}, first} + count - 1) % places] <= entries[first];"}},
       single_alltoall()},
      {"arrivals of one cycle enter in reverse",
       queue,
       {{"if (push_valid[i]) begin", "if (push_valid[PUSHES-1-i]) begin"},
        {"push_data[i*WIDTH+:WIDTH]", "push_data[(PUSHES-1-i)*WIDTH+:WIDTH]"}},
       flooding()},
      {"the high-water mark follows the count down again",
       queue,
       {{"assign high = count > high_before ? count : high_before;", "assign high = count;"}},
       flooding()},
      {"the high-water mark is one too low",
       queue,
       {{"count > high_before ? count", "count > high_before + 1 ? count - 1'b1"}},
       single_alltoall()},
      {"what was sent is counted from wherever the register stood before reset",
       "common/event_counter.v",
       {{"count <= {TIME_BITS{1'b0}};", ""}},
       single_alltoall()},
      {"the same where several messages leave at once",
       "common/event_counter.v",
       {{"count <= {TIME_BITS{1'b0}};", ""}},
       flooding()},
      {"a queue forgets at reset how much is in it",
       queue,
       {{"\n      count <= {COUNT_BITS{1'b0}};", ""}},
       flooding()},
      {"one switch alone misses what waits in it, the marks of its level do not",
       "fat_tree/fat_tree_switch_single.v",
       {{".left(left),", ".left(here != 1 ? left : {TOTAL_BITS{1'b0}}),"}},
       single_alltoall(),
       "messages waiting"},
      {"a lost arrival raises no flag",
       queue,
       {{"end else overflow <= 1'b1;", "end"}},
       shallow(),
       "no switch reports an overflow"},
      {"a RUN word is held one cycle too long",
       sequencer,
       {{"held == run_length", "held == run_length + 1"}},
       timetable()},
      {"a loop makes one pass less",
       sequencer,
       {{"passes != more_passes", "passes + 1 < more_passes"}},
       single_allgather(kRom)},
      {"the pass count of a loop survives its end",
       sequencer,
       {{"again ? passes + 1'b1 : {PASS_BITS{1'b0}}", "passes + 1'b1"}},
       credit(kRom)},
      {"the first word is skipped",
       sequencer,
       {{"address <= {ADDRESS_BITS{1'b0}};", "address <= 1;"}},
       timetable()},
      {"network time skips its first cycle",
       "common/time_base.v",
       {{"cycle + 1'b1", "cycle + (cycle == 0 ? 2 : 1)"}},
       flooding()},
  };
}

std::vector<Mutant> route_mutants() {
  const std::string route = "fat_tree/tree_route.v";
  return {
      {"unicasts go to the neighbour of their child",
       route,
       {{"ONE << digit}", "ONE << (digit ^ 1)}"}},
       single_alltoall()},
      {"turns go to the mirrored child",
       route,
       {{"FROM[5:0] >= ahead ? FROM[5:0] - ahead : FROM[5:0] + ARITY[5:0] - ahead;",
         "(FROM[5:0] + ahead) % ARITY[5:0];"}},
       turn()},
      {"floods go back to the child they came from",
       route,
       {{"~(ONE << FROM)", "~NONE"}},
       single_allgather()},
      {"turning messages climb to the root whatever their digits say",
       route,
       {{"may_climb && above != {ROUTE_BITS{1'b0}}", "may_climb"}},
       turn()},
  };
}

std::vector<Mutant> single_mutants() {
  const std::string single = "fat_tree/fat_tree_switch_single.v";
  const std::string queues = "fat_tree/fat_tree_queues.v";
  return {
      {"the highest child is served first",
       queues,
       {{"for (i = ARITY - 1; i >= 0; i = i - 1)", "for (i = 0; i < ARITY; i = i + 1)"}},
       single_allgather()},
      {"down goes before up",
       single,
       {{"assign send_up   = up_count", "assign send_up = down_count == 0 && up_count"},
        {"!send_up && down_count !=", "down_count !="}},
       single_allgather()},
      {"the top bit of what climbs is flipped",
       queues,
       {{"up_goes ? up_head :", "up_goes ? {!up_head[WIDTH-1], up_head[WIDTH-2:0]} :"}},
       single_alltoall()},
      {"a message that still waits below counts as gone",
       queues,
       {{"up_goes ? !up_also_down", "up_goes ? 1'b1"}},
       single_allgather()},
      {"the hop counter stands still",
       single,
       {{".sent(|out_valid),", ".sent(1'b0),"}},
       single_alltoall()},
      {"the last hop is dated one cycle late",
       single,
       {{"  ) frame (\n      .clk(clk),\n      .rst(rst),\n      .run(run),\n      .cycle(cycle),",
         "  ) frame (\n      .clk(clk),\n      .rst(rst),\n      .run(run),\n      .cycle(cycle + "
         "1'b1),"}},
       single_alltoall()},
      {"the waiting mark is taken after the arrivals",
       single,
       {{".left(left),", ".left(left + {{(TOTAL_BITS - 1) {1'b0}}, |in_valid}),"}},
       single_allgather()},
      {"the mark of messages for one child misses those just come",
       single,
       {{"more = more + {{(COUNT_BITS - 1) {1'b0}}, into[i*PORTS+j]};", "more = more;"}},
       single_alltoall()},
  };
}

std::vector<Mutant> multi_mutants() {
  const std::string multi = "fat_tree/fat_tree_switch_multi.v";
  const std::string statistics = "fat_tree/fat_tree_statistics.v";
  const std::string frame = "fat_tree/fat_tree_frame.v";
  return {
      {"a branch of several links uses only one",
       multi,
       {{"assign pops = fill;", "assign pops = fill != 0;"}},
       wide_alltoall()},
      {"two links of a branch carry each other's messages",
       multi,
       {{".heads(out_data[b*DOWN_LINKS*WIDTH+:WAYS*WIDTH])", ".heads(heads)"},
        {"wire [FILL_BITS-1:0] count, high;",
         "wire [FILL_BITS-1:0] count, high; wire [WAYS*WIDTH-1:0] heads;"},
        {"assign out_valid[LINK] =",
         "assign out_data[LINK*WIDTH+:WIDTH] = "
         "heads[(sent == 2 && g < 2 ? 1 - g : g)*WIDTH+:WIDTH]; assign out_valid[LINK] ="}},
       wide_alltoall()},
      {"what comes from the last child is lost",
       multi,
       {{"into[j*LINKS+i] = mask[i*BRANCHES+j];",
         "into[j*LINKS+i] = i / DOWN_LINKS != ARITY - 1 && mask[i*BRANCHES+j];"}},
       flooding()},
      {"a message forgets by which branch it came",
       multi,
       {{"assign from[g*ORIGIN_BITS+:ORIGIN_BITS] = FROM[ORIGIN_BITS-1:0];",
         "assign from[g*ORIGIN_BITS+:ORIGIN_BITS] = 0;"}},
       flooding()},
      {"the longest up queue is not reported",
       multi,
       {{"assign raw_up_high = highs[ARITY*COUNT_BITS+:COUNT_BITS];", "assign raw_up_high = 0;"}},
       flooding()},
      {"the mark of residents is one too low",
       frame,
       {{"resident > queue_before ? resident : queue_before",
         "resident > queue_before + 1 ? resident - 1'b1 : queue_before"}},
       flooding()},
      {"every copy of a multicast counts as a resident",
       statistics,
       {{"else if (one > some) some = one;", "else some = some + one;"}},
       flooding()},
      {"cycles with a send are counted, not sends",
       frame,
       {{".events(sent),", ".events({{(LINKS - 1) {1'b0}}, |sent}),"}},
       flooding()},
      {"the last hop is never dated",
       frame,
       {{".now(cycle),", ".now({TIME_BITS{1'b0}}),"}},
       flooding()},
      {"the waiting mark looks at one queue only",
       frame,
       {{"for (q = 0; q < QUEUES; q = q + 1)\n      if (behind",
         "for (q = 0; q < 1; q = q + 1)\n      if (behind"}},
       flooding()},
  };
}

std::vector<Mutant> credit_mutants() {
  const std::string file = "fat_tree/fat_tree_switch_credit.v";
  return {
      {"the parent is sent to without a credit",
       file,
       {{"one | (leaves_below ? DOWN : NONE)", "one | UP | (leaves_below ? DOWN : NONE)"}},
       credit()},
      {"the children are sent to without a credit",
       file,
       {{"one | (leaves_below ? DOWN : NONE)", "one | DOWN"}},
       credit()},
      {"a credit that comes with a send is forgotten",
       file,
       {{"| credit_two | in_credit;", "| credit_two | (in_credit & ~out_valid);"}},
       credit()},
      {"there is one credit, not two",
       file,
       {{"credit_two <= ~NONE;", "credit_two <= NONE;"}},
       credit()},
      {"after a send the next message is taken from the wrong place",
       file,
       {{"older[i] ? slot_1", "!older[i] ? slot_1"}},
       credit()},
      {"what has been sent still counts as a resident",
       file,
       {{".left(resident - {{(TOTAL_BITS - 1) {1'b0}}, sends}),", ".left(resident),"}},
       credit()},
      {"the top bit of every message is flipped",
       file,
       {{"assign out_data = chosen;", "assign out_data = {!chosen[WIDTH-1], chosen[WIDTH-2:0]};"}},
       credit()},
      {"the hop counter counts arrivals", file, {{".sent(sends),", ".sent(|in_valid),"}}, credit()},
      {"the ROM's sends leave by the wrong port",
       file,
       {{"assign {destination, source} = control;", "assign {source, destination} = control;"}},
       credit(kRom)},
  };
}

}  // namespace

std::vector<Mutant> tree_mutants() {
  std::vector<Mutant> all;
  for (const auto& some :
       {common_mutants(), route_mutants(), single_mutants(), multi_mutants(), credit_mutants()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace romcast::test
