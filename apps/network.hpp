// SPDX-License-Identifier: Apache-2.0
// `romcast network`: what a network is like, and drawings of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "romcast/core/topology.hpp"

namespace romcast {

/// Schema romcast.network/1. Throws InputError for crossbars, whose links have no ends.
nlohmann::ordered_json network_json(const Topology& network);
/// The same for the eye.
std::string network_text(const nlohmann::ordered_json& json);
/// Writes .dot, .gv, .graphml or .svg. Throws InputError for other names, MissingError if Graphviz
/// is needed and not there or fails.
void write_network(const Topology& network, const std::string& path);
/// Lines that a user should read, though nothing is wrong: "romcast: note: ...".
std::string network_notes(const Topology& network);

}  // namespace romcast
