// SPDX-License-Identifier: Apache-2.0
// The host against a minimal C++ model of a board, over a line that loses and damages bytes.
#include "romcast/board/host.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <random>

#include "romcast/core/error.hpp"

using namespace romcast;
using namespace romcast::board;
using Catch::Contains;

namespace {

using Bytes = std::vector<std::uint8_t>;
using Words = std::array<std::uint32_t, kIdentityWords>;

const Identity kIdentity{.network = 0x0123456789abcdef,
                         .word_bits = 20,
                         .clocks_per_bit = 104,
                         .sizes = {1, 2, 3, 4, 5, 6, 7, 8},
                         .text = "fat-tree 8 multi rom"};

std::uint32_t number(std::span<const std::uint8_t> bytes) {
  std::uint32_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

// A model of rtl/board with a network.
class FakeBoard {
 public:
  Words identity = kIdentity.words();
  std::map<std::uint32_t, std::uint32_t> registers{};
  std::vector<Bytes> loaded{};
  bool busy = false, ready = true, started = false;
  std::size_t most = 9;  // most bytes of a payload that the board takes

  // Sets the state after power-up.
  void reset() {
    loaded.clear();
    next_ = 0;
    started = false;
    frame_.clear();
  }

  // Takes a byte from the host; returns the reply if the byte completes an intact frame, else
  // nullopt. Like the Verilog receiver, never reconsiders bytes that turned out to be no frame.
  std::optional<Frame> take(std::uint8_t byte) {
    if (frame_.empty() && byte != 0xa5) return std::nullopt;
    frame_.push_back(byte);
    if (frame_.size() == 2 && (byte < 4 || byte > most)) frame_.clear();
    if (frame_.size() < 2 || frame_.size() < 6U + frame_[1]) return std::nullopt;
    const Bytes frame = std::exchange(frame_, {});
    if (crc16(std::span(frame).subspan(1)) != 0) return std::nullopt;
    const std::span payload = std::span(frame).subspan(4, frame[1]);
    return answer(frame[2], static_cast<Command>(frame[3]), payload);
  }

 private:
  Frame answer(std::uint8_t sequence, Command command, std::span<const std::uint8_t> payload) {
    std::uint32_t value = 0;
    Code code = Code::done;
    const std::uint32_t last = number(payload.last(4));
    switch (command) {
      case Command::identify:
        value = identity[last % identity.size()];
        break;
      case Command::status:
        value = static_cast<std::uint32_t>(loaded.size()) << 8 | (started ? 2U : 0U) |
                (ready ? 1U : 0U);
        break;
      case Command::read:
        value = registers[last];
        break;
      case Command::clear:
        reset();
        next_ = static_cast<std::uint8_t>(sequence + 1);
        value = next_;
        break;
      case Command::load:
      case Command::start:
        code = in_order(sequence, command, payload);
        value = next_;
        break;
      default:
        code = Code::unknown;
    }
    Frame reply{.sequence = sequence, .what = static_cast<std::uint8_t>(code), .payload = {}};
    for (int shift = 24; shift >= 0; shift -= 8) {
      reply.payload.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    return reply;
  }

  Code in_order(std::uint8_t sequence, Command command, std::span<const std::uint8_t> payload) {
    const auto ahead = static_cast<std::uint8_t>(sequence - next_);
    if (ahead >= 128) return Code::done;
    if (ahead > 0) return Code::out_of_order;
    if (started || busy) return Code::not_now;
    ++next_;
    if (command == Command::start) started = true;
    if (command == Command::load) loaded.emplace_back(payload.begin(), payload.end());
    return Code::done;
  }

  std::uint8_t next_ = 0;
  Bytes frame_{};
};

// A line to `board` without delays: read() returns at once, and returns no bytes where the read()
// of a real line would time out.
class FakeLine final : public Line {
 public:
  FakeBoard board{};
  /// The bytes, perhaps none, that the receiver gets for a byte that the host or the board sends.
  std::function<Bytes(std::uint8_t)> wire = [](std::uint8_t byte) { return Bytes{byte}; };
  std::function<void(std::size_t byte)> meanwhile = [](std::size_t) {};
  bool silent = false;
  bool noisy = false;  // another source sends bytes all the time

  [[nodiscard]] const std::string& name() const override { return name_; }
  void write(std::span<const std::uint8_t> bytes) override {
    for (const std::uint8_t byte : bytes) {
      meanwhile(bytes_++);
      for (const std::uint8_t comes : wire(byte)) {
        const auto reply = board.take(comes);
        if (reply && !silent) answer(encode(*reply));
      }
    }
  }
  // Returns a few bytes at a time, like a serial port.
  std::vector<std::uint8_t> read(std::chrono::milliseconds) override {
    const auto count = static_cast<std::ptrdiff_t>(std::min<std::size_t>(7, to_host_.size()));
    Bytes bytes(to_host_.begin(), to_host_.begin() + count);
    to_host_.erase(to_host_.begin(), to_host_.begin() + count);
    if (noisy) bytes.push_back('$');
    return bytes;
  }

 private:
  void answer(const Bytes& reply) {
    for (const std::uint8_t byte : reply) {
      for (const std::uint8_t comes : wire(byte)) to_host_.push_back(comes);
    }
  }

  std::string name_ = "/dev/board";
  std::size_t bytes_ = 0;
  std::deque<std::uint8_t> to_host_{};
};

std::vector<LoadWord> many_words(std::uint32_t count) {
  std::vector<LoadWord> words;
  for (std::uint32_t i = 0; i < count; ++i) {
    words.push_back({.target = i % 7, .address = i, .pieces = {i * 2654435761U & 0xfffff}});
  }
  return words;
}

// Payload for each word: the target in 2 bytes, the address in 4 bytes, and the 20 bits of the word
// in 3 bytes, each highest byte first.
std::vector<Bytes> as_payloads(const std::vector<LoadWord>& words) {
  std::vector<Bytes> payloads;
  const auto put = [](Bytes& bytes, std::uint32_t value, int count) {
    while (count-- > 0) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * count));
  };
  for (const LoadWord& word : words) {
    Bytes bytes;
    put(bytes, word.target, 2);
    put(bytes, word.address, 4);
    put(bytes, word.pieces.front(), 3);
    payloads.push_back(bytes);
  }
  return payloads;
}

// Sends the commands of a run, with enough words to wrap the sequence numbers; returns the values
// of four registers.
std::vector<std::uint32_t> run(FakeLine& line) {
  line.board.registers = {{3, 33}, {1000, 0xffffffff}, {0xffffff, 97}};
  Host host(line);
  CHECK(host.identify() == kIdentity);
  host.clear();
  host.load(many_words(700), kIdentity.word_bits, {});
  host.start();
  const std::vector<std::uint32_t> values = host.read({3, 1000, 0xffffff, 5});
  const Status status = host.status();
  CHECK(status.loaded == 700);
  CHECK(status.started);
  CHECK(status.ready);
  CHECK(line.board.loaded == as_payloads(many_words(700)));
  return values;
}

const std::vector<std::uint32_t> kValues{33, 0xffffffff, 97, 0};

}  // namespace

TEST_CASE("a host identifies, loads, starts and reads a board", "[board]") {
  FakeLine line;
  CHECK(run(line) == kValues);
}

TEST_CASE("words of any width are loaded highest byte first", "[board]") {
  FakeLine line;
  line.board.most = 11;
  Host host(line);
  host.clear();
  host.load({{.target = 0x0102, .address = 0x03040506, .pieces = {0x0708090a, 0x1}}}, 33, {});
  CHECK(line.board.loaded == std::vector<Bytes>{{1, 2, 3, 4, 5, 6, 1, 7, 8, 9, 10}});
}

TEST_CASE("each word is loaded once and in order, whatever bytes get lost", "[board]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    FakeLine line;
    std::mt19937 random(seed);
    line.wire = [&](std::uint8_t byte) { return random() % 200 == 0 ? Bytes{} : Bytes{byte}; };
    CAPTURE(seed);
    CHECK(run(line) == kValues);
  }
}

TEST_CASE("each word is loaded once and in order, whatever bits are damaged", "[board]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    FakeLine line;
    std::mt19937 random(seed);
    line.wire = [&](std::uint8_t byte) {
      const bool hit = random() % 200 == 0;
      return Bytes{static_cast<std::uint8_t>(hit ? byte ^ (1U << random() % 8) : byte)};
    };
    CAPTURE(seed);
    CHECK(run(line) == kValues);
  }
}

TEST_CASE("bytes that come twice, and noise between frames, change nothing", "[board]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    FakeLine line;
    std::mt19937 random(seed);
    line.wire = [&](std::uint8_t byte) {
      return random() % 200 == 0 ? Bytes{byte, 0xa5, byte} : Bytes{byte};
    };
    CAPTURE(seed);
    CHECK(run(line) == kValues);
  }
}

TEST_CASE("a silent line is told from a board that stops answering", "[board]") {
  FakeLine line;
  line.silent = true;
  Host host(line);
  CHECK_THROWS_WITH(host.identify(), Contains("`port` /dev/board: nothing answers"));
  line.silent = false;
  CHECK(host.identify() == kIdentity);
  line.silent = true;
  CHECK_THROWS_WITH(host.status(), Contains("`port` /dev/board: the board stopped answering"));
}

TEST_CASE("a board that is reset while it is loaded is noticed, whenever that is", "[board]") {
  std::size_t noticed = 0;
  for (std::size_t when = 12000; when < 13000; when += 7) {
    FakeLine line;
    line.meanwhile = [&](std::size_t byte) {
      if (byte == when) line.board.reset();
    };
    Host host(line);
    host.clear();
    try {
      host.load(many_words(1000), kIdentity.word_bits, {});
    } catch (const MissingError& error) {
      CHECK_THAT(error.what(), Contains("/dev/board") && Contains("reset"));
      ++noticed;
      continue;
    }
    // The host noticed nothing, since it happened to send the board's initial sequence number; the
    // number of loaded words shows the loss.
    CHECK(host.status().loaded != 1000);
  }
  CHECK(noticed > 100);
}

TEST_CASE("what speaks the protocol but is no board of romcast is refused", "[board]") {
  FakeLine line;
  line.board.identity[0] = 0x12345678;
  Host host(line);
  CHECK_THROWS_AS(host.identify(), MissingError);
  CHECK_THROWS_WITH(host.identify(), Contains("no board of this romcast") && Contains("12345678"));
}

TEST_CASE("a board that another program uses is left alone", "[board]") {
  FakeLine line;
  line.board.busy = true;
  Host host(line);
  host.clear();
  CHECK_THROWS_WITH(host.start(), Contains("another run"));
}

TEST_CASE("a board's identity keeps all that it says, and no unprintable text", "[board]") {
  CHECK(Identity::of(kIdentity.words(), "x") == kIdentity);
  CHECK(kIdentity.words()[1] == 0x89abcdef);
  CHECK(kIdentity.words()[3] == (20U << 16 | 104U));
  Words words = kIdentity.words();
  words[8] = 0x1b5b414cU;  // an escape sequence must not reach the terminal
  CHECK(Identity::of(words, "x").text.substr(0, 4) == "?[AL");
}

TEST_CASE("a line on which something else never stops to talk is given up", "[board]") {
  FakeLine line;
  line.silent = line.noisy = true;
  Host host(line, {.reply = std::chrono::milliseconds(2), .quiet = std::chrono::milliseconds(1)});
  CHECK_THROWS_WITH(host.identify(), Contains("no answer of a board of romcast"));
}
