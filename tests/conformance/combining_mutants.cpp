// SPDX-License-Identifier: Apache-2.0
// Faults in the nodes that combine messages, found by a reduce or an allreduce.
#include "mutants.hpp"

namespace romcast::test {
namespace {

Trial reduce(const char* ports, std::uint32_t messages = 1) {
  return {{.network = "torus",
           .network_options = {{"dims", "3x3"}},
           .ports = ports,
           .collective = "reduce",
           .messages = messages},
          {.control = Control::rom}};
}

Trial allreduce() {
  Trial job = reduce("multi", 3);
  job.scenario.collective = "allreduce";
  return job;
}

}  // namespace

std::vector<Mutant> combining_mutants() {
  const std::string node = "direct/combining_node.v";
  return {
      {"what is delivered is inverted",
       node,
       {{"deliver_data <= in_data;", "deliver_data <= ~in_data;"}},
       reduce("single")},
      {"what is delivered is of the cycle before",
       node,
       {{"deliver_data <= in_data;", "deliver_data <= late; late <= in_data;"},
        {"  reg amiss;", "  reg [PORTS*WIDTH-1:0] late;\n  reg amiss;"}},
       reduce("single")},
      {"what leaves does not contain what came last",
       node,
       {{"if (|issue) out_data <= local_data;", "out_data <= issued; issued <= local_data;"},
        {"  reg amiss;", "  reg [SENDERS*WIDTH-1:0] issued;\n  reg amiss;"}},
       reduce("single")},
      {"a bit of the map is flipped where the order is not kept",
       node,
       {{"if (|issue) out_data <= local_data;",
         "if (|issue) out_data <= local_data ^ {SENDERS{64'd1 << 38}};"}},
       reduce("single"),
       "not as they were sent"},
      {"what may leave again is called too late",
       node,
       {{"amiss && AGAIN == 0", "amiss"}},
       allreduce(),
       "underflow"},
      {"two ports are exchanged",
       node,
       {{"ONE << target :", "ONE << (target < 2 ? 1 - target : target) :"}},
       reduce("single")},
      {"port 0 delivers nothing",
       node,
       {{"deliver_valid <= rst ? NONE : in_valid;",
         "deliver_valid <= rst ? NONE : in_valid & ~ONE;"}},
       reduce("multi", 3)},
      {"nothing leaves by port 0",
       node,
       {{"out_valid <= rst ? NONE : sends;", "out_valid <= rst ? NONE : sends & ~ONE;"}},
       reduce("multi", 3)},
      {"what is sent counts as delivered",
       node,
       {{".delivers(in_valid),", ".delivers(out_valid),"}},
       reduce("multi", 3),
       "deliver"},
      {"a value counts as sent before anything leaves",
       node,
       {{"sent <= {VALUES{1'b0}};", "sent <= {VALUES{1'b1}};"}},
       reduce("single"),
       "underflow"},
      {"two arrivals at once are called none",
       node,
       {{"(in_valid & (in_valid - 1'b1)) != NONE", "in_valid != NONE"}},
       reduce("single"),
       "contention"},
      {"the number of the value is that of the one after it",
       node,
       {{".place(issue_value[k*VALUE_BITS+:VALUE_BITS])", ".place(shown)"},
        {"      wire mine =",
         "      wire [VALUE_BITS-1:0] shown;\n"
         "      assign issue_value[k*VALUE_BITS+:VALUE_BITS] = shown + 1'b1;\n"
         "      wire mine ="}},
       reduce("multi", 3)},
  };
}

}  // namespace romcast::test
