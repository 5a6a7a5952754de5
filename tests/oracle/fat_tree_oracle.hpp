// SPDX-License-Identifier: Apache-2.0
// An independent simulator of the leaf communications of Dimakopoulos & Dimopoulos (1996), written
// from the paper and the design notes. It shares no code with the library it judges: naive, slow,
// obviously right.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace oracle {

struct Tree {
  unsigned k, h;
  std::vector<unsigned> capacity;  // capacity[i] = c_{i+1}: links of a branch from level i to i + 1
};

struct Level {
  unsigned level, max_queue, max_waiting, max_up_fifo, max_down_fifo;
};

// cycle, level and index of the sender, level and index of the receiver, message
using Hop = std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned, std::uint64_t>;

struct Result {
  unsigned cycles;          // the last step in which a leaf receives a message it needs
  std::uint64_t hops;       // link crossings, including useless ones
  std::uint64_t delivered;  // (leaf, needed message) pairs
  unsigned max_queue, max_waiting;
  std::vector<Level> levels;  // levels 1 .. h
  std::vector<Hop> trace;     // sorted; filled on request
};

unsigned leaf_count(const Tree& tree);
// Level of the lowest common ancestor of two leaves; 0 for a leaf and itself.
unsigned turn_level(const Tree& tree, unsigned x, unsigned y);
unsigned distance(const Tree& tree, unsigned x, unsigned y);
// Digit-wise sum without carry, base k.
unsigned digit_sum(const Tree& tree, unsigned x, unsigned offset);

// collective  ports          algorithms
// broadcast   single, multi  leaf-broadcast
// scatter     single, multi  furthest-first
// gather      single, multi  reversed-scatter, greedy
// allgather   single         upward-first
//             multi          flooding; with one message only: turn-simple, turn-phased,
//                            turn-nearest-first
// alltoall    single         upward-first
//             multi          phased, pipelined, greedy
// `order` is the order of the destinations: digit-wise (also ""), ascending, descending,
// nearest-first. It is used by furthest-first, by reversed-scatter (in the scatter that it
// reverses) and, in alltoall, by upward-first and by greedy.
//
// Message numbers, with M = `messages` and m = 0 .. M-1: broadcast m; scatter destination * M + m;
// gather, allgather source * M + m; alltoall (source * n + destination) * M + m. A leaf sends the M
// messages for one destination consecutively; the timetables phased and pipelined stretch every
// step to M steps; reversed-scatter sends message i in step T + 1 - t if the scatter that it
// reverses takes T steps and delivers message i in step t. Messages that reach a switch in one step
// join its queues by the branch from which they come, children 0 .. k-1 before the parent, and from
// one branch in sending order. A multiport switch has a FIFO per outgoing branch. A single-port
// switch sends its oldest upward message; if there is none, its oldest downward message to the next
// child in ascending order. max_waiting: multiport per outgoing branch, single-port per switch.
// Throws std::invalid_argument for other arguments, std::logic_error if a run contradicts itself.
Result run(const Tree& tree, const std::string& collective, const std::string& ports,
           const std::string& algorithm, const std::string& order, unsigned source,
           unsigned messages, bool keep_trace);

// Fewest steps of ANY store-and-forward schedule with M = 1, found by exhaustive search; for tiny
// trees. Returns 0 when a layer of the search outgrows max_states.
unsigned optimal_cycles(const Tree& tree, const std::string& collective, const std::string& ports,
                        unsigned source, std::size_t max_states = 4'000'000);

}  // namespace oracle
