// SPDX-License-Identifier: Apache-2.0
// The claims of Bar-Noy & Ho 1999 in parts, and code that the parts share. Letters: n processors, m
// messages, k ports.
#pragma once

#include <string>
#include <vector>

#include "claims/tools.hpp"

namespace romcast::claims {

std::vector<Claim> multiport_trees();
std::vector<Claim> multiport_boxes();
std::vector<Claim> multiport_delays();
std::vector<Claim> multiport_postal();

struct Ported {
  unsigned n = 2, m = 1, k = 2;
};
/// A point with a run for each algorithm: a broadcast of this size.
Point on_ports(const Ported& size, const std::vector<std::string>& algorithms);
/// Broadcasts of default sizes, by ascending k, then n, then m; if `keep` is set, only of the sizes
/// that `keep` accepts.
Grid port_grid(const std::vector<std::string>& algorithms,
               const std::function<bool(const Ported&)>& keep = {});

/// A point whose run searches with a solver for the fewest rounds of a broadcast of this size; n
/// must be odd.
Point solved_ports(const Ported& size);

inline double n_of(const Row& row) { return row["n"]; }
inline double m_of(const Row& row) { return row["m"]; }
inline double k_of(const Row& row) { return row["k"]; }
/// ceil(m/k).
inline double groups(const Row& row) { return std::ceil(m_of(row) / k_of(row)); }
/// L = ceil(log_(k+1) n).
inline double levels(const Row& row) {
  return ceil_log(std::uint64_t(k_of(row)) + 1, std::uint64_t(n_of(row)));
}
/// (k+1)^L.
inline double full_size(const Row& row) { return power(k_of(row) + 1, levels(row)); }

}  // namespace romcast::claims
