// SPDX-License-Identifier: Apache-2.0
#include "romcast/view/view_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/machines/rom_listing.hpp"
#include "romcast/run/node_report.hpp"
#include "romcast/view/curves.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kNamedNodes = 20'000, kListedLoads = 4'000;

Json timing_json(const Timing& timing) {
  return {{"startup", timing.startup}, {"per_message", timing.per_message},
          {"latency", timing.latency}, {"overhead", timing.overhead},
          {"gap", timing.gap},         {"spacing", timing.spacing()},
          {"logp", timing.logp()}};
}

// At most `most` hops: all, or those of some messages, spread from the first message to the last;
// in the second case `how` describes the choice.
std::vector<const TimedHop*> sample(const TimedHops& timed, std::size_t most, std::string& how) {
  std::vector<const TimedHop*> shown;
  std::set<MessageId> messages;
  for (const TimedHop& hop : timed.hops) {
    if (hop.kind == TimedHop::Kind::message) messages.insert(hop.message);
  }
  const std::size_t step = (timed.hops.size() + most - 1) / std::max<std::size_t>(most, 1);
  std::set<MessageId> kept;
  std::size_t place = 0;
  for (const MessageId message : messages) {
    if (place++ % std::max<std::size_t>(step, 1) == 0) kept.insert(message);
  }
  for (const TimedHop& hop : timed.hops) {
    const bool keep = hop.kind == TimedHop::Kind::message ? kept.contains(hop.message) : step <= 1;
    if (keep && shown.size() < most) shown.push_back(&hop);
  }
  if (shown.size() < timed.hops.size()) {
    how = fmt::format("{} of {} messages, {} of {} hops are drawn; the curves count all hops",
                      kept.size(), messages.size(), shown.size(), timed.hops.size());
  }
  return shown;
}

Json hops_json(const std::vector<const TimedHop*>& hops) {
  Json json = Json::object();
  const auto column = [&](const char* name, auto value) {
    Json values = Json::array();
    for (const TimedHop* hop : hops) values.push_back(value(*hop));
    json[name] = std::move(values);
  };
  column("begin", [](const TimedHop& hop) { return hop.begin; });
  column("end", [](const TimedHop& hop) { return hop.end; });
  column("from", [](const TimedHop& hop) { return hop.from; });
  column("to", [](const TimedHop& hop) { return hop.to; });
  column("lane", [](const TimedHop& hop) { return hop.lane; });
  column("message", [](const TimedHop& hop) { return hop.message; });
  column("kind", [](const TimedHop& hop) { return static_cast<int>(hop.kind); });
  column("delivers", [](const TimedHop& hop) { return hop.delivers ? 1 : 0; });
  return json;
}

// For each message shown: number, name, origin, destination. An origin or destination is null if
// the message has none or several.
Json messages_json(const Collective& collective, const std::vector<const TimedHop*>& hops) {
  std::map<MessageId, Json> messages;
  for (const TimedHop* hop : hops) {
    if (hop->kind != TimedHop::Kind::message || messages.contains(hop->message)) continue;
    const bool combined = collective.combines();
    const NodeId from = combined ? kNone : collective.origin(hop->message),
                 to = combined ? kNone : collective.destination(hop->message);
    messages[hop->message] = {hop->message, collective.message_name(hop->message),
                              from == kNone ? Json(nullptr) : Json(from),
                              to == kNone ? Json(nullptr) : Json(to)};
  }
  Json all = Json::array();
  for (auto& [message, entry] : messages) all.push_back(std::move(entry));
  return all;
}

Json depths_json(const std::vector<std::vector<DepthChange>>& depths, const Bins& bins) {
  Json all = Json::array();
  for (const auto& changes : depths) {
    Json node = Json::array();
    std::uint64_t last = 0;
    for (const DepthChange& change : changes) {
      // In long runs, keeps the last change in each part of the time: more would be invisible.
      const bool again = !node.empty() && bins.width > 1 && bins.of(change.cycle) == last;
      if (again) node.erase(node.end() - 2, node.end());
      last = bins.of(change.cycle);
      node.push_back(change.cycle);
      node.push_back(change.depth);
    }
    all.push_back(std::move(node));
  }
  return all;
}

std::string channel_name(const Topology& network, const Channel& channel) {
  return channel.to == kNone
             ? network.node_name(channel.from)
             : network.node_name(channel.from) + " > " + network.node_name(channel.to);
}

// The channels with the highest loads: occupied cycles per link.
Json loads_json(const Topology& network, const TimedHops& timed) {
  const std::vector<std::uint64_t> held = loads(network, timed);
  std::vector<ChannelId> order;
  for (ChannelId c = 0; c < held.size(); ++c) order.push_back(c);
  const auto load = [&](ChannelId c) { return double(held[c]) / network.channels()[c].capacity; };
  std::ranges::stable_sort(order, [&](ChannelId a, ChannelId b) { return load(a) > load(b); });
  Json all = Json::array();
  for (std::size_t i = 0; i < std::min(order.size(), kListedLoads); ++i) {
    all.push_back({channel_name(network, network.channels()[order[i]]), load(order[i])});
  }
  return {{"channels", held.size()}, {"most", std::move(all)}};
}

// A list with an entry for each node: the needs of the node's queues, or null if the node is no
// switch. Returns null instead of the list if the network has no queues, if one node was judged for
// all nodes, or if several ranks judged parts of the plan.
Json needs_json(Run& run) {
  std::vector<NodeReport> nodes;
  try {
    nodes = node_reports(run.judged(), run.depths(), std::nullopt);
  } catch (const InputError&) {
    return nullptr;
  }
  const Topology& network = run.network();
  Json all = Json::array();
  for (NodeId node = 0; node < network.first_switch(); ++node) all.push_back(nullptr);
  for (Json node : nodes_json(nodes)) {
    node.erase("depths");
    all.push_back(std::move(node));
  }
  return all;
}

Json curves_json(const Problem& problem, const TimedHops& timed,
                 const std::vector<std::vector<DepthChange>>& depths, const Bins& bins) {
  const Topology& network = *problem.topology;
  Json levels = Json::array(), uses = Json::array();
  for (const DepthCurve& curve : depth_curves(network, depths, bins)) {
    levels.push_back({{"level", curve.level}, {"most", curve.most}});
  }
  for (const UseCurve& curve : use_curves(network, timed, bins)) {
    uses.push_back({{"links", curve.links}, {"count", curve.count}, {"held", curve.held}});
  }
  std::vector<std::uint64_t> delivered(bins.count, 0);
  for (const TimedHop& hop : timed.hops) delivered[bins.of(hop.end)] += hop.delivers ? 1 : 0;
  return {{"width", bins.width},
          {"levels", std::move(levels)},
          {"uses", std::move(uses)},
          {"delivered", problem.collective.combines() ? Json(nullptr) : Json(delivered)},
          {"loads", loads_json(network, timed)}};
}

Json listing_json(const RomListing& listing) {
  Json programs = Json::array();
  for (const auto& words : listing.programs) {
    Json& program = programs.emplace_back(Json::array());
    for (const RomListing::Word& word : words) program.push_back({word.cycles, word.hex});
  }
  return {
      {"programs", std::move(programs)}, {"nodes", listing.nodes}, {"repeats", listing.repeats}};
}

// The words of the ROMs; if the plan has no ROMs, or too many words for a page, {"none": reason}.
Json rom_words(Run& run) {
  try {
    return listing_json(run.listing());
  } catch (const InputError& error) {
    return {{"none", error.what()}};
  }
}

}  // namespace

Json view_network(const Topology& network, bool drawn) {
  Json json{{"name", network.network()},  {"processors", network.processors()},
            {"nodes", network.nodes()},   {"crossbar", network.crossbar()},
            {"levels", network.levels()}, {"drawn", drawn}};
  Json options = Json::object();
  for (const auto& [option, value] : network.options()) options[option] = value;
  json["options"] = options;
  Json names = Json::array(), levels = Json::array(), channels = Json::array();
  for (NodeId v = 0; v < network.nodes() && network.nodes() <= kNamedNodes; ++v) {
    names.push_back(network.node_name(v));
    levels.push_back(network.level(v));
  }
  for (const Channel& channel : network.channels()) {
    if (!drawn || network.crossbar()) break;
    channels.push_back({channel.from, channel.to, channel.capacity});
  }
  json["names"] = std::move(names);
  json["level"] = std::move(levels);
  json["channels"] = std::move(channels);
  return json;
}

Json view_json(Run& run, const Json& report, const ViewLimits& limits) {
  const Problem& problem = run.job().problem;
  const Topology& network = *problem.topology;
  const TimedHops timed =
      timed_hops(network, problem.collective, problem.timing, run.plan().open, limits.read);
  const bool drawn =
      network.nodes() <= limits.nodes && network.channels().size() <= 20 * limits.nodes;
  std::string how;
  const auto shown = sample(timed, limits.shown, how);
  if (!timed.all) {
    how += fmt::format("{}only the first {} cycles are looked at", how.empty() ? "" : "; ",
                       timed.last);
  }
  const Bins bins(timed.last, limits.bins);
  const auto depths = problem.collective.combines()
                          ? std::vector<std::vector<DepthChange>>(network.nodes())
                          : queue_depths(network, timed);
  return {{"schema", "romcast.view/1"},
          {"report", report},
          {"network", view_network(network, drawn)},
          {"ports", problem.ports.name()},
          {"collective", name(problem.collective.kind())},
          {"source",
           problem.collective.has_source() ? Json(problem.collective.source()) : Json(nullptr)},
          {"timing", timing_json(problem.timing)},
          {"last", timed.last},
          {"sampled", how.empty() ? Json(nullptr) : Json(how)},
          {"hops", hops_json(shown)},
          {"messages", messages_json(problem.collective, shown)},
          {"depths", drawn ? depths_json(depths, bins) : Json::array()},
          {"needs", drawn ? needs_json(run) : Json(nullptr)},
          {"curves", curves_json(problem, timed, depths, bins)},
          {"rom", drawn ? rom_words(run) : Json{{"none", "the network is too large"}}}};
}

}  // namespace romcast
