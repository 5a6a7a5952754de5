// From a period to who sends what to whom.
#pragma once

#include <memory>

#include "romcast/logp_program.hpp"
#include "romcast/schedule.hpp"
#include "schedules/logp/planner.hpp"

namespace romcast::logp {

/// Gives every processor a place in a block and every child a parent; producers and consumers of a
/// label are matched in any order. The pace is 1 and the number of items 1.
LogpProgram expand(const BlockCyclic& schedule);

/// The schedule of a program.
OpenSchedule open_program(std::shared_ptr<const LogpProgram> program, NodeId source,
                          NodeId processors);

}  // namespace romcast::logp
