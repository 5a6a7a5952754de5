// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/exchange_lines.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "romcast/core/line_file.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast {
namespace {

constexpr const char* kExample = "e.g. message 0 from p3 to p1,p5";

[[noreturn]] void refuse(const std::string& found, const std::string& allowed) {
  throw InputError(fmt::format("{}; {}", found, allowed));
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// If `words` begins with `key`, removes the key and the value after it from `words` and returns the
// value; else returns nullopt. Throws InputError if no value follows the key.
std::optional<std::string_view> take(std::span<const std::string_view>& words,
                                     std::string_view key) {
  if (words.empty() || words[0] != key) return std::nullopt;
  if (words.size() < 2) refuse(fmt::format("'{}' without a value", key), kExample);
  const std::string_view value = words[1];
  words = words.subspan(2);
  return value;
}

}  // namespace

NodeId ExchangeBuilder::processor(std::string_view name) const {
  NodeId node = network_.find_node(name);
  if (node == kNone) {
    const auto number = number_in(name);
    if (number && *number < network_.processors()) node = *number;
  }
  const auto last = static_cast<NodeId>(network_.processors() - 1);
  const std::string all = fmt::format("processors are {} .. {}, or 0 .. {}", network_.node_name(0),
                                      network_.node_name(last), last);
  if (node == kNone) refuse(fmt::format("no node {}", quote(name)), all);
  if (!network_.is_processor(node)) refuse(fmt::format("{} is a switch", quote(name)), all);
  return node;
}

void ExchangeBuilder::add_destinations(MessageId message, Entry& entry,
                                       std::string_view names) const {
  for (;;) {
    const std::size_t comma = names.find(',');
    const std::string_view name = names.substr(0, comma);
    if (name.empty())
      refuse(fmt::format("message {} with an empty destination", message), kExample);
    const NodeId to = processor(name);
    if (to == entry.origin) {
      refuse(fmt::format("message {} goes from {} to itself", message, quote(name)),
             "a destination is another processor");
    }
    if (!entry.destinations.insert(to).second) {
      refuse(fmt::format("message {} goes to {} twice", message, quote(name)),
             "name each destination once");
    }
    if (comma == std::string_view::npos) return;
    names.remove_prefix(comma + 1);
  }
}

void ExchangeBuilder::add(std::span<const std::string_view> words) {
  const auto number = take(words, "message");
  const auto from = take(words, "from");
  const auto to = take(words, "to");
  if (!words.empty()) refuse(quote(words[0]), kExample);
  if (!to) refuse("a message without 'to'", kExample);
  constexpr MessageId most = kMostMessages - 1;
  const MessageId next = entries_.empty() ? 0 : entries_.rbegin()->first + 1;
  MessageId message = from ? next : latest_;
  if (number) {
    const auto given = number_in(*number);
    if (!given || *given > most) {
      refuse(fmt::format("message {}", quote(*number)),
             fmt::format("give a number from 0 to {}", most));
    }
    message = *given;
  }
  if (!from) {
    const auto known = entries_.find(message);
    if (known == entries_.end()) refuse("a message without 'from'", kExample);
    latest_ = message;
    return add_destinations(message, known->second, *to);
  }
  const auto [entry, fresh] = entries_.try_emplace(message, Entry{processor(*from)});
  if (!fresh) {
    refuse(fmt::format("a second message {}", message),
           fmt::format("more destinations of it are told by message {} to ...", message));
  }
  latest_ = message;
  add_destinations(message, entry->second, *to);
}

Collective ExchangeBuilder::finish() const {
  if (entries_.empty()) refuse("an exchange without messages", kExample);
  std::vector<Demand> demands;
  demands.reserve(entries_.size());
  for (const auto& [message, entry] : entries_) {
    if (message != demands.size()) {
      refuse(fmt::format("message {} is missing", demands.size()),
             fmt::format("there is a message {}, and numbers have no gaps", message));
    }
    demands.push_back({entry.origin, {entry.destinations.begin(), entry.destinations.end()}});
  }
  return Collective::of_demands(network_.processors(), demands);
}

std::string exchange_text(const Topology& network, const Collective& exchange) {
  // A line with several destinations has at most `longest` + 1 characters.
  constexpr std::size_t longest = LineReader::kLongest / 2;
  std::string text;
  for (MessageId m = 0; m < exchange.message_numbers(); ++m) {
    std::string line =
        fmt::format("message {} from {} to ", m, network.node_name(exchange.origin(m)));
    bool first = true;
    for (const NodeId to : exchange.group(m)) {
      const std::string name = network.node_name(to);
      if (!first && line.size() + name.size() > longest) {
        text += line + "\n";
        line = fmt::format("message {} to ", m);
        first = true;
      }
      line += (first ? "" : ",") + name;
      first = false;
    }
    text += line + "\n";
  }
  return text;
}

Collective load_exchange(const std::string& path, const Topology& network) {
  return built_from(path, ExchangeBuilder(network));
}

}  // namespace romcast
