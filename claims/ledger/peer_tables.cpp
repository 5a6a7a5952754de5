// SPDX-License-Identifier: Apache-2.0
#include "claims/ledger/peer_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/ledger.hpp"

namespace romcast::claims {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

// The value with at most six digits, as published figures have few; "-" if there is no value.
std::string digits(std::optional<double> value) {
  return value ? fmt::format("{:.6g}", *value) : "-";
}

std::string verdict(const PeerResult& result) {
  std::string text(name(result.standing));
  if (result.standing == Standing::no_result) return text + ": " + result.fault;
  if (result.standing == Standing::beyond) {
    return fmt::format("beyond the limit {:.6g} here: another network or count", *result.limit);
  }
  if (result.optimal) return text + ", proved";
  if (!result.limit) return text;
  const double gap = 100 * std::abs(*result.ours / *result.limit - 1);
  return text + fmt::format(", at most {:.2g} % from the bound", gap);
}

}  // namespace

Json peers_json(const std::vector<PeerResult>& results) {
  Json rows = Json::array();
  for (const PeerResult& one : results) {
    rows.push_back({{"id", one.of.id},
                    {"peer", one.of.peer},
                    {"what", one.of.what},
                    {"source", one.of.source},
                    {"command", "romcast " + shown(one.of.run)},
                    {"unit", one.of.unit},
                    {"less_is_better", one.of.less_is_better},
                    {"published", one.of.figure},
                    {"romcast", number_or_null(one.ours)},
                    {"limit", number_or_null(one.limit)},
                    {"standing", name(one.standing)},
                    {"proved", one.optimal},
                    {"hardware", one.hardware},
                    {"fault", one.fault.empty() ? Json(nullptr) : Json(one.fault)}});
  }
  return {{"schema", "romcast.peers/1"}, {"figures", rows}};
}

std::string peers_csv(const std::vector<PeerResult>& results) {
  std::string text = "id,peer,what,unit,published,romcast,limit,standing,proved,hardware\n";
  for (const PeerResult& one : results) {
    text += fmt::format("{},{},\"{}\",{},{},{},{},{},{},{}\n", one.of.id, one.of.peer, one.of.what,
                        one.of.unit, one.of.figure, one.ours ? fmt::format("{}", *one.ours) : "",
                        one.limit ? fmt::format("{}", *one.limit) : "", name(one.standing),
                        one.optimal, one.hardware);
  }
  return text;
}

std::string peers_table(const std::vector<PeerResult>& results, std::size_t columns) {
  std::size_t widest = 0;
  for (const PeerResult& one : results) widest = std::max(widest, one.of.what.size());
  widest = std::min(widest, columns > 70 ? columns - 62 : std::size_t{20});
  std::string text, peer;
  unsigned ahead = 0, equal = 0, behind = 0, beyond = 0, proved = 0;
  for (const PeerResult& one : results) {
    if (peer != one.of.peer) {
      peer = one.of.peer;
      text += fmt::format("{}{:<{}}{:>12}{:>12}  {:<15}\n", text.empty() ? "" : "\n", peer,
                          widest + 2, "published", "romcast", "unit");
    }
    text += fmt::format("  {:<{}}{:>12}{:>12}  {:<15}{}\n", one.of.what.substr(0, widest), widest,
                        digits(one.of.figure), digits(one.ours), one.of.unit, verdict(one));
    ahead += one.standing == Standing::ahead ? 1 : 0;
    equal += one.standing == Standing::equal ? 1 : 0;
    behind += one.standing == Standing::behind ? 1 : 0;
    beyond += one.standing == Standing::beyond ? 1 : 0;
    proved += one.optimal ? 1 : 0;
  }
  return text + fmt::format(
                    "\n{} figures: {} ahead, {} equal, {} behind, {} beyond what is possible "
                    "here; {} proved that nobody does better\n",
                    results.size(), ahead, equal, behind, beyond, proved);
}

}  // namespace romcast::claims
