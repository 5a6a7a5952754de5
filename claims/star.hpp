// SPDX-License-Identifier: Apache-2.0
// The claims of Tseng, Chang & Sheu 1998, one function per file, and the code that the files share.
// S_n is the star graph with n symbols, a k-substar is an S_k in S_n; t_s and t_m are the cycles of
// a start-up and of a message.
#pragma once

#include <string>
#include <vector>

#include "claims/tools.hpp"
#include "romcast/core/star_graph.hpp"

namespace romcast::claims {

std::vector<Claim> star_graphs();
std::vector<Claim> star_routing();
std::vector<Claim> star_personalised();
std::vector<Claim> star_tables();
std::vector<Claim> star_embedding();
std::vector<Claim> star_mesh();

struct StarSize {
  unsigned n = 3, startup = 0, per_message = 1, k = 0;  // k = 0: no substars
};
/// Options of `romcast run` on a star graph of this size; `rest`: collective and algorithm.
std::string on_star(const StarSize& size, const std::string& rest);
Sizes sizes_of(const StarSize& size);
/// Options of an all-to-all: the messages for each k-substar are sent to the substar in packets,
/// then inside the substar each message alone; if k = 1, each message is sent alone all the way.
std::string grouped(const StarSize& size);

double factorial(double n);
/// Hops from node 12..n to every node, by a search along the channels.
std::vector<unsigned> distances(const StarGraph& star);
/// l_{n,k}, the mean distance from a node to the k-substars of S_n, by its formula.
double mean_distance(unsigned n, unsigned k);
/// The mean distance l_{n,k} by a search from node to node.
double searched_distance(unsigned n, unsigned k);
/// Start-ups of one node in the all-to-all with k-substars, by the corrected formula.
double startups(unsigned n, unsigned k);
/// Messages that one node sends in the all-to-all with k-substars, by the corrected formula.
double messages(unsigned n, unsigned k);
/// The ratio t_s/t_m of equation (2), above which k-substars save time.
double least_ratio(unsigned n, unsigned k);
/// 1 - T(n,k)/T(n,1), where T(n,k) is the time of the all-to-all with k-substars; `ratio` is
/// t_s/t_m.
double saved(unsigned n, unsigned k, double ratio);

inline const std::string kMesh = "-c allgather -a mesh-ring";
/// The plan of kMesh on the star graph of `row`, with the start-ups and message times of `timing`.
PlanView mesh_plan(const Row& row, const Timing& timing = {});
/// The last cycle of the mesh algorithm's steps (1) and (2), which is the cycle of the last hop
/// along dimension n, because step (3) has no hop along dimension n.
unsigned end_of_column_exchange(const PlanView& plan);

// Static: other papers have inline functions of these names that return double.
static inline unsigned n_of(const Row& row) { return unsigned(row["n"]); }
static inline unsigned k_of(const Row& row) { return unsigned(row["k"]); }
inline double startup_of(const Row& row) { return row["t_s"]; }
inline double message_of(const Row& row) { return row["t_m"]; }

}  // namespace romcast::claims
