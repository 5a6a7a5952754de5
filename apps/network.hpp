// SPDX-License-Identifier: Apache-2.0
// `romcast network`: properties of a network, and drawings of it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "apps/scenario.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Schema romcast.network/1. Throws InputError for crossbars, whose links have no fixed receiver.
nlohmann::ordered_json network_json(const Topology& network);
/// Formats the properties as text.
std::string network_text(const nlohmann::ordered_json& json);
/// Writes .dot, .gv, .graphml or .svg. Throws InputError for other names, MissingError if Graphviz
/// is needed and missing, or fails.
void write_network(const Topology& network, const std::string& path);
/// Remarks for the user that are no errors: "romcast: note: ...".
std::string network_notes(const Topology& network);
/// A remark on fat trees whose capacity is not given: they have one link per branch.
std::string complete_tree_note(const Scenario& given);

}  // namespace romcast
