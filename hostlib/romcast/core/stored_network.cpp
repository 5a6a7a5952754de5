// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/stored_network.hpp"

namespace romcast {

StoredNetwork::StoredNetwork(std::shared_ptr<const Topology> network)
    : network_(std::move(network)) {
  const auto channels = network_->channels();
  set_channels(network_->processors(), network_->nodes(), {channels.begin(), channels.end()});
}

bool one_port(const Topology& network, Ports ports) {
  const PortLimit limit = network.port_limit(ports);
  return limit.sends == 1 && limit.receives == 1;
}

std::shared_ptr<const Topology> with_stores(std::shared_ptr<const Topology> network) {
  if (network->direct() || network->crossbar()) return network;
  return std::make_shared<StoredNetwork>(std::move(network));
}

}  // namespace romcast
