// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/msccl/claim.hpp"
#include "romcast/msccl/program.hpp"
#include "romcast/msccl/reader.hpp"

namespace romcast::msccl {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw InputError({"format", "msccl"}, what); }

Claim claim_for(const Collective& collective) {
  if (const auto claim = claim_of(collective.kind())) return *claim;
  refuse(fmt::format("has no word for `collective` {}", name(collective.kind())));
}

// Builds a program step by step.
class Growing {
 public:
  explicit Growing(const Collective& collective, const std::string& algorithm) {
    const auto gpus = static_cast<std::uint32_t>(collective.processors());
    program_.claim = claim_for(collective);
    program_.algorithm = algorithm;
    program_.gpus.resize(gpus);
    program_.chunks = collective.messages();
    const bool parts = program_.claim == Claim::allgather || program_.claim == Claim::alltoall ||
                       program_.claim == Claim::scatter || program_.claim == Claim::gather ||
                       program_.claim == Claim::reduce_scatter;
    if (parts) program_.chunks *= gpus;
    for (Gpu& gpu : program_.gpus) {
      gpu.chunks = {sizes_of(program_).input, sizes_of(program_).output, 0};
    }
  }

  Dependency send(NodeId from, NodeId to, Place place, std::optional<Dependency> after) {
    return add(from, {.send_to = to}, {StepKind::send, place, place, 1, after});
  }
  Dependency receive(NodeId from, NodeId to, Place place, std::optional<Dependency> after,
                     StepKind kind = StepKind::receive) {
    return add(to, {.receive_from = from}, {kind, place, place, 1, after});
  }
  Dependency copy(NodeId gpu, Place from, Place to, std::uint32_t count) {
    return add(gpu, {}, {StepKind::copy, from, to, count});
  }
  Place scratch(NodeId gpu, std::uint32_t chunks) {
    program_.gpus[gpu].chunks[2] += chunks;
    return {Buffer::scratch, program_.gpus[gpu].chunks[2] - chunks};
  }
  Place scratch(NodeId gpu) { return {Buffer::scratch, program_.gpus[gpu].chunks[2]++}; }

  [[nodiscard]] const Program& program() const { return program_; }

 private:
  Dependency add(NodeId gpu, const ThreadBlock& like, const Step& step) {
    std::vector<ThreadBlock>& blocks = program_.gpus[gpu].blocks;
    const auto [known, fresh] =
        blocks_.try_emplace({gpu, like.send_to, like.receive_from}, blocks.size());
    if (fresh) {
      blocks.push_back(like);
      blocks.back().id = known->second;
    }
    std::vector<Step>& steps = blocks[known->second].steps;
    steps.push_back(step);
    return {known->second, static_cast<std::uint32_t>(steps.size() - 1)};
  }

  Program program_;
  std::map<std::array<NodeId, 3>, std::uint32_t> blocks_;  // by GPU, send_to and receive_from
};

// Writes collectives that move messages unchanged.
class Moving {
 public:
  Moving(const Topology& topology, const Collective& collective, Growing& growing)
      : topology_(topology),
        copies_(collective),
        collective_(collective.uncopied()),
        traits_(collective.traits()),
        growing_(growing) {
    for (NodeId gpu = 0; gpu < collective.processors(); ++gpu) keep_own(gpu);
  }

  void step(const std::vector<Hop>& hops) {
    for (const Hop& hop : hops) {
      if (hop.kind() != HopKind::message) continue;
      const NodeId from = topology_.channel_at(hop.link).from;
      const NodeId to = topology_.end_of(hop.link, hop.to);
      if (from != to) move(from, to, copies_.original(hop.message));
    }
  }

 private:
  struct Held {
    Place place;
    std::optional<Dependency> since{};
  };

  void move(NodeId from, NodeId to, MessageId message) {
    const NodeId sender = topology_.is_processor(from) ? from : last_gpu_.at(key(from, message));
    if (!topology_.is_processor(to)) {
      last_gpu_[key(to, message)] = sender;
      return;
    }
    if (collective_.origin(message) == to || held_.contains(key(to, message))) return;
    const Held source = at(sender, message);
    growing_.send(sender, to, source.place, source.since);
    const Place place = goal(to, message);
    held_[key(to, message)] = {place, growing_.receive(sender, to, place, {})};
  }

  [[nodiscard]] Held at(NodeId gpu, MessageId message) const {
    const auto found = held_.find(key(gpu, message));
    return found == held_.end() ? Held{own(message)} : found->second;
  }

  // Location of the chunk at the GPU that has it from the start.
  [[nodiscard]] Place own(MessageId message) const {
    const std::uint32_t each = collective_.messages();
    const std::uint32_t part = traits_.pairs ? collective_.destination(message) : 0;
    return {Buffer::input, part * each + message % each};
  }

  // Location where a receiving GPU stores the chunk: in the output buffer if the GPU needs the
  // chunk, in a new chunk of scratch if the GPU only forwards the chunk.
  Place goal(NodeId gpu, MessageId message) {
    const std::uint32_t each = collective_.messages();
    if (traits_.to_all) return {Buffer::output, message};
    if (collective_.destination(message) != gpu) return growing_.scratch(gpu);
    const std::uint32_t part = from_one() ? 0 : collective_.origin(message);
    return {Buffer::output, part * each + message % each};
  }

  // Copies the chunks that a GPU keeps for itself.
  void keep_own(NodeId gpu) {
    if (collective_.has_source() && gpu != collective_.source()) return;
    const std::uint32_t each = collective_.messages(), first = gpu * each;
    growing_.copy(gpu, {Buffer::input, traits_.pairs ? first : 0},
                  {Buffer::output, from_one() ? 0 : first}, each);
  }

  [[nodiscard]] bool from_one() const { return traits_.root == Traits::Root::source; }

  static std::uint64_t key(NodeId node, MessageId message) {
    return std::uint64_t{node} << 32 | message;
  }

  const Topology& topology_;
  const Collective& copies_;
  const Collective collective_;  // all copies of a message are one chunk
  const Traits& traits_;
  Growing& growing_;
  std::unordered_map<std::uint64_t, Held> held_;
  std::unordered_map<std::uint64_t, NodeId> last_gpu_;  // sending GPU, by key(switch, message)
};

// Writes collectives whose messages are sums. A GPU keeps each sum in its output buffer, or in
// scratch if the sum is for other GPUs; the steps on one sum form a sequence. A switch forwards the
// sums of GPUs.
class Combining {
 public:
  Combining(const Topology& topology, const Collective& collective, Growing& growing)
      : topology_(topology), collective_(collective), growing_(growing) {
    const auto gpus = static_cast<NodeId>(collective.processors());
    sums_.resize(gpus);
    for (NodeId gpu = 0; gpu < gpus; ++gpu) {
      const std::uint32_t each = collective.messages(), first = gpu * each;
      const auto values = static_cast<std::uint32_t>(collective.values());
      if (!scatters()) {
        take_own(gpu, 0, values, {Buffer::output, 0});
        continue;
      }
      const Place others = growing.scratch(gpu, values);
      take_own(gpu, 0, first, others);
      take_own(gpu, first, each, {Buffer::output, 0});
      take_own(gpu, first + each, values - first - each, {others.buffer, first + each});
    }
  }

  // Hops of a cycle send the values from before the cycle.
  void step(const std::vector<Hop>& hops) {
    std::vector<Sent> sent;
    for (const Hop& hop : hops) {
      if (hop.message >= sums_[0].size()) {
        refuse("has no words for a sum without the sender's own value");
      }
      sent.push_back(leaving(hop));
      const NodeId to = topology_.end_of(hop.link, hop.to);
      if (!topology_.is_processor(to)) continue;
      const NodeId gpu = sent.back().gpu;
      Sum& sum = sums_[gpu][hop.message];
      if (sum.changes != sent.back().changes) {
        refuse(
            fmt::format("has no words for a sum of gpu {} that waits in a switch while the GPU "
                        "adds to it",
                        gpu));
      }
      sum.last = growing_.send(gpu, to, place(gpu, hop.message), sum.last);
    }
    for (std::size_t i = 0; i < hops.size(); ++i) {
      const NodeId to = topology_.end_of(hops[i].link, hops[i].to);
      if (topology_.is_processor(to)) {
        take(to, hops[i].message, sent[i]);
      } else {
        hold(to, hops[i].message, std::move(sent[i]));
      }
    }
  }

 private:
  struct Sum {
    std::vector<bool> of;       // the GPUs whose values are in it
    Dependency last;            // last step that used it
    std::uint32_t changes = 0;  // number of changes so far
  };
  // A GPU's sum on its path.
  struct Sent {
    NodeId gpu = 0;
    std::vector<bool> of{};
    std::uint32_t changes = 0;  // changes of the GPU's sum before the send
    bool added = false;         // added to another sum in a switch
  };

  [[nodiscard]] Sent leaving(const Hop& hop) const {
    const NodeId from = topology_.channel_at(hop.link).from;
    if (topology_.is_processor(from)) {
      const Sum& sum = sums_[from][hop.message];
      return {from, sum.of, sum.changes};
    }
    const Sent& sent = in_switches_.at({from, hop.message});
    if (!sent.added) return sent;
    refuse(fmt::format("switch {} of `network` {} adds, and MSCCL has no switches",
                       topology_.node_name(from), topology_.network()));
  }

  // Replaces the old sum in a switch, if there is one, by a new sum. Marks the new sum as added if
  // there was an old sum, switches add instead of relaying (switches_relay()), and the new sum
  // lacks the value of some GPU.
  void hold(NodeId at, MessageId message, Sent sent) {
    sent.added = !collective_.switches_relay() && in_switches_.contains({at, message}) &&
                 !std::ranges::all_of(sent.of, std::identity{});
    in_switches_.insert_or_assign({at, message}, std::move(sent));
  }

  void take(NodeId to, MessageId message, const Sent& from) {
    const std::vector<bool>& sent = from.of;
    Sum& sum = sums_[to][message];
    bool common = false, all = true;
    for (std::size_t gpu = 0; gpu < sent.size(); ++gpu) {
      common = common || (sent[gpu] && sum.of[gpu]);
      all = all && (sent[gpu] || !sum.of[gpu]);
    }
    if (common && !all) refuse("has no words for adding two sums that have values in common");
    const StepKind kind = common ? StepKind::receive : StepKind::receive_reduce_copy;
    for (std::size_t gpu = 0; gpu < sent.size(); ++gpu) {
      if (sent[gpu]) sum.of[gpu] = true;
    }
    sum.last = growing_.receive(from.gpu, to, place(to, message), sum.last, kind);
    ++sum.changes;
  }

  [[nodiscard]] bool scatters() const { return collective_.traits().pairs; }
  [[nodiscard]] Place place(NodeId gpu, std::uint32_t value) const {
    if (!scatters()) return {Buffer::output, value};
    if (collective_.destination(value) != gpu) return {Buffer::scratch, value};
    return {Buffer::output, value % collective_.messages()};
  }
  void take_own(NodeId gpu, std::uint32_t first, std::uint32_t count, Place to) {
    if (count == 0) return;
    const Dependency copied = growing_.copy(gpu, {Buffer::input, first}, to, count);
    std::vector<bool> own(sums_.size());
    own[gpu] = true;
    sums_[gpu].insert(sums_[gpu].end(), count, {own, copied});
  }

  const Topology& topology_;
  const Collective& collective_;
  Growing& growing_;
  std::vector<std::vector<Sum>> sums_;  // by GPU and chunk
  std::map<std::pair<NodeId, MessageId>, Sent> in_switches_;
};

template <typename Writer>
void go_through(Writer writer, const OpenSchedule& schedule) {
  const auto stream = schedule();
  for (std::vector<Hop> hops; stream->next(hops);) writer.step(hops);
}

void set_place(pugi::xml_node node, const char* buffer, const char* offset, bool used,
               const Place& place) {
  node.append_attribute(buffer) = std::string(name(place.buffer)).c_str();
  node.append_attribute(offset) = used ? static_cast<long long>(place.offset) : -1LL;
}

long long peer(NodeId gpu) { return gpu == kNone ? -1 : static_cast<long long>(gpu); }

void add_step(pugi::xml_node block, std::uint32_t index, const Step& step, bool waited_for) {
  pugi::xml_node node = block.append_child("step");
  node.append_attribute("s") = index;
  node.append_attribute("type") = std::string(name(step.kind)).c_str();
  set_place(node, "srcbuf", "srcoff", step.count > 0, step.from);
  set_place(node, "dstbuf", "dstoff", step.count > 0, step.to);
  node.append_attribute("cnt") = step.count;
  node.append_attribute("depid") = step.after ? static_cast<long long>(step.after->block) : -1LL;
  node.append_attribute("deps") = step.after ? static_cast<long long>(step.after->step) : -1LL;
  node.append_attribute("hasdep") = waited_for ? 1 : 0;
}

void add_gpu(pugi::xml_node algo, NodeId id, const Gpu& gpu) {
  pugi::xml_node node = algo.append_child("gpu");
  node.append_attribute("id") = id;
  constexpr std::array<const char*, 3> buffers{"i_chunks", "o_chunks", "s_chunks"};
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    node.append_attribute(buffers[b]) = gpu.chunks[b];
  }
  std::vector<std::vector<bool>> waited_for;
  for (const ThreadBlock& block : gpu.blocks) waited_for.emplace_back(block.steps.size());
  for (const ThreadBlock& block : gpu.blocks) {
    for (const Step& step : block.steps) {
      if (step.after) waited_for[step.after->block][step.after->step] = true;
    }
  }
  for (const ThreadBlock& block : gpu.blocks) {
    pugi::xml_node tb = node.append_child("tb");
    tb.append_attribute("id") = block.id;
    tb.append_attribute("send") = peer(block.send_to);
    tb.append_attribute("recv") = peer(block.receive_from);
    tb.append_attribute("chan") = block.channel;
    for (std::uint32_t s = 0; s < block.steps.size(); ++s) {
      add_step(tb, s, block.steps[s], waited_for[block.id][s]);
    }
  }
}

std::string xml(const Program& program) {
  pugi::xml_document document;
  pugi::xml_node algo = document.append_child("algo");
  algo.append_attribute("name") = program.algorithm.c_str();
  algo.append_attribute("proto") = "Simple";
  algo.append_attribute("nchannels") = 1;
  algo.append_attribute("nchunksperloop") = program.chunks;
  algo.append_attribute("ngpus") = static_cast<unsigned>(program.gpus.size());
  algo.append_attribute("coll") = std::string(name(program.claim)).c_str();
  algo.append_attribute("inplace") = 0;
  algo.append_attribute("outofplace") = 1;
  // Any message size is allowed; the runtimes require both attributes.
  algo.append_attribute("minBytes") = 0;
  algo.append_attribute("maxBytes") = 1ULL << 40;
  for (NodeId gpu = 0; gpu < program.gpus.size(); ++gpu) add_gpu(algo, gpu, program.gpus[gpu]);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_indent | pugi::format_no_declaration);
  return std::move(text).str();
}

// Throws InputError if the program has more GPUs or chunks than read_program() can read.
void check_size(const Program& program) {
  if (program.gpus.size() > kMostGpus) {
    refuse(fmt::format("{} processors, where a program has {} GPUs at most", program.gpus.size(),
                       kMostGpus));
  }
  std::uint64_t all = 0;
  for (const Gpu& gpu : program.gpus) {
    for (const std::uint32_t chunks : gpu.chunks) {
      all += chunks;
      if (chunks <= kMostChunks) continue;
      refuse(
          fmt::format("{} chunks in a buffer, where a program has {} at most; give fewer messages",
                      chunks, kMostChunks));
    }
  }
  if (all <= kMostChunksInAll) return;
  refuse(
      fmt::format("{} chunks in all buffers, where a program has {} at most; give fewer messages",
                  all, kMostChunksInAll));
}

void check_bytes(std::size_t bytes) {
  if (bytes <= kMostBytes) return;
  refuse(fmt::format("the program takes {} MiB, where {} are the most; give fewer messages",
                     bytes >> 20, kMostBytes >> 20));
}

}  // namespace

void write_program(const std::string& path, const Topology& topology, const Collective& collective,
                   Timing timing, const std::string& algorithm, const OpenSchedule& schedule) {
  Growing growing(collective, algorithm);
  check_size(growing.program());
  if (!collective.combines()) {
    go_through(Moving(topology, collective, growing), schedule);
  } else if (timing.logp()) {
    refuse(
        "sums of LogP machines are combined while others are on their way; give no `latency`, "
        "`overhead`, `gap`");
  } else {
    go_through(Combining(topology, collective, growing), schedule);
  }
  check_size(growing.program());  // includes the chunks in scratch
  const std::string text = xml(growing.program());
  check_bytes(text.size());
  write_file(path, text);
}

}  // namespace romcast::msccl
