// SPDX-License-Identifier: Apache-2.0
// A scenario: what a user asks for, and what it resolves to.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "romcast/core/queue_limit.hpp"
#include "schedules/algorithm.hpp"

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

/// Options as given; nothing has been checked yet.
struct Scenario {
  std::string network = "fat-tree";
  Options network_options{};
  std::string ports = "single";
  std::string collective{};
  std::string algorithm{};  ///< empty: the best that fits
  Options algorithm_options{};
  std::uint32_t source = 0;
  std::string source_name{};  ///< instead of its number
  std::uint32_t messages = 1;
  std::string messages_from{};  ///< file with the messages of an exchange
  Timing timing{};
  /// Times as given, by the name of the option, where they have a unit; "cycle", "gap-per-byte".
  Options times{};
  std::optional<std::uint32_t> bytes{};     ///< of a message, as given
  double gap_per_byte = 0;                  ///< G, cycles, once times are settled
  std::optional<MessageSize> size{};        ///< the timing's messages are so long
  std::optional<std::uint32_t> operands{};  ///< of a summation
  std::optional<std::uint32_t> time{};      ///< as many operands as can be added in so many cycles
  std::optional<std::uint32_t> queue_depth{};
  bool fit = false;  ///< queues of each level as deep as the plan needs
};

/// A checked scenario.
struct Resolved {
  Problem problem;
  const Algorithm* algorithm = nullptr;
  std::optional<std::uint32_t> queue_depth{};
  bool fit = false;                   ///< queues of each level as deep as the plan needs
  std::optional<MessageSize> size{};  ///< the timing's messages are so long
  /// A schedule that somebody else made, and the limit that it is to be judged by, if any.
  bool given = false;
  std::optional<QueueLimit> limit{};

  /// Every option with its value, the algorithm's name and the size of the network.
  [[nodiscard]] nlohmann::ordered_json json() const;
};

/// The network that it names, or that a file describes. Throws InputError.
std::shared_ptr<const Topology> network_of(const Scenario& scenario);

/// Throws InputError naming the option at fault.
Resolved resolve(const Scenario& scenario);

/// Throws InputError if a queue depth is asked for that there is no queue for.
void check_depth(const Resolved& resolved);

/// The part of the JSON scenario that a schedule alone tells.
nlohmann::ordered_json scenario_json(const Topology& topology, const Collective& collective,
                                     Ports ports, Timing timing, const std::string& algorithm);

}  // namespace romcast
