// SPDX-License-Identifier: Apache-2.0
// Star graphs built from the definition alone, in Boost.Graph with strings as labels: the oracle
// for StarGraph and StarGraph's routing.
#pragma once

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/pending/queue.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace romcast::test {

using StarOracleGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/// A star graph: the nodes are all permutations of 1..`symbols` in lexicographic order, and edges
/// join permutations that differ by a swap of the first symbol with another symbol.
struct StarOracle {
  explicit StarOracle(unsigned symbols) : labels(permutations(symbols)), graph(labels.size()) {
    for (std::size_t u = 0; u < labels.size(); ++u) number[labels[u]] = u;
    for (std::size_t u = 0; u < labels.size(); ++u) {
      for (unsigned d = 2; d <= symbols; ++d) {
        boost::add_edge(u, number.at(crossed(labels[u], d)), graph);
      }
    }
  }
  StarOracle(const StarOracle&) = delete;
  StarOracle& operator=(const StarOracle&) = delete;

  static std::vector<std::string> permutations(unsigned symbols) {
    std::vector<std::string> all;
    std::string label;
    for (unsigned i = 1; i <= symbols; ++i) label += static_cast<char>('0' + i);
    do {
      all.push_back(label);
    } while (std::next_permutation(label.begin(), label.end()));
    return all;
  }

  static std::string crossed(std::string label, unsigned dimension) {
    std::swap(label.at(0), label.at(dimension - 1));
    return label;
  }

  /// Distance of every node to the nearest node of `from`.
  [[nodiscard]] std::vector<unsigned> distances(const std::vector<std::size_t>& from) const {
    std::vector<unsigned> distance(labels.size(), 0);
    std::vector<boost::default_color_type> color(labels.size());
    boost::queue<std::size_t> buffer;
    boost::breadth_first_search(
        graph, from.begin(), from.end(), buffer,
        boost::make_bfs_visitor(boost::record_distances(distance.data(), boost::on_tree_edge())),
        color.data());
    return distance;
  }

  /// The nodes of this label's k-substar: those with the same symbols after the first k.
  [[nodiscard]] std::vector<std::size_t> substar(const std::string& label, unsigned k) const {
    std::vector<std::size_t> inside;
    for (std::size_t u = 0; u < labels.size(); ++u) {
      if (labels[u].substr(k) == label.substr(k)) inside.push_back(u);
    }
    return inside;
  }

  /// One label of every k-substar.
  [[nodiscard]] std::vector<std::string> substars(unsigned k) const {
    std::map<std::string, std::string> first;
    for (const std::string& label : labels) first.emplace(label.substr(k), label);
    std::vector<std::string> result;
    for (const auto& entry : first) result.push_back(entry.second);
    return result;
  }

  std::vector<std::string> labels;
  std::map<std::string, std::size_t> number;
  StarOracleGraph graph;
};

}  // namespace romcast::test
