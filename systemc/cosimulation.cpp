#include "systemc/cosimulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "romcast/error.hpp"
#include "systemc/network.hpp"
#include "systemc/wave.hpp"

// SystemC's library wants one; programs here have a main of their own.
extern "C" int sc_main(int, char**) { return 0; }

namespace romcast {
namespace {

constexpr Cycle kPatience = 64;  // cycles beyond the plan before a run is given up

std::string module_of(QueueKind queues) {
  switch (queues) {
    case QueueKind::per_output:
      return "fat_tree_switch_multi";
    case QueueKind::up_down:
      return "fat_tree_switch_single";
    default:
      return "fat_tree_switch_credit";
  }
}

std::uint32_t up_links(const FatTree& tree, unsigned level) {
  return tree.capacity(level < tree.height() ? level + 1 : level);
}

// Room for the longest program of a level, rounded up so that programs share a model.
std::uint64_t rom_depth(const CosimulationRequest& request, unsigned level) {
  if (!request.roms) return 0;
  const FatTree& tree = *request.tree;
  std::size_t words = 1;
  for (std::uint64_t x = 0; x < tree.power(tree.height() - level); ++x) {
    const NodeId v = tree.node(level, x);
    const auto image = request.roms->image_of_switch[v - tree.processors()];
    words = std::max(words, request.roms->switch_images[image].words());
  }
  std::uint64_t depth = 256;
  while (depth < words) depth *= 16;
  return depth;
}

ModelSpec model_for(const CosimulationRequest& request, const TreeFlitCodec& codec,
                    unsigned level) {
  const FatTree& tree = *request.tree;
  const QueueKind queues = request.rules->queues;
  const bool multi = queues == QueueKind::per_output;
  ModelSpec spec;
  spec.module = module_of(queues);
  spec.ports = tree.arity() + 1;
  spec.lanes = multi ? tree.arity() * tree.capacity(level) + up_links(tree, level) : spec.ports;
  spec.flit_bytes = codec.width() / 8;
  spec.shared_data = !multi;
  spec.parameters = {{"ARITY", tree.arity()},
                     {"WIDTH", codec.width()},
                     {"ROUTE_BITS", codec.route_bits()},
                     {"ROM_DEPTH", rom_depth(request, level)}};
  if (multi) {
    spec.parameters.emplace_back("DOWN_LINKS", tree.capacity(level));
    spec.parameters.emplace_back("UP_LINKS", up_links(tree, level));
  }
  if (queues != QueueKind::per_input) {
    spec.parameters.emplace_back("DEPTH", request.depths[level - 1]);
  }
  if (!request.wave_nodes.empty()) spec.recording = recording_of(request.wave_file);
  return spec;
}

// Builds the network of a request and keeps what its parts refer to.
class Machine {
 public:
  Machine(const CosimulationRequest& request, const ModelStore& store)
      : request_(request),
        tree_(*request.tree),
        codec_(tree_, *request.collective, request.rules->route),
        network_("network", tree_, banks(store), store.time_base()) {
    context_ = {.fabric = &network_.fabric(),
                .tree = &tree_,
                .collective = &*request.collective,
                .codec = &codec_,
                .credits = request.rules->queues == QueueKind::per_input && !request.roms,
                .wake_at = [this](NodeId p, Cycle c) { network_.wake_processor_at(p, c); }};
    for (auto v = static_cast<NodeId>(tree_.processors()); v < tree_.nodes(); ++v) add_switch(v);
    for (NodeId p = 0; p < tree_.processors(); ++p) {
      network_.add_processor(
          std::make_unique<Processor>(fmt::format("p{}", p).c_str(), context_, p, program(p)));
    }
    if (request.roms) load_roms();
  }

  CosimulationResult run() {
    RunControl control{.gated = request_.gated && !request_.roms && request_.wave_nodes.empty(),
                       .audit = request_.audit,
                       .last_hop = request_.last_hop,
                       .limit = request_.last_hop + kPatience,
                       .trace = request_.trace};
    std::unique_ptr<Wave> wave;
    if (!request_.wave_nodes.empty()) {
      wave = std::make_unique<Wave>(recording_of(request_.wave_file));
      for (const NodeId v : request_.wave_nodes) {
        network_.bank_of(v).record(network_.local_of(v), wave->recorder());
      }
      wave->open(request_.wave_file);
      control.after_edge = [&wave](Cycle cycle) { wave->dump(cycle + 1); };
    }
    network_.run(std::move(control));
    if (wave) wave->close();
    return collect();
  }

 private:
  std::vector<std::unique_ptr<NodeBank>> banks(const ModelStore& store) {
    const std::vector<ModelSpec> specs = models_for(request_, codec_);
    std::vector<std::unique_ptr<NodeBank>> result;
    std::vector<ModelSpec> known;
    for (const ModelSpec& spec : specs) {
      const auto found = std::ranges::find(known, spec);
      bank_of_level_.push_back(static_cast<std::uint32_t>(found - known.begin()));
      if (found != known.end()) continue;
      known.push_back(spec);
      result.push_back(store.bank(spec));
    }
    return result;
  }

  void add_switch(NodeId v) {
    const unsigned level = tree_.level(v);
    const bool root = v == tree_.root();
    const bool multi = request_.rules->queues == QueueKind::per_output;
    std::vector<std::uint32_t> in_links, out_links, in_channels, out_channels;
    const auto add = [&](ChannelId in, ChannelId out) {
      in_channels.push_back(in);
      out_channels.push_back(out);
      const std::uint32_t lanes = multi ? tree_.channels()[in].capacity : 1;
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        in_links.push_back(tree_.channels()[in].first_link + lane);
        out_links.push_back(tree_.channels()[out].first_link + lane);
      }
    };
    for (unsigned j = 0; j < tree_.arity(); ++j) {
      const NodeId child = tree_.node(level - 1, tree_.index(v) * tree_.arity() + j);
      add(tree_.up_channel(child), tree_.down_channel(child));
    }
    if (!root) {
      add(tree_.down_channel(v), tree_.up_channel(v));
    } else {
      in_channels.push_back(network_.no_channel());
      out_channels.push_back(network_.no_channel());
      const std::uint32_t lanes = multi ? up_links(tree_, level) : 1;
      in_links.insert(in_links.end(), lanes, network_.no_link());
      out_links.insert(out_links.end(), lanes, network_.no_link());
    }
    const std::string name = tree_.node_name(v);
    const NodeWiring wiring{.name = name.c_str(),
                            .is_root = root,
                            .above_leaves = level == 1,
                            .shift = digit_bits(tree_.arity()) * (level - 1),
                            .here = codec_.digits(tree_.index(v)),
                            .route_kind = static_cast<std::uint32_t>(request_.rules->route)};
    network_.add_switch(bank_of_level_[level - 1], v, wiring, std::move(in_links),
                        std::move(out_links), std::move(in_channels), std::move(out_channels));
  }

  NextInjection program(NodeId p) const {
    if (!request_.roms) {
      return [rules = request_.rules, p, index = std::uint64_t{0}]() mutable {
        return rules->injections(p, index++);
      };
    }
    // The processor's ROM program, expanded one injection at a time.
    const RomImage& image = request_.roms->processor_images[request_.roms->image_of_processor[p]];
    return [this, p, reader = RomReader(image), cycle = Cycle{1},
            left = ControlRun{}]() mutable -> std::optional<Injection> {
      for (;;) {
        if (left.cycles == 0) {
          const auto run = reader.next();
          if (!run) return std::nullopt;
          left = *run;
        }
        if ((left.control[0] & 1) == 0) {
          cycle += static_cast<Cycle>(left.cycles);
          left.cycles = 0;
          continue;
        }
        --left.cycles;
        const std::uint32_t slot = left.control[0] >> 1;
        const auto& slots = request_.roms->slots[p];
        if (slot >= slots.size()) {
          throw InputError(fmt::format("ROM of p{}: slot {} of {}", p, slot, slots.size()));
        }
        return Injection{.not_before = cycle++, .message = slots[slot]};
      }
    };
  }

  void load_roms() {
    for (auto v = static_cast<NodeId>(tree_.processors()); v < tree_.nodes(); ++v) {
      const auto image_number = request_.roms->image_of_switch[v - tree_.processors()];
      const RomImage& image = request_.roms->switch_images[image_number];
      // The load port is as wide as a word; the bank copies whole pieces of 64 bits at most.
      std::vector<std::uint32_t> word;
      for (std::uint32_t address = 0; address < image.words(); ++address) {
        word.assign(image.word(address).begin(), image.word(address).end());
        word.resize(word.size() + 2, 0);
        network_.bank_of(v).load(network_.local_of(v), address, word.data());
      }
    }
  }

  CosimulationResult collect() {
    CosimulationResult result;
    for (auto v = static_cast<NodeId>(tree_.processors()); v < tree_.nodes(); ++v) {
      result.switches.push_back(
          {tree_.level(v), v, network_.bank_of(v).counters(network_.local_of(v))});
      result.hops += static_cast<std::uint64_t>(result.switches.back().counters.hops);
    }
    for (const auto& processor : network_.processors()) {
      result.hops += processor->sent();
      result.delivered += processor->delivered();
      result.cycles = std::max(result.cycles, processor->last_delivery());
      if (!processor->complaint().empty()) result.complaints.push_back(processor->complaint());
    }
    result.switch_cycles = tree_.switches() * std::uint64_t{network_.cycles_run()};
    result.evaluations = network_.evaluations();
    result.audited = network_.audited();
    result.audit_differences = network_.audit_differences();
    return result;
  }

  const CosimulationRequest& request_;
  const FatTree& tree_;
  TreeFlitCodec codec_;
  std::vector<std::uint32_t> bank_of_level_;
  Network network_;
  ProcessorContext context_;
};

}  // namespace

std::vector<ModelSpec> models_for(const CosimulationRequest& request, const TreeFlitCodec& codec) {
  std::vector<ModelSpec> specs;
  for (unsigned level = 1; level <= request.tree->height(); ++level) {
    specs.push_back(model_for(request, codec, level));
  }
  return specs;
}

CosimulationResult cosimulate(const CosimulationRequest& request, const ModelStore& store) {
  Machine machine(request, store);
  return machine.run();
}

}  // namespace romcast
