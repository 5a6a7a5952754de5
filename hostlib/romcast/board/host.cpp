// SPDX-License-Identifier: Apache-2.0
#include "romcast/board/host.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"

namespace romcast::board {
namespace {

constexpr std::uint32_t kMagic = 0x726d6301;  // "rmc", version 1
constexpr std::size_t kWindow = 16;           // frames in flight
constexpr int kTries = 6;                     // tries without an answer before giving up
constexpr int kNoise = 4;                     // noise is tolerated for this many reply times

using Clock = std::chrono::steady_clock;

using Payload = std::vector<std::uint8_t>;

void put(Payload& payload, std::uint64_t value, unsigned bytes) {
  while (bytes-- > 0) payload.push_back(static_cast<std::uint8_t>(value >> 8 * bytes));
}

// A payload of 6 bytes with `value`. Replies have shorter payloads, so that the board sends a reply
// while the next request arrives.
Payload argument(std::uint32_t value) {
  Payload payload;
  put(payload, value, 6);
  return payload;
}

Payload load_payload(const LoadWord& word, unsigned word_bits) {
  Payload payload;
  put(payload, word.target, 2);
  put(payload, word.address, 4);
  for (unsigned byte = (word_bits + 7) / 8; byte-- > 0;) {
    const std::uint32_t piece = byte / 4 < word.pieces.size() ? word.pieces[byte / 4] : 0;
    payload.push_back(static_cast<std::uint8_t>(piece >> byte % 4 * 8));
  }
  return payload;
}

bool ordered(std::uint8_t command) {
  return command == static_cast<std::uint8_t>(Command::load) ||
         command == static_cast<std::uint8_t>(Command::start);
}

}  // namespace

std::size_t load_bytes(unsigned word_bits) {
  return encode({.payload = load_payload({}, word_bits)}).size();
}

std::array<std::uint32_t, kIdentityWords> Identity::words() const {
  std::array<std::uint32_t, kIdentityWords> words{kMagic, static_cast<std::uint32_t>(network),
                                                  static_cast<std::uint32_t>(network >> 32),
                                                  word_bits << 16 | clocks_per_bit};
  for (std::size_t i = 0; i < kSizes; ++i) {
    words[4 + i / 2] |= std::uint32_t{sizes[i]} << (i % 2 == 0 ? 16 : 0);
  }
  for (std::size_t i = 0; i < text.size() && i < 32; ++i) {
    words[8 + i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << (24 - i % 4 * 8);
  }
  return words;
}

Identity Identity::of(const std::array<std::uint32_t, kIdentityWords>& words,
                      const std::string& port) {
  if (words[0] != kMagic) {
    throw MissingError(
        {"port", port},
        fmt::format(
            "something answers, but it is no board of this romcast (identity {:08x}, not {:08x})",
            words[0], kMagic),
        "romcast board build makes one");
  }
  Identity identity{.network = std::uint64_t{words[2]} << 32 | words[1],
                    .word_bits = words[3] >> 16,
                    .clocks_per_bit = words[3] & 0xffff};
  for (std::size_t i = 0; i < kSizes; ++i) {
    identity.sizes[i] = static_cast<std::uint16_t>(words[4 + i / 2] >> (i % 2 == 0 ? 16 : 0));
  }
  for (std::size_t i = 0; i < 32; ++i) {
    const auto letter = static_cast<char>(words[8 + i / 4] >> (24 - i % 4 * 8));
    if (letter == 0) break;
    identity.text += letter >= ' ' && letter <= '~' ? letter : '?';
  }
  return identity;
}

Identity Host::identify() {
  resynchronise();
  std::vector<Payload> payloads;
  for (std::uint32_t i = 0; i < kIdentityWords; ++i) payloads.push_back(argument(i));
  const std::vector<std::uint32_t> values = ask(Command::identify, payloads);
  std::array<std::uint32_t, kIdentityWords> words{};
  std::ranges::copy(values, words.begin());
  return Identity::of(words, line_.name());
}

void Host::clear() { ask(Command::clear, {argument(0)}); }

void Host::load(const std::vector<LoadWord>& words, unsigned word_bits, const Progress& progress) {
  std::vector<Payload> payloads;
  payloads.reserve(words.size());
  for (const LoadWord& word : words) payloads.push_back(load_payload(word, word_bits));
  ask(Command::load, payloads, progress);
}

void Host::start() { ask(Command::start, {argument(0)}); }

Status Host::status() {
  const std::uint32_t value = ask(Command::status, {argument(0)}).front();
  return {.loaded = value >> 8, .started = (value & 2) != 0, .ready = (value & 1) != 0};
}

std::vector<std::uint32_t> Host::read(const std::vector<std::uint32_t>& addresses) {
  std::vector<Payload> payloads;
  for (const std::uint32_t address : addresses) payloads.push_back(argument(address));
  return ask(Command::read, payloads);
}

std::vector<std::uint32_t> Host::ask(Command command, const std::vector<Payload>& payloads,
                                     const Progress& progress) {
  std::vector<Asked> asked;
  for (const Payload& payload : payloads) {
    asked.push_back({{next_++, static_cast<std::uint8_t>(command), payload}});
  }
  std::size_t answered = 0, sent = 0;
  for (int tries = 0; answered < asked.size();) {
    const std::size_t until = std::min(asked.size(), answered + kWindow);
    send(asked, sent, until);
    sent = until;
    if (!hear(asked, answered, sent)) {
      if (++tries == kTries) gave_up();
      resynchronise();
      sent = answered;
      continue;
    }
    tries = 0;
    while (answered < asked.size() && asked[answered].value) ++answered;
    if (progress) progress(double(answered) / double(asked.size()));
  }
  std::vector<std::uint32_t> values;
  for (const Asked& one : asked) values.push_back(*one.value);
  return values;
}

void Host::send(std::vector<Asked>& asked, std::size_t from, std::size_t to) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = from; i < to; ++i) {
    if (asked[i].value) continue;
    const std::vector<std::uint8_t> one = encode(asked[i].frame);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  if (!bytes.empty()) line_.write(bytes);
}

// Takes replies until asked[from], the first frame in flight, is answered. Returns false if that
// answer does not come in time, even if other bytes arrive.
bool Host::hear(std::vector<Asked>& asked, std::size_t from, std::size_t to) {
  auto end = Clock::now() + kNoise * patience_.reply;
  while (!asked[from].value) {
    const std::vector<std::uint8_t> bytes = line_.read(patience_.reply);
    noisy_ = noisy_ || !bytes.empty();
    if (bytes.empty() || Clock::now() > end) return false;
    reader_.feed(bytes);
    while (const auto reply = reader_.next()) {
      end = Clock::now() + kNoise * patience_.reply;
      const std::size_t ahead =
          static_cast<std::uint8_t>(reply->sequence - asked[from].frame.sequence);
      if (ahead < to - from) take(*reply, asked[from + ahead]);
    }
  }
  return true;
}

void Host::take(const Frame& reply, Asked& asked) {
  answered_ = true;
  const std::uint32_t value = reply.value();
  if (ordered(asked.frame.what)) {
    // `value` is the sequence number that the board expects next. Unless the board was reset, the
    // number is at most kWindow before or after that of the request.
    const auto ahead = static_cast<std::uint8_t>(value - asked.frame.sequence + kWindow);
    if (ahead > 2 * kWindow) was_reset();
    if (reply.what == static_cast<std::uint8_t>(Code::out_of_order)) return;
  }
  switch (static_cast<Code>(reply.what)) {
    case Code::done:
      asked.value = value;
      return;
    case Code::not_now:
      throw MissingError({"port", line_.name()}, "the board is in the middle of another run",
                         "does another program use it?");
    default:
      throw MissingError(
          {"port", line_.name()},
          fmt::format("the board does not know command {} (code {})", asked.frame.what, reply.what),
          "build it anew with this romcast");
  }
}

// The zeros end a frame of which the board has received only a part. Replies to earlier requests
// are dropped.
void Host::resynchronise() {
  line_.write(Payload(kMostPayload + 6));
  reader_.clear();
  const auto end = Clock::now() + kNoise * patience_.reply;
  while (!line_.read(patience_.quiet).empty() && Clock::now() < end) {
  }
}

void Host::gave_up() const {
  if (answered_) {
    throw MissingError({"port", line_.name()}, "the board stopped answering",
                       "reset it and run again");
  }
  if (noisy_) {
    throw MissingError({"port", line_.name()}, "what comes is no answer of a board of romcast",
                       "is this the board's port, at this `baud`?");
  }
  throw MissingError({"port", line_.name()}, "nothing answers",
                     "is this the board's port, and does it have a design of romcast board build, "
                     "at this `baud`?");
}

void Host::was_reset() const {
  throw MissingError({"port", line_.name()}, "the board was reset in the middle of the run",
                     "run again");
}

}  // namespace romcast::board
