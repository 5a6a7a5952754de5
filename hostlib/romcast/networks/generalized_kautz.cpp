// SPDX-License-Identifier: Apache-2.0
// Generalized Kautz graphs (Imase & Itoh 1983), directed, of any number N of nodes and any
// out-degree D: node u has links to -(D*u + i) modulo N for i = 1..D, except to itself. With
// D^k + D^(k-1) nodes they are Kautz graphs. No two nodes are further apart than ceil(log_D N)
// hops.
#include "romcast/networks/congruences.hpp"

namespace romcast {

TopologyEntry generalized_kautz() {
  return {"generalized-kautz", "Kautz graph of any number of processors; links are directed",
          congruence_options(), [](const GivenValues& given) {
            return congruence_network(
                "generalized-kautz", given,
                [](std::uint64_t n, std::uint64_t d, std::uint64_t u, std::uint64_t i) {
                  return (n - (d * u + i + 1) % n) % n;
                });
          }};
}

}  // namespace romcast
