// SPDX-License-Identifier: Apache-2.0
#include "apps/commands/given_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apps/option_table.hpp"
#include "romcast/core/error.hpp"
#include "romcast/formats/goal_job.hpp"
#include "romcast/msccl/reader.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/slot_tables/slot_tables.hpp"

namespace romcast {
namespace {

using Content = GivenFile::Content;

std::string says_it_itself(const std::string& what) {
  return what + " says it itself; leave it out";
}

void check_beside_schedule(const CommandLine& given, const ScheduleHeader& header,
                           const std::string& name) {
  std::vector<Subject> fitting{Subject::fit};
  if (!header.limit) fitting.push_back(Subject::depth);
  check_beside_file(given.scenario, refusing_all_but(fitting, says_it_itself(name)));
}

// Refuses options of a scenario beside a GOAL program, except the machine's times, and except
// --network, --processors and --ports with the values that the program has anyway.
void check_beside_goal(const CommandLine& given, const GoalProgram& program) {
  FileTerms terms =
      refusing_all_but({Subject::times}, "a GOAL file says what is sent; leave it out");
  terms.refused[Subject::size] = says_it_itself(program.name);
  terms.refused[Subject::ports] = "GOAL files run on machines with one port";
  terms.refused[Subject::packets] = "GOAL files run on --network complete; leave it out";
  for (const Subject queues : {Subject::depth, Subject::fit}) {
    terms.refused[queues] = "GOAL files run on machines that have no queue; leave it out";
  }
  terms.repeated = {{"network", "complete"},
                    {"processors", std::to_string(program.ranks.size())},
                    {"ports", "single"}};
  check_beside_file(given.scenario, terms);
}

void check_beside_msccl(const Scenario& scenario) {
  FileTerms terms =
      refusing_all_but({Subject::network, Subject::ports, Subject::depth, Subject::fit},
                       says_it_itself("an MSCCL program"));
  for (const Subject subject : {Subject::packets, Subject::times, Subject::size}) {
    terms.refused[subject] = "MSCCL programs are scheduled in rounds; leave it out";
  }
  // If links have times, options with these names belong to the network, and are allowed.
  for (const char* name : {kLatency, kChunk, kCycle}) {
    const auto time = scenario.network_options.find(name);
    if (time != scenario.network_options.end()) terms.repeated[name] = time->second;
  }
  check_beside_file(scenario, terms);
}

// The network that the user gives; by default one in which all GPUs are neighbours.
std::shared_ptr<const Topology> network_for(const msccl::Program& program, Scenario scenario) {
  const bool none = !scenario.given.contains("network") && scenario.network_options.empty();
  if (none) scenario.network = "complete";
  if (scenario.network == "complete" && !scenario.network_options.contains("processors")) {
    scenario.network_options["processors"] = std::to_string(program.gpus.size());
  }
  return network_of(scenario);
}

}  // namespace

Content format_of(const GivenFile& file, const CommandLine& given) {
  struct Format {
    Content content;
    const char *name, *what;
  };
  static constexpr std::array<Format, 3> formats{{{Content::schedule, "schedule", "a schedule"},
                                                  {Content::goal, "goal", "a GOAL program"},
                                                  {Content::msccl, "msccl", "XML"}}};
  if (given.slot_tables()) return Content::other;
  if (given.format.empty()) return file.content();
  const auto asked = std::ranges::find(formats, given.format, &Format::name);
  const auto found = std::ranges::find(formats, file.content(), &Format::content);
  if (found != formats.end() && found != asked) {
    throw InputError(fmt::format("--format {}: {} is {}; give --format {}", given.format,
                                 file.name(), found->what, found->name));
  }
  return asked->content;
}

bool is_goal(const GivenFile& file, const CommandLine& given) {
  return format_of(file, given) == Content::goal;
}

void check_no_format(const CommandLine& given) {
  if (given.format.empty()) return;
  throw InputError(fmt::format("--format {}: give the file that has it", given.format));
}

void check_no_claim(const CommandLine& given, const std::string& what) {
  if (given.as.empty()) return;
  throw InputError(
      fmt::format("--as {}: {} is no GOAL program and says its collective itself; leave it out",
                  given.as, what));
}

void check_alone(const CommandLine& given, const std::string& reason) {
  check_beside_file(given.scenario, refusing_all_but({}, reason));
}

ScheduleFile given_slot_tables(GivenFile& file, const CommandLine& given) {
  FileTerms terms = refusing_all_but({Subject::network, Subject::depth, Subject::fit},
                                     says_it_itself(file.name()));
  terms.repeated["ports"] = "multi";
  check_beside_file(given.scenario, terms);
  const auto network = network_of(given.scenario);
  return given.format == "s4noc" ? read_s4noc(file.stream(), file.name(), network)
                                 : read_poseidon(file.stream(), file.name(), network);
}

CheckedMsccl given_msccl(GivenFile& file, const CommandLine& given) {
  check_beside_msccl(given.scenario);
  const msccl::Program program = msccl::read_program(file.stream(), file.name());
  const msccl::Execution execution = msccl::checked(program);
  return scheduled_msccl(program, execution, network_for(program, given.scenario),
                         given.scenario.ports, file.name());
}

Job given_goal(GivenFile& file, const CommandLine& given) {
  const GoalProgram program = read_goal(file.stream(), file.name(), given.run.progress);
  check_beside_goal(given, program);
  const Scenario& scenario = given.scenario;
  return goal_job(program,
                  {scenario.timing, scenario.gap_per_byte, scenario.hardware, given.claim()},
                  given.run.progress);
}

Job given_schedule(GivenFile& file, const CommandLine& given) {
  const HardwareOptions& hardware = given.scenario.hardware;
  if (given.slot_tables()) {
    return schedule_job(given_slot_tables(file, given), file.name(), hardware);
  }
  if (format_of(file, given) != Content::msccl) {
    ScheduleFile schedule = read_schedule(file.stream(), file.name());
    check_beside_schedule(given, schedule.header, file.name());
    return schedule_job(std::move(schedule), file.name(), hardware);
  }
  CheckedMsccl program = given_msccl(file, given);
  if (!program.schedule) {
    throw InputError(fmt::format(
        "{}: the sums of this MSCCL program are no schedule that hardware can run: {}; use romcast "
        "check",
        file.name(), program.unlike));
  }
  Job job = schedule_job(std::move(*program.schedule), file.name(), hardware);
  job.given->note = program.warning;
  return job;
}

Job given_job(GivenFile& file, const CommandLine& given) {
  if (is_goal(file, given)) return given_goal(file, given);
  check_no_claim(given, file.name());
  return given_schedule(file, given);
}

Job given_job(const CommandLine& given) {
  if (given.file.empty()) return scenario_job(given);
  GivenFile file(given.file);
  return given_job(file, given);
}

Job scenario_job(const CommandLine& given) {
  check_no_claim(given, "a scenario");
  check_no_format(given);
  return resolve(given.scenario);
}

}  // namespace romcast
