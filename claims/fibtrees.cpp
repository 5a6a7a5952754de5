// SPDX-License-Identifier: Apache-2.0
// Bruck, Cypher & Ho 1992: broadcasts to n fully connected processors with one port.
#include "claims/fibtrees.hpp"

namespace romcast::claims {

Paper fibtrees() {
  Paper paper{"fibtrees",
              "Bruck, Cypher & Ho 1992, Multiple message broadcasting with generalized Fibonacci "
              "trees",
              fibtrees_rounds(), "10.1109/SPDP.1992.242714"};
  for (auto part :
       {fibtrees_trees(), fibtrees_plans(), fibtrees_chains(), fibtrees_asynchronous()}) {
    for (Claim& claim : part) paper.claims.push_back(std::move(claim));
  }
  return paper;
}

}  // namespace romcast::claims
