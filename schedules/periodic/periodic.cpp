// SPDX-License-Identifier: Apache-2.0
// Schedules that repeat: every P cycles a frame begins, in which each message is sent once. A word
// leaves a router in the cycle after it arrived, so routers need tables and registers but no
// stores; if `slots-waiting` exceeds 0, words may wait. On tiles of a torus, P is about the larger
// of the load of an endpoint and the load of the bisection (Schoeberl, Brandner, Sparsø & Kasapaki,
// NOCS 2012; Poseidon: Sørensen, Sparsø, Pedersen & Højgaard 2014).
#include "schedules/periodic/periodic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "romcast/core/error.hpp"
#include "romcast/core/period_bound.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/bounds/period.hpp"
#include "schedules/periodic/periods.hpp"
#include "schedules/periodic/reductions.hpp"

namespace romcast::periodic {
namespace {

constexpr std::uint32_t kMostPeriod = 1'000'000;
constexpr std::uint32_t kMostWaiting = 1024;
constexpr std::uint64_t kMostWords = 300'000;      // words that are placed one by one
constexpr std::uint64_t kMostBounded = 2'000'000;  // words whose loads are counted
constexpr std::uint64_t kMostCells = 30'000'000;   // resources times slots, about 40 bytes each
constexpr std::uint64_t kMostDistances =
    500'000'000;  // distances of nodes from words' origins and to their destinations, 2 bytes each

bounds::Bound best_of(const std::vector<bounds::Bound>& all) {
  return all.empty() ? bounds::Bound{1, "none", "there is nothing to be sent"} : all.front();
}

struct Request {
  Cycle wanted = 0;  // 0: auto
  Cycle waiting = 0;
  double seconds = 10;
};

Request request_of(const Problem& problem) {
  Request request{.seconds = any::seconds_of(problem)};
  const auto period = problem.options.find("period");
  if (period != problem.options.end() && period->second != "auto") {
    request.wanted = parse_number("period", period->second, 1, kMostPeriod);
  }
  const auto waiting = problem.options.find("slots-waiting");
  if (waiting != problem.options.end()) {
    request.waiting = parse_number("slots-waiting", waiting->second, 0, kMostWaiting);
  }
  return request;
}

// Throws InputError if the wanted period is below a bound.
void check_wanted(Cycle wanted, const std::vector<bounds::Bound>& all) {
  if (all.empty() || wanted >= all.front().cycles) return;
  const bounds::Bound& first = all.front();
  throw InputError(
      {"period", wanted},
      fmt::format("{} too few for {}", counted(first.cycles - wanted, "cycle"), first.text()),
      fmt::format("no period is shorter than {}", first.cycles));
}

constexpr const char* kEntry =
    "the words of a result enter a fabric in different slots of one frame";

// The least period that is searched, given a lower bound of all periods.
Cycle raised(Cycle bound, const Collective& collective) {
  return collective.reduces() ? std::max(bound, Reductions::kLeastPeriod) : bound;
}

// Throws InputError if the words of a result cannot all enter a fabric in one frame of this length.
void check_entry(Cycle wanted, const Collective& collective) {
  if (!collective.reduces() || wanted >= Reductions::kLeastPeriod) return;
  throw InputError({"period", wanted}, kEntry,
                   fmt::format("give {} or more", Reductions::kLeastPeriod));
}

class Planner {
 public:
  Planner(const Problem& problem, bool repeats)
      : problem_(problem),
        repeats_(repeats),
        request_(request_of(problem)),
        deadline_(request_.seconds) {}

  // Searches for shorter and shorter frames, symmetric ones first; nothing if no frame of fewer
  // than `below` cycles is found.
  std::optional<Chosen> run(Cycle bound, Cycle below) {
    const Topology& topology = *problem_.topology;
    const any::Interruptible interruptible;
    too_large_ = too_large(bound);
    best_ = below;
    bound = raised(bound, problem_.collective);
    no_wait_ = bound;
    if (repeats_) {
      no_wait_ = static_cast<Cycle>(
          bounds::no_wait_period({topology, problem_.collective, problem_.ports}, bound));
    }
    if (request_.waiting == 0) check_no_wait(bound);
    if (request_.waiting == 0 && request_.wanted == 0) bound = no_wait_;
    if (auto frame = Frame::node_invariant(topology, problem_.collective)) {
      look("node-invariant", *frame, bound, 0, 0.4);
      if (request_.waiting > 0) look("node-invariant", *frame, bound, request_.waiting, 0.4);
    }
    if (!too_large_.empty()) return chosen_;
    const bool must = repeats_ && request_.wanted == 0 && !chosen_;
    if (done(bound) && !must) return chosen_;
    const Frame frame = Frame::whole(topology, problem_.collective);
    if (repeats_ && request_.wanted == 0) limit_by_latency(frame, bound);
    look("general", frame, bound, 0, request_.waiting > 0 ? 0.5 : 1, must && best_ == kNone);
    if (request_.waiting > 0) look("general", frame, bound, request_.waiting, 1);
    return chosen_;
  }

  // The frame with the period of the kept words, which stay in their slots; nothing if there are no
  // such words, if their period does not suit the problem, or if no frame is found.
  std::optional<Chosen> keep(Cycle bound) const {
    const KeptWords* const kept = problem_.kept.get();
    if (kept == nullptr || kept->hops.empty() || kept->period < bound) return std::nullopt;
    if (request_.wanted > 0 && request_.wanted != kept->period) return std::nullopt;
    if (!too_large(kept->period).empty()) return std::nullopt;
    const any::Interruptible interruptible;
    const Frame frame = Frame::whole(*problem_.topology, problem_.collective, kept);
    const Terms terms{kept->period, request_.waiting};
    const Found found = search(frame, {.bound = kept->period,
                                       .wanted = kept->period,
                                       .below = kNone,
                                       .waiting = request_.waiting,
                                       .seed = problem_.share.number,
                                       .seconds = deadline_.left() / 2});
    if (found.cycles == 0) return std::nullopt;
    return Chosen{"general", found.cycles, request_.waiting, frame.hops(found.placed, terms)};
  }

  [[nodiscard]] const Request& request() const { return request_; }
  [[nodiscard]] Cycle no_wait() const { return no_wait_; }
  /// The reason why words are not placed one by one; empty if they are.
  [[nodiscard]] const std::string& too_large() const { return too_large_; }

 private:
  void check_no_wait(Cycle bound) const {
    if (request_.wanted == 0 || request_.wanted >= no_wait_) return;
    throw InputError(
        {"period", request_.wanted},
        fmt::format("no schedule without waiting, on shortest paths, has it: all slots "
                    "of the endpoints would be in use, and the hops are no multiple "
                    "of {}",
                    bound),
        fmt::format("give {}, or `slots-waiting` 1", no_wait_));
  }

  [[nodiscard]] std::string too_large(Cycle bound) const {
    const Topology& topology = *problem_.topology;
    const std::uint64_t words = problem_.collective.expected_deliveries();
    if (words > kMostWords) {
      return fmt::format("{} words are more than {}", words, kMostWords);
    }
    const std::uint64_t slots = std::max(bound, request_.wanted);
    if (topology.channels().size() * slots > kMostCells) {
      return fmt::format("{} channels with {} slots each are more than {} slots",
                         topology.channels().size(), slots, kMostCells);
    }
    const std::uint64_t ends = 2 * std::min<std::uint64_t>(words, topology.processors());
    if (ends * topology.nodes() > kMostDistances) {
      return fmt::format("words that begin or end at {} of {} nodes need too many distances",
                         ends / 2, topology.nodes());
    }
    return "";
  }

  // Excludes frames that are longer than the bounds on latency allow.
  void limit_by_latency(const Frame& frame, Cycle bound) {
    const Cycle longest = frame.longest_period();
    if (longest == kNone) return;
    if (longest < bound) frame.check_latency(bound);
    best_ = std::min(best_, longest + 1);
  }

  [[nodiscard]] bool done(Cycle bound) const {
    return deadline_.over() || (request_.wanted > 0 && chosen_) || (chosen_ && best_ <= bound);
  }

  void look(const char* name, const Frame& frame, Cycle bound, Cycle waiting, double share,
            bool must = false) {
    if (done(bound) && !must) return;
    const std::uint64_t longest = kMostCells / frame.paths().capacity.size();
    if (std::max(bound, request_.wanted) > longest) return;
    Found found =
        search(frame, {.bound = waiting == 0 ? std::max(bound, no_wait_) : bound,
                       .wanted = request_.wanted,
                       .below = static_cast<Cycle>(std::min<std::uint64_t>(best_, longest + 1)),
                       .waiting = waiting,
                       .repeats = repeats_,
                       .must = must,
                       .seed = problem_.share.number,
                       .seconds = share * deadline_.left()});
    if (found.cycles == 0 || found.cycles >= best_) return;
    best_ = found.cycles;
    chosen_ = Chosen{name, found.cycles, waiting,
                     frame.hops(found.placed, {found.cycles, waiting, repeats_})};
  }

  const Problem& problem_;
  const bool repeats_;
  const Request request_;
  const any::Deadline deadline_;
  Cycle best_ = kNone;
  std::string too_large_;
  Cycle no_wait_ = 0;  // lower bound of the period if no word waits
  std::optional<Chosen> chosen_;
};

// The reason why no period from `bound` on is shorter than `no_wait`; empty if there is none to
// explain.
std::string reason_of(Cycle no_wait, Cycle bound, const Collective& collective) {
  if (no_wait <= bound) return "";
  const Cycle searched = raised(bound, collective);
  if (no_wait == searched) {
    return fmt::format(": {} is the least period of reductions, as {}", no_wait, kEntry);
  }
  return fmt::format(
      ": on shortest paths {} is the least such period, as all slots of the endpoints would be in "
      "use otherwise, and the hops are no multiple of {}",
      no_wait, searched);
}

std::string note_of(const Chosen& chosen, Cycle no_wait, Cycle bound,
                    const Collective& collective) {
  if (chosen.waiting > 0) return fmt::format("{} search, words may wait", chosen.name);
  return fmt::format("{} search, no word waits{}", chosen.name,
                     chosen.cycles == no_wait ? reason_of(no_wait, bound, collective) : "");
}

Plan periodic_plan(const Problem& problem) {
  if (problem.collective.expected_deliveries() == 0) {
    return {.open = stored_schedule({}), .period = Period{.cycles = 1}};
  }
  const std::vector<bounds::Bound> all =
      bounds::period_bounds({*problem.topology, problem.collective, problem.ports});
  const bounds::Bound bound = best_of(all);
  Planner planner(problem, true);
  const Request& request = planner.request();
  if (request.wanted > 0) {
    check_wanted(request.wanted, all);
    check_entry(request.wanted, problem.collective);
  }
  const Given given{"period", request.wanted > 0 ? std::to_string(request.wanted) : "auto"};
  auto chosen = planner.keep(static_cast<Cycle>(bound.cycles));
  const bool keeps = chosen.has_value();
  if (!keeps) chosen = planner.run(static_cast<Cycle>(bound.cycles), kNone);
  if (!chosen && !planner.too_large().empty()) {
    throw InputError(given, fmt::format("the search is too large: {}", planner.too_large()));
  }
  if (!chosen) {
    throw InputError(given,
                     fmt::format("no schedule was found in {} s; the bound is {} ({})",
                                 request.seconds, bound.cycles, bound.name),
                     problem.collective.reduces()
                         ? "give more `seconds` or a longer `period`"
                         : "give more `seconds`, a longer `period` or `slots-waiting`");
  }
  return {.open = stored_schedule(std::move(chosen->hops)),
          .hints = hint(PeriodBound{bound.cycles, bound.text()}),
          .note = note_of(*chosen, planner.no_wait(), static_cast<Cycle>(bound.cycles),
                          problem.collective) +
                  (keeps ? "; words of the other schedule keep their slots" : ""),
          .period = Period{chosen->cycles, chosen->waiting}};
}

std::string refusal(const Problem& problem) {
  const any::Task task = any::task_of(problem);
  if (any::special(task)) return "it is for full-duplex ports that nodes have all alike";
  if (problem.collective.expected_deliveries() > kMostBounded) {
    return fmt::format("its frames have more than {} words", kMostBounded);
  }
  return any::refusal(problem);
}

Algorithm periodic_algorithm(CollectiveKind kind) {
  return {.name = "periodic",
          .network = any::kAny,
          .collective = kind,
          .ports = {Ports::Kind::multi},
          .summary = "frames that repeat with a short period, in which no word waits",
          .source = "romcast",
          .default_control = Control::rom,
          .options =
              {{"period",
                {"auto"},
                "a schedule that repeats every so many cycles; auto: the shortest that is "
                "found",
                true},
               {"slots-waiting", {"0"}, "0..1024, cycles that a word may wait on its path", true},
               any::seconds_option()},
          .refusal = refusal,
          .build = periodic_plan,
          .predict = any::predict};
}

}  // namespace

std::optional<Chosen> shortest_run(const Problem& problem, Cycle bound, Cycle below) {
  return Planner(problem, false).run(bound, below);
}

}  // namespace romcast::periodic

namespace romcast {

Algorithm periodic_broadcast() { return periodic::periodic_algorithm(CollectiveKind::broadcast); }
Algorithm periodic_scatter() { return periodic::periodic_algorithm(CollectiveKind::scatter); }
Algorithm periodic_gather() { return periodic::periodic_algorithm(CollectiveKind::gather); }
Algorithm periodic_allgather() { return periodic::periodic_algorithm(CollectiveKind::allgather); }
Algorithm periodic_alltoall() { return periodic::periodic_algorithm(CollectiveKind::alltoall); }
Algorithm periodic_exchange() { return periodic::periodic_algorithm(CollectiveKind::exchange); }

}  // namespace romcast
