#include "romcast/collective.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "romcast/error.hpp"
#include "romcast/schedule.hpp"

namespace romcast {
namespace {

using enum CollectiveKind;

constexpr std::array<std::pair<std::string_view, CollectiveKind>, 10> kNames{{
    {"broadcast", broadcast},
    {"scatter", scatter},
    {"gather", gather},
    {"allgather", allgather},
    {"alltoall", alltoall},
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
    if (known == text) return kind;
  }
  return std::nullopt;
}

const std::vector<CollectiveKind>& all_collectives() {
  static const std::vector<CollectiveKind> all{broadcast, scatter, gather, allgather, alltoall};
  return all;
}

Collective::Collective(CollectiveKind kind, std::size_t processors, NodeId source,
                       std::uint32_t messages, Numbers numbers)
    : kind_(kind), processors_(processors), source_(source), messages_(messages) {
  if (source >= processors) {
    throw InputError(
        fmt::format("--source {}: processors are numbered 0..{}", source, processors - 1));
  }
  if (messages == 0) throw InputError("--messages 0: give at least one message");
  if (numbers == Numbers::needed) need_numbers();
}

void Collective::need_numbers() const {
  // In floating point: n*n*M can pass 64 bits.
  const double numbers = static_cast<double>(messages_) *
                         (kind_ == broadcast ? 1.0 : double(processors_)) *
                         (kind_ == alltoall ? double(processors_) : 1.0);
  if (numbers > kStartup) {
    throw InputError(fmt::format(
        "--messages {}: {} among {} processors has {:.0f} messages; at most {} can be numbered",
        messages_, name(kind_), processors_, numbers, kStartup));
  }
}

bool Collective::has_source() const {
  return kind_ == broadcast || kind_ == scatter || kind_ == gather;
}

std::uint64_t Collective::message_numbers() const {
  const std::uint64_t n = processors_;
  switch (kind_) {
    case broadcast:
      return messages_;
    case alltoall:
      return n * n * messages_;
    default:
      return n * messages_;
  }
}

NodeId Collective::origin(MessageId message) const {
  switch (kind_) {
    case broadcast:
    case scatter:
      return source_;
    case alltoall:
      return static_cast<NodeId>(message / messages_ / processors_);
    default:
      return message / messages_;
  }
}

std::uint64_t Collective::own_messages(NodeId processor) const {
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
    default:
      return m;
  }
}

NodeId Collective::destination(MessageId message) const {
  switch (kind_) {
    case scatter:
      return message / messages_;
    case gather:
      return source_;
    case alltoall:
      return static_cast<NodeId>(message / messages_ % processors_);
    default:
      return kNone;
  }
}

bool Collective::multicast() const { return kind_ == broadcast || kind_ == allgather; }

bool Collective::wants(MessageId message, NodeId processor) const {
  if (origin(message) == processor) return false;
  const NodeId to = destination(message);
  return to == kNone || to == processor;
}

std::uint64_t Collective::expected_deliveries() const {
  const std::uint64_t others = processors_ - 1;
  const bool all = kind_ == allgather || kind_ == alltoall;
  return others * messages_ * (all ? processors_ : 1);
}

std::string Collective::message_name(MessageId message) const {
  const MessageId group = message / messages_;
  std::string text = kind_ == alltoall
                         ? fmt::format("{}>{}", group / processors_, group % processors_)
                         : fmt::format("{}", kind_ == broadcast ? message : group);
  if (messages_ > 1 && kind_ != broadcast) text += fmt::format(".{}", message % messages_);
  return text;
}

}  // namespace romcast
