// SPDX-License-Identifier: Apache-2.0
// A whole star graph of nodes, wired port to port, runs one collective operation. Every message
// must reach each of its destinations exactly once, in the cycles of the operation's formula if it
// has one, and every counter must match the links.
//   KIND 0  allgather by the level rule
//        1  alltoall by the cyclic rule (single-port)
//        2  alltoall by ROM with `swap`: an arrival takes the slot number of the message that
//           leaves; multi-port: a message takes the first free time slot of each port on its path
//        3  allgather by ROM along a Hamiltonian path (single-port)
//        4  allgather by ROM around the ring of six nodes (multi-port, SYMBOLS = 3)
`default_nettype none
module star_network_tb;
  parameter SYMBOLS = 3, KIND = 0, MULTI = 0, STARTUP = 0, PER_MESSAGE = 1, CAP = 0, OWN = 1;
  localparam N = SYMBOLS == 3 ? 6 : SYMBOLS == 4 ? 24 : 120;
  localparam PORTS = SYMBOLS - 1, S = $clog2(SYMBOLS), ROUTE_BITS = SYMBOLS * S;
  localparam WIDTH = ROUTE_BITS + 16;
  localparam RULE = KIND == 0 ? 1 : KIND == 1 ? 2 : 0;
  localparam ALLGATHER = KIND == 0 || KIND >= 3;
  localparam ROM_DEPTH = RULE == 0 ? 256 : 0;
  localparam DEPTH = KIND == 2 ? N - 1 : N * OWN;
  localparam PLACE_BITS = $clog2(DEPTH);
  localparam TARGET_BITS = MULTI ? S : $clog2(PORTS);
  localparam WORD_BITS = PLACE_BITS + TARGET_BITS + 2 + 18;
  localparam LANES = MULTI ? PORTS : 1;

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, local_valid = 1'b0, load_valid = 1'b0;
  reg [31:0] cycle = 0, load_address = 0;
  reg [WORD_BITS-1:0] load_word = 0;
  reg [N*WIDTH-1:0] local_data = 0;
  reg [N*PORTS-1:0] in_start = 0, in_valid = 0;
  reg [N*PORTS*WIDTH-1:0] in_data = 0;
  wire [N*PORTS-1:0] out_start, out_valid;
  wire [N*PORTS*WIDTH-1:0] out_data;
  wire [N*LANES-1:0] deliver_valid;
  wire [N*LANES*WIDTH-1:0] deliver_data;
  wire [N*32-1:0] hops, last_hop, busy, deliveries, last_delivery;
  localparam MARK_BITS = $clog2((MULTI ? SYMBOLS : RULE == 2 ? PORTS : 1) * DEPTH + 1);
  wire [MARK_BITS-1:0] queue_high[0:N-1], waiting_high[0:N-1];
  wire [N-1:0] overflow, underflow, contention;

  // The nodes' labels, in lexicographic order; bits S*i +: S hold the symbol at position i + 1.
  reg [ROUTE_BITS-1:0] label[0:N-1];
  integer neighbour[0:N*PORTS-1];
  integer errors = 0;

  genvar g;
  generate
    for (g = 0; g < N; g = g + 1) begin : g_node
      if (MULTI) begin : g_multi
        store_node_multi #(
            .PORTS(PORTS), .WIDTH(WIDTH), .DEPTH(DEPTH), .ROM_DEPTH(ROM_DEPTH), .RULE(RULE)
        ) node (
            .clk(clk), .rst(rst), .run(run), .here(label[g]), .multicast(ALLGATHER != 0),
            .swap(KIND == 2), .startup(STARTUP[15:0]), .per_message(PER_MESSAGE[15:0]),
            .packet_cap(CAP[15:0]), .cycle(cycle), .in_start(in_start[g*PORTS+:PORTS]),
            .in_valid(in_valid[g*PORTS+:PORTS]), .in_data(in_data[g*PORTS*WIDTH+:PORTS*WIDTH]),
            .out_start(out_start[g*PORTS+:PORTS]), .out_valid(out_valid[g*PORTS+:PORTS]),
            .out_data(out_data[g*PORTS*WIDTH+:PORTS*WIDTH]), .local_valid(local_valid),
            .local_data(local_data[g*WIDTH+:WIDTH]),
            .deliver_valid(deliver_valid[g*LANES+:LANES]),
            .deliver_data(deliver_data[g*LANES*WIDTH+:LANES*WIDTH]), .load_valid(load_valid),
            .load_address(load_address), .load_word(load_word), .queue_high(queue_high[g]),
            .waiting_high(waiting_high[g]), .hops(hops[g*32+:32]), .last_hop(last_hop[g*32+:32]),
            .busy(busy[g*32+:32]), .deliveries(deliveries[g*32+:32]),
            .last_delivery(last_delivery[g*32+:32]), .overflow(overflow[g]),
            .underflow(underflow[g]), .contention(contention[g]));
      end else begin : g_single
        wire [WIDTH-1:0] shared;
        assign out_data[g*PORTS*WIDTH+:PORTS*WIDTH] = {PORTS{shared}};
        store_node_single #(
            .PORTS(PORTS), .WIDTH(WIDTH), .DEPTH(DEPTH), .ROM_DEPTH(ROM_DEPTH), .RULE(RULE)
        ) node (
            .clk(clk), .rst(rst), .run(run), .here(label[g]), .multicast(ALLGATHER != 0),
            .swap(KIND == 2), .startup(STARTUP[15:0]), .per_message(PER_MESSAGE[15:0]),
            .packet_cap(CAP[15:0]), .cycle(cycle), .in_start(in_start[g*PORTS+:PORTS]),
            .in_valid(in_valid[g*PORTS+:PORTS]), .in_data(in_data[g*PORTS*WIDTH+:PORTS*WIDTH]),
            .out_start(out_start[g*PORTS+:PORTS]), .out_valid(out_valid[g*PORTS+:PORTS]),
            .out_data(shared), .local_valid(local_valid), .local_data(local_data[g*WIDTH+:WIDTH]),
            .deliver_valid(deliver_valid[g]), .deliver_data(deliver_data[g*WIDTH+:WIDTH]),
            .load_valid(load_valid), .load_address(load_address), .load_word(load_word),
            .queue_high(queue_high[g]), .waiting_high(waiting_high[g]), .hops(hops[g*32+:32]),
            .last_hop(last_hop[g*32+:32]), .busy(busy[g*32+:32]),
            .deliveries(deliveries[g*32+:32]), .last_delivery(last_delivery[g*32+:32]),
            .overflow(overflow[g]), .underflow(underflow[g]), .contention(contention[g]));
      end
    end
  endgenerate

  function [ROUTE_BITS-1:0] swapped(input [ROUTE_BITS-1:0] from, input integer port);
    begin
      swapped = from;
      swapped[S-1:0] = from[(port+1)*S+:S];
      swapped[(port+1)*S+:S] = from[S-1:0];
    end
  endfunction
  // Label u * p: position i holds the symbol of u at position p_i.
  function [ROUTE_BITS-1:0] product(input [ROUTE_BITS-1:0] u, input [ROUTE_BITS-1:0] p);
    integer at;
    for (at = 0; at < SYMBOLS; at = at + 1) product[at*S+:S] = u[p[at*S+:S]*S+:S];
  endfunction
  function integer index_of(input [ROUTE_BITS-1:0] which);
    integer at;
    begin
      index_of = -1;
      for (at = 0; at < N; at = at + 1) if (label[at] == which) index_of = at;
    end
  endfunction
  function integer packets(input integer messages);
    packets = CAP == 0 ? 1 : (messages + CAP - 1) / CAP;
  endfunction

  task name_nodes;
    integer node, at, rest, symbol, skip, radix;
    reg [SYMBOLS-1:0] used;
    begin
      for (node = 0; node < N; node = node + 1) begin
        rest = node;
        used = 0;
        radix = N;
        for (at = 0; at < SYMBOLS; at = at + 1) begin
          radix = radix / (SYMBOLS - at);
          skip = rest / radix;
          rest = rest % radix;
          symbol = 0;
          while (used[symbol] || skip > 0) begin
            if (!used[symbol]) skip = skip - 1;
            symbol = symbol + 1;
          end
          used[symbol] = 1'b1;
          label[node][at*S+:S] = symbol;
        end
      end
      for (node = 0; node < N; node = node + 1)
        for (at = 0; at < PORTS; at = at + 1)
          neighbour[node*PORTS+at] = index_of(swapped(label[node], at));
    end
  endtask

  // Programs: per port a list of words; the same for all nodes.
  reg [WORD_BITS-1:0] words[0:PORTS*256-1];
  integer size[0:PORTS-1];
  // The operation's cycles; start-ups, sent messages and busy cycles of the output links of a node,
  // the same for every node.
  integer length = 0, starts = 0, sends = 0, links = 0;
  task add(input integer port, input send, input start, input integer target, input integer slot,
           input integer messages);
    integer cycles;
    begin
      cycles = (start ? STARTUP : 0) + messages * PER_MESSAGE;
      words[port*256+size[port]] = {2'd0, cycles[15:0] - 16'd1, send, start,
                                    target[TARGET_BITS-1:0], slot[PLACE_BITS-1:0]};
      size[port] = size[port] + 1;
      if (send) begin
        links = links + cycles;
        sends = sends + messages;
        starts = starts + start;
      end
    end
  endtask

  // Shortest paths from node 0 to each node: the path's last port, and its length.
  integer last_port[0:N-1], distance[0:N-1];
  task search_ways;
    integer node, at, round;
    begin
      for (node = 0; node < N; node = node + 1) distance[node] = node == 0 ? 0 : 999;
      for (round = 0; round < 2 * SYMBOLS; round = round + 1)
        for (node = 0; node < N; node = node + 1)
          for (at = 0; at < PORTS; at = at + 1)
            if (distance[node] == round && distance[neighbour[node*PORTS+at]] == 999) begin
              distance[neighbour[node*PORTS+at]] = round + 1;
              last_port[neighbour[node*PORTS+at]] = at;
            end
    end
  endtask
  function integer way(input integer target, input integer step);
    integer node;
    begin
      node = target;
      while (distance[node] > step + 1) node = neighbour[node*PORTS+last_port[node]];
      way = last_port[node];
    end
  endfunction

  // Single-port: every node u has its message for node u*p in slot place_of[p] and sends this
  // message over the ports of the path from node 0 to p. All nodes but node 0 and its neighbour by
  // port 0 form pairs: two neighbours by port 0, p the one nearer to node 0, and q. The messages for
  // u*p and u*q are in adjacent slots and travel together along the path to p, by one word of two
  // messages or by two words that form a packet; then the message for u*q leaves by port 0. The
  // message for u's own neighbour by port 0 travels alone.
  integer place_of[0:N-1];  // by p
  task compose_single;
    integer node, mate, step, place;
    begin
      place_of[neighbour[0]] = 0;
      add(0, 1, 1, 0, 0, 1);
      place = 1;
      for (node = 1; node < N; node = node + 1) begin
        mate = neighbour[node*PORTS];
        if (mate != 0 && distance[node] < distance[mate]) begin
          place_of[node] = place;
          place_of[mate] = place + 1;
          for (step = 0; step < distance[node]; step = step + 1)
            if (place % 4 == 1) begin
              add(0, 1, 1, way(node, step), place, 1);
              add(0, 1, 0, way(node, step), place + 1, 1);
            end else add(0, 1, 1, way(node, step), place, 2);
          add(0, 1, 1, 0, place + 1, 1);
          place = place + 2;
        end
      end
      length = links;
    end
  endtask

  // Multi-port: every message takes the first free time slot of each port on its path, one message
  // per packet.
  reg [PORTS-1:0] taken[0:255];
  integer slot_bank[0:PORTS*256-1], slot_place[0:PORTS*256-1];
  task compose_multi;
    integer node, step, time_slot, at, bank, last;
    begin
      last = 0;
      for (step = 0; step < 256; step = step + 1) taken[step] = 0;
      for (node = 1; node < N; node = node + 1) begin
        place_of[node] = node - 1;
        time_slot = 0;
        bank = PORTS;
        for (step = 0; step < distance[node]; step = step + 1) begin
          at = way(node, step);
          while (taken[time_slot][at]) time_slot = time_slot + 1;
          taken[time_slot][at] = 1'b1;
          slot_bank[at*256+time_slot] = bank;
          slot_place[at*256+time_slot] = node - 1;
          bank = at;
          time_slot = time_slot + 1;
        end
        if (time_slot > last) last = time_slot;
      end
      for (step = 0; step < last; step = step + 1)
        for (at = 0; at < PORTS; at = at + 1)
          if (taken[step][at]) add(at, 1, 1, slot_bank[at*256+step], slot_place[at*256+step], 1);
          else add(at, 0, 1, 0, 0, 1);
      length = last * (STARTUP + PER_MESSAGE);
    end
  endtask

  // In each step every node sends the message that it received last. All nodes use the same port,
  // the next one of a path through all nodes.
  integer path[0:N-1];
  task compose_path;
    integer depth, node, at;
    reg [N-1:0] seen;
    begin
      depth = 0;
      node = 0;
      seen = 1;
      path[0] = 0;
      while (depth < N - 1) begin
        at = path[depth];
        if (at == PORTS) begin  // backtracks
          depth = depth - 1;
          seen[node] = 1'b0;
          node = neighbour[node*PORTS+path[depth]];
          path[depth] = path[depth] + 1;
        end else if (seen[neighbour[node*PORTS+at]]) path[depth] = at + 1;
        else begin
          node = neighbour[node*PORTS+at];
          seen[node] = 1'b1;
          depth = depth + 1;
          if (depth < N) path[depth] = 0;
        end
      end
      for (depth = 0; depth < N - 1; depth = depth + 1)
        add(0, 1, 1, path[depth], depth, 1);
      length = links;
    end
  endtask

  task compose_hexagon;
    begin
      add(0, 1, 1, 2, 0, 1);
      add(1, 1, 1, 2, 0, 1);
      add(0, 1, 1, 1, 0, 1);
      add(1, 1, 1, 0, 0, 1);
      add(1, 1, 1, 0, 1, 1);
      length = 3 * (STARTUP + PER_MESSAGE);
    end
  endtask

  task predict_level;
    integer d, block, once;
    begin
      block = OWN;
      for (d = 2; d <= SYMBOLS; d = d + 1) begin
        once = packets(block) * STARTUP + block * PER_MESSAGE;
        links = links + (d - 1) * once;
        starts = starts + (d - 1) * packets(block);
        sends = sends + (d - 1) * block;
        length = length + (MULTI ? (d == 2 ? 1 : 2) : d - 1) * once;
        block = d * block;
      end
    end
  endtask

  // Observations on the links and at the processors.
  integer due[0:N*PORTS-1], in_packet[0:N*PORTS-1], started[0:N-1];
  integer got[0:N*N*OWN-1];
  integer seen_deliveries = 0;
  task fault(input integer node, input [8*40-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10) $display("star_network_tb: node %0d, cycle %0d: %0s", node, cycle, what);
    end
  endtask
  task exchange;
    integer node, at, link, from, index;
    reg [WIDTH-1:0] message;
    begin
      for (node = 0; node < N; node = node + 1)
        for (at = 0; at < PORTS; at = at + 1) begin
          link = node * PORTS + at;
          from = neighbour[link] * PORTS + at;
          in_start[link] = out_start[from];
          in_valid[link] = out_valid[from];
          in_data[link*WIDTH+:WIDTH] = out_valid[from] ? out_data[from*WIDTH+:WIDTH] : cycle;
        end
      for (node = 0; node < N; node = node + 1) begin
        for (at = 0; at < LANES; at = at + 1)
          if (deliver_valid[node*LANES+at]) begin
            message = deliver_data[(node*LANES+at)*WIDTH+:WIDTH];
            index = message[ROUTE_BITS+:16];
            seen_deliveries = seen_deliveries + 1;
            if (index >= N * OWN) fault(node, "delivery of no message");
            else got[node*N*OWN+index] = got[node*N*OWN+index] + 1;
            if (!ALLGATHER && message[ROUTE_BITS-1:0] !== label[node]) fault(node, "misrouted");
          end
      end
    end
  endtask
  task watch;  // the outputs of `cycle`
    integer node, at, link, active;
    begin
      for (node = 0; node < N; node = node + 1) begin
        active = 0;
        for (at = 0; at < PORTS; at = at + 1) begin
          link = node * PORTS + at;
          if (out_start[link]) begin
            started[node] = started[node] + 1;
            due[link] = cycle + STARTUP + PER_MESSAGE - 1;
            in_packet[link] = 0;
          end
          if (out_valid[link]) begin
            in_packet[link] = in_packet[link] + 1;
            if (STARTUP > 0 && cycle != due[link]) fault(node, "message out of step");
            if (STARTUP == 0 && cycle < due[link]) fault(node, "message too early");
            if (STARTUP > 0 && RULE > 0 && CAP > 0 && in_packet[link] > CAP)
              fault(node, "packet too long");
            due[link] = cycle + PER_MESSAGE;
          end
          if (out_start[link] || out_valid[link]) active = active + 1;
        end
        if (!MULTI && active > 1) fault(node, "two sends");
      end
    end
  endtask
  task tick;
    begin
      @(negedge clk);
      exchange;
    end
  endtask

  integer i, j, k, target, hop_sum = 0;
  initial begin
    name_nodes;
    search_ways;
    for (i = 0; i < N; i = i + 1) begin
      hop_sum = hop_sum + distance[i];
      started[i] = 0;
      for (j = 0; j < PORTS; j = j + 1) due[i*PORTS+j] = 0;
    end
    for (i = 0; i < N * N * OWN; i = i + 1) got[i] = 0;
    for (i = 0; i < PORTS; i = i + 1) size[i] = 0;
    case (KIND)
      0: predict_level;
      1: begin
        sends = hop_sum * OWN;
        starts = CAP == 0 ? SYMBOLS * SYMBOLS - 3 * SYMBOLS + 3 : 0;
        length = starts * STARTUP + sends * PER_MESSAGE;
        links = length;
      end
      2: if (MULTI) compose_multi; else compose_single;
      3: compose_path;
      default: compose_hexagon;
    endcase
    if (KIND != 0 && KIND < 3 && sends != hop_sum * OWN) fault(0, "the program is wrong");

    tick;
    rst = 1'b0;
    for (j = 0; j < (ALLGATHER ? OWN : (N - 1) * OWN); j = j + 1) begin
      local_valid = 1'b1;
      for (i = 0; i < N; i = i + 1) begin
        target = i;
        if (KIND == 1) target = j / OWN < i ? j / OWN : j / OWN + 1;
        if (KIND == 2)
          for (k = 1; k < N; k = k + 1)
            if (place_of[k] == j) target = index_of(product(label[i], label[k]));
        local_data[i*WIDTH+:WIDTH] = {16'd0, label[target]};
        k = i * OWN + j % OWN;
        local_data[i*WIDTH+ROUTE_BITS+:16] = k[15:0];
      end
      tick;
    end
    local_valid = 1'b0;
    if (RULE == 0)
      for (i = 0; i < PORTS; i = i + 1) begin
        words[i*256+size[i]] = {2'd2, {WORD_BITS - 2{1'b0}}};
        for (j = size[i]; j >= 0 && (MULTI || i == 0); j = j - 1) begin
          load_valid = 1'b1;
          load_address = {i[3:0], j[27:0]};
          load_word = words[i*256+j];
          tick;
        end
      end
    load_valid = 1'b0;
    run = 1'b1;
    tick;  // the sequencer's start
    if (CAP > 0 && KIND == 1) length = 20 * N * STARTUP + sends * PER_MESSAGE;  // an upper bound
    for (i = 0; i < length + 20; i = i + 1) begin
      tick;
      cycle = cycle + 1;
      watch;
    end
    tick;

    for (i = 0; i < N; i = i + 1) begin
      // An alltoall in packets of CAP messages has no formula: the start-ups are counted at node 0,
      // and start-ups and messages must follow one another without a pause.
      if (CAP > 0 && KIND == 1) begin
        starts = started[0];
        length = starts * STARTUP + sends * PER_MESSAGE;
        links = length;
      end
      if (overflow[i] || underflow[i] || contention[i]) fault(i, "a flag is up");
      if (hops[i*32+:32] != sends) fault(i, "hops");
      if (last_hop[i*32+:32] != length) fault(i, "last hop");
      if (busy[i*32+:32] != links) fault(i, "busy");
      if (STARTUP > 0 && started[i] != starts) fault(i, "start-ups");
      if (deliveries[i*32+:32] != (N - 1) * OWN) fault(i, "deliveries");
      if (last_delivery[i*32+:32] != length) fault(i, "last delivery");
      if (queue_high[i] != (ALLGATHER ? N : N - 1) * OWN) fault(i, "queue_high");
      if (waiting_high[i] != (ALLGATHER ? 0 : (N - 1) * OWN - (STARTUP + PER_MESSAGE > 1 ? 0
                              : MULTI ? (words[0][WORD_BITS-19] + words[256][WORD_BITS-19] +
                                         (PORTS > 2 ? words[2*256][WORD_BITS-19] : 0)) : 1)))
        fault(i, "waiting_high");
      for (j = 0; j < N * OWN; j = j + 1)
        if (got[i*N*OWN+j] != (j / OWN == i ? 0 : 1)) fault(i, "lost or doubled");
    end
    if (errors == 0 && seen_deliveries == N * (N - 1) * OWN)
      $display("PASS star_network_tb: %0d messages in %0d cycles", seen_deliveries, length);
    else $display("FAIL star_network_tb: %0d errors, %0d deliveries", errors, seen_deliveries);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
