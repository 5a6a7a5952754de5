// SPDX-License-Identifier: Apache-2.0
// The basic types of every stage: cycles, nodes, links, messages.
#pragma once

#include <cstdint>

namespace romcast {

/// Clock cycle, counted from 1 (the first cycle in which a hop can happen); equals the papers'
/// step where a hop costs one cycle. 0 means "before the run" or "never".
using Cycle = std::uint32_t;
/// Processor or switch; processors come first (0 .. processors()-1).
using NodeId = std::uint32_t;
/// Directed link: carries at most one message per cycle; on crossbars (Topology::crossbar) one per
/// port of its processor.
using LinkId = std::uint32_t;
/// Directed branch between two nodes: `capacity` parallel links.
using ChannelId = std::uint32_t;
/// A flit that a collective moves; numbered by the Collective.
using MessageId = std::uint32_t;

inline constexpr std::uint32_t kNone = 0xffffffffU;

}  // namespace romcast
