// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/collective.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast {
namespace {

using enum CollectiveKind;

constexpr std::array<std::pair<std::string_view, CollectiveKind>, 14> kNames{{
    {"broadcast", broadcast},
    {"scatter", scatter},
    {"gather", gather},
    {"allgather", allgather},
    {"alltoall", alltoall},
    {"reduce", reduce},
    {"allreduce", allreduce},
    {"summation", summation},
    {"exchange", exchange},
    {"multinode-broadcast", allgather},
    {"gossip", allgather},
    {"total-exchange", alltoall},
    {"multiscattering", alltoall},
    {"bcast", broadcast},
}};

}  // namespace

std::string_view name(CollectiveKind kind) { return kNames[static_cast<std::size_t>(kind)].first; }

std::optional<CollectiveKind> find_collective(std::string_view text) {
  for (const auto& [known, kind] : kNames) {
    if (known == text && kind != exchange) return kind;
  }
  return std::nullopt;
}

const std::vector<CollectiveKind>& all_collectives() {
  static const std::vector<CollectiveKind> all{broadcast, scatter, gather,    allgather,
                                               alltoall,  reduce,  allreduce, summation};
  return all;
}

const std::vector<CollectiveKind>& moving_collectives() {
  static const std::vector<CollectiveKind> moving{broadcast, scatter, gather, allgather, alltoall};
  return moving;
}

bool combines(CollectiveKind kind) {
  return kind == reduce || kind == allreduce || kind == summation;
}

Collective::Collective(CollectiveKind kind, std::size_t processors, NodeId source,
                       std::uint32_t messages, Numbers numbers)
    : kind_(kind), processors_(processors), source_(source), messages_(messages) {
  if (source >= processors) {
    throw InputError(
        fmt::format("--source {}: processors are numbered 0..{}", source, processors - 1));
  }
  if (messages == 0) throw InputError("--messages 0: give at least one message");
  if ((kind == reduce || kind == allreduce) && messages > 1) {
    throw InputError(
        fmt::format("--messages {}: {} combines one value per processor", messages, name(kind)));
  }
  if (numbers == Numbers::needed) need_numbers();
}

Collective::Collective(std::size_t processors, std::vector<Relation> relations)
    : kind_(exchange),
      processors_(processors),
      source_(0),
      messages_(static_cast<std::uint32_t>(relations.size())) {
  std::vector<std::uint32_t> own(processors, 0);
  for (const Relation& relation : relations) ++own.at(relation.origin);
  exchanged_ = std::make_shared<const Exchanged>(Exchanged{std::move(relations), std::move(own)});
}

void Collective::need_numbers() const {
  if (combines() || kind_ == exchange) return;
  // In floating point: n*n*M can pass 64 bits.
  const double numbers = static_cast<double>(messages_) *
                         (kind_ == broadcast && !copies_ ? 1.0 : double(processors_)) *
                         (kind_ == alltoall ? double(processors_) : 1.0);
  if (numbers > kStartup) {
    throw InputError(fmt::format(
        "--messages {}: {} among {} processors has {:.0f} messages; at most {} can be numbered",
        messages_, name(kind_), processors_, numbers, kStartup));
  }
}

Collective Collective::copied() const {
  if (kind_ != broadcast) throw std::logic_error("only broadcasts are made of copies");
  Collective result = *this;
  result.copies_ = true;
  result.need_numbers();
  return result;
}

bool Collective::has_source() const {
  return kind_ == broadcast || kind_ == scatter || kind_ == gather || kind_ == reduce ||
         kind_ == summation;
}

std::uint64_t Collective::message_numbers() const {
  const std::uint64_t n = processors_;
  if (combines()) return 2;
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
      return exchanged_->relations[message].origin;
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
      return (processors_ - 1) * m;
    case reduce:
      return processor == source_ ? 0 : 1;
    case summation:
      return 0;
    case exchange:
      return exchanged_->own[processor];
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
    case alltoall:
      return static_cast<NodeId>(message / messages_ % processors_);
    case exchange:
      return exchanged_->relations[message].destination;
    default:
      return kNone;
  }
}

bool Collective::multicast() const {
  return (kind_ == broadcast && !copies_) || kind_ == allgather || kind_ == allreduce;
}

bool Collective::wants(MessageId message, NodeId processor) const {
  if (origin(message) == processor) return false;
  const NodeId to = destination(message);
  return to == kNone || to == processor;
}

std::uint64_t Collective::expected_deliveries() const {
  const std::uint64_t others = processors_ - 1;
  if (kind_ == summation || kind_ == exchange) return messages_;
  const bool all = kind_ == allgather || kind_ == alltoall || kind_ == allreduce;
  return others * messages_ * (all ? processors_ : 1);
}

std::string Collective::message_name(MessageId message) const {
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
