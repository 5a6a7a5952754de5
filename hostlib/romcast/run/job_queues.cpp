// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/job_queues.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/report/report.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// The largest depth that a user may give: 64 slots for LogP input queues, which are searched in one
// cycle; Algorithm::least_queue_depth if it is more than 1; else kMostPlaces.
std::uint32_t most_places(const Algorithm& algorithm) {
  constexpr std::uint32_t most_in_input = 64;
  if (algorithm.buffered) return most_in_input;
  return algorithm.least_queue_depth > 1 ? algorithm.least_queue_depth : kMostPlaces;
}

// A schedule file need not name an algorithm.
std::string called(const Algorithm& algorithm) {
  return algorithm.name.empty() ? "the schedule" : algorithm.name;
}

// Memory of queues that are as deep as each level needs, and of queues that are all equally deep.
struct Memory {
  std::uint32_t uniform_depth = 0;
  std::uint64_t bits = 0, uniform_bits = 0;
  // iCE40 memories of 4 kbit, if each queue has memories of its own.
  std::uint64_t blocks = 0, uniform_blocks = 0;
};

// The least number of 4-kbit memories of an iCE40 that hold `entries` entries of `bits` bits. All
// memories have the same shape: 256 x 16, 512 x 8, 1024 x 4 or 2048 x 2.
std::uint64_t blocks(std::uint64_t entries, unsigned bits) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const unsigned width : {16U, 8U, 4U, 2U}) {
    const std::uint64_t rows = 4096 / width;
    least = std::min(least, (bits + width - 1) / width * ((entries + rows - 1) / rows));
  }
  return least;
}

Memory memory_of(const std::vector<QueueDepth>& depths) {
  Memory fit;
  for (const QueueDepth& depth : depths) {
    fit.uniform_depth = std::max(fit.uniform_depth, depth.built);
  }
  for (const QueueDepth& depth : depths) {
    const std::uint64_t links = depth.links, places = depth.queues * links * depth.entry_bits;
    fit.bits += places * depth.built;
    fit.uniform_bits += places * fit.uniform_depth;
    fit.blocks += depth.queues * blocks(links * depth.built, depth.entry_bits);
    fit.uniform_blocks += depth.queues * blocks(links * fit.uniform_depth, depth.entry_bits);
  }
  return fit;
}

Json json_of(const Memory& fit) {
  return {{"uniform_depth", fit.uniform_depth},
          {"bits", fit.bits},
          {"uniform_bits", fit.uniform_bits},
          {"saved_bits", fit.uniform_bits - fit.bits},
          {"blocks", fit.blocks},
          {"uniform_blocks", fit.uniform_blocks},
          {"saved_blocks", fit.uniform_blocks - fit.blocks}};
}

std::string row_of(const Memory& fit) {
  const std::uint64_t saved = fit.uniform_bits - fit.bits;
  return fmt::format(
      "fit          queues of {} instead of {} with {} slots each: {} ({:.0f} %) saved; in 4-kbit "
      "memories {} instead of {}\n",
      counted(fit.bits, "bit"), fit.uniform_bits, fit.uniform_depth, saved,
      fit.uniform_bits == 0 ? 0.0 : 100.0 * double(saved) / double(fit.uniform_bits), fit.blocks,
      fit.uniform_blocks);
}

}  // namespace

std::uint32_t HardwareOptions::slots(std::uint32_t needed, std::uint32_t usual) const {
  if (queue_depth) return *queue_depth;
  return fit ? needed : usual;
}

void check_range(const HardwareOptions& options) {
  if (!options.queue_depth) return;
  const std::uint32_t depth = *options.queue_depth;
  if (depth >= 1 && depth <= kMostPlaces) return;
  throw InputError({"queue_depth", depth}, fmt::format("give a number from 1 to {}", kMostPlaces));
}

void check_depth(const Job& job) {
  const Algorithm& algorithm = job.algorithm;
  const Problem& problem = job.problem;
  const auto& given = job.hardware.queue_depth;
  if (job.hardware.fit && given) {
    throw InputError(Given("fit").with({"queue_depth", *given}), "give one of them");
  }
  if (!job.hardware.fit && !given) return;
  if (!problem.has_queues()) {
    throw InputError(
        given ? Given("queue_depth", *given) : Given("fit"),
        fmt::format("there is no queue in `network` {} with {}", problem.topology->network(),
                    algorithm.name.empty() ? called(algorithm) : "`algorithm` " + algorithm.name),
        "leave it out");
  }
  if (!given) return;
  const std::uint32_t depth = *given;
  if (depth < algorithm.least_queue_depth) {
    throw InputError({"queue_depth", depth},
                     fmt::format("too shallow, {} needs at least {} per queue", called(algorithm),
                                 counted(algorithm.least_queue_depth, "slot")));
  }
  if (const std::uint32_t most = most_places(algorithm); depth > most) {
    throw InputError(
        {"queue_depth", depth},
        fmt::format("too deep, queues of {} have at most {} slots", called(algorithm), most));
  }
}

void take_depth_of_file(Job& job, std::uint32_t depth) {
  const std::string& file = job.given->file;
  if (job.hardware.fit) {
    throw InputError(Given("fit"), file + " has the depth of its queues", "leave it out");
  }
  job.hardware.queue_depth = depth;
  try {
    check_depth(job);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: queue depth {}: {}", file, depth, error.reason()));
  }
}

void add_queues(const HardwareOptions& options, nlohmann::ordered_json& scenario) {
  scenario["queue_depth"] = options.queue_depth ? Json(*options.queue_depth) : Json(nullptr);
  if (options.fit) scenario["fit"] = true;
}

ReportSection saved_slots(const HardwareOptions& options, const std::vector<QueueDepth>& depths) {
  ReportSection section{.key = "fit"};
  if (!options.fit) return section;
  const Memory memory = memory_of(depths);
  section.json = json_of(memory);
  section.rows = row_of(memory);
  return section;
}

}  // namespace romcast
