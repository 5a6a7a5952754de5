// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

// Widths of the fields in the interfaces' rows: an entry {send, clip, line, offset} has 32 bits.
constexpr unsigned kLineBits = 16;  // systemc/crossbar/crossbar_bank.hpp relies on it
constexpr unsigned kOffsetBits = 14;

constexpr std::uint32_t kPortBank = 0, kCrossbarBank = 1;

std::uint32_t entry(const PeriodicSend& send) {
  const std::uint32_t offset = static_cast<std::uint32_t>(send.offset) & ((1U << kOffsetBits) - 1);
  return static_cast<std::uint32_t>(send.send) << (kLineBits + kOffsetBits + 1) |
         static_cast<std::uint32_t>(send.clip) << (kLineBits + kOffsetBits) |
         send.line << kOffsetBits | offset;
}

void check_offsets(const CompleteRoms& roms) {
  constexpr std::int32_t most = (1 << (kOffsetBits - 1)) - 1;
  for (const PeriodicProgram& program : roms.programs) {
    for (const PeriodicSend& send : program) {
      if (send.offset >= -most && send.offset <= most) continue;
      throw InputError(fmt::format(
          "a processor sends message {}*R - {} in round R; its rows have room for {}; take fewer "
          "processors",
          roms.rate, send.offset, most));
    }
  }
}

// The number of base-(k+1) digits of a point in the largest cube whose points, with k ports each,
// have at most kMostLines ports together.
unsigned most_digits(std::uint64_t k) {
  unsigned digits = 1;
  for (std::uint64_t size = k + 1; size * (k + 1) * k <= CrossbarNodes::kMostLines;) {
    size *= k + 1;
    ++digits;
  }
  return digits;
}

// Digits of a number in base k+1, each in as many bits as in the hardware.
std::uint64_t digits_of(std::uint32_t number, std::uint32_t k) {
  std::uint64_t digits = 0;
  for (unsigned at = 0; number > 0; at += static_cast<unsigned>(std::bit_width(k))) {
    digits |= std::uint64_t{number % (k + 1)} << at;
    number /= k + 1;
  }
  return digits;
}

}  // namespace

CrossbarDescription::CrossbarDescription(CrossbarNodes nodes)
    : nodes_(std::move(nodes)),
      ports_(nodes_.roms->ports),
      lines_(static_cast<std::uint32_t>(nodes_.complete->processors() * ports_)),
      codec_(nodes_.collective) {
  check_offsets(*nodes_.roms);
}

std::vector<ModelSpec> CrossbarDescription::models() const {
  return {port_model(), nodes_.latency > 1 ? fabric_model() : crossbar_model()};
}

ModelSpec CrossbarDescription::port_model() const {
  ModelSpec spec{.module = "complete_port",
                 .parameters = {{"PORTS", ports_},
                                {"WIDTH", codec_.width()},
                                {"TAG_BITS", codec_.tag_bits()},
                                {"MESSAGES", CrossbarNodes::places(nodes_.collective)},
                                {"LINE_BITS", kLineBits},
                                {"OFFSET_BITS", kOffsetBits}},
                 .ports = ports_,
                 .flit_bytes = codec_.width() / 8,
                 .kind = ModelSpec::Kind::interface};
  if (nodes_.rules) {
    spec.parameters.insert(spec.parameters.end(),
                           {{"ROM_DEPTH", 0}, {"RULE", 1}, {"DIMENSIONS", most_digits(ports_)}});
  } else {
    spec.parameters.emplace_back("ROM_DEPTH", room(16, nodes_.roms->longest_period(), 16));
  }
  return spec;
}

// The number of lines is rounded up to a power of two, so that few models are built; the additional
// lines are unused. Rounding does not change the width of line numbers in the fabric's rows.
ModelSpec CrossbarDescription::crossbar_model() const {
  const unsigned lines = std::bit_ceil(lines_);
  ModelSpec spec{
      .module = std::string(name(nodes_.kind)),
      .parameters = {{"LINES", lines},
                     {"WIDTH", codec_.width()},
                     {"ROM_DEPTH", nodes_.fabric ? room(16, nodes_.fabric->rows.words(), 16) : 0}},
      .lanes = lines,
      .flit_bytes = codec_.width() / 8,
      .kind = ModelSpec::Kind::crossbar};
  if (nodes_.kind == FabricKind::crossbar) spec.parameters.emplace_back("BY_INPUT", 1);
  return spec;
}

// A crossbar with a delay line after each output. Traces do not record the line of a message, so
// transit_high, the high-water mark of the fullest line, cannot be recounted from a trace.
ModelSpec CrossbarDescription::fabric_model() const {
  const unsigned lines = std::bit_ceil(lines_);
  return {.module = "logp_fabric",
          .parameters = {{"LINES", lines},
                         {"WIDTH", codec_.width()},
                         {"LATENCY", line_rows(nodes_.latency)},
                         {"BY_INPUT", 1}},
          .lanes = lines,
          .flit_bytes = codec_.width() / 8,
          .kind = ModelSpec::Kind::logp_fabric,
          .without = {"transit_high"}};
}

// The receiver's port to which the row of the sender sends the hop's message.
unsigned CrossbarDescription::delivery_lane(const Hop& hop) const {
  const CompleteRoms& roms = *nodes_.roms;
  const std::uint32_t round = hop.cycle - 1;
  const PeriodicProgram& program = roms.programs[roms.program_of[hop.link]];
  const auto row =
      std::span(program).subspan(std::size_t{round % roms.period(hop.link)} * ports_, ports_);
  for (const PeriodicSend& send : row) {
    const std::int64_t number = std::int64_t{round / roms.step} * roms.rate - send.offset;
    const std::int64_t last = roms.messages - std::int64_t{1};
    const bool same = (send.clip ? std::min(number, last) : number) == hop.message;
    if (roms.happens(send, round) && send.line / ports_ == hop.to && same) {
      return send.line % ports_;
    }
  }
  throw std::logic_error(fmt::format("no row sends message {} in round {}", hop.message, round));
}

void CrossbarDescription::describe(NetworkBuilder& network) const {
  for (NodeId node = 0; node < nodes_.complete->processors(); ++node) {
    add_port(network, node);
    if (!nodes_.rules) load_port(network, node);
  }
  for (MessageId message = 0; message < nodes_.roms->messages; ++message) {
    network.inject(nodes_.collective.origin(message), codec_.encode(message));
  }
  add_crossbar(network);
}

std::vector<Strap> CrossbarDescription::straps(NodeId node) const {
  const CompleteRoms& roms = *nodes_.roms;
  const auto n = static_cast<std::uint32_t>(nodes_.complete->processors());
  const std::uint32_t point = (node + n - nodes_.collective.source()) % n;
  const bool computed = nodes_.rules.has_value();
  return {{"messages", roms.messages},
          {"rate", roms.rate},
          {"slow", roms.step > 1},
          {"last_round", roms.last_round},
          {"period", std::max(1U, roms.period(node))},
          {"clip", computed && nodes_.rules->clip},
          {"digits", computed ? digits_of(point, ports_) : 0},
          {"own_line", computed ? std::uint64_t{node} * ports_ : 0},
          {"lines", computed ? lines_ : 0}};
}

void CrossbarDescription::add_port(NetworkBuilder& network, NodeId node) const {
  NetworkBuilder::Pins pins;
  for (unsigned port = 0; port < ports_; ++port) {
    pins.out_links.push_back(network.local_link(node, ports_ + port));
    pins.in_links.push_back(network.local_link(node, 2 * ports_ + port));
  }
  network.add_switch(kPortBank, node, nodes_.complete->node_name(node), straps(node),
                     std::move(pins));
}

void CrossbarDescription::load_port(NetworkBuilder& network, NodeId node) const {
  const CompleteRoms& roms = *nodes_.roms;
  const PeriodicProgram& program = roms.programs[roms.program_of[node]];
  std::vector<std::uint32_t> row(ports_ + 2);  // longer than the copied pin load_word
  for (std::uint32_t i = 0; i < roms.period(node); ++i) {
    for (unsigned port = 0; port < ports_; ++port) row[port] = entry(program[i * ports_ + port]);
    network.load(node, i, row);
  }
}

void CrossbarDescription::add_crossbar(NetworkBuilder& network) const {
  NetworkBuilder::Crossbar crossbar{
      .name = std::string(name(nodes_.kind)), .ports = ports_, .lines = lines_, .senders = ports_};
  for (NodeId node = 0; node < nodes_.complete->processors(); ++node) {
    for (unsigned port = 0; port < ports_; ++port) {
      crossbar.in_lines.push_back(network.local_link(node, ports_ + port));
      crossbar.out_lines.push_back(network.local_link(node, 2 * ports_ + port));
    }
  }
  crossbar.out_lines.push_back(network.no_link());
  network.add_crossbar(kCrossbarBank,
                       {{"period", nodes_.fabric ? nodes_.fabric->rows.words() : 1},
                        {"latency", nodes_.latency},
                        {"capacity", nodes_.latency}},
                       std::move(crossbar));
  if (!nodes_.fabric) return;
  const std::uint64_t lines = std::bit_ceil(lines_);
  const std::size_t pieces = lines * (std::bit_width(lines)) / 16 + 2;  // enough for either fabric
  for (std::uint32_t i = 0; i < nodes_.fabric->rows.words(); ++i) {
    const auto word = nodes_.fabric->rows.word(i);
    std::vector<std::uint32_t> row(word.begin(), word.end());
    row.resize(pieces, 0);
    network.load_crossbar(i, row);
  }
}

std::shared_ptr<const NodeDescription> crossbar_description(const std::any& nodes) {
  return description_from<CrossbarDescription, CrossbarNodes>(nodes);
}

}  // namespace romcast
