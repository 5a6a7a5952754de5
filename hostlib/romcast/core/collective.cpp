// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/collective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast {
namespace {

using enum CollectiveKind;

constexpr std::array<std::pair<std::string_view, CollectiveKind>, 18> kNames{{
    {"broadcast", broadcast},
    {"scatter", scatter},
    {"gather", gather},
    {"allgather", allgather},
    {"alltoall", alltoall},
    {"reduce", reduce},
    {"allreduce", allreduce},
    {"reduce-scatter", reduce_scatter},
    {"summation", summation},
    {"exchange", exchange},
    {"multinode-broadcast", allgather},
    {"gossip", allgather},
    {"total-exchange", alltoall},
    {"multiscattering", alltoall},
    {"bcast", broadcast},
    {"barrier", allreduce},
    {"reduce_scatter", reduce_scatter},
    {"reducescatter", reduce_scatter},
}};

constexpr std::array<std::string_view, 5> kOperations{"add", "min", "max", "and", "or"};

std::vector<Demand> demands_of(const std::vector<Relation>& relations) {
  std::vector<Demand> demands;
  demands.reserve(relations.size());
  for (const Relation& r : relations) demands.push_back({r.origin, {r.destination}});
  return demands;
}

void check_processors(std::size_t processors) {
  if (processors == 0) throw InputError({"processors", "0"}, "give at least one processor");
}

void check_demands(std::size_t processors, const std::vector<Demand>& demands) {
  const auto check = [&](std::size_t message, NodeId processor) {
    if (processor < processors) return;
    throw InputError(fmt::format("message {}: processor {}: there are {}, numbered from 0", message,
                                 processor, processors));
  };
  for (std::size_t m = 0; m < demands.size(); ++m) {
    const Demand& demand = demands[m];
    check(m, demand.origin);
    if (demand.destinations.empty()) {
      throw InputError(fmt::format("message {}: it has no destination", m));
    }
    for (std::size_t i = 0; i < demand.destinations.size(); ++i) {
      check(m, demand.destinations[i]);
      const bool back = demand.destinations[i] == demand.origin;
      if (!back && (i == 0 || demand.destinations[i - 1] < demand.destinations[i])) continue;
      throw InputError(fmt::format("message {}: processor {} is {}", m, demand.destinations[i],
                                   back ? "its origin, and a destination, too"
                                        : "no larger than the destination before it"));
    }
  }
}

}  // namespace

std::string_view name(CollectiveKind kind) { return kNames[static_cast<std::size_t>(kind)].first; }

std::string_view name(Operation operation) {
  return kOperations.at(static_cast<std::size_t>(operation));
}

std::optional<Operation> find_operation(std::string_view text) {
  const auto at = std::ranges::find(kOperations, text);
  if (at == kOperations.end()) return std::nullopt;
  return static_cast<Operation>(at - kOperations.begin());
}

std::optional<CollectiveKind> find_collective(std::string_view text) {
  for (const auto& [known, kind] : kNames) {
    if (known == text) return kind;
  }
  return std::nullopt;
}

const std::vector<CollectiveKind>& all_collectives() {
  static const std::vector<CollectiveKind> all{broadcast, scatter, gather,    allgather,
                                               alltoall,  reduce,  allreduce, reduce_scatter,
                                               summation, exchange};
  return all;
}

const std::vector<CollectiveKind>& moving_collectives() {
  static const std::vector<CollectiveKind> moving{broadcast, scatter, gather, allgather, alltoall};
  return moving;
}

const Traits& traits(CollectiveKind kind) {
  using Root = Traits::Root;
  static constexpr std::array<std::pair<CollectiveKind, Traits>, 10> rows{{
      {broadcast, {.root = Root::source, .to_all = true}},
      {scatter, {.root = Root::source, .pairs = true}},
      {gather, {.root = Root::sink}},
      {allgather, {.to_all = true}},
      {alltoall, {.pairs = true}},
      {reduce, {.root = Root::sink, .combined = true, .in_nodes = true}},
      {allreduce, {.to_all = true, .combined = true, .in_nodes = true}},
      {reduce_scatter, {.pairs = true, .combined = true, .in_nodes = true}},
      {summation, {.root = Root::sink, .combined = true, .addition = 1, .counted = "operands"}},
      {exchange, {.listed = true}},
  }};
  return std::ranges::find(rows, kind, &std::pair<CollectiveKind, Traits>::first)->second;
}

bool combines(CollectiveKind kind) { return traits(kind).combined; }

Collective::Collective(CollectiveKind kind, std::size_t processors, NodeId source,
                       std::uint32_t messages, Numbers numbers)
    : kind_(kind),
      traits_(&romcast::traits(kind)),
      processors_(processors),
      source_(source),
      messages_(messages) {
  if (traits_->listed) {
    throw InputError({"collective", name(kind)}, "make it of its messages, Collective::of_demands");
  }
  check_processors(processors);
  if (source >= processors) {
    throw InputError({"source", source},
                     fmt::format("processors are numbered 0..{}", processors - 1));
  }
  if (messages == 0) {
    throw InputError({"messages", "0"}, "give at least one message");
  }
  if (numbers == Numbers::needed) need_numbers();
  find_strides();
}

// GOAL programs may send nothing, so an exchange can have no messages.
Collective::Collective(std::size_t processors, std::uint32_t messages,
                       std::shared_ptr<const Exchanged> exchanged)
    : kind_(exchange),
      traits_(&romcast::traits(exchange)),
      processors_(processors),
      source_(0),
      messages_(messages),
      exchanged_(std::move(exchanged)) {}

// Sets by_origin_ and by_destination_, with which number() computes a message's number.
void Collective::find_strides() {
  if (traits_->combined || traits_->listed) return;
  by_destination_ = copies_ || traits_->pairs ? messages_ : 0;
  const bool several = traits_->root != Traits::Root::source;
  by_origin_ = several ? std::uint64_t{messages_} * (traits_->pairs ? processors_ : 1) : 0;
}

Collective::Collective(std::size_t processors, const std::vector<Relation>& relations)
    : Collective(of_demands(processors, demands_of(relations))) {}

Collective Collective::of_demands(std::size_t processors, const std::vector<Demand>& demands) {
  check_processors(processors);
  check_demands(processors, demands);
  Exchanged table;
  std::vector<std::size_t>& begins = table.own_begins;
  begins.assign(processors + 1, 0);
  table.begins.push_back(0);
  for (const Demand& demand : demands) {
    table.origins.push_back(demand.origin);
    table.destinations.insert(table.destinations.end(), demand.destinations.begin(),
                              demand.destinations.end());
    table.begins.push_back(table.destinations.size());
    table.multicast = table.multicast || demand.destinations.size() > 1;
    ++begins.at(demand.origin + std::size_t{1});
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  table.own.resize(demands.size());
  std::vector<std::uint32_t> so_far(processors, 0);
  for (MessageId m = 0; m < demands.size(); ++m) {
    const NodeId origin = demands[m].origin;
    table.own_place.push_back(so_far[origin]);
    table.own[begins[origin] + so_far[origin]++] = m;
  }
  return {processors, static_cast<std::uint32_t>(demands.size()),
          std::make_shared<const Exchanged>(std::move(table))};
}

namespace {

// Origin and destinations of a flow's words. For a reduction, sets the flow's origin to the first
// source that is no destination, or else to the first source, which is then no destination of the
// Demand. Throws InputError unless a reduction has two or more ascending sources.
Demand demand_of(Flow& flow) {
  if (!flow.reduces()) return {flow.origin, flow.destinations};
  const auto& sources = flow.sources;
  if (sources.size() < 2 ||
      std::ranges::adjacent_find(sources, std::greater_equal{}) != sources.end()) {
    throw InputError(fmt::format("reduction {} needs two sources, each once", flow.name));
  }
  const auto other = std::ranges::find_if(sources, [&](NodeId source) {
    return !std::ranges::binary_search(flow.destinations, source);
  });
  flow.origin = other == sources.end() ? sources.front() : *other;
  Demand demand{flow.origin, flow.destinations};
  std::erase(demand.destinations, flow.origin);
  return demand;
}

}  // namespace

Collective Collective::of_flows(std::size_t processors, std::vector<Flow> flows) {
  std::vector<Demand> demands;
  std::vector<MessageId> begins;
  std::uint64_t words = 0;
  std::uint64_t to_origins = 0;
  for (Flow& flow : flows) {
    if (flow.words == 0) throw InputError(fmt::format("flow {} has no words", flow.name));
    words += flow.words;
    if (words >= kMostMessages) throw InputError("the flows have too many words to number");
    begins.push_back(static_cast<MessageId>(demands.size()));
    const Demand demand = demand_of(flow);
    for (const NodeId source : flow.sources) {
      if (source >= processors)
        throw InputError(fmt::format("reduction {}: no processor {}", flow.name, source));
    }
    to_origins +=
        std::uint64_t{flow.words} * (flow.destinations.size() - demand.destinations.size());
    demands.insert(demands.end(), flow.words, demand);
  }
  Collective result = of_demands(processors, demands);
  Exchanged table = *result.exchanged_;
  table.flows = std::move(flows);
  table.flow_begins = std::move(begins);
  table.reduces = std::ranges::any_of(table.flows, &Flow::reduces);
  table.to_origins = to_origins;
  result.exchanged_ = std::make_shared<const Exchanged>(std::move(table));
  return result;
}

std::span<const Flow> Collective::flows() const {
  return exchanged_ ? std::span<const Flow>(exchanged_->flows) : std::span<const Flow>();
}

std::pair<std::uint32_t, std::uint32_t> Collective::flow_of(MessageId message) const {
  const auto& begins = exchanged_->flow_begins;
  const auto after = std::ranges::upper_bound(begins, message);
  const auto flow = static_cast<std::uint32_t>(after - begins.begin() - 1);
  return {flow, message - begins[flow]};
}

const Flow* Collective::reduction_of(MessageId message) const {
  if (!reduces()) return nullptr;
  const Flow& flow = exchanged_->flows[flow_of(message).first];
  return flow.reduces() ? &flow : nullptr;
}

Collective Collective::combined_by_nodes(std::size_t processors, NodeId sink,
                                         std::uint32_t messages, CollectiveKind kind) {
  Collective result(kind, processors, sink, messages, Numbers::waived);
  result.by_nodes_ = true;
  result.need_numbers();
  return result;
}

Collective Collective::relayed() const {
  if (!by_nodes_) throw std::logic_error("only what nodes combine is relayed by switches");
  Collective result = *this;
  result.switches_relay_ = true;
  return result;
}

void Collective::need_numbers() const {
  if (kind_ == summation || kind_ == exchange) return;
  const bool once = (kind_ == broadcast && !copies_) || kind_ == reduce || kind_ == allreduce;
  // Computed in floating point, as processors_ * processors_ * messages_ can exceed 64 bits. Each
  // value that processors combine has two message numbers.
  const double numbers = static_cast<double>(messages_) * (once ? 1.0 : double(processors_)) *
                         (kind_ == alltoall ? double(processors_) : 1.0) *
                         (combines() && !by_nodes_ ? 2.0 : 1.0);
  if (numbers > kMostMessages) {
    throw InputError({"messages", messages_},
                     fmt::format("{} among {} processors has {:.0f} messages", name(kind_),
                                 processors_, numbers),
                     fmt::format("at most {} can be numbered", kMostMessages));
  }
}

Collective Collective::copied() const {
  if (kind_ != broadcast) throw std::logic_error("only broadcasts are made of copies");
  Collective result = *this;
  result.copies_ = true;
  result.need_numbers();
  result.find_strides();
  return result;
}

Collective Collective::uncopied() const {
  Collective result = *this;
  result.copies_ = false;
  result.find_strides();
  return result;
}

MessageId Collective::tag(MessageId message) const {
  if (copies_) return message % messages_;
  return has_tags() ? origin(message) * messages_ + message % messages_ : message;
}

MessageId Collective::tagged(MessageId tag, NodeId destination) const {
  if (copies_) return number(0, destination, tag);
  if (messages_ == 1) return number(tag, destination, 0);  // without a division
  return number(tag / messages_, destination, tag % messages_);
}

Collective Collective::carrying(unsigned word_bits) const {
  if (word_bits < 1 || word_bits > kMostWordBits) {
    throw InputError({"word_bits", word_bits},
                     fmt::format("a message carries 1 to {} bits", kMostWordBits));
  }
  if (combines()) {
    throw InputError(Given("word_bits", word_bits).with({"collective", name(kind_)}),
                     "it combines values; only messages that are moved carry words");
  }
  Collective result = *this;
  result.word_bits_ = word_bits;
  return result;
}

std::uint64_t Collective::values() const {
  if (traits_->addition > 0) return 1;
  const bool apart = traits_->combined && traits_->pairs;
  return apart ? processors_ * std::uint64_t{messages_} : messages_;
}

std::uint64_t Collective::message_numbers() const {
  const std::uint64_t n = processors_;
  if (combines()) return by_nodes_ ? values() : 2 * values();
  switch (kind_) {
    case broadcast:
      return copies_ ? n * messages_ : messages_;
    case exchange:
      return messages_;
    case alltoall:
      return n * n * messages_;
    default:
      return n * messages_;
  }
}

NodeId Collective::origin(MessageId message) const {
  if (combines()) return kNone;
  switch (kind_) {
    case broadcast:
    case scatter:
      return source_;
    case alltoall:
      return static_cast<NodeId>(message / messages_ / processors_);
    case exchange:
      return exchanged_->origins[message];
    default:
      return message / messages_;
  }
}

std::uint64_t Collective::own_messages(NodeId processor) const {
  if (processor >= processors_) return 0;  // a switch
  const std::uint64_t m = messages_;
  switch (kind_) {
    case broadcast:
      return processor == source_ ? m : 0;
    case scatter:
      return processor == source_ ? (processors_ - 1) * m : 0;
    case gather:
      return processor == source_ ? 0 : m;
    case alltoall:
    case reduce_scatter:
      return (processors_ - 1) * m;
    case reduce:
      return processor == source_ ? 0 : m;
    case summation:
      return 0;
    case exchange:
      return own(processor).size();
    default:
      return m;
  }
}

NodeId Collective::destination(MessageId message) const {
  switch (kind_) {
    case broadcast:
      return copies_ ? message / messages_ : kNone;
    case scatter:
      return message / messages_;
    case gather:
    case reduce:
    case summation:
      return source_;
    case reduce_scatter:
      return value_of(message) / messages_;
    case alltoall:
      return static_cast<NodeId>(message / messages_ % processors_);
    case exchange:
      return group(message).size() == 1 ? group(message).front() : kNone;
    default:
      return kNone;
  }
}

std::span<const NodeId> Collective::group(MessageId message) const {
  const auto& begins = exchanged_->begins;
  return std::span(exchanged_->destinations)
      .subspan(begins[message], begins[message + std::size_t{1}] - begins[message]);
}

std::span<const MessageId> Collective::own(NodeId processor) const {
  const auto& begins = exchanged_->own_begins;
  return std::span(exchanged_->own)
      .subspan(begins[processor], begins[processor + std::size_t{1}] - begins[processor]);
}

bool Collective::multicast() const {
  if (kind_ == exchange) return exchanged_->multicast;
  return (kind_ == broadcast && !copies_) || kind_ == allgather || kind_ == allreduce;
}

bool Collective::wants(MessageId message, NodeId processor) const {
  if (const Flow* reduction = reduction_of(message)) {
    return std::ranges::binary_search(reduction->destinations, processor);
  }
  if (origin(message) == processor) return false;
  if (kind_ == exchange) return std::ranges::binary_search(group(message), processor);
  const NodeId to = destination(message);
  return to == kNone || to == processor;
}

std::uint64_t Collective::expected_deliveries() const {
  const std::uint64_t others = processors_ - 1;
  if (kind_ == summation) return messages_;
  if (kind_ == exchange) return exchanged_->destinations.size() + exchanged_->to_origins;
  const bool all =
      kind_ == allgather || kind_ == alltoall || kind_ == allreduce || kind_ == reduce_scatter;
  return others * messages_ * (all ? processors_ : 1);
}

std::string Collective::message_name(MessageId message) const {
  if (!flows().empty()) {
    const auto [flow, word] = flow_of(message);
    const Flow& of = flows()[flow];
    return of.words == 1 ? of.name : fmt::format("{}.{}", of.name, word);
  }
  if (combines() || kind_ == exchange) return std::to_string(message);
  const MessageId group = message / messages_;
  if (copies_) return fmt::format("{}>{}", message % messages_, group);
  std::string text = kind_ == alltoall
                         ? fmt::format("{}>{}", group / processors_, group % processors_)
                         : fmt::format("{}", kind_ == broadcast ? message : group);
  if (messages_ > 1 && kind_ != broadcast) text += fmt::format(".{}", message % messages_);
  return text;
}

}  // namespace romcast
