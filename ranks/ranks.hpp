// SPDX-License-Identifier: Apache-2.0
// The processes that run one thing together: ranks, as mpirun starts them, or just this one.
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

/// Small messages between neighbouring ranks, one each way and cycle; words of 64 bits.
class Exchange {
 public:
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// What goes to a neighbour next; numbers are places in the list of neighbours.
  [[nodiscard]] virtual std::vector<std::uint64_t>& outgoing(std::size_t neighbour) = 0;
  /// Sends all of them, empty ones too, and empties them.
  virtual void send() = 0;
  /// What a neighbour has sent in the same turn; valid until the next call. Each neighbour is asked
  /// once a turn. Throws MissingError if nothing comes for too long.
  [[nodiscard]] virtual std::span<const std::uint64_t> receive(std::size_t neighbour) = 0;
  /// CPU seconds in which this rank has done nothing but wait for others.
  [[nodiscard]] virtual double waited() const = 0;

 protected:
  Exchange() = default;
};

/// Another rank that shares links with this one.
struct Neighbour {
  unsigned rank = 0;
  std::size_t most_words = 0;  // of a message; both sides say the same
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// So long a rank may be late without having stalled; all end within ten seconds if one has.
  static constexpr std::chrono::seconds kPatience{8};

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned count() const = 0;
  /// The one that reads standard input, prints and writes files.
  [[nodiscard]] bool first() const { return rank() == 0; }
  [[nodiscard]] bool several() const { return count() > 1; }

  /// A text for another rank, which take() finds there. Returns at once; texts between two ranks
  /// keep their order.
  virtual void send(unsigned to, std::string text) = 0;
  struct Letter {
    unsigned from = 0;
    std::string text;
  };
  /// The next text that has come from any rank, if there is one.
  [[nodiscard]] virtual std::optional<Letter> take() = 0;

  /// What every rank says, by rank, on all of them: none goes on before all have come here. Throws
  /// MissingError if one does not come though it has had twice the time of this one and `patience`
  /// more.
  virtual std::vector<std::string> all(const std::string& mine,
                                       std::chrono::seconds patience = kPatience) = 0;
  /// The same on the first rank only; the others get nothing and need not wait.
  [[nodiscard]] virtual std::vector<std::string> gather(std::string mine) = 0;

  /// All ranks ask for it together.
  [[nodiscard]] virtual std::unique_ptr<Exchange> exchange(
      std::span<const Neighbour> neighbours) = 0;
  /// From now on ranks may be lost, and this one sees to it itself (rank_pool.hpp); before, one
  /// that is stopped on this machine ends all, which a line says.
  virtual void outlive_others() = 0;
  /// Ends all ranks, at once.
  [[noreturn]] virtual void abort(int status) = 0;

 protected:
  Ranks() = default;
};

/// This process alone.
std::shared_ptr<Ranks> no_other_ranks();
/// All processes that one mpirun has started. Throws MissingError if these are several and the
/// module that joins them (mpi_module.hpp) is missing or cannot be loaded.
std::shared_ptr<Ranks> join_ranks();

/// How this process was started, by its environment: before it joins the others.
struct Launch {
  unsigned rank = 0, count = 1;
  bool shares_memory = true;  ///< ranks of one machine do; else all goes through MPI
};
Launch launched();

/// Throws InputError on all ranks if they do not say the same; `what` is said to be different.
void agree(Ranks& ranks, const std::string& mine, const std::string& what);
/// Of the file of this program, its version and its arguments, for agree().
std::string digest_of_start(std::span<char* const> arguments);

/// CPU seconds of this thread.
double cpu_seconds();

/// A hash of words, for data that must be equal on all ranks.
class Digest {
 public:
  void add(std::uint64_t word) { value_ = (value_ ^ word) * kFingerprintPrime ^ value_ >> 29; }
  void add(std::string_view text);
  [[nodiscard]] std::string text() const;

 private:
  std::uint64_t value_ = kNoFingerprint;
};

}  // namespace romcast
