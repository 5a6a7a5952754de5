// SPDX-License-Identifier: Apache-2.0
#include "systemc/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <systemc>

#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

std::vector<Endpoint*> checked(const Run& run, std::vector<Endpoint*> endpoints) {
  const Collective& collective = run.job().problem.collective;
  if (collective.word_bits() == 0) {
    throw InputError({"endpoints"}, "the messages of this job carry no words",
                     "set Asked::word_bits, or take Collective::carrying");
  }
  if (run.settings().ranks->several()) {
    throw InputError({"endpoints"}, "only a run on one rank has them");
  }
  if (endpoints.size() != collective.processors()) {
    throw InputError({"endpoints", endpoints.size()},
                     fmt::format("there are {}", counted(collective.processors(), "processor")),
                     "give one for each");
  }
  const auto missing = std::ranges::find(endpoints, nullptr);
  if (missing != endpoints.end()) {
    throw InputError({"endpoints"},
                     fmt::format("processor {} has none", missing - endpoints.begin()));
  }
  return endpoints;
}

}  // namespace

Words::Words(const Run& run, const FlitCodec& codec, std::vector<Endpoint*> endpoints)
    : topology_(run.network()),
      collective_(run.job().problem.collective),
      originals_(collective_.uncopied()),
      codec_(codec),
      endpoints_(checked(run, std::move(endpoints))) {}

std::string Words::name(MessageId message) const {
  return originals_.message_name(collective_.original(message));
}

// Stores the first exception and ends the simulation, since SystemC would convert the exception
// into a report.
template <class Call>
void Words::guard(const Call& call) {
  if (thrown_) return;
  try {
    call();
  } catch (...) {
    thrown_ = std::current_exception();
    sc_core::sc_stop();
  }
}

void Words::rethrow() const {
  if (thrown_) std::rethrow_exception(thrown_);
}

std::optional<std::uint64_t> Words::ask(NodeId from, MessageId message, Cycle cycle) {
  const auto [known, first] = sent_.try_emplace(collective_.original(message));
  if (!first) return known->second;
  std::optional<std::uint64_t>& word = known->second;
  guard([&] {
    word = endpoints_[from]->send(
        {.message = collective_.original(message),
         .destination = originals_.destination(collective_.original(message)),
         .cycle = cycle});
    if (word && *word >> collective_.word_bits() != 0) {
      throw InputError(fmt::format("processor {} sends {:#x} as message {}; words have {}", from,
                                   *word, name(message), counted(collective_.word_bits(), "bit")));
    }
  });
  if (!word) {
    if (++missed_ == 1) {
      first_missed_ =
          fmt::format("message {} of processor {} in cycle {}", name(message), from, cycle);
    }
  }
  return word;
}

std::uint64_t Words::leaving(NodeId from, std::uint64_t flit, Cycle cycle) {
  const MessageId message = codec_.decode(flit);
  if (message >= collective_.message_numbers() || collective_.origin(message) != from) return flit;
  return codec_.with_word(flit, ask(from, message, cycle));
}

void Words::leaving(Wires& fabric, std::uint64_t traced) {
  for (std::uint64_t i = traced; i < fabric.trace_count; ++i) {
    LinkFlit& hop = fabric.trace[i];
    if ((hop.link & kStartOfPacket) != 0 || hop.link >= topology_.links()) continue;
    const std::uint64_t flit = leaving(topology_.channel_at(hop.link).from, hop.flit, hop.cycle);
    if (flit == hop.flit) continue;
    hop.flit = flit;
    fabric.put(hop.link, flit);
  }
}

std::string Words::arrived(NodeId at, MessageId message, std::uint64_t flit, Cycle cycle) {
  const std::optional<std::uint64_t> word = codec_.word(flit);
  const auto sent = sent_.find(collective_.original(message));
  if (sent == sent_.end() || sent->second != word) {
    const auto text = [](std::optional<std::uint64_t> of) {
      return of ? fmt::format("{:#x}", *of) : std::string("no word");
    };
    return fmt::format("receives {} as message {}, the sender sent {}", text(word), name(message),
                       sent == sent_.end() ? "nothing" : text(sent->second));
  }
  guard([&] {
    endpoints_[at]->receive({.message = collective_.original(message),
                             .source = collective_.origin(message),
                             .cycle = cycle,
                             .word = word});
  });
  return "";
}

std::string Words::complaint() const {
  if (missed_ == 0) return "";
  return fmt::format("{} left without a word of the endpoint; the first: {}",
                     counted(missed_, "message"), first_missed_);
}

}  // namespace romcast
