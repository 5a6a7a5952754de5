// SPDX-License-Identifier: Apache-2.0
// The figures of a report. A new figure needs a row in figures.cpp and the code that computes it;
// JSON, table, CSV, failures, claims and co-simulations in child processes use the rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "romcast/report/report.hpp"

namespace romcast {

/// A figure in one column of a report: a member or a function; monostate if the column has no such
/// figure.
template <class Column>
using FigureIn = std::variant<std::monostate, std::uint32_t Column::*, std::uint64_t Column::*,
                              std::optional<std::uint32_t> Column::*,
                              std::optional<std::uint64_t> Column::*, std::optional<bool> Column::*,
                              std::string Column::*, nlohmann::ordered_json (*)(const Report&)>;

struct Figure {
  std::string_view key{};         ///< in JSON, of plan and hardware; empty: no key
  std::string_view title{};       ///< of its row in the table; empty: no row
  std::string_view theory_key{};  ///< in JSON; empty: no key
  FigureIn<Theory> theory{};
  FigureIn<Verdict> plan{};
  FigureIn<Measured> hardware{};
  /// True: the table has no row if the plan's value (the theory's if `plan` is monostate) is null.
  bool if_any = false;
  bool Report::*only_if = nullptr;  ///< the table has a row only if this is true
  bool needs_plan = false;          ///< plan_json() omits the key if there is no plan
  std::string_view failure{};       ///< of a count of switches: the error that they report
};

/// All figures, in the order of JSON and table.
std::span<const Figure> figures();

/// A figure of the queues of one level of switches.
struct LevelFigure {
  const char* key;
  const char* title;
  const char* mark;  ///< the register with the hardware's value
  std::uint32_t LevelQueues::*plan;
  std::optional<std::uint32_t> MeasuredLevel::*hardware;
  int width = 8;  ///< characters of its column in the table
};
inline constexpr std::array<LevelFigure, 4> kLevelFigures{
    {{"max_queue", "occupancy", "queue_high", &LevelQueues::max_queue, &MeasuredLevel::max_queue,
      10},
     {"max_waiting", "waiting", "waiting_high", &LevelQueues::max_waiting,
      &MeasuredLevel::max_waiting},
     {"max_up_fifo", "parent", "up_high", &LevelQueues::max_up_fifo, &MeasuredLevel::max_up_fifo},
     {"max_down_fifo", "a child", "down_high", &LevelQueues::max_down_fifo,
      &MeasuredLevel::max_down_fifo}}};

/// The columns as JSON: a figure without a value is null. Without a plan, plan_json() omits figures
/// with Figure::needs_plan.
nlohmann::ordered_json theory_json(const Report& report);
nlohmann::ordered_json plan_json(const Report& report);
nlohmann::ordered_json hardware_json(const Report& report);

/// The rows of the table, of figures that have a title.
std::string figure_rows(const Report& report);

}  // namespace romcast
