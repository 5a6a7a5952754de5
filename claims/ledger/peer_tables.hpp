// SPDX-License-Identifier: Apache-2.0
// Published figures of other schedulers beside romcast's own, as JSON, CSV and a table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "claims/peers.hpp"

namespace romcast::claims {

/// Schema romcast.peers/1.
nlohmann::ordered_json peers_json(const std::vector<PeerResult>& results);
std::string peers_csv(const std::vector<PeerResult>& results);
std::string peers_table(const std::vector<PeerResult>& results, std::size_t columns);

}  // namespace romcast::claims
