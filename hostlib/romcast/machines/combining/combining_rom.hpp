// SPDX-License-Identifier: Apache-2.0
// Compiles a reduce, allreduce or reduce-scatter on any network into the ROMs of
// rtl/direct/combining_node.v: when, and through which port, a node sends the combined part that it
// has of each value. Nodes with equal programs share an image.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/machines/rom.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast {

/// Programs of all nodes, without duplicates.
struct ReduceRoms {
  unsigned engines = 1;     ///< sequencers of a node: 1 (single-port) or one per port
  unsigned value_bits = 1;  ///< width of the number of a value
  std::vector<RomImage> images{};
  std::vector<std::uint32_t> image_of{};  ///< by node * engines + engine
};

/// The number of bits in a node's control word, whose fields are: number of the value, port (one
/// unused bit in multi-port nodes), start, send.
unsigned reduce_control_bits(const Topology& network, unsigned engines, unsigned value_bits);

/// ROMs for a problem, without programs. Throws InputError if their words would be too wide.
ReduceRoms empty_reduce_roms(const Topology& network, const Collective& collective, Ports ports);

/// Compiles a schedule into programs. If a hop's message is not a value, or if the hop's port (any
/// port of a single-port node) already sends in the same cycle, throws InputError or, with
/// Illegal::run, omits the hop. Also throws InputError as empty_reduce_roms() does.
ReduceRoms compile_reduce_roms(const Topology& network, const Collective& collective, Ports ports,
                               const OpenSchedule& schedule, Illegal illegal = Illegal::refuse);

}  // namespace romcast
