// SPDX-License-Identifier: Apache-2.0
// An independent model of broadcasts in fully connected networks, after Bruck, Cypher & Ho (1992),
// Bar-Noy & Ho (1999) and the design notes. It shares no code with the library it judges: naive,
// slow, obviously right. Rounds count from 0. In the algorithms processor 0 is the broadcaster.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace oracle::complete {

struct Job {
  unsigned n;      // processors, 2 or more
  unsigned m;      // messages, 1 or more
  unsigned k = 1;  // most sends of a processor in a round, and most receptions
};

struct Send {
  unsigned round, from, to, message;
};
using Sends = std::vector<Send>;  // unordered

struct Verdict {
  unsigned rounds;        // 1 + the number of the last round with a send; 0: no send
  unsigned most_sends;    // of a processor in a round
  std::string violation;  // the first rule broken; empty: none
};

// Checks the rules: in a round, a processor has at most k sends and k receptions, and sends only
// messages that it knew before the round; a processor never receives a message that it knows; at
// the end all processors know all messages.
Verdict judge(const Job& job, unsigned source, Sends sends);

// The algorithms, according to papers and notes. k = 1 unless noted.
Sends path(const Job& job);
Sends binomial(const Job& job);
Sends binary_tree(const Job& job);
Sends hypercube(const Job& job);  // n a power of two
Sends circulant(const Job& job);
Sends clipped_cube(const Job& job);  // any k; n a power of k + 1, m mod k = 1 (k = 1: any m)
Sends k_tree(const Job& job);        // any k
// True if the construction of d Fibonacci trees exists for n processors; false for d < 3.
bool fibonacci_fits(unsigned n, unsigned d);
Sends fibonacci(const Job& job, unsigned d);
// Broadcast along the chain of boxes of Proposition 8 of Bar-Noy & Ho; any k.
Sends rotation(const Job& job);

// Bounds of the rounds of d d-ary trees: no colouring of the edges takes fewer than `least` or more
// than `most` rounds. The colour of an edge is the round of the edge's sends modulo d.
struct Range {
  unsigned least, most;
};
Range d_ary_trees(const Job& job, unsigned d);

// The k almost complete k-ary trees of Bar-Noy & Ho, section 3; with k = d, the d d-ary trees.
struct Trees {
  std::vector<std::vector<std::vector<unsigned>>> children;  // [tree][processor]
  std::vector<unsigned> height;                              // [tree] largest depth
};
Trees k_trees(unsigned n, unsigned k);

// Delay of the chain of boxes of Proposition 8, by arithmetic: the number of rounds after the round
// in which a message leaves the broadcaster, until all processors know the message.
unsigned proposition8_delay(unsigned n, unsigned k);
// Element n = 2 .. `most`: the least delay of any chain of nice and special boxes (Bar-Noy & Ho)
// for n processors, where the last box may also be a direct or k-Tree box. Elements 0 and 1 are 0.
std::vector<unsigned> best_delays(unsigned most, unsigned k);

// Smallest L with base^L >= n.
unsigned ceil_log(unsigned base, std::uint64_t n);
unsigned ceil_div(unsigned a, unsigned b);

// Lower bounds of Bar-Noy & Ho, in rounds. Lemma 2 for k = 1: m + ceil(log_2 n) - 1, as in Bruck,
// Cypher & Ho.
unsigned lemma2(const Job& job);
unsigned lemma3(const Job& job);  // the larger of the bounds of Lemmas 2 and 3

// F_d(t) of Bruck, Cypher & Ho: 1 for t < d, else 1 + F_d(t-1) + ... + F_d(t-d).
std::uint64_t fibonacci_number(unsigned d, unsigned t);
// f_d(x) for x = `at_least`: the smallest t with F_d(t) >= x.
unsigned fibonacci_order(unsigned d, std::uint64_t at_least);
// Rounds by Lemmas 4.6, 4.7 and 4.8 as corrected, for n >= d^2 + d + 1: m + f_d(s) + d, where s is
// the number of processors of a tree; one round less if n = d s + 1, f_d(s) is a multiple of d, and
// s = F_d(f_d(s) - 1) + d.
unsigned fibonacci_formula(const Job& job, unsigned d);
// Rounds as printed: by the most special of Lemmas 4.6, 4.7 and 4.8 that covers n.
unsigned fibonacci_printed(const Job& job, unsigned d);
// Printed bound of the k-Tree algorithm: ceil(m/k) + max(2, ceil(log_k(n + 2k))).
unsigned k_tree_printed(const Job& job);

// Fewest rounds of any broadcast, by exhaustive search; tiny n and m.
unsigned optimal_rounds(const Job& job);

}  // namespace oracle::complete
