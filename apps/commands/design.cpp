// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "apps/commands/command_line.hpp"
#include "apps/files.hpp"
#include "apps/option_words.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "apps/times.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/topologies.hpp"
#include "schedules/designer/report/design_report.hpp"

namespace romcast {
namespace {

using designer::Catalog;

constexpr const char *kUsualStep = "10us", *kUsualBandwidth = "12.5GB/s";

// The options that only this command has.
struct Own {
  std::string processors{}, degree{}, collectives = "allgather,allreduce,alltoall";
  std::string bytes{}, step{}, bandwidth{}, csv{};
  bool plan = false, all = false, both_ways = false;
};

std::vector<CollectiveKind> kinds_of(const std::string& text) {
  std::vector<CollectiveKind> kinds;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const auto kind = find_collective(text.substr(at, end - at));
    if (!kind || !designer::has_rate(*kind) || std::ranges::find(kinds, *kind) != kinds.end()) {
      throw InputError("--collective " + text +
                       ": give allgather, reduce-scatter, allreduce and alltoall, each at most "
                       "once, with commas");
    }
    kinds.push_back(*kind);
    at = end + 1;
  }
  return kinds;
}

std::optional<PlannedDesign> planned_one(const std::shared_ptr<const Topology>& network,
                                         CollectiveKind kind) {
  Run run(make_job(make_problem(network, kind, {.ports = {Ports::Kind::multi}})));
  if (!run.legal()) return std::nullopt;
  const Report report = run.report();
  if (!report.plan || !report.theory.lower_bound) return std::nullopt;
  return PlannedDesign{report.plan->cycles, *report.theory.lower_bound};
}

// Plans each collective, with one message, on the networks of the collective's Pareto frontier of
// steps and cycles per message.
void plan_frontiers(DesignOutput& output, const Progress& progress) {
  const Catalog& catalog = output.catalog;
  output.plans.resize(catalog.designs.size());
  for (std::size_t i = 0; i < catalog.designs.size(); ++i) {
    if (progress) progress("planning", double(i) / double(catalog.designs.size()));
    for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
      const bool frontier = catalog.designs[i].figures[k].frontier;
      output.plans[i].push_back(
          frontier ? planned_one(catalog.designs[i].candidate.topology, catalog.collectives[k])
                   : std::nullopt);
    }
  }
}

int design(const CommandLine& given, const Own& own) {
  const std::vector<CollectiveKind> kinds = kinds_of(own.collectives);
  const std::uint32_t processors =
      parse_number("nodes", own.processors, 2, designer::kMostProcessors);
  const std::uint32_t degree = parse_number("degree", own.degree, 1, designer::kMostDegree);
  DesignOutput output{.all = own.all};
  if (!own.bytes.empty()) {
    output.sizes = parse_sizes("bytes", own.bytes);
    output.sizes->step = parse_time("step-time", own.step.empty() ? kUsualStep : own.step);
    output.sizes->bandwidth =
        parse_bandwidth("bandwidth", own.bandwidth.empty() ? kUsualBandwidth : own.bandwidth);
  }
  for (const auto& [option, value] :
       {std::pair("step-time", &own.step), std::pair("bandwidth", &own.bandwidth)}) {
    if (!own.bytes.empty() || value->empty()) continue;
    throw InputError(
        fmt::format("--{} {}: it concerns the sizes of --bytes; give them, too", option, *value));
  }
  std::string csv = own.csv, output_path = given.output, json = given.json;
  check_paths({{"--csv", &csv}, {"--output", &output_path}, {"--json", &json}}, {});
  if (!given.output.empty() && given.output != "-" && !given.output.ends_with(".svg")) {
    throw InputError("--output " + given.output + ": give a name that ends in .svg, or -");
  }
  if (csv == "-" && given.results_on_stdout() > 0) {
    throw InputError("- for several outputs: only one of them can go to stdout");
  }
  const Progress progress = terminal_progress();
  const auto wanted = own.both_ways ? designer::Wanted::both_ways : designer::Wanted::any;
  output.catalog = designer::design(processors, degree, kinds, wanted, [&](double done) {
    if (progress) progress("looking at networks", done);
  });
  if (own.plan) plan_frontiers(output, progress);
  clear_progress();
  if (!given.output.empty()) write_file(given.output, design_picture(output.catalog));
  if (!csv.empty()) write_file(csv, design_csv(output));
  if (!given.json.empty()) write_json(given.json, design_json(output));
  if (given.results_on_stdout() == 0 && csv != "-") print(with_options(design_text(output)));
  return kPass;
}

}  // namespace

void add_design(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "design",
      "Find the best networks of a size and a degree for collectives, and what no "
      "network can do better");
  auto own = std::make_shared<Own>();
  command->add_option("--nodes", own->processors, "processors, 2..4096")
      ->required()
      ->type_name("N")
      ->group("Network")
      ->transform(decimal());
  command->add_option("--degree", own->degree, "links out of each processor, 1..64")
      ->required()
      ->type_name("D")
      ->group("Network")
      ->transform(decimal());
  command
      ->add_flag("--both-ways", own->both_ways,
                 "only networks whose links all lead both ways, as cables do")
      ->group("Network");
  command
      ->add_option("-c,--collective", own->collectives,
                   "allgather, reduce-scatter, allreduce, alltoall, with commas")
      ->capture_default_str()
      ->type_name("NAMES")
      ->group("Collective");
  command
      ->add_option("--bytes", own->bytes,
                   "also say which network is fastest for buffers of these sizes, e.g. 1KiB..1GiB")
      ->type_name("SIZE..SIZE")
      ->group("Collective");
  command->add_option("--step-time", own->step, "with --bytes: how long a step takes at least")
      ->default_str(kUsualStep)
      ->type_name("TIME")
      ->group("Collective");
  command->add_option("--bandwidth", own->bandwidth, "with --bytes: what a link carries")
      ->default_str(kUsualBandwidth)
      ->type_name("RATE")
      ->group("Collective");
  command->add_flag("--plan", own->plan,
                    "plan one message on the networks of the frontiers, with lower bounds");
  command->add_flag("--all", own->all, "list all networks in the table")->group("Output");
  add_output(*command, given,
             "draw steps and cycles of all networks: .svg, or - for SVG on stdout");
  command->add_option("--csv", own->csv, "write a row per network and collective; - for stdout")
      ->type_name("FILE|-")
      ->group("Output");
  add_json(*command, given);
  command->footer(
      "Example: romcast design --nodes 64 --degree 4 --collective allreduce,alltoall --bytes "
      "1KiB..1GiB");
  command->callback([&given, own] {
    given.command = [own](const CommandLine& line) { return design(line, *own); };
  });
}

}  // namespace romcast
