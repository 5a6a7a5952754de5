// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/star.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/core/topologies.hpp"

namespace romcast::star {
namespace {

constexpr std::uint64_t kMostMessages = 50'000'000;  // of a node, so that they fit into memory

}  // namespace

std::shared_ptr<const StarGraph> graph(const Problem& problem) {
  return network_as<StarGraph>(problem.topology);
}

void ProgramWriter::send(const std::vector<unsigned>& dimensions,
                         const std::vector<RelativeMessage>& messages) {
  const std::size_t most = cap_ == 0 ? messages.size() : cap_;
  for (std::size_t begin = 0; begin < messages.size(); begin += most) {
    const std::size_t count = std::min(most, messages.size() - begin);
    const auto first = messages.begin() + static_cast<long>(begin);
    const Cycle start = take_time(count);
    for (const unsigned dimension : dimensions) {
      program_->packets.push_back({.start = start,
                                   .dimension = dimension,
                                   .messages = {first, first + static_cast<long>(count)}});
    }
  }
}

void ProgramWriter::send_each(const std::vector<std::vector<RelativeMessage>>& sends) {
  std::size_t longest = 0;
  for (const auto& send : sends) longest = std::max(longest, send.size());
  const std::size_t most = cap_ == 0 ? longest : cap_;
  for (std::size_t begin = 0; begin < longest; begin += most) {
    const Cycle start = take_time(std::min(most, longest - begin));
    for (unsigned port = 0; port < sends.size(); ++port) {
      if (begin >= sends[port].size()) continue;
      const auto first = sends[port].begin() + static_cast<long>(begin);
      const std::size_t count = std::min(most, sends[port].size() - begin);
      program_->packets.push_back({.start = start,
                                   .dimension = port + 2,
                                   .messages = {first, first + static_cast<long>(count)}});
    }
  }
}

void refuse_endless() {
  throw InputError(Given("startup").with({"per_message"}), "the run has no end in 2^32 cycles");
}

Cycle ProgramWriter::take_time(std::size_t messages) {
  const std::uint64_t start = clock_;
  clock_ += timing_.startup + messages * std::uint64_t{timing_.per_message};
  if (clock_ - 1 > kNone) refuse_endless();
  return static_cast<Cycle>(start);
}

Plan plan_of(const Problem& problem, const std::shared_ptr<const RelativeProgram>& program,
             std::optional<StarRules> rules) {
  Hints hints = hint(program);
  if (rules) hints.add(std::make_shared<const StarRules>(*rules));
  return {.open = open_program(graph(problem), problem.collective, problem.timing, program),
          .open_part =
              open_part_of_program(graph(problem), problem.collective, problem.timing, program),
          .hints = std::move(hints)};
}

RelativeMessage received(const StarGraph& star, const RelativeMessage& message,
                         unsigned dimension) {
  // The receiver is u, the sender v = u*g_d, so a message that started at v*a started at u*(g_d*a).
  const NodeId step = star.neighbour(0, dimension);
  return {star.times(step, message.source), message.destination, message.index};
}

std::vector<RelativeMessage> own_messages(const Problem& problem) {
  std::vector<RelativeMessage> own;
  const Collective& collective = problem.collective;
  const bool many = collective.multicast();
  const auto n = static_cast<NodeId>(collective.processors());
  if (std::uint64_t{n} * collective.messages() > kMostMessages) {
    throw InputError(
        {"messages", collective.messages()},
        fmt::format("a node would deal with {} messages", std::uint64_t{n} * collective.messages()),
        fmt::format("at most {} are planned", kMostMessages));
  }
  for (NodeId p = many ? 0 : 1; p < (many ? 1 : n); ++p) {
    for (std::uint32_t m = 0; m < collective.messages(); ++m) {
      own.push_back({.destination = many ? kNone : p, .index = m});
    }
  }
  return own;
}

AlgorithmOption packet_cap_option() {
  return {
      "packet-cap", {"auto"}, "most messages in a packet; auto: the fastest number", true, true};
}

std::uint32_t packet_cap(const Problem& problem) {
  const auto given = problem.options.find("packet-cap");
  if (given == problem.options.end() || given->second == "auto") return 0;
  return parse_number("packet-cap", given->second, 1, kMostTime);
}

}  // namespace romcast::star
