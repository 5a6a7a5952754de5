// SPDX-License-Identifier: Apache-2.0
// A co-simulation in a child process, which returns its measurements field by field.
#include <bit>
#include <concepts>
#include <span>
#include <type_traits>
#include <variant>

#include "romcast/core/packed.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/report/figures.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/cosimulation.hpp"

namespace romcast {
namespace {

// Visits every field of a value, for a writer or a reader.
void visit(auto& fields, MeasuredLevel& level) {
  fields(level.level);
  for (const LevelFigure& figure : kLevelFigures) fields(level.*figure.hardware);
}
void visit(auto& fields, QueueDepth& depth) {
  fields(depth.where, depth.level, depth.queue, depth.direction, depth.links, depth.queues,
         depth.needed, depth.built, depth.message_bits, depth.ring, depth.occupancy, depth.begin,
         depth.end, depth.entry_bits);
}
void visit(auto& fields, Violation& violation) {
  fields(violation.cycle, violation.kind, violation.text);
}
void visit(auto& fields, Hop& hop) { fields(hop.cycle, hop.link, hop.message, hop.to); }
void visit(auto& fields, Cost& cost) {
  fields(cost.switch_cycles, cost.evaluations, cost.audited, cost.plan, cost.check, cost.cosimulate,
         cost.build);
}
void visit(auto& fields, Measured& measured) {
  for (const Figure& figure : figures()) {
    std::visit(
        [&](auto member) {
          if constexpr (std::is_member_pointer_v<decltype(member)>) fields(measured.*member);
        },
        figure.hardware);
  }
  fields(measured.control, measured.levels, measured.depths, measured.registers,
         measured.violations, measured.violation_count, measured.complaints, measured.missed,
         measured.trace_equals_plan, measured.first_difference, measured.target);
}

template <class T>
concept Number = std::integral<T> || std::is_enum_v<T>;

class Writer {
 public:
  void operator()(auto&... values) { (one(values), ...); }
  [[nodiscard]] std::string take() { return packed_.take(); }

 private:
  void one(Number auto& number) { packed_.put(static_cast<std::uint64_t>(number)); }
  void one(double& number) { packed_.put(std::bit_cast<std::uint64_t>(number)); }
  void one(std::string& text) { packed_.put(text); }
  template <class T>
  void one(std::optional<T>& value) {
    packed_.put(std::uint64_t{value.has_value()});
    if (value) one(*value);
  }
  template <class T>
  void one(std::vector<T>& list) {
    packed_.put(list.size());
    for (T& value : list) one(value);
  }
  void one(NodeRegisters& node) {
    std::vector<std::string> names = node.registers.names();
    std::vector<std::int64_t> values = node.registers.values();
    (*this)(node.level, node.node, names, values);
  }
  void one(auto& value) { visit(*this, value); }

  Packed packed_;
};

class Reader {
 public:
  explicit Reader(std::string text) : packed_(std::move(text)) {}
  void operator()(auto&... values) { (one(values), ...); }

 private:
  template <Number T>
  void one(T& number) {
    number = static_cast<T>(packed_.number());
  }
  void one(double& number) { number = std::bit_cast<double>(packed_.number()); }
  void one(std::string& text) { text = packed_.text(); }
  template <class T>
  void one(std::optional<T>& value) {
    value.reset();
    if (packed_.number() != 0) one(value.emplace());
  }
  template <class T>
  void one(std::vector<T>& list) {
    list.resize(packed_.number());
    for (T& value : list) one(value);
  }
  void one(std::vector<NodeRegisters>& nodes) {
    std::shared_ptr<const Registers::Names> names;  // most nodes share the names of the node before
    for (std::uint64_t left = packed_.number(); left > 0; --left) {
      NodeRegisters node{.registers = {nullptr, {}}};
      Registers::Names own;
      std::vector<std::int64_t> values;
      (*this)(node.level, node.node, own, values);
      if (!names || *names != own) names = std::make_shared<const Registers::Names>(std::move(own));
      node.registers = {names, std::move(values)};
      nodes.push_back(std::move(node));
    }
  }
  void one(auto& value) { visit(*this, value); }

  Packed packed_;
};

// The results of the child; `measured` is false on ranks that leave the report to the first rank.
struct Told {
  bool measured = false;
  Measurement measurement{};
  std::vector<Hop> trace{};
};
void visit(auto& fields, Told& told) {
  fields(told.measured, told.measurement.measured, told.measurement.cost, told.trace);
}

}  // namespace

std::optional<Measurement> ChildCosimulation::measure(Run& run) {
  check_kernel_is_fresh();  // a child inherits this process's kernel
  (void)run.judged();       // judged once, before the fork, for both processes
  Told told;
  const auto work = [this, &run](std::size_t) {
    Told mine;
    Cosimulation cosimulation;
    if (trace) {
      cosimulation.trace = [&mine](std::span<const Hop> hops) {
        mine.trace.insert(mine.trace.end(), hops.begin(), hops.end());
      };
    }
    if (auto found = cosimulation.measure(run)) {
      mine.measured = true;
      mine.measurement = std::move(*found);
    }
    Writer writer;
    writer(mine);
    return writer.take();
  };
  run_in_children(1, work, [&](std::size_t, const Answer& answer) {
    Reader reader(answer.value());
    reader(told);
  });
  for (auto begin = told.trace.cbegin(); trace && begin != told.trace.cend();) {
    const auto end = std::find_if(begin, told.trace.cend(),
                                  [&](const Hop& hop) { return hop.cycle != begin->cycle; });
    trace({begin, end});
    begin = end;
  }
  if (!told.measured) return std::nullopt;
  return std::move(told.measurement);
}

}  // namespace romcast
