// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/star_routing.hpp"

namespace romcast {
namespace {

// For each position of `from`, the position at which `to` has the same symbol. Positions count
// from 0.
Permutation homes(Permutation from, Permutation to, unsigned symbols) {
  return to.inverse(symbols).times(from, symbols);
}

}  // namespace

bool nearer(Permutation from, Permutation to, unsigned dimension, unsigned symbols) {
  const Permutation home = homes(from, to, symbols);
  const unsigned d = dimension - 1;
  if (home[0] == 0) return home[d] != d;  // R1: enters a cycle
  if (home[0] == d) return true;          // R2: brings a symbol home
  if (home[d] == d) return false;
  unsigned at = home[0];
  while (at != 0 && at != d) at = home[at];
  return at == 0;  // joins another cycle
}

unsigned star_distance(Permutation from, Permutation to, unsigned symbols) {
  const Permutation home = homes(from, to, symbols);
  unsigned displaced = 0, cycles = 0, seen = 0;
  for (unsigned i = 0; i < symbols; ++i) {
    if (home[i] == i) continue;
    ++displaced;
    if ((seen >> i & 1U) != 0) continue;
    ++cycles;
    for (unsigned at = i; (seen >> at & 1U) == 0; at = home[at]) seen |= 1U << at;
  }
  return displaced + cycles - (home[0] != 0 ? 2 : 0);
}

unsigned step_towards(Permutation from, Permutation to, unsigned symbols) {
  const Permutation home = homes(from, to, symbols);
  if (home[0] != 0) return home[0] + 1;
  unsigned d = 1;
  while (home[d] == d) ++d;
  return d + 1;
}

bool inside(Permutation node, const Substar& substar, unsigned symbols) {
  for (unsigned i = substar.free; i < symbols; ++i) {
    if (node[i] != substar.label[i]) return false;
  }
  return true;
}

unsigned step_towards(Permutation from, const Substar& substar, unsigned symbols) {
  const Permutation home = homes(from, substar.label, symbols);
  if (home[0] >= substar.free) return home[0] + 1;  // R4
  unsigned i = 1;                                   // R3
  while (home[i] < substar.free || home[i] == i) ++i;
  return i + 1;
}

std::vector<unsigned> path_to(Permutation from, const Substar& substar, unsigned symbols) {
  std::vector<unsigned> path;
  while (!inside(from, substar, symbols)) {
    path.push_back(step_towards(from, substar, symbols));
    from = from.crossed(path.back());
  }
  return path;
}

}  // namespace romcast
