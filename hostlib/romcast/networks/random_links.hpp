// SPDX-License-Identifier: Apache-2.0
// Random networks that are the same on every machine: a seed determines them.
#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph.hpp"

namespace romcast {

/// The option "random-seed".
NetworkOption seed_option();

/// A random number that is less than `below`. (std::uniform_int_distribution would give other
/// numbers with another implementation of the standard library.)
inline std::uint64_t draw(std::mt19937_64& random, std::uint64_t below) { return random() % below; }

/// Calls `draw_graph` until it returns a connected graph. After 100 graphs that are not connected,
/// throws InputError that names `option` and its value, `text`.
Graph connected_draw(std::uint32_t seed, const std::string& option, const std::string& text,
                     const std::function<Graph(std::mt19937_64&)>& draw_graph);

}  // namespace romcast
