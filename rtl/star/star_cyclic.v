// SPDX-License-Identifier: Apache-2.0
// Controller of a single-port star-graph node by the cyclic rule (alltoall). Each outgoing port has
// a queue. In each step the next queue, in cyclic order, that is not empty sends all messages that
// it holds at the step's beginning, including a message that arrives in the cycle before the step.
// Drawing: docs/rtl/star_cyclic.svg
`default_nettype none
module star_cyclic #(
    parameter PORTS      = 3,
    parameter DEPTH      = 24,  // slots per queue; queue p has the slots p*DEPTH, p*DEPTH + 1, ...
    parameter PLACE_BITS = 7
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     run,
    input  wire [             15:0] packet_cap,
    // A message enters the queue of `push_port`.
    input  wire                     push,
    input  wire [$clog2(PORTS)-1:0] push_port,
    output wire [   PLACE_BITS-1:0] push_place,
    output wire                     refused,     // the queue is full
    output reg  [$clog2(DEPTH+1)-1:0] places_high,  // largest number of messages in one queue
    // At the edge with `hop` a message leaves: if `passes`, the one that enters at this edge, else
    // the one in slot `place`.
    input  wire                     hop,
    output wire                     sends,
    output wire                     first,       // first message of a packet
    output wire [$clog2(PORTS)-1:0] port,
    output wire [   PLACE_BITS-1:0] place,
    output wire                     passes
);
  localparam PORT_BITS = $clog2(PORTS);
  localparam QUEUE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam FILL_BITS = $clog2(DEPTH + 1);
  localparam [PORT_BITS-1:0] LAST = PORTS[PORT_BITS-1:0] - 1'b1;
  localparam [QUEUE_BITS-1:0] END = DEPTH[QUEUE_BITS-1:0] - 1'b1;

  generate
    if (PORTS < 2 || PORTS > 8) begin : g_illegal_ports star_cyclic_PORTS_must_be_2_to_8 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth star_cyclic_DEPTH_must_be_at_least_1 illegal (); end
    if ((1 << PLACE_BITS) < PORTS * DEPTH) begin : g_illegal_place_bits
      star_cyclic_PLACE_BITS_must_hold_PORTS_times_DEPTH illegal ();
    end
  endgenerate

  reg [PORTS*QUEUE_BITS-1:0] heads, tails;  // oldest message and next free slot of each queue
  reg [PORTS-1:0] some;  // queues that are not empty
  reg running, stepping, split;  // split: the packet limit has ended a packet, but not the step
  reg [PORT_BITS-1:0] current;  // port of this step or, between steps, of the last step
  reg [QUEUE_BITS-1:0] stop;  // slot after the last message of the step
  reg [15:0] room;  // messages that still fit in this packet

  function [QUEUE_BITS-1:0] after;
    input [QUEUE_BITS-1:0] at;
    after = at == END ? {QUEUE_BITS{1'b0}} : at + 1'b1;
  endfunction
  function [QUEUE_BITS-1:0] of_port;
    input [PORTS*QUEUE_BITS-1:0] all;
    input [PORT_BITS-1:0] which;
    integer i;
    begin
      of_port = {QUEUE_BITS{1'b0}};
      for (i = 0; i < PORTS; i = i + 1)
        if (which == i[PORT_BITS-1:0]) of_port = of_port | all[i*QUEUE_BITS+:QUEUE_BITS];
    end
  endfunction
  function [PLACE_BITS-1:0] in_store;
    input [PORT_BITS-1:0] which;
    input [QUEUE_BITS-1:0] at;
    in_store = {{(PLACE_BITS - PORT_BITS) {1'b0}}, which} * DEPTH[PLACE_BITS-1:0] +
               {{(PLACE_BITS - QUEUE_BITS) {1'b0}}, at};
  endfunction
  wire [QUEUE_BITS-1:0] push_at = of_port(tails, push_port);
  wire [QUEUE_BITS-1:0] push_next = after(push_at);
  wire [PORTS-1:0] push_queue = push ? {{(PORTS - 1) {1'b0}}, 1'b1} << push_port : {PORTS{1'b0}};
  wire [PORTS-1:0] waiting = some | push_queue;
  assign push_place = in_store(push_port, push_at);
  assign refused = |(push_queue & some) && of_port(heads, push_port) == push_at;

  // `place`, the slot that is read, depends on registers alone; a message that enters an empty
  // queue and leaves at the same edge bypasses the store.
  wire [PORT_BITS-1:0] pick, stored;
  star_next_port #(
      .PORTS(PORTS)
  ) next_waiting (
      .candidates(waiting),
      .behind(current),
      .port(pick)
  );
  star_next_port #(
      .PORTS(PORTS)
  ) next_stored (
      .candidates(some),
      .behind(current),
      .port(stored)
  );
  wire [PORT_BITS-1:0] read_port = stepping ? current : stored;
  wire [QUEUE_BITS-1:0] head = of_port(heads, read_port);
  wire [QUEUE_BITS-1:0] head_next = passes ? push_next : after(head);
  wire [QUEUE_BITS-1:0] tail = passes || (push && !refused && push_port == read_port)
                                   ? push_next : of_port(tails, read_port);
  wire [QUEUE_BITS-1:0] stop_now = stepping ? stop : tail;
  wire [15:0] room_now = first ? packet_cap : room;
  assign sends = running && (stepping || |waiting);
  assign first = !stepping || split;
  assign port = stepping ? current : pick;
  assign place = in_store(read_port, head);
  assign passes = running && !stepping && |(push_queue & ~some) && push_port == pick;

  // `push_fill`: number of slots that the queue of `push_port` occupies after a push; a message
  // that leaves at this edge still occupies its slot.
  wire [QUEUE_BITS-1:0] push_head = of_port(heads, push_port);
  wire [FILL_BITS:0] push_span = {{(FILL_BITS + 1 - QUEUE_BITS) {1'b0}}, push_next} -
                                 {{(FILL_BITS + 1 - QUEUE_BITS) {1'b0}}, push_head};
  wire [FILL_BITS:0] push_fill = push_next > push_head ? push_span
                                                       : push_span + {1'b0, DEPTH[FILL_BITS-1:0]};
  wire fills = push && !refused;
  wire unused_fill = &{1'b0, push_fill[FILL_BITS]};

  always @(posedge clk) begin : move
    integer i;
    running <= !rst && run;
    if (rst) begin
      heads <= {PORTS * QUEUE_BITS{1'b0}};
      tails <= {PORTS * QUEUE_BITS{1'b0}};
      some <= {PORTS{1'b0}};
      stepping <= 1'b0;
      split <= 1'b0;
      current <= LAST;
      places_high <= {FILL_BITS{1'b0}};
    end else if (push || sends) begin
      if (fills && push_fill[FILL_BITS-1:0] > places_high) places_high <= push_fill[FILL_BITS-1:0];
      for (i = 0; i < PORTS; i = i + 1) begin
        if (push_queue[i] && !refused) tails[i*QUEUE_BITS+:QUEUE_BITS] <= push_next;
        if (hop && port == i[PORT_BITS-1:0]) heads[i*QUEUE_BITS+:QUEUE_BITS] <= head_next;
        some[i] <= waiting[i] && !(hop && port == i[PORT_BITS-1:0] && head_next == tail);
      end
      if (sends) begin
        current <= port;
        stop <= stop_now;
        stepping <= run && !(hop && head_next == stop_now);
        room <= room_now - {15'd0, hop};
        split <= hop && |packet_cap && room_now == 16'd1;
      end
    end
  end
endmodule
`default_nettype wire
