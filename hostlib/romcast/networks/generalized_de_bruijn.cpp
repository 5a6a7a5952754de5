// SPDX-License-Identifier: Apache-2.0
// Generalized de Bruijn graphs (Reddy, Pradhan & Kuhl 1980; Imase & Itoh 1981), directed, of any
// number N of nodes and any out-degree D: node u has links to (D*u + i) modulo N for i = 0..D-1,
// except to itself. With D^k nodes they are de Bruijn graphs. No two nodes are further apart than
// ceil(log_D N) hops.
#include "romcast/networks/congruences.hpp"

namespace romcast {

TopologyEntry generalized_de_bruijn() {
  return {"generalized-de-bruijn",
          "de Bruijn graph of any number of processors; links are directed", congruence_options(),
          [](const GivenValues& given) {
            return congruence_network("generalized-de-bruijn", given,
                                      [](std::uint64_t n, std::uint64_t d, std::uint64_t u,
                                         std::uint64_t i) { return (d * u + i) % n; });
          }};
}

}  // namespace romcast
