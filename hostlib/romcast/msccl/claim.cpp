// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/msccl/execution.hpp"

namespace romcast::msccl {
namespace {

std::uint32_t count(const Program& program) {
  return static_cast<std::uint32_t>(program.gpus.size());
}

// Describes a sum: "chunk 3 of gpu 1", "a sum of 8 chunks, the first chunk 3 of gpu 1", "nothing".
std::string in_words(const Program& program, std::span<const std::uint32_t> chunks) {
  if (chunks.empty()) return "nothing";
  const std::uint32_t input = sizes_of(program).input;
  std::string text = fmt::format("chunk {} of gpu {}", chunks[0] % input, chunks[0] / input);
  if (chunks.size() > 1)
    text = fmt::format("a sum of {} chunks, the first {}", chunks.size(), text);
  return text;
}

// The GPU from which most of the output comes.
NodeId common_origin(const Program& program, const Execution& execution) {
  std::vector<std::size_t> votes(program.gpus.size());
  const Sizes sizes = sizes_of(program);
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    for (std::uint32_t k = 0; k < sizes.output; ++k) {
      const ValueId value = execution.output(g, k).value;
      if (value != kNone) ++votes[execution.values().chunks(value)[0] / sizes.input];
    }
  }
  return static_cast<NodeId>(std::ranges::max_element(votes) - votes.begin());
}

bool right(const Program& program, const Execution& execution, NodeId gpu, std::uint32_t chunk,
           NodeId root) {
  const ValueId value = execution.output(gpu, chunk).value;
  return value != kNone &&
         std::ranges::equal(execution.values().chunks(value), wanted(program, gpu, chunk, root));
}

// The GPU with the most correct chunks in its output, if each GPU is judged as if it were the root.
NodeId best_sink(const Program& program, const Execution& execution) {
  std::vector<std::size_t> votes(program.gpus.size());
  const std::uint32_t chunks = sizes_of(program).output;
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    for (std::uint32_t k = 0; k < chunks; ++k) votes[g] += right(program, execution, g, k, g);
  }
  return static_cast<NodeId>(std::ranges::max_element(votes) - votes.begin());
}

void check(const Program& program, const Execution& execution, const char* use) {
  if (program.claim == Claim::custom) return;
  const NodeId root = root_of(program, execution);
  const std::uint32_t chunks = sizes_of(program).output;
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    if (!ends_at(program, g, root)) continue;
    for (std::uint32_t k = 0; k < chunks; ++k) {
      if (right(program, execution, g, k, root)) continue;
      const Cell& cell = execution.output(g, k);
      const std::string where =
          cell.writer ? place(program, *cell.writer)
                      : fmt::format("{}:{}: gpu {}", program.file, program.gpus[g].line, g);
      const std::vector<std::uint32_t> need = wanted(program, g, k, root);
      throw InputError(fmt::format(
          "{}: chunk {} of the output holds {}, where coll=\"{}\"{} needs {}", where, k,
          in_words(program, cell.value == kNone ? std::span<const std::uint32_t>{}
                                                : execution.values().chunks(cell.value)),
          name(program.claim), use, in_words(program, need)));
    }
  }
}

}  // namespace

Sizes sizes_of(const Program& program) {
  const std::uint32_t each = program.chunks_each(), all = each * count(program);
  switch (program.claim) {
    case Claim::allgather:
    case Claim::gather:
      return {each, all};
    case Claim::alltoall:
      return {all, all};
    case Claim::scatter:
    case Claim::reduce_scatter:
      return {all, each};
    default:
      return {each, each};
  }
}

Sizes sizes_of(const Program& program, NodeId gpu) {
  if (program.claim != Claim::custom) return sizes_of(program);
  return {program.gpus[gpu].chunks[0], program.gpus[gpu].chunks[1]};
}

Shift shared_place(const Program& program, NodeId gpu) {
  const std::uint32_t own = gpu * program.chunks_each();
  switch (program.claim) {
    case Claim::allgather:
    case Claim::gather:
      return {.input = own};
    case Claim::scatter:
    case Claim::reduce_scatter:
      return {.output = own};
    default:
      return {};
  }
}

bool ends_at(const Program& program, NodeId gpu, NodeId root) {
  const bool one = program.claim == Claim::gather || program.claim == Claim::reduce;
  return !one || gpu == root;
}

std::vector<std::uint32_t> wanted(const Program& program, NodeId gpu, std::uint32_t chunk,
                                  NodeId root) {
  const std::uint32_t each = program.chunks_each(), input = sizes_of(program).input;
  const auto from_all = [&](std::uint32_t k) {
    std::vector<std::uint32_t> all;
    for (NodeId g = 0; g < program.gpus.size(); ++g) all.push_back(g * input + k);
    return all;
  };
  switch (program.claim) {
    case Claim::allgather:
    case Claim::gather:
      return {chunk / each * input + chunk % each};
    case Claim::alltoall:
      return {chunk / each * input + gpu * each + chunk % each};
    case Claim::broadcast:
      return {root * input + chunk};
    case Claim::scatter:
      return {root * input + gpu * each + chunk};
    case Claim::reduce:
    case Claim::allreduce:
      return from_all(chunk);
    case Claim::reduce_scatter:
      return from_all(gpu * each + chunk);
    case Claim::custom:
      return {};
  }
  return {};
}

NodeId root_of(const Program& program, const Execution& execution) {
  switch (program.claim) {
    case Claim::broadcast:
    case Claim::scatter:
      return common_origin(program, execution);
    case Claim::gather:
    case Claim::reduce:
      return best_sink(program, execution);
    default:
      return 0;
  }
}

Execution checked(const Program& program) {
  if (program.in_place && program.out_of_place) {
    check(program, Execution(program, true), " in place");
  }
  Execution execution(program, !program.out_of_place);
  check(program, execution, program.in_place && program.out_of_place ? " out of place" : "");
  return execution;
}

}  // namespace romcast::msccl
