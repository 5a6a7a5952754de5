// SPDX-License-Identifier: Apache-2.0
// A job: the problem, the algorithm that solves it and the hardware that runs the plan. A value:
// whoever holds it needs nothing else.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Long messages on a LogGP machine (Alexandrov, Ionescu, Schauser & Scheiman 1995): one of `bytes`
/// bytes holds its ports (bytes-1) G longer, and is there so much later.
struct MessageSize {
  std::uint32_t bytes = 1;
  double gap_per_byte = 0;  ///< G, cycles

  /// (bytes-1) G, rounded to cycles.
  [[nodiscard]] double held() const;
  /// The machine whose messages are all so long. Throws InputError if its times cannot be counted.
  [[nodiscard]] Timing stretched(Timing timing) const;
  /// Keys bytes, gap_per_byte, held.
  void add_to(nlohmann::ordered_json& scenario) const;
};

/// Most slots of a queue.
inline constexpr std::uint32_t kMostPlaces = 1'000'000;

/// How the nodes are built and controlled.
struct HardwareOptions {
  std::optional<Control> control{};            ///< the algorithm's own if absent
  std::optional<FabricKind> fabric{};          ///< crossbar if absent
  std::uint32_t rom_words = 65536;             ///< words that a switch's ROM holds at most
  std::string rom_folder{};                    ///< images to run instead of freshly compiled ones
  std::optional<std::uint32_t> queue_depth{};  ///< slots per queue; as many as needed if absent
  bool fit = false;                            ///< queues of each level as deep as the plan needs
  bool anyway = false;                         ///< a given schedule runs even if it is illegal
};

/// A plan that a file brings, and what the file says beside its hops.
struct GivenPlan {
  std::string file;
  std::optional<QueueLimit> limit{};    ///< that the judge holds it to
  std::string note{};                   ///< a line of the report instead of the plan's own
  std::vector<Violation> objections{};  ///< beside those of the judge; in the plan's last cycle
  std::string unrunnable{};             ///< why no hardware can run it; empty if some can
  std::vector<LeftOut> left_out{};      ///< idle time that the plan's hops leave out
};

struct Job {
  Problem problem;
  Algorithm algorithm;
  HardwareOptions hardware{};
  std::optional<MessageSize> size{};  ///< the timing's messages are so long
  std::optional<GivenPlan> given{};   ///< the algorithm's plan comes from a file

  /// Every option with its value, the algorithm's name and the size of the network.
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// A problem on a network, and what is not asked for: one message, from or to the first processor,
/// every link in each cycle.
struct Asked {
  Ports ports{};
  NodeId source = 0;           ///< or the sink
  std::uint32_t messages = 1;  ///< of each source and destination; of a summation, operands
  Timing timing{};
  Options options{};       ///< of algorithms, by their long names
  unsigned word_bits = 0;  ///< of endpoints' words, one per message (Collective::carrying); 0: none
};
/// Throws InputError naming what does not fit. An exchange has messages of its own: its Problem is
/// written out, with Collective::of_demands.
Problem make_problem(std::shared_ptr<const Topology> network, CollectiveKind kind,
                     const Asked& asked = {});

struct JobOptions {
  std::string algorithm{};  ///< its name; empty: the best that fits; "paper": the paper's own
  HardwareOptions hardware{};
  std::optional<MessageSize> size{};
  std::optional<std::uint32_t> time{};  ///< as many operands as can be added in so many cycles
};
/// The job that solves a problem. Throws InputError naming what does not fit.
Job make_job(Problem problem, JobOptions options = {});

/// The part of the JSON scenario that a schedule alone tells.
nlohmann::ordered_json scenario_json(const Topology& topology, const Collective& collective,
                                     Ports ports, Timing timing, const std::string& algorithm);

}  // namespace romcast
