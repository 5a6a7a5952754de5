// SPDX-License-Identifier: Apache-2.0
// The claims of Dimakopoulos & Dimopoulos 1996 in parts, and code that the parts share.
#pragma once

#include <string>
#include <vector>

#include "claims/tree_grids.hpp"

namespace romcast::claims {

std::vector<Claim> trees_broadcast();  // sections 1 to 2.1
std::vector<Claim> trees_single();     // 2.2 to 2.4
std::vector<Claim> trees_table_1();    // Table 1 and 2.5
std::vector<Claim> trees_multi();      // 3.1 and 3.2
std::vector<Claim> trees_exchange();   // 3.3
std::vector<Claim> trees_table_2();    // Table 2, 3.4 and 4
std::vector<Claim> trees_further();    // sentences beside the numbered results

/// The claim of equation (3) with the given id, place in the paper and statement: the paper states
/// the equation several times.
Claim exchange_bound(std::string id, std::string place, std::string statement);

/// Options of a run on a fat tree.
struct TreeRun {
  std::string collective{}, ports{}, algorithm{}, capacity = "constant";
};
std::string options_of(const TreeRun& run);
/// The plan of such a run on the tree of a row.
PlanView tree_plan(const Row& row, const TreeRun& run);

// Options of the paper's algorithms, and of other ones.
inline const std::string kSingleBroadcast = "-c broadcast -p single -a leaf-broadcast";
inline const std::string kSingleScatter = "-c scatter -p single -a furthest-first";
inline const std::string kSingleGather = "-c gather -p single -a reversed-scatter";
inline const std::string kSingleAllgather = "-c allgather -p single -a upward-first";
inline const std::string kSingleAlltoall = "-c alltoall -p single -a upward-first";
inline const std::string kMultiBroadcast = "-c broadcast -p multi -a leaf-broadcast";
inline const std::string kMultiScatter = "-c scatter -p multi -a furthest-first";
inline const std::string kMultiGather = "-c gather -p multi -a reversed-scatter";
inline const std::string kFlooding = "-c allgather -p multi -a flooding";
inline const std::string kTurnPhased = "-c allgather -p multi -a turn-phased";
inline const std::string kNearestFirst = "-c allgather -p multi -a turn-nearest-first";
inline const std::string kPipelined = "-c alltoall -p multi -a pipelined";
inline const std::string kInterleaved = "-c alltoall -p multi -a interleaved";
inline const std::string kPhased = "-c alltoall -p multi -a phased";
inline const std::string kGreedy = "-c alltoall -p multi -a greedy";
inline const std::string kExponential = " --capacity exponential";

// Numbers of steps by the paper's theorems.
double broadcast_time(const Row& row);  ///< by Theorem 1
double allgather_time(const Row& row);  ///< by Theorem 4
double theorem_5(const Row& row);       ///< by Theorem 5 as printed
double with_root(const Row& row);       ///< by Theorem 5, corrected for the root's transmissions
/// with_root() for a tree of arity k and height h.
double exchange_time(double k, double h);
inline const char* const kTheorem5 = "n^2 (2k+1)(k-1)/k^3 + 2h - 3";
inline const char* const kWithRoot =
    "max(that, n^2 (k-1)/k + 2h - 1), the root's own transmissions";
double log_h(const Row& row);       ///< log_k h
double equation_3(const Row& row);  ///< steps by equation (3) with capacities_of(row)
double theorem_8(const Row& row);   ///< steps by Theorem 8
/// The cycles of the first run if no message waits in it, else `fallback`.
std::optional<double> unless_it_waits(const Row& row, double fallback);
/// The capacities of the row's pattern; constant ones if it has no pattern.
std::vector<unsigned> capacities_of(const Row& row);

}  // namespace romcast::claims
