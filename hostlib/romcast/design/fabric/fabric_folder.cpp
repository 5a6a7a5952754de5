// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/fabric_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "romcast/core/output_file.hpp"
#include "romcast/design/fabric/driver.hpp"
#include "romcast/design/fabric/proof.hpp"
#include "romcast/design/fabric/testbench.hpp"
#include "romcast/design/fabric/texts.hpp"
#include "romcast/design/fabric/top.hpp"
#include "romcast/design/own_folder.hpp"
#include "romcast/design/verilog_sources.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "romcast.fabric/1";

Json flows_json(const FabricDesign& design, const PeriodVerdict& verdict) {
  const Fabric& fabric = design.fabric();
  Json flows = Json::array();
  for (std::size_t f = 0; f < fabric.flows.size(); ++f) {
    const FabricFlow& flow = fabric.flows[f];
    Json to = Json::array(), slots = Json::array();
    for (std::size_t i = 0; i < flow.to.size(); ++i) {
      to.push_back({{"endpoint", design.endpoint(flow.to[i])}, {"tid", flow.ids[i]}});
    }
    for (std::size_t m = 0; m < fabric.modes.size(); ++m) {
      for (const FabricWord& word : fabric.modes[m].words) {
        if (word.flow != f) continue;
        slots.push_back({{"mode", m}, {"slot", word.slot}, {"after", word.after}});
      }
    }
    const Cycle latency = design.latency(flow, verdict);
    flows.push_back(
        {{"name", flow.name},
         {"from", design.endpoint(flow.from)},
         {"tdest", flow.dest},
         {"to", to},
         {"words", flow.words},
         {"latency", latency == 0 ? Json(nullptr) : Json(latency)},
         {"bound", flow.bound == 0 ? Json(nullptr) : Json(flow.bound)},
         {"credit", flow.back != kNoTile},
         {"credit_only", flow.credit_only},
         {"stays", flow.stays},
         {"reduction", flow.reduction == kNoTile ? Json(nullptr) : Json(flow.reduction)},
         {"slots", slots}});
  }
  return flows;
}

Json reductions_json(const Fabric& fabric) {
  Json all = Json::array();
  for (const FabricReduction& one : fabric.reductions) {
    all.push_back({{"name", one.name}, {"operator", name(one.operation)}});
  }
  return all;
}

Json tiles_json(const FabricDesign& design) {
  const Fabric& fabric = design.fabric();
  Json tiles = Json::array();
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    const FabricTile& tile = fabric.tiles[t];
    Json in = Json::array();
    for (unsigned l = 1; l < tile.links; ++l) {
      in.push_back(tile.in[l].tile == kNoTile
                       ? Json(nullptr)
                       : Json{{"tile", tile.in[l].tile}, {"link", tile.in[l].link}});
    }
    tiles.push_back(
        {{"name", design.name(t)},
         {"endpoint", design.has_endpoint(t) ? Json(design.endpoint(t)) : Json(nullptr)},
         {"links", tile.links},
         {"holds", tile.holds},
         {"reduces", tile.reduces},
         {"tx_depth", design.tx_depth(t)},
         {"rx_depth", design.rx_depth(t)},
         {"room", fabric.room[t]},
         {"in", in},
         {"address", design.address(t, 0, 0)}});
  }
  return tiles;
}

Json registers_json() {
  static constexpr const char* kNames[] = {
      "ID",     "SHAPE",  "FINGERPRINT_LOW", "FINGERPRINT_HIGH", "CONTROL",
      "COMMIT", "STATUS", "FRAME",           "PERIOD_0",         "PERIOD_1",
      "HASH_0", "HASH_1", "ERROR_FRAME",     "ERROR_TILE"};
  Json registers = Json::array();
  for (const char* name : kNames)
    registers.push_back({{"name", name}, {"address", registers.size()}});
  return registers;
}

Json modes_json(const FabricDesign& design) {
  Json modes = Json::array();
  for (std::size_t m = 0; m < design.fabric().modes.size(); ++m) {
    const FabricMode& mode = design.fabric().modes[m];
    Json signatures = Json::array(), sent = Json::array();
    for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
      signatures.push_back(
          {{"router", design.signature(m, t, 1)}, {"endpoint", design.signature(m, t, 2)}});
      sent.push_back(design.fabric().words_from(m, t));
    }
    modes.push_back({{"file", fmt::format("tables_{}.hex", m)},
                     {"period", mode.period},
                     {"longest", mode.longest()},
                     {"routers", mode.routers},
                     {"endpoints", mode.endpoints},
                     {"sent", sent},
                     {"signatures", signatures}});
  }
  return modes;
}

}  // namespace

Json fabric_json(const FabricDesign& design, const PeriodVerdict& verdict) {
  const FabricSettings& settings = design.settings();
  return {{"schema", kSchema},
          {"command", nullptr},
          {"fingerprint", fmt::format("{:016x}", design.fingerprint())},
          {"payload", settings.payload},
          {"control", settings.wishbone ? "wishbone" : "axi-lite"},
          {"clock_crossing", settings.crossing},
          {"credits", settings.credits},
          {"on_demand", settings.on_demand},
          {"signed", settings.is_signed},
          {"statistics", settings.statistics},
          {"slot_bits", design.fabric().slot_bits},
          {"flow_bits", design.fabric().flow_bits},
          {"address_bits", design.address_bits()},
          {"drain", design.fabric().drain()},
          {"tiles", tiles_json(design)},
          {"flows", flows_json(design, verdict)},
          {"reductions", reductions_json(design.fabric())},
          {"tables", modes_json(design)},
          {"registers", registers_json()},
          {"files", nullptr}};
}

VerilogTexts fabric_verilog(const FabricDesign& design) {
  const VerilogSources sources;
  std::set<std::string> modules;
  for (const char* module : {"rmc_tile", "rmc_registers",
                             design.settings().wishbone ? "rmc_wishbone" : "rmc_axi_lite"}) {
    modules.merge(sources.below(module));
  }
  VerilogTexts texts;
  for (const std::string& module : modules) {
    texts.emplace_back(fmt::format("rtl/{}.v", module), sources.text(module));
  }
  texts.emplace_back("romcast_fabric.v", fabric_top(design));
  return texts;
}

void write_fabric(const std::string& folder, const FabricDesign& design,
                  const PeriodVerdict& verdict, const std::string& command) {
  OutputFolder output(folder);
  check_own_folder(folder, {"fabric.json", kSchema, "romcast fabric"});
  const VerilogTexts parts = fabric_verilog(design);
  std::error_code failed;  // ignored: the writes below fail, too
  fs::create_directory(fs::path(output.work_path()) / "rtl", failed);
  std::vector<std::string> verilog, files;
  for (const auto& [file, text] : parts) {
    verilog.push_back(file);
    output.write(file, text);
  }
  const auto write = [&](const char* name, const std::string& text) {
    output.write(name, text);
    files.emplace_back(name);
  };
  const std::vector<FabricFault> faults = fabric_faults(design);
  const FabricTexts texts{design, verdict, command, verilog, faults.size()};
  files.emplace_back("romcast_fabric.v");
  write("romcast_fabric_tb.v", fabric_testbench(design));
  write("tables_0.hex", fabric_writes_hex(design.writes(0)));
  write("tables_1.hex", fabric_writes_hex(design.writes(1)));
  write("words.hex", fabric_words_hex(design));
  write("signatures.hex", fabric_signatures_hex(design));
  write("faults.hex", fabric_faults_hex(faults));
  write("files.f", fmt::format("{}\n", fmt::join(verilog, "\n")));
  write("stand_ins.v", fabric_stand_ins(design));
  write("prove_0.v", fabric_proof(design, 0));
  write("prove_1.v", fabric_proof(design, 1));
  const VerilogSources sources;
  write("romcast_fabric.hpp", fabric_header(design));
  for (const char* driver :
       {"rmc_driver.hpp", "rmc_driver_sim.cpp", "rmc_cocotb.py", "rmc_litex.py"}) {
    write(driver, sources.driver(driver));
  }
  write("romcast_fabric.core", fabric_core(texts));
  write("Makefile", fabric_makefile(texts));
  write("README.md", fabric_readme(texts));
  Json json = fabric_json(design, verdict);
  json["command"] = command;
  json["files"] = files;
  output.write("fabric.json", json.dump(1) + "\n");
  output.commit();
}

}  // namespace romcast
