// SPDX-License-Identifier: Apache-2.0
// Includes all public headers but romcast/systemc.hpp; see docs/library.md.
#pragma once

#include "romcast/core/algorithm.hpp"
#include "romcast/core/collective.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/core/units.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/networks/graph.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/job.hpp"
#include "romcast/run/run.hpp"
