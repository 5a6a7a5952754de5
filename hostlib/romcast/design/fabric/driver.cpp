// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/driver.hpp"

#include <fmt/format.h>

#include "romcast/design/fabric/top.hpp"

namespace romcast {
namespace {

constexpr const char* kHeader = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast fabric: what rmc_driver.hpp needs to know of this fabric. Example: rmc_driver_sim.cpp.
#pragma once
@MACROS@
#include "rmc_driver.hpp"

namespace romcast_fabric {

@TABLES@inline constexpr rmc::Mode modes[] = {
@MODES@};

inline constexpr rmc::Design design = {0x@FINGERPRINT@ull, @SIZES@, modes, @COUNT@};

}  // namespace romcast_fabric
)";

constexpr std::size_t kInLine = 6;

std::string tables(const FabricDesign& design, std::size_t mode) {
  std::string text = fmt::format("inline constexpr rmc::Write table_{}[] = {{", mode);
  const std::vector<FabricWrite> writes = design.writes(mode);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    text += fmt::format("{}{{0x{:x}, 0x{:x}}},", i % kInLine == 0 ? "\n    " : " ",
                        writes[i].address, writes[i].data);
  }
  text += fmt::format("\n}};\ninline constexpr std::uint32_t signatures_{}[] = {{", mode);
  for (std::size_t tile = 0; tile < design.fabric().tiles.size(); ++tile) {
    text += fmt::format("{}0x{:x}, 0x{:x},", tile % kInLine == 0 ? "\n    " : " ",
                        design.signature(mode, tile, 1), design.signature(mode, tile, 2));
  }
  return text + "\n};\n";
}

}  // namespace

std::string fabric_header(const FabricDesign& design) {
  const Fabric& fabric = design.fabric();
  std::string all, modes, macros;
  for (std::size_t m = 0; m < fabric.modes.size(); ++m) {
    all += tables(design, m);
    modes += fmt::format(
        "    {{{0}, table_{1}, sizeof table_{1} / sizeof *table_{1}, signatures_{1}}},\n",
        fabric.modes[m].period, m);
  }
  if (design.settings().wishbone) macros += "\n#define ROMCAST_WISHBONE";
  if (design.settings().crossing) macros += "\n#define ROMCAST_CROSSING";
  return with_values(kHeader, {{"MACROS", macros},
                               {"TABLES", all},
                               {"MODES", modes},
                               {"FINGERPRINT", fmt::format("{:016x}", design.fingerprint())},
                               {"SIZES", fmt::format("{}, {}, {}, {}, {}, {}", fabric.tiles.size(),
                                                     design.tile_bits(), fabric.slot_bits,
                                                     design.settings().statistics, fabric.drain(),
                                                     design.settings().on_demand)},
                               {"COUNT", std::to_string(fabric.modes.size())}});
}

}  // namespace romcast
