#include "apps/hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "apps/rom_folder.hpp"
#include "apps/stopwatch.hpp"
#include "apps/trace_reader.hpp"
#include "romcast/error.hpp"
#include "systemc/cosimulation.hpp"

namespace romcast {
namespace {

constexpr unsigned kMostRomBits = 4096;
// A ROM is not tried by itself for longer schedules; --control rom tries it.
constexpr std::uint64_t kMostHopsForRom = 4'000'000;

// Places per queue by level: as asked for, or enough for the plan and of a few sizes only, so that
// few models are built.
std::vector<std::uint32_t> depths(const Resolved& resolved, const Verdict& plan, QueueKind queues) {
  std::vector<std::uint32_t> result;
  for (const LevelQueues& level : plan.levels) {
    if (resolved.queue_depth) {
      result.push_back(*resolved.queue_depth);
      continue;
    }
    std::uint32_t depth = 4;
    while (depth < places(level, queues)) depth *= 16;
    result.push_back(depth);
  }
  return result;
}

std::optional<std::uint32_t> highest(std::optional<std::uint32_t> a, std::int64_t b) {
  if (b < 0) return a;
  return std::max(a.value_or(0), static_cast<std::uint32_t>(b));
}

void read_counters(const CosimulationResult& result, unsigned levels, Measured& measured) {
  for (unsigned l = 1; l <= levels; ++l) measured.levels.push_back({.level = l});
  for (const SwitchCounters& one : result.switches) {
    MeasuredLevel& level = measured.levels[one.level - 1];
    level.max_queue = *highest(level.max_queue, one.counters.queue_high);
    level.max_waiting = *highest(level.max_waiting, one.counters.waiting_high);
    level.max_up_fifo = highest(level.max_up_fifo, one.counters.up_high);
    level.max_down_fifo = highest(level.max_down_fifo, one.counters.down_high);
    measured.max_queue = std::max(measured.max_queue, level.max_queue);
    measured.max_waiting = std::max(measured.max_waiting, level.max_waiting);
    measured.overflows += one.counters.overflow > 0 ? 1 : 0;
    measured.underflows += one.counters.underflow > 0 ? 1 : 0;
    measured.contentions += one.counters.contention > 0 ? 1 : 0;
  }
}

// The registers must say what the links showed.
void compare_counters(const Verdict& trace, Measured& measured) {
  const auto check = [&](const std::string& what, std::uint64_t counter, std::uint64_t seen) {
    if (counter == seen) return;
    measured.complaints.push_back(
        fmt::format("the hardware counts {} {}, the trace shows {}", counter, what, seen));
  };
  check("hops", measured.hops, trace.hops);
  check("deliveries", measured.delivered, trace.delivered);
  check("cycles", measured.cycles, trace.cycles);
  for (std::size_t i = 0; i < measured.levels.size() && i < trace.levels.size(); ++i) {
    const MeasuredLevel& level = measured.levels[i];
    const LevelQueues& seen = trace.levels[i];
    const std::string where = fmt::format(" at level {}", level.level);
    check("messages queued" + where, level.max_queue, seen.max_queue);
    check("messages waiting" + where, level.max_waiting, seen.max_waiting);
    if (level.max_up_fifo)
      check("messages in an up queue" + where, *level.max_up_fifo, seen.max_up_fifo);
    if (level.max_down_fifo) {
      check("messages for one child" + where, *level.max_down_fifo, seen.max_down_fifo);
    }
  }
}

// Each switch must have counted what its links showed.
void compare_sends(const CosimulationResult& result, const std::vector<Sent>& seen,
                   const Topology& topology, Measured& measured) {
  for (const SwitchCounters& one : result.switches) {
    const Sent& sent = seen[one.node];
    const auto hops = static_cast<std::uint64_t>(one.counters.hops);
    if (hops == sent.hops && one.counters.last_hop == sent.last) continue;
    measured.complaints.push_back(fmt::format(
        "{} counts {} hops, the last in cycle {}; the trace shows {}, the last in cycle {}",
        topology.node_name(one.node), hops, one.counters.last_hop, sent.hops, sent.last));
    return;  // one switch says enough
  }
}

std::shared_ptr<const TreeRoms> roms_of_folder(const Resolved& resolved, const Plan& plan,
                                               const RunOptions& options) {
  if (options.control == Control::rule) {
    throw InputError(fmt::format("--control rule: --rom {} runs ROM images; give one of the two",
                                 options.rom_folder));
  }
  auto roms = std::make_shared<TreeRoms>(read_rom_folder(options.rom_folder, resolved, plan));
  if (const RomSize size = size_of(roms->switch_images); size.words_max > options.rom_words) {
    throw InputError(
        fmt::format("--rom {}: a switch needs {} words, its ROM holds {} (--rom-words)",
                    options.rom_folder, size.words_max, options.rom_words));
  }
  return roms;
}

// Which control to use, and its ROMs.
std::shared_ptr<const TreeRoms> choose_roms(const Resolved& resolved, const Plan& plan,
                                            const PlanFigures& figures, const RunOptions& options,
                                            Report& report) {
  if (!options.rom_folder.empty()) {
    return roms_of_folder(resolved, plan, options);
  }
  const Control control = options.control.value_or(resolved.algorithm->natural);
  if (control == Control::rule) return nullptr;
  if (options.control) {
    return std::make_shared<TreeRoms>(compile_roms(resolved, plan, options.rom_words));
  }
  if (figures.verdict.hops > kMostHopsForRom) {
    report.rom_note =
        "not tried for so many hops; local rules run instead (--control rom tries it)";
    return nullptr;
  }
  try {
    return std::make_shared<TreeRoms>(compile_roms(resolved, plan, options.rom_words));
  } catch (const InputError& error) {
    report.rom_note = fmt::format("{}; local rules run instead", error.what());
    return nullptr;
  }
}

bool overfills(const Verdict& plan) {
  return std::ranges::find(plan.violations, ViolationKind::queue_too_deep, &Violation::kind) !=
         plan.violations.end();
}

std::vector<NodeId> wave_nodes(const Resolved& resolved, const RunOptions& options) {
  const Topology& topology = *resolved.problem.topology;
  std::vector<NodeId> nodes;
  for (const std::string& text : options.wave_nodes) {
    const NodeId node = topology.find_node(text);
    if (node == kNone || topology.is_processor(node)) {
      throw InputError(fmt::format("--wave-nodes {}: no such switch; give names like {}", text,
                                   topology.node_name(static_cast<NodeId>(topology.processors()))));
    }
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  }
  if (options.wave_file.empty() != nodes.empty()) {
    throw InputError(options.wave_file.empty() ? "--wave-nodes needs --wave FILE"
                                               : "--wave needs --wave-nodes: names like s1.0,s2.0");
  }
  return nodes;
}

}  // namespace

std::uint32_t places(const LevelQueues& level, QueueKind queues) {
  return queues == QueueKind::per_output ? level.max_per_link
                                         : std::max(level.max_up_fifo, level.max_down_store);
}

void run_hardware(const Resolved& resolved, const Plan& plan, const PlanFigures& figures,
                  std::optional<QueueLimit> limit, const RunOptions& options, Report& report) {
  const auto tree = std::dynamic_pointer_cast<const FatTree>(resolved.problem.topology);
  if (!tree || !plan.tree_rules) {
    throw InputError(
        fmt::format("--algorithm {}: there is no hardware for it yet; use romcast plan",
                    resolved.algorithm->name));
  }
  CosimulationRequest request{.tree = tree,
                              .collective = resolved.problem.collective,
                              .rules = plan.tree_rules,
                              .last_hop = figures.last_hop,
                              .gated = options.gated,
                              .audit = options.audit,
                              .wave_file = options.wave_file,
                              .wave_nodes = wave_nodes(resolved, options)};
  {
    const CpuTimer timer(*report.cost.plan);
    request.roms = choose_roms(resolved, plan, figures, options, report);
  }
  request.depths = depths(resolved, figures.verdict, plan.tree_rules->queues);
  const TreeFlitCodec codec(*tree, *request.collective, plan.tree_rules->route);

  const ModelStore store;
  std::vector<ModelSpec> specs = models_for(request, codec);
  specs.push_back(ModelStore::time_base_spec());
  const auto begin = std::chrono::steady_clock::now();
  if (options.progress) options.progress("building switch models", -1);
  store.prepare(specs, [&](std::size_t done, std::size_t of) {
    if (options.progress) options.progress("building switch models", double(done) / double(of));
  });
  report.cost.build =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  TraceReader reader(resolved, plan, limit, codec, options, figures.last_hop);
  request.trace = [&reader](std::span<const LinkFlit> flits) { reader.read(flits); };
  double total = 0;
  CosimulationResult result;
  {
    const CpuTimer timer(total);
    result = cosimulate(request, store);
  }
  Measured measured{.control = request.roms ? "rom" : "rule",
                    .cycles = result.cycles,
                    .hops = result.hops,
                    .delivered = result.delivered,
                    .expected = resolved.problem.collective.expected_deliveries(),
                    .complaints = result.complaints};
  read_counters(result, tree->height(), measured);
  const double during_run = reader.seconds();
  const Verdict trace = reader.finish(measured);
  measured.violations = trace.violations;
  measured.violation_count = trace.violation_count;
  compare_sends(result, reader.sent(), *tree, measured);
  if (measured.overflows == 0) compare_counters(trace, measured);
  if (measured.overflows == 0 && overfills(figures.verdict)) {
    measured.complaints.emplace_back(
        "the plan overfills a queue, but no switch reports an overflow");
  }
  if (result.audit_differences > 0) {
    measured.complaints.push_back(fmt::format("{} of {} sleeping switches would have changed",
                                              result.audit_differences, result.audited));
  }
  report.cost.switch_cycles = result.switch_cycles;
  report.cost.evaluations = result.evaluations;
  if (options.audit) report.cost.audited = result.audited;
  report.cost.cosimulate = total - during_run;
  *report.cost.plan += reader.plan_seconds();
  *report.cost.check += reader.seconds() - reader.plan_seconds();
  if (request.roms) {
    const auto rom = [](const std::vector<RomImage>& images) {
      const RomSize size = size_of(images);
      return RomReport{size.images, size.words_max, size.word_bits, size.bits_total};
    };
    report.rom = rom(request.roms->switch_images);
    report.processor_rom = rom(request.roms->processor_images);
  }
  report.hardware = std::move(measured);
  report.scenario["control"] = report.hardware->control;
}

TreeRoms compile_roms(const Resolved& resolved, const Plan& plan, std::uint32_t rom_words) {
  const auto& tree = dynamic_cast<const FatTree&>(*resolved.problem.topology);
  const QueueKind queues = plan.tree_rules ? plan.tree_rules->queues : QueueKind::per_output;
  for (unsigned level = 1; level <= tree.height(); ++level) {
    if (const unsigned bits = control_bits(tree, level, queues); bits > kMostRomBits) {
      throw InputError(
          fmt::format("--control rom: a switch of level {} needs control words of {} bits, a ROM "
                      "has at most {}; "
                      "use --control rule",
                      level, bits, kMostRomBits));
    }
  }
  TreeRoms roms =
      compile_tree_roms(tree, queues, plan.open, resolved.problem.collective.multicast());
  if (const RomSize size = size_of(roms.switch_images); size.words_max > rom_words) {
    throw InputError(
        fmt::format("--control rom: a switch needs {} words, its ROM holds {} (--rom-words); use "
                    "--control rule",
                    size.words_max, rom_words));
  }
  return roms;
}

}  // namespace romcast
