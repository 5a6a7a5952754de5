// SPDX-License-Identifier: Apache-2.0
// The host's side of the protocol: sends requests, waits for replies, retries.
// docs/board-protocol.md
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <string>

#include "romcast/board/frame.hpp"
#include "romcast/board/line.hpp"

namespace romcast::board {

/// kIdentityWords: 32-bit words of a board's identity; kSizes: 16-bit sizes in it.
inline constexpr std::size_t kIdentityWords = 16, kSizes = 8;

/// Identity of a board's design.
struct Identity {
  std::uint64_t network = 0;  ///< fingerprint
  unsigned word_bits = 1;     ///< width of the load port
  unsigned clocks_per_bit = 0;
  std::array<std::uint16_t, kSizes> sizes{};
  std::string text{};  ///< at most 32 characters
  bool operator==(const Identity&) const = default;

  [[nodiscard]] std::array<std::uint32_t, kIdentityWords> words() const;
  /// Decodes `words`. Throws MissingError, which names `port`, if `words` are no board's identity.
  static Identity of(const std::array<std::uint32_t, kIdentityWords>& words,
                     const std::string& port);
};

/// A word for the load port, in 32-bit pieces, lowest first.
struct LoadWord {
  std::uint32_t target = 0, address = 0;
  std::vector<std::uint32_t> pieces;
};

/// Length, in bytes, of a frame that loads a word.
std::size_t load_bytes(unsigned word_bits);

struct Status {
  std::uint32_t loaded = 0;  ///< words since the last clear
  bool started = false, ready = false;
};

struct Patience {
  /// Longest wait for a reply; four times as long while other bytes arrive.
  std::chrono::milliseconds reply{400};
  std::chrono::milliseconds quiet{50};  ///< after such a silence no byte is in flight
};

/// Sends requests to the board on a line. Each request throws MissingError if the board does not
/// answer, refuses the command, was reset, or is unplugged.
class Host {
 public:
  explicit Host(Line& line, const Patience& patience = {}) : line_(line), patience_(patience) {}

  Identity identify();
  void clear();
  /// Called during load() with the number of confirmed words divided by the number of all words.
  using Progress = std::function<void(double)>;
  void load(const std::vector<LoadWord>& words, unsigned word_bits, const Progress& progress);
  void start();
  Status status();
  std::vector<std::uint32_t> read(const std::vector<std::uint32_t>& addresses);
  std::uint32_t read(std::uint32_t address) {
    return read(std::vector<std::uint32_t>{address}).front();
  }

 private:
  struct Asked {
    Frame frame;
    std::optional<std::uint32_t> value{};
  };
  std::vector<std::uint32_t> ask(Command command, const std::vector<std::vector<std::uint8_t>>&,
                                 const Progress& progress = {});
  void send(std::vector<Asked>& asked, std::size_t from, std::size_t to);
  bool hear(std::vector<Asked>& asked, std::size_t from, std::size_t to);
  void take(const Frame& reply, Asked& asked);
  void resynchronise();
  [[noreturn]] void gave_up() const;
  [[noreturn]] void was_reset() const;

  Line& line_;
  const Patience patience_;
  FrameReader reader_{kLeastPayload};
  std::uint8_t next_ = 0;
  bool answered_ = false;  // some reply has arrived
  bool noisy_ = false;     // some bytes have arrived, of a reply or not
};

}  // namespace romcast::board
