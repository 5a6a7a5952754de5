// SPDX-License-Identifier: Apache-2.0
// Arbitrary text as an MSCCL program: the program is refused with an InputError, or fulfils the
// collective that it claims and has a legal schedule on a fully connected network. Schedules of
// programs that combine values are not judged.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/msccl/execution.hpp"
#include "romcast/msccl/reader.hpp"
#include "romcast/msccl/scheduling.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romcast;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const msccl::Program program = msccl::read_program(in, "x.xml");
    constexpr std::uint64_t most = 1 << 16;
    if (program.gpus.size() * std::uint64_t{program.chunks} > most) return 0;
    const msccl::Execution execution = msccl::checked(program);
    if (program.gpus.size() < 2) return 0;
    const Complete complete(static_cast<std::uint32_t>(program.gpus.size()));
    const Ports ports{Ports::Kind::single};
    const auto scheduled = msccl::schedule(program, execution, complete, ports);
    if (combines(program.claim)) return 0;
    const Verdict verdict = judge(complete, msccl::collective_of(program, execution, complete),
                                  ports, stored_schedule(scheduled.hops), std::nullopt, {});
    if (verdict.violation_count > 0) std::abort();
  } catch (const InputError&) {
    return 0;
  }
  return 0;
}
