// SPDX-License-Identifier: Apache-2.0
// An independent model of broadcasts in fully connected networks, after Bruck, Cypher & Ho (1992),
// Bar-Noy & Ho (1999) and the design notes. It shares no code with the library it judges: naive,
// slow, obviously right. Rounds are counted from 0, processor 0 is the broadcaster.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace oracle::complete {

struct Job {
  unsigned n;      // processors, 2 or more
  unsigned m;      // messages, 1 or more
  unsigned k = 1;  // sends, and receptions, of a processor in a round
};

struct Send {
  unsigned round, from, to, message;
};
using Sends = std::vector<Send>;  // in any order

struct Verdict {
  unsigned rounds;        // until nothing is sent any more: the last round + 1
  unsigned most_sends;    // of a processor in a round
  std::string violation;  // the first rule broken; empty: none
};

// k sends and k receptions at a time; only what was known when the round began; nothing twice; all
// know all in the end.
Verdict judge(const Job& job, unsigned source, Sends sends);

// The algorithms, as papers and notes give them. k = 1 but for those that name it.
Sends path(const Job& job);
Sends binomial(const Job& job);
Sends binary_tree(const Job& job);
Sends hypercube(const Job& job);  // n a power of two
Sends circulant(const Job& job);
Sends clipped_cube(const Job& job);  // any k; n a power of k + 1, m mod k = 1 (k = 1: any m)
Sends k_tree(const Job& job);        // any k
// Does the construction of d Fibonacci trees exist? d >= 3.
bool fibonacci_fits(unsigned n, unsigned d);
Sends fibonacci(const Job& job, unsigned d);
// The chain of boxes of Proposition 8; any k.
Sends rotation(const Job& job);

// Rounds that cannot be undercut and need not be exceeded, whatever the colours of d d-ary trees.
struct Range {
  unsigned least, most;
};
Range d_ary_trees(const Job& job, unsigned d);

// k almost complete k-ary trees of section 3 (also taken as d d-ary trees).
struct Trees {
  std::vector<std::vector<std::vector<unsigned>>> children;  // [tree][processor]
  std::vector<unsigned> height;                              // depth of the deepest processor
};
Trees k_trees(unsigned n, unsigned k);

// How many rounds after it leaves the broadcaster a message is known to all in a chain of boxes,
// by arithmetic: the chain of Proposition 8, and the best of all chains of nice and special boxes
// with a nice, small or k-Tree box at the end. For all n up to `most`; [0] and [1] are 0.
unsigned proposition8_delay(unsigned n, unsigned k);
std::vector<unsigned> best_delays(unsigned most, unsigned k);

// Smallest L with base^L >= n.
unsigned ceil_log(unsigned base, std::uint64_t n);
unsigned ceil_div(unsigned a, unsigned b);

// Bar-Noy & Ho; k = 1 gives m + ceil(log n) - 1 of Bruck, Cypher & Ho.
unsigned lemma2(const Job& job);
unsigned lemma3(const Job& job);  // the larger of both lemmas

// F_d(t) and f_d of Bruck, Cypher & Ho.
std::uint64_t fibonacci_number(unsigned d, unsigned t);
unsigned fibonacci_order(unsigned d, std::uint64_t at_least);
// Rounds as corrected: m + f_d((n' - 1) / d) + d, for n >= d^2 + d + 1.
unsigned fibonacci_formula(const Job& job, unsigned d);
// As printed: Lemmas 4.6, 4.7 or 4.8, whichever is the closest for n.
unsigned fibonacci_printed(const Job& job, unsigned d);
// Printed bound of the k-Tree algorithm: ceil(m/k) + max(2, ceil(log_k(n + 2k))).
unsigned k_tree_printed(const Job& job);

// Fewest rounds of any broadcast, by trying all; tiny n and m.
unsigned optimal_rounds(const Job& job);

}  // namespace oracle::complete
