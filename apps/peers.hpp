// SPDX-License-Identifier: Apache-2.0
// `romcast reproduce peers`: published figures of other schedulers beside romcast's own.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/reproduce.hpp"
#include "claims/peers.hpp"

namespace romcast {

/// The name that stands for them among papers.
inline constexpr const char* kPeers = "peers";

/// Runs what the figures with these ids need; all if `wanted` holds kPeers.
std::vector<claims::PeerResult> reproduce_peers(const ReproduceOptions& options);

/// Schema romcast.peers/1.
nlohmann::ordered_json peers_json(const std::vector<claims::PeerResult>& results);
std::string peers_csv(const std::vector<claims::PeerResult>& results);
std::string peers_table(const std::vector<claims::PeerResult>& results, std::size_t columns);

}  // namespace romcast
