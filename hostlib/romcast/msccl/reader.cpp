// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <istream>
#include <map>
#include <pugixml.hpp>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast::msccl {
namespace {

constexpr std::uint32_t kMostNumber = 1U << 30;

std::string whole_text(std::istream& in, const std::string& file) {
  std::string text;
  std::array<char, 1 << 16> piece{};
  while (in.read(piece.data(), piece.size()), in.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostBytes) {
      throw InputError(fmt::format("{}: more than {} MiB; give a shorter MSCCL program", file,
                                   kMostBytes >> 20));
    }
  }
  if (in.bad()) throw InputError(file + ": cannot be read; give a text file");
  return text;
}

class Reader {
 public:
  Reader(std::istream& in, std::string file)
      : file_(std::move(file)), text_(whole_text(in, file_)) {
    for (std::size_t at = text_.find('\n'); at != std::string::npos;
         at = text_.find('\n', at + 1)) {
      line_ends_.push_back(at);
    }
    const pugi::xml_parse_result parsed = document_.load_buffer_inplace(text_.data(), text_.size());
    if (!parsed) {
      fail(line_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0))),
           fmt::format("no XML: {}", parsed.description()), "a whole MSCCL program");
    }
  }

  Program program() {
    const pugi::xml_node algo = document_.document_element();
    if (std::strcmp(algo.name(), "algo") != 0) {
      fail(line(algo), fmt::format("<{}>", printable(algo.name())), "<algo>, an MSCCL program");
    }
    Program read{.file = file_, .algorithm = printable(algo.attribute("name").value())};
    read.claim = claim(algo);
    read.in_place = number(algo, "inplace", 0, 1, 0) == 1;
    read.out_of_place = number(algo, "outofplace", 0, 1, read.in_place ? 0 : 1) == 1;
    gpus(algo, read);
    read.adds = adds_ || combines(read.claim);
    chunks(algo, read);
    return read;
  }

 private:
  [[nodiscard]] std::size_t line_at(std::size_t offset) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(line_ends_, offset) -
                                    line_ends_.begin()) +
           1;
  }
  [[nodiscard]] std::size_t line(pugi::xml_node node) const {
    return line_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0)));
  }
  [[noreturn]] void fail(std::size_t line, const std::string& found,
                         const std::string& allowed) const {
    throw InputError(fmt::format("{}:{}: {}{}; allowed: {}", file_, line, where_, found, allowed));
  }

  // The value of an attribute, an integer from `least` to `most`; `absent`, if given, for a missing
  // attribute. Throws InputError for any other value, and for a missing attribute without `absent`.
  std::uint32_t number(pugi::xml_node node, const char* attribute, std::uint32_t least,
                       std::uint32_t most, std::optional<std::uint32_t> absent = {}) const {
    const auto range = [&] { return fmt::format("{}=\"{}..{}\"", attribute, least, most); };
    const pugi::xml_attribute given = node.attribute(attribute);
    if (given.empty()) {
      if (absent) return *absent;
      fail(line(node), fmt::format("no attribute {}", attribute), range());
    }
    const std::string_view text = given.value();
    std::uint32_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || value < least ||
        value > most) {
      fail(line(node), fmt::format("{}={}", attribute, quote(text)), range());
    }
    return value;
  }
  // A number from 0 to `most`; nullopt if the attribute is -1 or missing.
  std::optional<std::uint32_t> optional_number(pugi::xml_node node, const char* attribute,
                                               std::uint32_t most) const {
    const std::string_view text = node.attribute(attribute).value();
    if (text.empty() || text == "-1") return std::nullopt;
    return number(node, attribute, 0, most);
  }

  [[nodiscard]] Claim claim(pugi::xml_node algo) const {
    const std::string_view text = algo.attribute("coll").value();
    if (const std::optional<Claim> found = find_claim(text)) return *found;
    fail(line(algo), fmt::format("coll={}", quote(text)),
         "allgather, alltoall, broadcast, scatter, gather, reduce, allreduce, reducescatter, "
         "custom");
  }

  void gpus(pugi::xml_node algo, Program& read) {
    const std::uint32_t count = number(algo, "ngpus", 1, kMostGpus);
    read.gpus.resize(count);
    std::vector<bool> seen(count);
    for (const pugi::xml_node node : elements(algo, "gpu")) {
      const std::uint32_t id = number(node, "id", 0, count - 1);
      if (seen[id]) fail(line(node), fmt::format("gpu {} again", id), "each GPU once");
      seen[id] = true;
      where_ = fmt::format("gpu {} ", id);
      read.gpus[id] = gpu(node, id, count);
      where_.clear();
    }
    const auto missing = std::ranges::find(seen, false);
    if (missing != seen.end()) {
      fail(line(algo), fmt::format("no gpu {} of ngpus=\"{}\"", missing - seen.begin(), count),
           "all of them");
    }
  }

  // All child elements; fails on elements that are named neither `name` nor `other`.
  std::vector<pugi::xml_node> elements(pugi::xml_node parent, const char* name,
                                       const char* other = "") const {
    std::vector<pugi::xml_node> all;
    for (const pugi::xml_node node : parent.children()) {
      if (node.type() != pugi::node_element) continue;
      if (std::strcmp(node.name(), name) != 0 && std::strcmp(node.name(), other) != 0) {
        fail(line(node), fmt::format("<{}>", printable(node.name())), fmt::format("<{}>", name));
      }
      all.push_back(node);
    }
    return all;
  }

  Gpu gpu(pugi::xml_node node, NodeId self, std::uint32_t gpus) {
    Gpu read{.line = line(node)};
    constexpr std::array<const char*, 3> buffers{"i_chunks", "o_chunks", "s_chunks"};
    for (std::size_t b = 0; b < buffers.size(); ++b) {
      read.chunks[b] = number(node, buffers[b], 0, kMostChunks, 0);
      count_chunks(node, read.chunks[b]);
    }
    std::map<std::uint32_t, std::uint32_t> place_of;  // index by id
    std::vector<pugi::xml_node> blocks;
    for (const pugi::xml_node one : elements(node, "tb", "copy")) {
      if (std::strcmp(one.name(), "tb") == 0) {
        blocks.push_back(one);
      } else {
        early_copies(one, read.copies);
      }
    }
    for (const pugi::xml_node block : blocks) {
      const std::uint32_t id = number(block, "id", 0, kMostNumber);
      if (!place_of.emplace(id, place_of.size()).second) {
        fail(line(block), fmt::format("tb {} again", id), "each thread block once");
      }
    }
    for (const pugi::xml_node block : blocks) {
      read.blocks.push_back(thread_block(block, self, gpus, place_of));
    }
    check_dependencies(read);
    check_connections(read);
    return read;
  }

  void early_copies(pugi::xml_node node, std::vector<EarlyCopy>& copies) const {
    const std::uint32_t from = number(node, "i_off", 0, kMostChunks - 1);
    const std::uint32_t to = number(node, "o_off", 0, kMostChunks - 1);
    const std::uint32_t count = number(node, "cnt", 1, kMostChunks, 1);
    copies.push_back({from, to, count, line(node)});
  }

  void count_chunks(pugi::xml_node node, std::uint64_t more) {
    chunks_ += more;
    if (chunks_ > kMostChunksInAll) {
      fail(line(node), fmt::format("more than {} chunks in all buffers", kMostChunksInAll),
           "fewer");
    }
  }

  ThreadBlock thread_block(pugi::xml_node node, NodeId self, std::uint32_t gpus,
                           const std::map<std::uint32_t, std::uint32_t>& place_of) {
    ThreadBlock read{.id = number(node, "id", 0, kMostNumber), .line = line(node)};
    const std::string gpu = std::exchange(where_, fmt::format("{}tb {} ", where_, read.id));
    read.send_to = peer(node, "send", self, gpus);
    read.receive_from = peer(node, "recv", self, gpus);
    read.channel = optional_number(node, "chan", kMostNumber).value_or(0);
    for (const pugi::xml_node one : elements(node, "step", "op")) {
      const auto index = static_cast<std::uint32_t>(read.steps.size());
      const std::string block = std::exchange(where_, fmt::format("{}step {} ", where_, index));
      read.steps.push_back(step(one, index, read, place_of));
      where_ = block;
    }
    where_ = gpu;
    return read;
  }

  NodeId peer(pugi::xml_node node, const char* attribute, NodeId self, std::uint32_t gpus) const {
    const auto given = optional_number(node, attribute, gpus - 1);
    if (given == self) {
      fail(line(node), fmt::format("{}=\"{}\", the GPU itself", attribute, self), "another GPU");
    }
    return given.value_or(kNone);
  }

  Step step(pugi::xml_node node, std::uint32_t index, const ThreadBlock& block,
            const std::map<std::uint32_t, std::uint32_t>& place_of) {
    const bool one_place = std::strcmp(node.name(), "op") == 0;
    const char* number_of = one_place ? "step" : "s";
    if (number(node, number_of, 0, kMostNumber) != index) {
      fail(line(node), fmt::format("{}=\"{}\"", number_of, node.attribute(number_of).value()),
           fmt::format("{}=\"{}\", as steps are counted from 0", number_of, index));
    }
    const std::string_view type = node.attribute("type").value();
    const std::optional<StepKind> kind = find_step(type);
    if (!kind) {
      fail(line(node), fmt::format("type={}", quote(type)),
           "s, r, cpy, re, rcs, rrc, rrs, rrcs, nop");
    }
    Step read{.kind = *kind, .line = line(node)};
    read.says_no_wait = std::strcmp(node.attribute("hasdep").value(), "0") == 0;
    adds_ = adds_ || combines(*kind);
    check_peers(node, *kind, block);
    if (*kind != StepKind::nothing) {
      read.count = number(node, "cnt", 1, kMostChunks, 1);
      if (reads(*kind))
        read.from = chunk(node, one_place ? "buf" : "srcbuf", one_place ? "off" : "srcoff");
      if (writes(*kind))
        read.to = chunk(node, one_place ? "buf" : "dstbuf", one_place ? "off" : "dstoff");
      if (one_place && (*kind == StepKind::copy || *kind == StepKind::reduce)) {
        fail(line(node), fmt::format("<op type=\"{}\">, which has one place", type),
             fmt::format("<step type=\"{}\"> with source and destination", type));
      }
    }
    if (const auto id = optional_number(node, "depid", kMostNumber)) {
      const auto other = place_of.find(*id);
      if (other == place_of.end()) {
        fail(line(node), fmt::format("depid=\"{}\"", *id), "a thread block of this GPU");
      }
      read.after = Dependency{other->second, number(node, "deps", 0, kMostNumber)};
    }
    return read;
  }

  void check_peers(pugi::xml_node node, StepKind kind, const ThreadBlock& block) const {
    if (sends(kind) && block.send_to == kNone) {
      fail(line(node), fmt::format("type=\"{}\" where send=\"-1\"", name(kind)),
           "steps that send need a thread block with send=");
    }
    if (receives(kind) && block.receive_from == kNone) {
      fail(line(node), fmt::format("type=\"{}\" where recv=\"-1\"", name(kind)),
           "steps that receive need a thread block with recv=");
    }
  }

  Place chunk(pugi::xml_node node, const char* buffer, const char* offset) const {
    const std::string_view text = node.attribute(buffer).value();
    for (const Buffer b : {Buffer::input, Buffer::output, Buffer::scratch}) {
      if (text == name(b)) return {b, number(node, offset, 0, kMostChunks)};
    }
    fail(line(node), fmt::format("{}={}", buffer, quote(text)), "i, o, s");
  }

  void check_dependencies(const Gpu& gpu) const {
    for (const ThreadBlock& block : gpu.blocks) {
      for (std::size_t s = 0; s < block.steps.size(); ++s) {
        const std::optional<Dependency>& after = block.steps[s].after;
        if (!after) continue;
        const ThreadBlock& other = gpu.blocks[after->block];
        if (after->step < other.steps.size()) continue;
        fail(block.steps[s].line,
             fmt::format("tb {} step {} deps=\"{}\"", block.id, s, after->step),
             fmt::format("one of the {} steps of tb {}", other.steps.size(), other.id));
      }
    }
  }

  // Throws InputError unless all sends to one GPU on one channel are in one thread block, and all
  // receptions from one GPU on one channel, too.
  void check_connections(const Gpu& gpu) const {
    for (const auto peer : {&ThreadBlock::send_to, &ThreadBlock::receive_from}) {
      std::map<std::pair<NodeId, std::uint32_t>, const ThreadBlock*> first;
      for (const ThreadBlock& block : gpu.blocks) {
        if (block.*peer == kNone) continue;
        const auto [known, fresh] = first.emplace(std::pair{block.*peer, block.channel}, &block);
        if (fresh) continue;
        fail(block.line,
             fmt::format("tb {} has the connection of tb {}: gpu {}, chan {}", block.id,
                         known->second->id, block.*peer, block.channel),
             "one thread block per peer, direction and channel");
      }
    }
  }

  // Sets Program::chunks: in a custom program, or if nchunksperloop is missing, to the number of
  // chunks in the largest input or output, at least 1; otherwise to nchunksperloop. Throws
  // InputError if the collective divides the chunks among the GPUs, and Program::chunks is not a
  // multiple of the number of GPUs.
  void chunks(pugi::xml_node algo, Program& read) const {
    std::uint32_t largest = 0;
    for (const Gpu& gpu : read.gpus) largest = std::max({largest, gpu.chunks[0], gpu.chunks[1]});
    read.chunks = number(algo, "nchunksperloop", 1, kMostChunks, std::max(largest, 1U));
    // In a custom program, the attributes of each GPU alone give the sizes of its buffers.
    if (read.claim == Claim::custom) read.chunks = std::max(largest, 1U);
    const auto count = static_cast<std::uint32_t>(read.gpus.size());
    if (read.chunks_each() == 0 ||
        (read.chunks_each() != read.chunks && read.chunks % count != 0)) {
      fail(line(algo), fmt::format("{} chunks for {} GPUs", read.chunks, count),
           fmt::format("nchunksperloop a multiple of {}", count));
    }
  }

  std::string file_, text_;
  std::vector<std::size_t> line_ends_{};
  pugi::xml_document document_{};
  std::string where_{};  // position in the program, for texts of errors: "gpu 0 tb 1 step 2 "
  std::uint64_t chunks_ = 0;
  bool adds_ = false;
};

}  // namespace

Program read_program(std::istream& in, const std::string& file) {
  return Reader(in, file).program();
}

}  // namespace romcast::msccl
