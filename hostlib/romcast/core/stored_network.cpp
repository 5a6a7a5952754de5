// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/stored_network.hpp"

namespace romcast {

StoredNetwork::StoredNetwork(std::shared_ptr<const Topology> network)
    : network_(std::move(network)) {
  const auto channels = network_->channels();
  set_channels(network_->processors(), network_->nodes(), {channels.begin(), channels.end()});
}

}  // namespace romcast
