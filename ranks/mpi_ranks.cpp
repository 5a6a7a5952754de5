// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/mpi/request.hpp>
#include <list>

#include "ranks/mpi_exchange.hpp"
#include "ranks/mpi_module.hpp"
#include "ranks/mpi_wait.hpp"
#include "ranks/ranks.hpp"
#include "ranks/sibling_watch.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

namespace mpi = boost::mpi;

enum Tag : int { kLetter = 0, kMeeting = 1 };  // mpi_exchange.cpp uses tag 2

class MpiRanks final : public Ranks {
 public:
  MpiRanks() : environment_(mpi::threading::funneled, false), met_(RankClock::now()) {
    watch_.met();
  }
  ~MpiRanks() override {
    wait_until(kPatience, [&] { return forget_sent(); });
  }
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;

  [[nodiscard]] unsigned rank() const override { return static_cast<unsigned>(world_.rank()); }
  [[nodiscard]] unsigned count() const override { return static_cast<unsigned>(world_.size()); }

  void send(unsigned to, std::string text) override { post(to, kLetter, std::move(text)); }
  [[nodiscard]] std::optional<Letter> take() override {
    forget_sent();
    return receive(mpi::any_source, kLetter);
  }

  std::vector<std::string> all(const std::string& mine, std::chrono::seconds patience) override {
    std::vector<std::string> said = gather(mine, patience);
    if (!first()) {
      const std::string together = await(0, RankClock::now() - met_ + patience);
      met_ = RankClock::now();
      return divided(together);
    }
    std::string together;
    for (const std::string& one : said) together += fmt::format("{} ", one.size()) + one;
    for (unsigned other = 1; other < count(); ++other) post(other, kMeeting, together);
    return said;
  }

  [[nodiscard]] std::vector<std::string> gather(std::string mine) override {
    return gather(std::move(mine), kPatience);
  }

  [[nodiscard]] std::unique_ptr<Exchange> exchange(std::span<const Neighbour> neighbours) override {
    return std::make_unique<MpiExchange>(world_, neighbours);
  }

  void outlive_others() override { watch_.end(); }

  [[noreturn]] void abort(int status) override {
    mpi::environment::abort(status);
    std::abort();
  }

 private:
  std::vector<std::string> gather(std::string mine, std::chrono::seconds more) {
    if (!first()) {
      post(0, kMeeting, std::move(mine));
      return {};
    }
    std::vector<std::string> said{std::move(mine)};
    const auto patience = RankClock::now() - met_ + more;
    for (unsigned other = 1; other < count(); ++other) said.push_back(await(other, patience));
    met_ = RankClock::now();
    return said;
  }

  struct Sent {
    std::string text;
    mpi::request request;
  };

  void post(unsigned to, Tag tag, std::string text) {
    forget_sent();
    sent_.push_back({std::move(text), {}});
    Sent& one = sent_.back();
    one.request =
        world_.isend(static_cast<int>(to), tag, one.text.data(), static_cast<int>(one.text.size()));
  }
  // Forgets the sends that have completed; returns true if none is pending.
  bool forget_sent() {
    sent_.remove_if([](Sent& one) { return one.request.test().has_value(); });
    return sent_.empty();
  }

  std::optional<Letter> receive(int from, Tag tag) {
    const auto coming = world_.iprobe(from, tag);
    if (!coming) return std::nullopt;
    Letter letter{.from = static_cast<unsigned>(coming->source()),
                  .text = std::string(static_cast<std::size_t>(*coming->count<char>()), 0)};
    world_.recv(coming->source(), tag, letter.text.data(), static_cast<int>(letter.text.size()));
    return letter;
  }

  std::string await(unsigned from, RankClock::duration patience) {
    std::optional<Letter> letter;
    const bool came = wait_until(patience, [&] {
      letter = receive(static_cast<int>(from), kMeeting);
      return letter.has_value();
    });
    if (came) return std::move(letter->text);
    throw MissingError(
        fmt::format("rank {} does not come to where rank {} is (for {} s); is it stopped?", from,
                    rank(), std::chrono::duration_cast<std::chrono::seconds>(patience).count()));
  }

  static std::vector<std::string> divided(const std::string& together) {
    std::vector<std::string> said;
    for (std::size_t at = 0; at < together.size();) {
      const std::size_t blank = together.find(' ', at);
      const std::size_t size = std::stoul(together.substr(at, blank - at));
      said.push_back(together.substr(blank + 1, size));
      at = blank + 1 + size;
    }
    return said;
  }

  SiblingWatch watch_;  // declared first, so that it outlives all members that wait
  mpi::environment environment_;
  mpi::communicator world_;
  std::list<Sent> sent_;
  RankClock::time_point met_;  // when all ranks last met
};

}  // namespace

}  // namespace romcast

extern "C" romcast::Ranks* ROMCAST_MPI_JOIN() { return new romcast::MpiRanks; }
