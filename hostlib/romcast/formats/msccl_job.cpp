// SPDX-License-Identifier: Apache-2.0
#include "romcast/formats/msccl_job.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/msccl/execution.hpp"
#include "romcast/msccl/scheduling.hpp"
#include "romcast/msccl/writer.hpp"

namespace romcast {
namespace {

// The ports of this network with which MSCCL programs run; half-duplex ports are not among them.
std::string full_duplex_ports(const Topology& network) {
  std::string text = "single";
  if (network.has({Ports::Kind::multi})) text += ", multi";
  if (network.has({Ports::Kind::several, 2})) text += " or a number";
  return text;
}

Ports ports_for(const Topology& network, const msccl::Program& program, const std::string& name) {
  const std::optional<Ports> ports = find_ports(name);
  if (!ports || ports->half || !network.has(*ports)) {
    throw InputError(fmt::format("`ports` {}: `network` {} has {}", name, network.network(),
                                 full_duplex_ports(network)));
  }
  if (network.crossbar() && !ports->single() && program.claim != msccl::Claim::broadcast) {
    throw InputError(fmt::format(
        "`ports` {}: on `network` complete, MSCCL programs with several ports are broadcasts "
        "only; give `ports` single, or a network of links",
        name));
  }
  return *ports;
}

// The reason why hardware cannot run the program's sums; empty if it can.
std::string why_not_run(const msccl::Scheduled& scheduled, const ScheduleHeader& header) {
  const Topology& network = *header.topology;
  if (!header.collective->combines()) return scheduled.unlike;
  if (!scheduled.unlike.empty()) return scheduled.unlike;
  const Verdict verdict = judge(network, *header.collective, header.ports,
                                stored_schedule(scheduled.hops), std::nullopt, {});
  return verdict.violations.empty() ? "" : verdict.violations.front().text;
}

// Describes the demands against which the outputs were checked; a custom program declares none.
std::string what_was_checked(const msccl::Program& program) {
  if (program.claim == msccl::Claim::custom) {
    return fmt::format(
        "coll=\"custom\" does not say what the outputs of {} need: they get what the steps bring "
        "them",
        counted(program.gpus.size(), "GPU"));
  }
  return fmt::format("every chunk of every output of {} is what {} needs",
                     counted(program.gpus.size(), "GPU"), msccl::name(program.claim));
}

std::size_t early_copies(const msccl::Program& program) {
  std::size_t count = 0;
  for (const msccl::Gpu& gpu : program.gpus) {
    for (const msccl::EarlyCopy& copy : gpu.copies) count += copy.count;
  }
  return count;
}

std::string uses(const msccl::Program& program) {
  if (program.in_place && program.out_of_place) return "in place and out of place";
  return program.in_place ? "in place" : "out of place";
}

}  // namespace

CheckedMsccl scheduled_msccl(const msccl::Program& program, const msccl::Execution& execution,
                             const std::shared_ptr<const Topology>& network,
                             const std::string& ports_text, const std::string& name) {
  const Ports ports = ports_for(*network, program, ports_text);
  msccl::Scheduled scheduled = msccl::schedule(program, execution, *network, ports);
  CheckedMsccl checked;
  checked.note = fmt::format("{}, {}; {}", what_was_checked(program), uses(program),
                             counted(execution.transfers().size(), "transfer"));
  if (scheduled.left_out > 0) {
    checked.note += fmt::format(", {} of which nobody needs", scheduled.left_out);
  }
  if (const std::size_t count = early_copies(program); count > 0) {
    checked.note += fmt::format("; {} of a chunk from input to output before the first step",
                                counted(count, "copy", "copies"));
  }
  checked.warning = msccl::unannounced_waits(program);
  if (!checked.warning.empty()) checked.note += "; " + checked.warning;
  ScheduleHeader header{.topology = network,
                        .collective = msccl::collective_of(program, execution, *network),
                        .ports = ports,
                        .algorithm = program.algorithm};
  if (header.collective->switches_relay()) checked.note += "; switches relay sums";
  checked.unlike = why_not_run(scheduled, header);
  if (!checked.unlike.empty()) {
    checked.note += fmt::format(
        ", in {} of the network; additions are checked, but not run on hardware: {}",
        counted(scheduled.hops.empty() ? 0 : scheduled.hops.back().cycle, "cycle"), checked.unlike);
    checked.scenario = {{"network", network->network()},
                        {"processors", program.gpus.size()},
                        {"ports", ports.name()},
                        {"collective", msccl::name(program.claim)},
                        {"messages", program.chunks_each()}};
  } else {
    checked.schedule = {.header = std::move(header), .hops = std::move(scheduled.hops)};
  }
  checked.scenario["file"] = name;
  return checked;
}

Report msccl_report(const CheckedMsccl& program) {
  return {.scenario = program.scenario, .plan_note = program.note};
}

void write_msccl_plan(Run& run, const std::string& path) {
  const Problem& problem = run.job().problem;
  msccl::write_program(path, *problem.topology, problem.collective, problem.timing,
                       run.job().algorithm.name, run.plan().open);
}

}  // namespace romcast
