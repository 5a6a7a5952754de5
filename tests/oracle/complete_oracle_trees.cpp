// SPDX-License-Identifier: Apache-2.0
// Broadcasts along one tree, and along k trees in turn.
#include <algorithm>

#include "complete_oracle.hpp"

namespace oracle::complete {

unsigned ceil_div(unsigned a, unsigned b) { return (a + b - 1) / b; }

unsigned ceil_log(unsigned base, std::uint64_t n) {
  unsigned log = 0;
  for (std::uint64_t reach = 1; reach < n; reach *= base) ++log;
  return log;
}

Sends path(const Job& job) {
  Sends sends;
  for (unsigned message = 0; message < job.m; ++message)
    for (unsigned v = 0; v + 1 < job.n; ++v) sends.push_back({message + v, v, v + 1, message});
  return sends;
}

// One message at a time: every processor with the message sends to one without it.
Sends binomial(const Job& job) {
  Sends sends;
  unsigned round = 0;
  for (unsigned message = 0; message < job.m; ++message)
    for (unsigned holders = 1; holders < job.n; holders *= 2, ++round)
      for (unsigned v = 0; v < holders && v + holders < job.n; ++v)
        sends.push_back({round, v, v + holders, message});
  return sends;
}

// Processors are in heap order; a message goes to the left child first and to the right child a
// round later.
Sends binary_tree(const Job& job) {
  Sends sends;
  for (unsigned message = 0; message < job.m; ++message) {
    std::vector<unsigned> next(job.n, 2 * message);  // [v] round of v's send to its left child
    for (unsigned v = 1; v < job.n; ++v) {
      const unsigned parent = (v - 1) / 2, round = next[parent] + (v - 1) % 2;
      sends.push_back({round, parent, v, message});
      next[v] = round + 1;
    }
  }
  return sends;
}

namespace {

// Grows the trees of Bar-Noy & Ho, section 3. The nodes of each tree are numbered level by level.
struct Grower {
  unsigned n, k;
  unsigned alpha = (n - 2) % k, even = n - alpha, internal = (even - 2) / k;
  // Parent and processor of each node of a tree; node 0 is the broadcaster.
  std::vector<unsigned> above{}, who{};

  void attach(unsigned node, unsigned count, unsigned processor) {
    for (unsigned i = 0; i < count; ++i) above.push_back(node);
    who[node] = processor;
  }

  // Attaches the alpha extra nodes of a tree. Extra processor number `next` can have `spare` more
  // children in all trees together; if spare = 0, the following extra processor is used, which can
  // have k. That processor is placed at the first leaf of the tree, above as many extra nodes as it
  // can have; if extra nodes remain, the following one is placed above them, at the next leaf.
  void extend(unsigned& next, unsigned& spare) {
    if (alpha == 0) return;
    if (spare == 0) {
      ++next;
      spare = k;
    }
    if (spare >= alpha) {
      attach(internal + 1, alpha, even + next);
      spare -= alpha;
      return;
    }
    const unsigned first = spare;
    attach(internal + 1, first, even + next);
    ++next;
    attach(internal + 2, alpha - first, even + next);
    spare = k - (alpha - first);
  }

  void plant(unsigned tree, unsigned& next, unsigned& spare) {
    above.assign(1, 0);
    who.assign(n, 0);
    for (unsigned node = 1; node < even; ++node)
      above.push_back(node == 1 ? 0 : 1 + (node - 2) / k);
    for (unsigned node = 1; node <= internal; ++node) who[node] = 1 + tree * internal + node - 1;
    extend(next, spare);
    settle();
  }

  // Places the unused processors at the nodes without a processor, all of which are leaves.
  void settle() {
    std::vector<bool> placed(n, false);
    for (const unsigned processor : who) placed[processor] = true;
    unsigned free = 1;
    for (unsigned node = 1; node < n; ++node) {
      if (who[node] != 0) continue;
      while (placed[free]) ++free;
      who[node] = free++;
    }
  }
};

unsigned least_time(const Trees& trees, unsigned tree, unsigned at) {
  std::vector<unsigned> below;
  for (const unsigned child : trees.children[tree][at])
    below.push_back(least_time(trees, tree, child));
  std::sort(below.rbegin(), below.rend());
  unsigned time = 0;
  for (unsigned i = 0; i < below.size(); ++i) time = std::max(time, i + 1 + below[i]);
  return time;
}

unsigned most_time(const Trees& trees, unsigned tree, unsigned at, unsigned d) {
  unsigned time = 0;
  for (const unsigned child : trees.children[tree][at])
    time = std::max(time, d + most_time(trees, tree, child, d));
  return time;
}

}  // namespace

Trees k_trees(unsigned n, unsigned k) {
  Trees trees;
  Grower grower{n, k};
  unsigned next = 0, spare = k;
  for (unsigned tree = 0; tree < k; ++tree) {
    grower.plant(tree, next, spare);
    std::vector<unsigned> depth(n, 0);
    std::vector<std::vector<unsigned>> children(n);
    for (unsigned node = 1; node < n; ++node) {
      const unsigned above = grower.above[node];
      depth[node] = depth[above] + 1;
      children[grower.who[above]].push_back(grower.who[node]);
    }
    trees.children.push_back(children);
    trees.height.push_back(*std::max_element(depth.begin(), depth.end()));
  }
  return trees;
}

Sends k_tree(const Job& job) {
  const Trees trees = k_trees(job.n, job.k);
  Sends sends;
  for (unsigned message = 0; message < job.m; ++message) {
    const auto& children = trees.children[message % job.k];
    std::vector<unsigned> level{0};
    for (unsigned round = message / job.k; !level.empty(); ++round) {
      std::vector<unsigned> deeper;
      for (const unsigned v : level)
        for (const unsigned child : children[v]) {
          sends.push_back({round, v, child, message});
          deeper.push_back(child);
        }
      level = deeper;
    }
  }
  return sends;
}

// Returns the rounds that job.m messages take. The children of a processor in a tree have different
// colours, so they receive a message at different times, 1 .. d rounds after the processor; the
// colouring decides their order, so only a range is known.
Range d_ary_trees(const Job& job, unsigned d) {
  const Trees trees = k_trees(job.n, d);
  Range range{~0U, 0};
  for (unsigned tree = 0; tree < d; ++tree) {
    const unsigned first = trees.children[tree][0].front();
    range.least = std::min(range.least, least_time(trees, tree, first));
    range.most = std::max(range.most, most_time(trees, tree, first, d));
  }
  return {job.m + range.least, job.m + range.most};
}

}  // namespace oracle::complete
