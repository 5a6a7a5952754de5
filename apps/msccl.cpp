// SPDX-License-Identifier: Apache-2.0
#include "apps/msccl.hpp"

#include <fmt/format.h>

#include "apps/option_table.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/msccl/execution.hpp"
#include "romcast/msccl/reader.hpp"
#include "romcast/msccl/scheduling.hpp"
#include "romcast/msccl/writer.hpp"
#include "romcast/networks/link_times.hpp"

namespace romcast {
namespace {

void check_options(const Scenario& given) {
  FileTerms terms =
      refusing_all_but({Subject::network, Subject::ports, Subject::depth, Subject::fit},
                       "an MSCCL program says it itself; leave it out");
  for (const Subject subject : {Subject::packets, Subject::times, Subject::size}) {
    terms.refused[subject] = "MSCCL programs are scheduled in rounds; leave it out";
  }
  // A network whose links have times has these options, too.
  for (const char* name : {kLatency, kChunk, kCycle}) {
    const auto time = given.network_options.find(name);
    if (time != given.network_options.end()) terms.repeated[name] = time->second;
  }
  check_beside_file(given, terms);
}

// All GPUs are neighbours unless the user gives a network.
std::shared_ptr<const Topology> network_for(const msccl::Program& program, Scenario given) {
  const bool none = !given.given.contains("network") && given.network_options.empty();
  if (none) given.network = "complete";
  if (given.network == "complete" && !given.network_options.contains("processors")) {
    given.network_options["processors"] = std::to_string(program.gpus.size());
  }
  return network_of(given);
}

Ports ports_for(const Topology& network, const msccl::Program& program, const std::string& name) {
  const std::optional<Ports> ports = find_ports(name);
  if (!ports || ports->half || !network.has(*ports)) {
    throw InputError(
        fmt::format("--ports {}: --network {} has {}", name, network.network(),
                    network.crossbar() ? "single, multi or a number" : "single, multi"));
  }
  if (network.crossbar() && !ports->single() && program.claim != msccl::Claim::broadcast) {
    throw InputError(fmt::format(
        "--ports {}: on --network complete, processors with several ports run broadcasts "
        "only; give --ports single, or a network of links",
        name));
  }
  return *ports;
}

// The reason why sums cannot be run; empty if they can.
std::string why_not_run(const msccl::Scheduled& scheduled, const ScheduleHeader& header) {
  const Topology& network = *header.topology;
  if (!header.collective->combines()) return scheduled.unlike;
  if (!scheduled.unlike.empty()) return scheduled.unlike;
  const Verdict verdict = judge(network, *header.collective, header.ports,
                                stored_schedule(scheduled.hops), std::nullopt, {});
  return verdict.violations.empty() ? "" : verdict.violations.front().text;
}

// A custom program does not declare its collective.
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
  for (const msccl::Gpu& gpu : program.gpus) count += gpu.copies.size();
  return count;
}

std::string uses(const msccl::Program& program) {
  if (program.in_place && program.out_of_place) return "in place and out of place";
  return program.in_place ? "in place" : "out of place";
}

}  // namespace

CheckedMsccl read_msccl(std::istream& in, const std::string& name, const Scenario& given) {
  check_options(given);
  const msccl::Program program = msccl::read_program(in, name);
  const msccl::Execution execution = msccl::checked(program);
  const std::shared_ptr<const Topology> network = network_for(program, given);
  const Ports ports = ports_for(*network, program, given.ports);
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

Scenario without_network(const Scenario& given) { return {.hardware = given.hardware}; }

Report msccl_report(const CheckedMsccl& program) {
  return {.scenario = program.scenario, .plan_note = program.note};
}

void write_msccl_plan(Run& run, const std::string& path) {
  const Problem& problem = run.job().problem;
  msccl::write_program(path, *problem.topology, problem.collective, problem.timing,
                       run.job().algorithm.name, run.plan().open);
}

}  // namespace romcast
