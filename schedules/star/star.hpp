// SPDX-License-Identifier: Apache-2.0
// Shared parts of the algorithms on star graphs. Letters of Tseng, Chang & Sheu 1998: n symbols
// (StarGraph::symbols), t_s = Timing::startup, t_m = Timing::per_message, z a node's label, g_d the
// hop along dimension d.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/relative_program.hpp"
#include "romcast/core/star_rules.hpp"

namespace romcast::star {

/// "Tseng, Chang & Sheu 1998"; algorithms append the section.
inline constexpr const char* kPaper = "Tseng, Chang & Sheu 1998";

std::shared_ptr<const StarGraph> graph(const Problem& problem);

/// Throws InputError: the run takes more cycles than can be counted.
[[noreturn]] void refuse_endless();

/// Writes a program of sends that follow each other without a pause.
class ProgramWriter {
 public:
  explicit ProgramWriter(Timing timing, std::uint32_t cap = 0)
      : timing_(timing), cap_(cap), program_(std::make_shared<RelativeProgram>()) {}

  /// Every node sends the messages along all of the dimensions simultaneously, in packets of at
  /// most `cap` messages (0: no limit).
  void send(const std::vector<unsigned>& dimensions, const std::vector<RelativeMessage>& messages);
  /// Every node sends the messages sends[d-2] along dimension d, for all d simultaneously, in
  /// packets of at most `cap` messages (0: no limit). The i-th packets of all dimensions start
  /// together, when the longest of the packets before them has ended.
  void send_each(const std::vector<std::vector<RelativeMessage>>& sends);
  [[nodiscard]] std::shared_ptr<const RelativeProgram> finish() { return program_; }

 private:
  /// Reserves the time of a packet and returns its start. Throws InputError if it ends after cycle
  /// 2^32 - 1.
  Cycle take_time(std::size_t messages);

  Timing timing_;
  std::uint32_t cap_;
  std::uint64_t clock_ = 1;
  std::shared_ptr<RelativeProgram> program_;
};

/// The plan of a program that all nodes run.
Plan plan_of(const Problem& problem, const std::shared_ptr<const RelativeProgram>& program,
             std::optional<StarRules> rules = std::nullopt);

/// The message after a hop along `dimension`, with its source relative to the node that received
/// it.
RelativeMessage received(const StarGraph& star, const RelativeMessage& message, unsigned dimension);

/// Own messages of a node. In an alltoall: Collective::messages() for every other node, in the
/// order of the nodes' numbers. In an allgather: Collective::messages() in all. Throws InputError
/// if Collective::messages() times the number of processors exceeds 50 million.
std::vector<RelativeMessage> own_messages(const Problem& problem);

/// The option --packet-cap.
AlgorithmOption packet_cap_option();
/// The value of --packet-cap; 0 (no limit) for auto, as no limit is fastest if packets follow each
/// other without a pause. Throws InputError if the option is neither auto nor a number
/// from 1 on.
std::uint32_t packet_cap(const Problem& problem);

}  // namespace romcast::star
