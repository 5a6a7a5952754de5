// SPDX-License-Identifier: Apache-2.0
// The processes of one run: ranks, as mpirun starts them, or a single process.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/fingerprint.hpp"

namespace romcast {

/// Small messages between neighbouring ranks, one per direction and turn; a message consists of
/// words of 64 bits. In each turn, one per cycle, a rank calls send() once, then receive() once for
/// each neighbour.
class Exchange {
 public:
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// The next message for a neighbour, to be filled; `neighbour`: index in the list of
  /// Ranks::exchange().
  [[nodiscard]] virtual std::vector<std::uint64_t>& outgoing(std::size_t neighbour) = 0;
  /// Sends all messages, also empty ones, and clears them.
  virtual void send() = 0;
  /// The message that a neighbour sent in this turn; valid until the next send(). Call it once per
  /// neighbour and turn. Throws MissingError after a timeout.
  [[nodiscard]] virtual std::span<const std::uint64_t> receive(std::size_t neighbour) = 0;
  /// CPU seconds that this rank has spent waiting for other ranks.
  [[nodiscard]] virtual double waited() const = 0;

 protected:
  Exchange() = default;
};

/// Another rank that shares links with this one.
struct Neighbour {
  unsigned rank = 0;
  std::size_t most_words = 0;  // limit of a message in either direction; equal on both ranks
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Timeout for a stalled rank, short enough that all ranks end within ten seconds of the stall.
  static constexpr std::chrono::seconds kPatience{8};

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned count() const = 0;
  /// True for the rank that reads standard input, prints and writes files.
  [[nodiscard]] bool first() const { return rank() == 0; }
  [[nodiscard]] bool several() const { return count() > 1; }

  /// Sends a text to another rank, where take() returns it. Returns immediately; texts between two
  /// ranks keep their order.
  virtual void send(unsigned to, std::string text) = 0;
  struct Letter {
    unsigned from = 0;
    std::string text;
  };
  /// The next text that has arrived from any rank, if any.
  [[nodiscard]] virtual std::optional<Letter> take() = 0;

  /// Returns the texts of all ranks, by rank, on every rank; a barrier. Throws MissingError if this
  /// rank has waited for another one longer than `patience` plus the time that, at this call, has
  /// passed since this rank joined or last received texts by all() or gather().
  virtual std::vector<std::string> all(const std::string& mine,
                                       std::chrono::seconds patience = kPatience) = 0;
  /// Returns the texts of all ranks, by rank, on the first rank, or throws as all() does. The other
  /// ranks get an empty list without waiting.
  [[nodiscard]] virtual std::vector<std::string> gather(std::string mine) = 0;

  /// Connects this rank to its neighbours; a collective call of all ranks.
  [[nodiscard]] virtual std::unique_ptr<Exchange> exchange(
      std::span<const Neighbour> neighbours) = 0;
  /// From now on the caller handles the loss of ranks (rank_pool.hpp); before this call, a stopped
  /// rank on this machine ends all ranks with an error line.
  virtual void outlive_others() = 0;
  /// Ends all ranks immediately.
  [[noreturn]] virtual void abort(int status) = 0;

 protected:
  Ranks() = default;
};

/// A group of this process alone.
std::shared_ptr<Ranks> no_other_ranks();
/// All processes that one mpirun has started. Throws MissingError if mpirun has started several and
/// the module that joins them (mpi_module.hpp) is missing or cannot be loaded.
std::shared_ptr<Ranks> join_ranks();

/// How this process was started, according to its environment; available before it joins the
/// others.
struct Launch {
  unsigned rank = 0, count = 1;
  bool shares_memory = true;  ///< ranks of one machine exchange by shared memory; false: by MPI
};
Launch launched();

/// Throws InputError on all ranks if their texts differ; `what` completes "rank 1 has ...".
void agree(Ranks& ranks, const std::string& mine, const std::string& what);
/// Digest of this program's file and arguments, for agree().
std::string digest_of_start(std::span<char* const> arguments);

/// CPU seconds of this thread.
double cpu_seconds();

/// A hash of 64-bit numbers and texts, for data that must be equal on all ranks.
class Digest {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * kFingerprintPrime ^ value_ >> 29; }
  void add(std::string_view text);
  [[nodiscard]] std::string text() const;

 private:
  std::uint64_t value_ = kNoFingerprint;
};

}  // namespace romcast
