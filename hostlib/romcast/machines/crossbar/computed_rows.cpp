// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/computed_rows.hpp"

namespace romcast {
namespace {

class Point {
 public:
  Point(const CompleteRules& rules, std::uint32_t number) : rules_(rules), number_(number) {
    for (unsigned c = 0; c < rules.d; ++c, number /= rules.k + 1) {
      digits_.push_back(number % (rules.k + 1));
    }
  }
  [[nodiscard]] std::uint32_t digit(unsigned c) const { return digits_[c]; }

  // The offset of this point's sends in phase c: in a round R with R mod d = c, the point sends
  // message k*R - offset. Only point 0, which sends new messages, has an offset that depends on the
  // port.
  [[nodiscard]] std::int32_t offset(unsigned c, std::uint32_t port) const {
    for (unsigned age = rules_.d; age-- > 0;) {
      const std::uint32_t g = digits_[(c + rules_.d - 1 - age) % rules_.d];
      if (g != 0) return static_cast<std::int32_t>(rules_.k * (age + 1) + 1 - g);
    }
    return -static_cast<std::int32_t>(port);
  }
  [[nodiscard]] std::uint32_t number() const { return number_; }

 private:
  const CompleteRules& rules_;
  std::uint32_t number_;
  std::vector<std::uint32_t> digits_;
};

PeriodicProgram program_of(const CompleteRules& rules, const Point& point, NodeId source,
                           std::uint32_t n) {
  const std::uint32_t k = rules.k;
  PeriodicProgram program(std::size_t{rules.d} * k);
  std::uint32_t weight = 1;  // (k+1)^c
  for (unsigned c = 0; c < rules.d; ++c, weight *= k + 1) {
    const std::uint32_t own = point.digit(c);
    for (std::uint32_t port = 0; port < k; ++port) {
      const std::uint32_t x = port < own ? port : port + 1;
      const std::uint32_t to = point.number() - own * weight + x * weight;
      if (to == 0) continue;
      program[std::size_t{c} * k + port] = {
          .send = true,
          .clip = rules.clip,
          .line = (to + source) % n * k + (own < x ? own : own - 1),
          .offset = point.offset(c, port)};
    }
  }
  return program;
}

}  // namespace

CompleteRoms computed_rows(const CompleteRules& rules, const Collective& collective,
                           std::uint32_t last_round) {
  const auto n = static_cast<std::uint32_t>(collective.processors());
  const NodeId source = collective.source();
  CompleteRoms roms{.ports = rules.k,
                    .rate = rules.k,
                    .last_round = last_round,
                    .messages = collective.messages()};
  for (NodeId v = 0; v < n; ++v) {
    roms.programs.push_back(program_of(rules, Point(rules, (v + n - source) % n), source, n));
    roms.program_of.push_back(v);
  }
  return roms;
}

}  // namespace romcast
