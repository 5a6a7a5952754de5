// SPDX-License-Identifier: Apache-2.0
// Shared parts of the textbook algorithms for hypercubes.
#pragma once

#include <bit>

#include "schedules/any/any.hpp"

namespace romcast::any {

inline unsigned dimensions_of(const Problem& problem) {
  return static_cast<unsigned>(std::bit_width(problem.topology->processors()) - 1);
}

/// The link of node v in dimension i.
inline LinkId link_across(const Problem& problem, NodeId v, unsigned i) {
  const Topology& topology = *problem.topology;
  return topology.channels()[topology.find_channel(v, v ^ (NodeId{1} << i))].first_link;
}

/// An algorithm for hypercubes, with a formula for its cycles.
inline Algorithm cube_algorithm(std::string name, CollectiveKind kind,
                                std::vector<Ports::Kind> ports, std::string summary,
                                std::function<Plan(const Problem&)> build,
                                std::function<std::uint64_t(const Problem&)> cycles,
                                std::string formula) {
  return {.name = std::move(name),
          .network = "hypercube",
          .collective = kind,
          .ports = std::move(ports),
          .summary = std::move(summary),
          .source = "textbooks; Johnsson & Ho 1989",
          .default_control = Control::rom,
          .refusal = refusal,
          .build = std::move(build),
          .predict = [cycles = std::move(cycles),
                      formula = std::move(formula)](const Problem& problem) {
            Theory theory = predict(problem);
            theory.formula_cycles = cycles(problem);
            theory.formula_source = formula;
            return theory;
          }};
}

}  // namespace romcast::any
