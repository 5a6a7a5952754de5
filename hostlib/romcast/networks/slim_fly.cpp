// SPDX-License-Identifier: Apache-2.0
// Slim Fly (Besta & Hoefler 2014): the graphs of McKay, Miller & Siran 1998, of 2 Q^2 processors
// with (3Q - d) / 2 links each, where Q = 4w + d is a prime power and d is -1, 0 or 1. No two
// processors are further apart than 2 hops. Q = 5 is the Hoffman-Singleton graph.
//
// A processor is (part, x, y), numbered part*Q^2 + x*Q + y, with x and y in the field of Q
// elements. (0, x, y) is linked with (0, x, y') if y - y' is in the set X, (1, m, c) with (1, m,
// c') if c - c' is in X', and (0, x, y) with (1, m, c) if y = m*x + c.
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/finite_field.hpp"
#include "romcast/networks/graph_network.hpp"
#include "romcast/networks/sizes.hpp"

namespace romcast {
namespace {

using Element = FiniteField::Element;

// X (first = 0) or X' (first = 1): every second power of a primitive element. If Q is 4w - 1, the
// parity of the exponents changes after w powers.
std::vector<Element> differences(const FiniteField& field, std::uint32_t first) {
  const std::uint32_t q = field.order();
  std::vector<Element> set;
  if (q % 4 == 3) {
    const std::uint32_t w = (q + 1) / 4;
    for (std::uint32_t i = 0; i < w; ++i) {
      set.push_back(field.power(first + 2 * i));
      set.push_back(field.power(first + 2 * w - 1 + 2 * i));
    }
    return set;
  }
  for (std::uint32_t i = 0; i < q / 2; ++i) set.push_back(field.power(first + 2 * i));
  return set;
}

Graph slim_fly_graph(const FiniteField& field) {
  const NodeId q = field.order(), part = q * q;
  Graph graph = Graph::numbered(2 * std::size_t{part});
  for (const NodeId half : {0, 1}) {
    const std::vector<Element> set = differences(field, half);
    for (NodeId x = 0; x < q; ++x) {
      const NodeId row = half * part + x * q;
      for (NodeId y = 0; y < q; ++y) {
        for (const Element by : set) graph.edges.push_back({row + y, row + field.add(y, by)});
      }
    }
  }
  for (NodeId x = 0; x < q; ++x) {
    for (NodeId m = 0; m < q; ++m) {
      for (NodeId c = 0; c < q; ++c) {
        graph.join(x * q + field.add(field.multiply(m, x), c), part + m * q + c);
      }
    }
  }
  return graph;
}

}  // namespace

TopologyEntry slim_fly() {
  return {"slim-fly",
          "2Q^2 processors with about 1.5 Q links each, all within 2 hops",
          {{"q", "Q, a prime power of 3, 4, 5, 7, 8, 9, ..., 3..256", ""}},
          [](const GivenValues& given) {
            const std::uint32_t q = given.number("q", 3, 256);
            const auto field = FiniteField::of(q);
            if (!field || q % 4 == 2) {
              throw InputError({"q", q}, "no prime power",
                               "give 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, ...");
            }
            check_size("q", std::to_string(q), 2.0 * q * q, 1.5 * q + 0.5);
            return std::make_shared<GraphNetwork>(
                "slim-fly", NetworkOptions{{"q", std::to_string(q)}}, slim_fly_graph(*field));
          }};
}

}  // namespace romcast
