// SPDX-License-Identifier: Apache-2.0
#include "schedules/explained/star.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "romcast/core/network_as.hpp"
#include "romcast/core/star_graph.hpp"
#include "schedules/star/substars.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostRows = 64;

// The name of the k-substar of a node: k stars, then the last symbols of the node, as in "**12".
std::string substar_of(const StarGraph& star, NodeId node, unsigned k) {
  return std::string(k, '*') + star.node_name(node).substr(k);
}

}  // namespace

std::vector<Fact> star_facts(const Algorithm& algorithm, const Problem& problem) {
  const bool grouped = algorithm.name == "grouped", direct = algorithm.name == "direct";
  if (algorithm.network != "star" || !(grouped || direct)) return {};
  const auto star = network_as<StarGraph>(problem.topology);
  std::vector<Fact> facts{
      {"R1", "from x to node y, where x_1 = y_1: exchange x_1 and x_i for any i with x_i /= y_i"},
      {"R2", "where x_1 /= y_1: exchange x_1 and x_i for the i with y_i = x_1"},
      {"R3",
       "from x to substar *^k y_(k+1)..y_n, where x_1 is none of these symbols: exchange x_1 and "
       "x_i for the least i such that x_i is one of them and x_i /= y_i"},
      {"R4", "where x_1 is one of these symbols: exchange x_1 and x_i for the i with y_i = x_1"}};
  const star::Chain chain =
      direct ? star::Chain{1} : star::chain_of(problem, star::Spreading::at_once);
  const std::vector<star::Paths> steps = star::paths_of(problem, chain);
  if (steps.front().size() > kMostRows) return facts;
  const bool from_one = problem.collective.has_source();
  const NodeId z = from_one ? problem.collective.source() : 0;
  for (const std::vector<unsigned>& path : steps.front()) {
    NodeId x = 0;
    for (const unsigned d : path) x = star->neighbour(x, d);
    const NodeId y = star->times(z, x);
    facts.push_back({"X = " + substar_of(*star, x, chain.front()),
                     fmt::format("{} sends along {} to {} in {}", star->node_name(z),
                                 path.empty() ? "nothing" : fmt::format("{}", fmt::join(path, ",")),
                                 star->node_name(y), substar_of(*star, y, chain.front()))});
  }
  return facts;
}

}  // namespace romcast
