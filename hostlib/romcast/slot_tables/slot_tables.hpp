// SPDX-License-Identifier: Apache-2.0
// Slot tables and flows of other programs: the schedule text of S4NoC (github.com/t-crest/s4noc)
// and the XML of Poseidon (github.com/t-crest/poseidon). docs/periodic.md describes what is read.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// S4NoC's `.shd` text for the tiles of a torus: a line per route; every tile sends by all routes.
/// The indent of a line is the slot in which the route starts; the letters are the directions of
/// the hops. Throws InputError "file:line: ...".
ScheduleFile read_s4noc(std::istream& in, const std::string& name,
                        std::shared_ptr<const Topology> network);

/// Poseidon's schedule, an element `schedule` with tiles and time slots, for routers in which a hop
/// takes one slot. Throws InputError "file:line: ...".
ScheduleFile read_poseidon(std::istream& in, const std::string& name,
                           std::shared_ptr<const Topology> network);

/// Poseidon's communication, an element `communication` or `channels`. Each child `channel` is a
/// flow, whose number of words is the product of the attributes `bandwidth` and `phits`. Without
/// such a child, a `communication` has a flow from each tile to each other tile; but the child must
/// exist in `channels`, and in a `communication` whose attribute `type` or `comType` is "custom".
/// Throws InputError "file:line: ...".
Collective read_poseidon_flows(std::istream& in, const std::string& name, const Topology& network);

/// The flows in a file: lines (flow_lines.hpp) or Poseidon's XML. Throws InputError if the file
/// cannot be read or contains errors.
Collective read_flows(const std::string& path, const Topology& network);

}  // namespace romcast
