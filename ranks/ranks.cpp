// SPDX-License-Identifier: Apache-2.0
#include "ranks/ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <stdexcept>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

class OneRank final : public Ranks {
 public:
  [[nodiscard]] unsigned rank() const override { return 0; }
  [[nodiscard]] unsigned count() const override { return 1; }
  void send(unsigned, std::string) override { nobody(); }
  [[nodiscard]] std::optional<Letter> take() override { return std::nullopt; }
  std::vector<std::string> all(const std::string& mine, std::chrono::seconds) override {
    return {mine};
  }
  [[nodiscard]] std::vector<std::string> gather(std::string mine) override {
    return {std::move(mine)};
  }
  [[nodiscard]] std::unique_ptr<Exchange> exchange(std::span<const Neighbour>) override {
    nobody();
  }
  void outlive_others() override {}
  [[noreturn]] void abort(int status) override { std::exit(status); }

 private:
  [[noreturn]] static void nobody() { throw std::logic_error("there is no other rank"); }
};

}  // namespace

std::shared_ptr<Ranks> no_other_ranks() { return std::make_shared<OneRank>(); }

void agree(Ranks& ranks, const std::string& mine, const std::string& what) {
  const std::vector<std::string> all = ranks.all(mine);
  for (unsigned rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all.front()) continue;
    throw InputError(fmt::format("rank {} has {} than rank 0; start all ranks alike", rank, what));
  }
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void Digest::add(std::string_view text) {
  add(text.size());
  for (std::size_t at = 0; at < text.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, std::min(sizeof(word), text.size() - at));
    add(word);
  }
}

std::string Digest::text() const { return fmt::format("{:016x}", value_); }

std::string digest_of_start(std::span<char* const> arguments) {
  Digest digest;
  std::ifstream program("/proc/self/exe", std::ios::binary);
  std::vector<char> piece(1 << 20);
  while (program.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
         program.gcount() > 0) {
    digest.add(std::string_view(piece.data(), static_cast<std::size_t>(program.gcount())));
  }
  for (const char* argument : arguments.subspan(1)) digest.add(std::string_view(argument));
  return digest.text();
}

}  // namespace romcast
