// Fat-tree switch, single-port, bounded buffers: a queue of two messages per port and credits
// towards the neighbours, so that nothing is ever lost, whatever the size of the tree. Unicast.
// Outputs depend on registers only; one clock per hop.
// Ports are numbered children 0..ARITY-1, then the parent.
//
// ROM_DEPTH = 0: local rule (Dimakopoulos & Dimopoulos 1996, figure 5, with credits): of the oldest
//   messages of each port that have a credit, first one that goes up, then the parent's, then one
//   that goes down; the lowest child first.
// ROM_DEPTH > 0: the schedule ROM says which port's oldest message leaves by which port.
//   Control word, lowest bit first: source port (one bit each), then destination port.
`default_nettype none
module fat_tree_switch_credit #(
    parameter ARITY      = 2,   // children, 2..16
    parameter WIDTH      = 32,  // bits per message: {rest, route field}
    parameter ROUTE_BITS = 10,  // bits of the route field
    parameter ROM_DEPTH  = 0,   // words of the schedule ROM, 0: local rule
    parameter TIME_BITS  = 32   // bits of the cycle and hop counters
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: constant while running.
    input wire                  is_root,
    input wire                  above_leaves,  // the children are processors, which always accept
    input wire [           4:0] shift,
    input wire [ROUTE_BITS-1:0] here,

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [            ARITY:0] in_valid,
    input  wire [(ARITY+1)*WIDTH-1:0] in_data,
    input  wire [            ARITY:0] in_credit,   // a neighbour has freed a place
    output wire [            ARITY:0] out_valid,   // at most one
    output wire [          WIDTH-1:0] out_data,    // shared by all ports
    output wire [            ARITY:0] out_credit,  // this switch frees a place of that port

    // ROM load port, while `run` is low: one word per clock. Without use when ROM_DEPTH = 0.
    input wire                      load_valid,
    input wire [              31:0] load_address,
    input wire [2*(ARITY+1)+17:0] load_word,

    // Counters and sticky flags.
    output reg  [$clog2(2*ARITY+3)-1:0] queue_high,    // most messages at the end of a cycle
    output reg  [$clog2(2*ARITY+3)-1:0] waiting_high,  // most left behind by the send of a cycle
    output reg  [        TIME_BITS-1:0] hops,          // messages sent
    output reg  [        TIME_BITS-1:0] last_hop,      // cycle of the last one
    output reg                          overflow,      // an arrival found its queue full: lost
    output reg                          underflow,     // the ROM sends from an empty queue
    output reg                          contention     // arrival can go nowhere, word ambiguous
);
  localparam PORTS = ARITY + 1;
  localparam CONTROL_BITS = 2 * PORTS;
  localparam TOTAL_BITS = $clog2(2 * ARITY + 3);

  generate
    if (ARITY < 2 || ARITY > 16 || WIDTH < ROUTE_BITS || ROM_DEPTH < 0) begin : g_illegal
      fat_tree_switch_credit_has_an_illegal_parameter illegal ();
    end
  endgenerate

  // Per port: places `first` (the older) and `second`, and the credits for sending there.
  reg [PORTS*WIDTH-1:0] first, second;
  reg [PORTS-1:0] some, full;  // at least one message; two
  reg [PORTS-1:0] credit_one, credit_two;  // at least one credit; two
  wire [PORTS*PORTS-1:0] wants;  // output port of each port's oldest message
  reg [PORTS-1:0] source, destination;  // the grant
  wire impossible;  // not one source and one destination

  genvar g;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : g_head
      tree_route #(
          .ARITY(ARITY),
          .ROUTE_BITS(ROUTE_BITS),
          .FROM(g)
      ) router (
          .kind(2'd0),
          .is_root(is_root),
          .shift(shift),
          .here(here),
          .route(first[g*WIDTH+:ROUTE_BITS]),
          .mask(wants[g*PORTS+:PORTS])
      );
    end
    if (ROM_DEPTH > 0) begin : g_rom
      wire [CONTROL_BITS-1:0] control;
      sequencer #(
          .CONTROL_BITS(CONTROL_BITS),
          .DEPTH(ROM_DEPTH)
      ) sequencer (
          .clk(clk),
          .rst(rst),
          .run(run),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .control(control)
      );
      always @* {destination, source} = control;
      wire one_source = (source & (source - 1'b1)) == {PORTS{1'b0}};
      wire one_destination = destination != {PORTS{1'b0}} &&
                             (destination & (destination - 1'b1)) == {PORTS{1'b0}};
      assign impossible = |source && !(one_source && one_destination);
      wire unused = &{1'b0, above_leaves};
    end else begin : g_rule
      wire [PORTS-1:0] ready = credit_one | {1'b0, {ARITY{above_leaves}}};
      always @* begin : grant
        integer i;
        source = {PORTS{1'b0}};
        for (i = ARITY - 1; i >= 0; i = i - 1)  // lowest priority first: down from a child
          if (some[i] && |(wants[i*PORTS+:ARITY] & ready[ARITY-1:0]))
            source = {{ARITY{1'b0}}, 1'b1} << i;
        if (some[ARITY] && |(wants[ARITY*PORTS+:ARITY] & ready[ARITY-1:0]))
          source = {1'b1, {ARITY{1'b0}}};
        if (ready[ARITY])
          for (i = ARITY - 1; i >= 0; i = i - 1)
            if (some[i] && wants[i*PORTS+ARITY]) source = {{ARITY{1'b0}}, 1'b1} << i;
        destination = {PORTS{1'b0}};
        for (i = 0; i < PORTS; i = i + 1)
          if (source[i]) destination = destination | wants[i*PORTS+:PORTS];
      end
      assign impossible = 1'b0;
      wire unused = &{1'b0, run, load_valid, load_address, load_word};
    end
  endgenerate

  wire sends = |(source & some);
  reg [WIDTH-1:0] chosen;
  always @* begin : choose
    integer i;
    chosen = {WIDTH{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) if (source[i]) chosen = chosen | first[i*WIDTH+:WIDTH];
  end
  assign out_valid  = sends ? destination : {PORTS{1'b0}};
  assign out_data   = chosen;
  assign out_credit = sends ? source : {PORTS{1'b0}};

  reg [TOTAL_BITS-1:0] resident;
  always @(posedge clk) begin : exchange
    integer i;
    reg [TOTAL_BITS-1:0] total;
    if (rst) begin
      some <= {PORTS{1'b0}};
      full <= {PORTS{1'b0}};
      credit_one <= {PORTS{1'b1}};
      credit_two <= {PORTS{1'b1}};
      resident <= {TOTAL_BITS{1'b0}};
      queue_high <= {TOTAL_BITS{1'b0}};
      waiting_high <= {TOTAL_BITS{1'b0}};
      hops <= {TIME_BITS{1'b0}};
      last_hop <= {TIME_BITS{1'b0}};
      overflow <= 1'b0;
      underflow <= 1'b0;
      contention <= 1'b0;
    end else begin
      if (sends || |in_valid) begin
        for (i = 0; i < PORTS; i = i + 1) begin
          if (out_credit[i]) begin
            first[i*WIDTH+:WIDTH] <= full[i] ? second[i*WIDTH+:WIDTH] : in_data[i*WIDTH+:WIDTH];
          end else if (in_valid[i] && !some[i]) begin
            first[i*WIDTH+:WIDTH] <= in_data[i*WIDTH+:WIDTH];
          end
          if (in_valid[i]) second[i*WIDTH+:WIDTH] <= in_data[i*WIDTH+:WIDTH];
        end
        some <= (some & ~out_credit) | full | in_valid;
        full <= (full & ~out_credit) | (some & in_valid & ~out_credit) | (full & in_valid);
        if (|(full & in_valid & ~out_credit)) overflow <= 1'b1;
        total = resident;
        if (sends) total = total - 1'b1;
        if (total > waiting_high) waiting_high <= total;
        for (i = 0; i < PORTS; i = i + 1)
          if (in_valid[i] && !(full[i] && !out_credit[i])) total = total + 1'b1;
        resident <= total;
        if (total > queue_high) queue_high <= total;
      end
      if (sends) begin
        hops <= hops + 1'b1;
        last_hop <= cycle;
      end
      if (|source && !sends) underflow <= 1'b1;
      credit_one <= (credit_one & ~out_valid) | credit_two | in_credit;
      credit_two <= (credit_two & ~out_valid) | (credit_one & in_credit & ~out_valid) |
                    (credit_two & in_credit);
      if (impossible) contention <= 1'b1;
      for (i = 0; i < PORTS; i = i + 1)
        if (some[i] && wants[i*PORTS+:PORTS] == {PORTS{1'b0}}) contention <= 1'b1;
    end
  end
endmodule
`default_nettype wire
