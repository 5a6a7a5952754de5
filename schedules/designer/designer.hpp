// SPDX-License-Identifier: Apache-2.0
// Among the candidates of a size and a degree, finds the networks on which collectives take the
// fewest steps or the fewest cycles per message. Also gives bounds for all networks of that size
// and degree. Nodes are multi-port.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "schedules/designer/candidates.hpp"

namespace romcast::designer {

/// True for the collectives that have rates: allgather, reduce-scatter, allreduce, alltoall.
bool has_rate(CollectiveKind kind);

/// The figures of one collective on one network.
struct CollectiveFigures {
  /// The diameter; that many steps suffice if every node forwards all it has.
  unsigned steps = 0;
  /// Cycles for many messages, divided by the number of messages of each processor (allgather), for
  /// each processor (reduce-scatter) or of each pair (alltoall), or by the number of values
  /// (allreduce). A flow or a packing of trees attains this figure if it is `known`.
  double cycles = 0;
  double bound = 0;           ///< no schedule on this network has fewer cycles
  std::string certificate{};  ///< the proof of the bound
  bool known = true;          ///< false: `cycles` is not known, only the bound
  /// True if `cycles` is known and no network of the catalog has fewer steps and at most as many
  /// cycles, or fewer cycles and at most as many steps.
  bool frontier = false;
  /// The search for an alltoall ends when the rate is within this fraction of its bound.
  static constexpr double kGap = 1e-3;
  [[nodiscard]] bool optimal() const { return known && cycles <= bound * (1 + kGap); }
};

struct Design {
  Candidate candidate;
  bool both_ways = false;                    ///< every link has an opposite one
  std::vector<CollectiveFigures> figures{};  ///< by collective
  std::vector<std::string> alike{};          ///< further networks with all the same figures
};

/// Bounds for all networks of a size and a degree.
struct Limit {
  unsigned steps = 0;
  double mean_distance = 0;
  std::vector<double> cycles{};  ///< by collective
};

struct Catalog {
  std::uint32_t processors = 0, degree = 0;
  std::vector<CollectiveKind> collectives{};
  std::vector<Design> designs{};  ///< sorted by steps, then by cycles of the first collective
  Limit any{}, both_ways{};       ///< both_ways: for networks whose links have opposites
  std::size_t looked_at = 0;      ///< number of candidates
  std::size_t measured = 0;       ///< candidates with computed rates (not all if there are many)
};

/// Called with the share of the networks that is finished, from 0 to 1.
using Share = std::function<void(double)>;

/// The networks that are wanted: any, or those whose links all have opposite ones.
enum class Wanted : std::uint8_t { any, both_ways };

/// The catalog of the networks of this size and degree. Throws InputError if the size or the degree
/// is out of the limits, or if a collective has no rate.
Catalog design(std::uint32_t processors, std::uint32_t degree,
               std::vector<CollectiveKind> collectives, Wanted wanted = Wanted::any,
               const Share& share = {});

}  // namespace romcast::designer
