// SPDX-License-Identifier: Apache-2.0
// MSCCL programs: the sends, receives, copies and additions of each thread block of each GPU, step
// by step, as the runtimes of NCCL's family read them from XML files. docs/msccl.md explains the
// format.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/units.hpp"

namespace romcast::msccl {

/// The collective that a program claims to perform.
enum class Claim {
  allgather,
  alltoall,
  broadcast,
  scatter,
  gather,
  reduce,
  allreduce,
  reduce_scatter,
  custom  ///< an exchange: the steps define which outputs are needed
};
/// The name in files, e.g. "reducescatter".
std::string_view name(Claim claim);
/// The claim that files call `name` ("reduce_scatter" is accepted, too); nullopt for other names.
std::optional<Claim> find_claim(std::string_view name);
/// The collective of a claim; an exchange for custom programs.
CollectiveKind kind_of(Claim claim);
/// The claim of programs for a collective; nullopt if files have no word for the collective.
std::optional<Claim> claim_of(CollectiveKind kind);
/// True if the collective adds values.
bool combines(Claim claim);

enum class StepKind : std::uint8_t {
  send,                      ///< s
  receive,                   ///< r
  copy,                      ///< cpy: within the GPU
  reduce,                    ///< re: to += from, within the GPU
  receive_copy_send,         ///< rcs
  receive_reduce_copy,       ///< rrc: to = received + from
  receive_reduce_send,       ///< rrs: sends received + from, stores nothing
  receive_reduce_copy_send,  ///< rrcs: to = received + from, and sends it
  nothing                    ///< nop: only waits
};
/// The name in files, e.g. "rcs".
std::string_view name(StepKind kind);
std::optional<StepKind> find_step(std::string_view name);
bool sends(StepKind kind);
bool receives(StepKind kind);
bool combines(StepKind kind);
/// True if a step of this kind reads the chunks at `Step::from`.
bool reads(StepKind kind);
/// True if a step of this kind writes the chunks at `Step::to`.
bool writes(StepKind kind);

enum class Buffer : std::uint8_t { input, output, scratch };
/// The name in files: "i", "o" or "s".
std::string_view name(Buffer buffer);

/// Location of a chunk in a buffer.
struct Place {
  Buffer buffer = Buffer::input;
  std::uint32_t offset = 0;
  bool operator==(const Place&) const = default;
};

/// A step for which another step of the same GPU waits: `block` is an index in Gpu::blocks, `step`
/// an index in ThreadBlock::steps of this block.
struct Dependency {
  std::uint32_t block = 0, step = 0;
  bool operator==(const Dependency&) const = default;
};

struct Step {
  StepKind kind = StepKind::nothing;
  /// The first of `count` chunks to read, if reads(kind), and the first to write, if writes(kind).
  Place from{}, to{};
  std::uint32_t count = 0;  ///< 0 only for StepKind::nothing
  std::optional<Dependency> after{};
  bool says_no_wait = false;  ///< hasdep="0": claims that no other step waits for it
  std::size_t line = 0;
};

/// Steps that run in sequence.
struct ThreadBlock {
  std::uint32_t id = 0;
  NodeId send_to = kNone, receive_from = kNone;
  std::uint32_t channel = 0;
  std::vector<Step> steps{};
  std::size_t line = 0;
};

/// Chunks in a row that a GPU copies from its input to its output before the first step.
struct EarlyCopy {
  std::uint32_t from = 0, to = 0, count = 1;
  std::size_t line = 0;
};

struct Gpu {
  std::array<std::uint32_t, 3> chunks{};  ///< sizes of the buffers, by Buffer
  std::vector<EarlyCopy> copies{};
  std::vector<ThreadBlock> blocks{};
  std::size_t line = 0;
};

struct Program {
  std::string file{};       ///< name of the file, for texts of errors
  std::string algorithm{};  ///< attribute `name`; may be empty
  Claim claim = Claim::allgather;
  bool in_place = false, out_of_place = true;  ///< uses that the program supports
  std::uint32_t chunks = 1;                    ///< chunks of the larger of input and output
  std::vector<Gpu> gpus{};
  bool adds = false;  ///< the claim needs sums, or a step adds chunks

  /// The number of messages as romcast counts them: chunks per pair of GPUs, per GPU, or in total,
  /// depending on the claim.
  [[nodiscard]] std::uint32_t chunks_each() const;
};

/// Identifies a step.
struct StepId {
  NodeId gpu = 0;
  std::uint32_t block = 0, step = 0;
  bool operator==(const StepId&) const = default;
};
/// "file:line: gpu 0 tb 3 step 1".
std::string place(const Program& program, StepId id);
const Step& step_at(const Program& program, StepId id);

/// Describes the first wait for a step that has hasdep="0", and counts the further waits of this
/// sort; empty if no step waits for such a step.
std::string unannounced_waits(const Program& program);

}  // namespace romcast::msccl
