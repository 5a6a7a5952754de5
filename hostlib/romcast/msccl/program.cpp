// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace romcast::msccl {
namespace {

constexpr std::array<std::string_view, 9> kClaims{"allgather", "alltoall",      "broadcast",
                                                  "scatter",   "gather",        "reduce",
                                                  "allreduce", "reducescatter", "custom"};
constexpr std::array<std::string_view, 9> kSteps{"s",   "r",   "cpy",  "re", "rcs",
                                                 "rrc", "rrs", "rrcs", "nop"};
constexpr std::array<std::string_view, 3> kBuffers{"i", "o", "s"};

template <typename Kind>
std::optional<Kind> find(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Kind>(found - names.begin());
}

template <typename Kind>
std::size_t index(Kind kind) {
  return static_cast<std::size_t>(kind);
}

}  // namespace

std::string_view name(Claim claim) { return kClaims[index(claim)]; }
std::string_view name(StepKind kind) { return kSteps[index(kind)]; }
std::string_view name(Buffer buffer) { return kBuffers[index(buffer)]; }

std::optional<Claim> find_claim(std::string_view name) {
  return name == "reduce_scatter" ? Claim::reduce_scatter : find<Claim>(kClaims, name);
}

std::optional<StepKind> find_step(std::string_view name) { return find<StepKind>(kSteps, name); }

CollectiveKind kind_of(Claim claim) {
  return find_collective(name(claim)).value_or(CollectiveKind::exchange);
}

std::optional<Claim> claim_of(CollectiveKind kind) {
  for (std::size_t i = 0; i < kClaims.size(); ++i) {
    if (find_collective(kClaims[i]) == kind) return static_cast<Claim>(i);
  }
  return std::nullopt;
}

bool combines(Claim claim) { return romcast::combines(kind_of(claim)); }

bool sends(StepKind kind) {
  return kind == StepKind::send || kind == StepKind::receive_copy_send ||
         kind == StepKind::receive_reduce_send || kind == StepKind::receive_reduce_copy_send;
}

bool receives(StepKind kind) {
  return kind == StepKind::receive || kind == StepKind::receive_copy_send ||
         kind == StepKind::receive_reduce_copy || kind == StepKind::receive_reduce_send ||
         kind == StepKind::receive_reduce_copy_send;
}

bool combines(StepKind kind) {
  return kind == StepKind::reduce || kind == StepKind::receive_reduce_copy ||
         kind == StepKind::receive_reduce_send || kind == StepKind::receive_reduce_copy_send;
}

bool reads(StepKind kind) {
  return kind == StepKind::send || kind == StepKind::copy || combines(kind);
}

bool writes(StepKind kind) {
  return kind == StepKind::copy || kind == StepKind::reduce ||
         (receives(kind) && kind != StepKind::receive_reduce_send);
}

std::uint32_t Program::chunks_each() const {
  const bool whole = claim == Claim::broadcast || claim == Claim::reduce ||
                     claim == Claim::allreduce || claim == Claim::custom;
  return whole ? chunks : chunks / static_cast<std::uint32_t>(gpus.size());
}

const Step& step_at(const Program& program, StepId id) {
  return program.gpus[id.gpu].blocks[id.block].steps[id.step];
}

std::string place(const Program& program, StepId id) {
  return fmt::format("{}:{}: gpu {} tb {} step {}", program.file, step_at(program, id).line, id.gpu,
                     program.gpus[id.gpu].blocks[id.block].id, id.step);
}

std::string unannounced_waits(const Program& program) {
  std::string first;
  std::size_t count = 0;
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    const std::vector<ThreadBlock>& blocks = program.gpus[g].blocks;
    for (const ThreadBlock& block : blocks) {
      for (const Step& step : block.steps) {
        if (!step.after) continue;
        const StepId awaited{g, step.after->block, step.after->step};
        if (!step_at(program, awaited).says_no_wait || ++count > 1) continue;
        first =
            fmt::format("{}: hasdep=\"0\", but line {} waits for it: MSCCL's runtime would hang",
                        place(program, awaited), step.line);
      }
    }
  }
  return count < 2 ? first : fmt::format("{} (and {} more)", first, count - 1);
}

}  // namespace romcast::msccl
