// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/built_fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostDescription = std::uint64_t{1} << 30;

std::size_t tile_with_endpoint(const BuiltFabric& built, const Json& endpoint) {
  const auto at = std::ranges::find(built.endpoints, endpoint.get<std::string>());
  if (at == built.endpoints.end()) throw InputError("a flow of an unknown endpoint");
  return static_cast<std::size_t>(at - built.endpoints.begin());
}

void add_tile(const Json& from, BuiltFabric& built) {
  FabricTile tile{.name = from.at("name")};
  built.names.push_back(tile.name);
  built.endpoints.push_back(from.at("endpoint").is_null() ? "" : from.at("endpoint"));
  if (!built.endpoints.back().empty()) tile.endpoint = 0;
  tile.links = from.at("links");
  tile.holds = from.at("holds");
  tile.reduces = from.at("reduces");
  tile.in.resize(1);
  for (const Json& end : from.at("in")) {
    tile.in.push_back(end.is_null() ? FabricEnd{} : FabricEnd{end.at("tile"), end.at("link")});
  }
  if (tile.in.size() != tile.links) throw InputError("a tile with another number of links");
  built.fabric.room.push_back(from.at("room"));
  if (built.fabric.on_demand) built.fabric.tx.push_back(from.at("tx_depth"));
  built.fabric.tiles.push_back(std::move(tile));
}

void add_flow(const Json& from, BuiltFabric& built) {
  FabricFlow flow{.name = from.at("name"),
                  .from = tile_with_endpoint(built, from.at("from")),
                  .credit_only = from.at("credit_only")};
  if (const Json& reduction = from.at("reduction"); !reduction.is_null()) {
    flow.reduction = reduction;
    flow.arrives = std::ranges::find(built.fabric.flows, flow.reduction, &FabricFlow::reduction) ==
                   built.fabric.flows.end();
  }
  for (const Json& to : from.at("to"))
    flow.to.push_back(tile_with_endpoint(built, to.at("endpoint")));
  for (const Json& slot : from.at("slots")) {
    FabricWord word{.flow = built.fabric.flows.size(), .slot = slot.at("slot")};
    word.after = slot.at("after").get<std::vector<Cycle>>();
    if (word.after.size() != flow.to.size()) throw InputError("a word with other receivers");
    built.fabric.modes.at(slot.at("mode").get<std::size_t>()).words.push_back(std::move(word));
  }
  built.fabric.flows.push_back(std::move(flow));
}

BuiltFabric described(const Json& from) {
  if (from.at("schema") != "romcast.fabric/1") throw InputError("of another schema");
  BuiltFabric built;
  built.fingerprint = std::stoull(from.at("fingerprint").get<std::string>(), nullptr, 16);
  built.settings = {.payload = from.at("payload"),
                    .wishbone = from.at("control") == "wishbone",
                    .crossing = from.at("clock_crossing"),
                    .credits = from.at("credits"),
                    .on_demand = from.at("on_demand"),
                    .is_signed = from.at("signed"),
                    .statistics = from.at("statistics")};
  built.fabric.credits = built.settings.credits;
  built.fabric.on_demand = built.settings.on_demand;
  built.fabric.is_signed = built.settings.is_signed;
  built.fabric.slot_bits = from.at("slot_bits");
  built.fabric.flow_bits = from.at("flow_bits");
  for (const Json& tile : from.at("tiles")) add_tile(tile, built);
  for (const Json& table : from.at("tables")) {
    built.fabric.modes.push_back({.period = table.at("period")});
  }
  for (const Json& flow : from.at("flows")) add_flow(flow, built);
  return built;
}

}  // namespace

BuiltFabric read_built_fabric(const std::string& folder) {
  const std::string file = (std::filesystem::path(folder) / "fabric.json").string();
  std::ifstream in = open_input(file, kMostDescription);
  try {
    return described(Json::parse(in));
  } catch (const std::exception& error) {
    throw InputError(
        fmt::format("{}: is no description of a fabric by romcast fabric: {}", file, error.what()));
  }
}

void check_fits(const FabricDesign& design, const BuiltFabric& built) {
  for (std::size_t t = 0; t < built.names.size(); ++t) {
    if (design.name(t) == built.names[t] && design.endpoint(t) == built.endpoints[t]) continue;
    throw InputError(fmt::format("tile {} of the network is {}, that of the fabric {}", t,
                                 design.name(t), built.names[t]));
  }
  if (design.fingerprint() == built.fingerprint) return;
  throw InputError(fmt::format("the tables are for a fabric with the fingerprint {:016x}",
                               design.fingerprint()));
}

}  // namespace romcast
