// SPDX-License-Identifier: Apache-2.0
// Broadcasts that use the dimensions of a cube in turn (Ho; Bar-Noy & Ho), or the skips of a
// circulant graph in turn (Traeff).
#include <algorithm>
#include <stdexcept>

#include "complete_oracle.hpp"

namespace oracle::complete {
namespace {

// Vectors of d digits 0 .. k; the broadcaster is the vector 0.
struct Cube {
  unsigned k, d;

  unsigned place(unsigned dimension) const {
    unsigned value = 1;
    while (dimension-- > 0) value *= k + 1;
    return value;
  }
  unsigned digit(unsigned v, unsigned dimension) const { return v / place(dimension) % (k + 1); }
  unsigned with(unsigned v, unsigned dimension, unsigned digit_value) const {
    return v + (digit_value - digit(v, dimension)) * place(dimension);
  }
  // Number of rounds between the last exchange along the dimension and round r.
  unsigned age(unsigned dimension, unsigned r) const { return (r + d - 1 - dimension % d) % d; }
};

// The message that vector v (not the broadcaster) forwards in round r; negative: none yet. A number
// beyond the last message stands for the last message, which is repeated.
int message_of(const Cube& cube, unsigned v, unsigned r) {
  unsigned oldest = 0, value = 0;
  for (unsigned dimension = 0; dimension < cube.d; ++dimension) {
    if (cube.digit(v, dimension) == 0 || cube.age(dimension, r) < oldest) continue;
    oldest = cube.age(dimension, r);
    value = cube.digit(v, dimension);
  }
  const int injected = static_cast<int>(r) - 1 - static_cast<int>(oldest);
  if (injected < 0) return -1;
  return static_cast<int>(cube.k) * injected + static_cast<int>(value) - 1;
}

struct Skips {
  unsigned n, q = ceil_log(2, n);
  std::vector<unsigned> skip = std::vector<unsigned>(q + 1, n);

  explicit Skips(unsigned processors) : n(processors) {
    for (unsigned k = q; k > 0; --k) skip[k - 1] = (skip[k] + 1) / 2;
  }

  unsigned base(unsigned r) const {
    for (unsigned k = q; k-- > 0;) {
      if (skip[k] == r) return k;
      if (skip[k] < r) r -= skip[k];
    }
    return q;
  }
};

// Finds the blocks that processor r receives in a phase, by a depth-first search through the sums
// of different skips, from the largest skip down.
struct Finder {
  const Skips& skips;
  unsigned r;
  unsigned own = skips.base(r), span = skips.n + r, limit = 2 * skips.n, found = 0;
  std::vector<bool> alive = std::vector<bool>(skips.q + 1, true);
  std::vector<unsigned> path = std::vector<unsigned>(skips.q, 0);

  bool within(unsigned sum, unsigned which) const { return sum + skips.skip[which] <= span; }

  void visit(unsigned sum, int e) {
    for (; e >= 0 && found < skips.q; --e) {
      if (!alive[static_cast<unsigned>(e)]) continue;
      const unsigned c = sum + skips.skip[static_cast<unsigned>(e)];
      if (!within(c, found) || c >= limit) continue;
      if (within(c, found + 1)) visit(c, e);
      if (found == skips.q || !within(sum, found + 1)) return;
      limit = c;
      path[found++] = static_cast<unsigned>(e);
      alive[static_cast<unsigned>(e)] = false;
    }
  }

  // Blocks that r receives in rounds 0 .. q-1 of a phase; negative: a block of the phase before.
  std::vector<int> receptions() {
    alive[own] = false;
    visit(0, static_cast<int>(skips.q));
    std::vector<int> blocks;
    for (const unsigned e : path)
      blocks.push_back(e == skips.q ? static_cast<int>(own)
                                    : static_cast<int>(e) - static_cast<int>(skips.q));
    return blocks;
  }
};

}  // namespace

Sends clipped_cube(const Job& job) {
  const Cube cube{job.k, ceil_log(job.k + 1, job.n)};
  if (cube.place(cube.d) != job.n || (job.m - 1) % job.k != 0)
    throw std::invalid_argument("no such cube");
  const int last = static_cast<int>(job.m) - 1;
  Sends sends;
  for (unsigned r = 0; r < ceil_div(job.m, job.k) + cube.d - 1; ++r)
    for (unsigned v = 0; v < job.n; ++v)
      for (unsigned step = 1; step <= job.k; ++step) {
        const unsigned dimension = r % cube.d;
        const unsigned digit = (cube.digit(v, dimension) + step) % (job.k + 1);
        const unsigned to = cube.with(v, dimension, digit);
        const int message =
            v == 0 ? static_cast<int>(job.k * r + step) - 1 : message_of(cube, v, r);
        if (to == 0 || message < 0) continue;
        sends.push_back({r, v, to, static_cast<unsigned>(std::min(message, last))});
      }
  return sends;
}

Sends hypercube(const Job& job) { return clipped_cube({job.n, job.m, 1}); }

Sends circulant(const Job& job) {
  const Skips skips(job.n);
  const unsigned q = skips.q;
  std::vector<std::vector<int>> receives(job.n);
  for (unsigned r = 1; r < job.n; ++r) receives[r] = Finder{skips, r}.receptions();
  Sends sends;
  const unsigned first = (q - (job.m - 1) % q) % q;
  for (unsigned i = first; i + 1 < job.m + q + first; ++i)
    for (unsigned v = 0; v < job.n; ++v) {
      const unsigned k = i % q, to = (v + skips.skip[k]) % job.n;
      if (to == 0) continue;
      const int entry = v == 0 ? static_cast<int>(k) : receives[to][k];
      const int block = entry + static_cast<int>(i - k) - static_cast<int>(first);
      if (block < 0) continue;
      sends.push_back({i - first, v, to, std::min(static_cast<unsigned>(block), job.m - 1)});
    }
  return sends;
}

}  // namespace oracle::complete
