// SPDX-License-Identifier: Apache-2.0
// Bar-Noy & Ho 1999: broadcasts to n fully connected processors with k ports. The available text
// lacks the paper's formulas; the formulas here are our reconstruction.
#include "claims/multiport.hpp"

namespace romcast::claims {

Paper multiport() {
  Paper paper{"multiport",
              "Bar-Noy & Ho 1999, Broadcasting multiple messages in the multiport model",
              multiport_trees()};
  for (auto part : {multiport_boxes(), multiport_delays(), multiport_postal()}) {
    for (Claim& claim : part) paper.claims.push_back(std::move(claim));
  }
  return paper;
}

}  // namespace romcast::claims
