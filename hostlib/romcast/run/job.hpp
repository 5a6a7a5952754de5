// SPDX-License-Identifier: Apache-2.0
// A job: the problem, the algorithm that solves it and the hardware that runs the plan. A
// self-contained value.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/judge/judge.hpp"

namespace romcast {

/// Long messages on a LogGP machine (Alexandrov, Ionescu, Schauser & Scheiman 1995): a message of
/// `bytes` bytes occupies the ports of its sender and receiver (bytes-1) G cycles longer than a
/// message of one byte does, and arrives (bytes-1) G cycles later.
struct MessageSize {
  std::uint32_t bytes = 1;
  double gap_per_byte = 0;  ///< G, cycles

  /// Throws InputError if `bytes` is 0, if `gap_per_byte` is negative or not finite, or if held()
  /// exceeds kMostTime.
  void check() const;
  /// (bytes-1) G, rounded to cycles.
  [[nodiscard]] double held() const;
  /// `timing` with held() added to latency and to gap. Throws InputError if `bytes` is 0, if
  /// `gap_per_byte` is negative or not finite, or if a sum exceeds kMostTime.
  [[nodiscard]] Timing stretched(Timing timing) const;
  /// Adds the keys bytes, gap_per_byte, held.
  void add_to(nlohmann::ordered_json& scenario) const;
};

/// Limit on the slots of a queue.
inline constexpr std::uint32_t kMostPlaces = 1'000'000;

/// Options for building and controlling the nodes.
struct HardwareOptions {
  std::optional<Control> control{};            ///< the algorithm's default if absent
  std::optional<FabricKind> fabric{};          ///< crossbar if absent
  std::uint32_t rom_words = 65536;             ///< capacity of a switch's ROM, in words
  std::string rom_folder{};                    ///< folder of images that replace compiled ones
  std::optional<std::uint32_t> queue_depth{};  ///< slots per queue; absent: at least those needed
  /// True: the queues of each level are as deep as the plan needs.
  bool fit = false;
  bool anyway = false;  ///< runs a given schedule even if it is illegal

  /// Slots to build per queue: `queue_depth` if given, `needed` if `fit`, else `usual`.
  [[nodiscard]] std::uint32_t slots(std::uint32_t needed, std::uint32_t usual) const;
  /// True if depths may differ between nodes, and banks may fill their slots in cyclic order where
  /// this order needs fewer slots.
  [[nodiscard]] bool by_need() const { return fit; }
};

/// A plan from a file or the caller, and the further contents of the file.
struct GivenPlan {
  std::string file;
  std::optional<QueueLimit> limit{};  ///< limit on queues, which the judge checks
  std::string note{};                 ///< replaces the plan's note in the report
  /// Violations that the judge does not see; reported in the plan's last cycle.
  std::vector<Violation> objections{};
  std::string unrunnable{};         ///< reason why no hardware can run it; empty if some can
  std::vector<LeftOut> left_out{};  ///< idle time that the plan's hops omit
};

struct Job {
  Problem problem;
  Algorithm algorithm;
  HardwareOptions hardware{};
  std::optional<MessageSize> size{};  ///< message size that the timing was stretched for
  std::string pattern{};              ///< name of a built-in exchange, for the report
  std::optional<GivenPlan> given{};   ///< set if the plan is given, by a file or the caller

  /// Every option with its value, the algorithm's name and the size of the network.
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Parameters of a problem on a network, with defaults: one message, from or to the first
/// processor, ports multi.
struct Asked {
  Ports ports{};
  NodeId source = 0;           ///< the source, or the sink
  std::uint32_t messages = 1;  ///< M of Collective; in a summation: all operands
  Timing timing{};
  Options options{};       ///< of algorithms, by their long names
  unsigned word_bits = 0;  ///< width of endpoints' words (Collective::carrying); 0: no words
};
/// Throws InputError that names the parameter that does not fit. A Problem with an exchange is
/// built explicitly, with Collective::of_demands.
Problem make_problem(std::shared_ptr<const Topology> network, CollectiveKind kind,
                     const Asked& asked = {});

struct JobOptions {
  /// A name; empty: the best that fits; "paper": the first one with Algorithm::paper that fits.
  std::string algorithm{};
  HardwareOptions hardware{};
  /// For the report only: the problem's timing must already be a result of MessageSize::stretched.
  std::optional<MessageSize> size{};
  std::optional<std::uint32_t> time{};  ///< time limit, in cycles, that sets the number of operands
  std::string pattern{};                ///< name of the exchange of the problem, for the report
};
/// The job that solves a problem. Throws InputError that names the value that does not fit.
Job make_job(Problem problem, JobOptions options = {});

/// A job whose plan is given: `hops` are the caller's own, in any order; ROMs run them. The job's
/// theory has the bound of the problem and no formula; an illegal plan is run only with
/// `hardware.anyway`. `name`: the name of the plan in reports. Throws InputError for links,
/// processors and cycles that do not exist, and where the hardware does not fit the plan.
Job given_job(Problem problem, std::vector<Hop> hops, const std::string& name,
              const HardwareOptions& hardware = {});

/// The keys of Job::json() that these arguments determine; an empty `algorithm` becomes null.
nlohmann::ordered_json scenario_json(const Topology& topology, const Collective& collective,
                                     Ports ports, Timing timing, const std::string& algorithm);

}  // namespace romcast
