// SPDX-License-Identifier: Apache-2.0
// A cycle of processors, linked in both directions.
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph.hpp"
#include "romcast/networks/torus.hpp"

namespace romcast {

TopologyEntry ring() {
  return {"ring",
          "N processors in a cycle, linked in both directions",
          {{"processors", "processors, 2..1048576", ""}},
          [](const GivenValues& given) {
            const std::uint32_t processors = given.number("processors", 2, kMostNodes);
            return make_torus("ring", {{"processors", std::to_string(processors)}}, {processors});
          }};
}

}  // namespace romcast
