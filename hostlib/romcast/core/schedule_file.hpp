// SPDX-License-Identifier: Apache-2.0
// Schedules as text files: `romcast check` reads them; --save-plan, --save-trace and `romcast plan
// -o` write them. docs/schedule-format.md documents the format.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// All parameters of a judgement except the hops.
struct ScheduleHeader {
  std::shared_ptr<const Topology> topology;
  std::optional<Collective> collective;
  Ports ports;
  std::optional<QueueLimit> limit;
  Timing timing{};
  std::optional<Period> period{};  ///< the hops are one frame of many
  std::string algorithm;           ///< for information only; may be empty
};

struct ScheduleFile {
  ScheduleHeader header;
  std::vector<Hop> hops;  ///< sorted by cycle
};

/// Cycles from a hop's cycle until the receiver can use the message or its combination with the
/// receiver's value; times of links (LinkTime) are not included.
std::uint64_t cycles_of_send(const Collective& collective, const Timing& timing);

/// Reads a schedule; `name` is the file name for texts of errors. Throws InputError "name:line:
/// found; allowed" for malformed, truncated or out-of-range input and for unknown versions.
ScheduleFile read_schedule(std::istream& in, const std::string& name);
/// Opens a file and reads it like read_schedule(). Throws InputError also if the file cannot be
/// read.
ScheduleFile load_schedule(const std::string& path);

/// Writes a schedule hop by hop; the file appears under its name only when `commit` is called, so
/// that an interrupted run leaves no partial file. Hops of a cycle may come in any order and are
/// written sorted by link and message. In a summation, consecutive additions of a processor become
/// one.
class ScheduleWriter {
 public:
  /// Throws InputError if the path cannot be written.
  ScheduleWriter(const std::string& path, const ScheduleHeader& header);
  ~ScheduleWriter();
  ScheduleWriter(const ScheduleWriter&) = delete;
  ScheduleWriter& operator=(const ScheduleWriter&) = delete;
  /// Writes hops; each call must contain whole cycles.
  void write(std::span<const Hop> hops);
  void commit();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace romcast
