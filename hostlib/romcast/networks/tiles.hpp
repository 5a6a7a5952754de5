// SPDX-License-Identifier: Apache-2.0
// Tiles: each processor that forwards becomes an endpoint and a router, with a link in each
// direction between them, so that the endpoint sends and receives at most one message per cycle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "romcast/networks/graph_network.hpp"

namespace romcast {

/// The option that makes tiles of a family's processors.
inline constexpr const char* kTiles = "tiles";

class TiledNetwork final : public GraphNetwork {
 public:
  /// The router of processor number i is named r<i> (rr<i>, .. if `base` has a node of that name).
  /// Processors keep their numbers. Routers follow in the order of their processors, then the
  /// switches of `base`, which keep their names. Processors that do not forward get no router.
  explicit TiledNetwork(std::shared_ptr<const Topology> base);

  [[nodiscard]] const Topology* tiled() const override { return base_.get(); }

 private:
  std::shared_ptr<const Topology> base_;
};

/// The network with tiles if the value of the option is "on", the network itself if it is "off".
/// Throws InputError for other values, and for tiles of a network with uneven_ports().
std::shared_ptr<const Topology> with_tiles(std::shared_ptr<const Topology> network,
                                           const std::string& value);

}  // namespace romcast
