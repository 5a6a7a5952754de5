// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric_model.hpp"

#include <fmt/format.h>
#include <verilated.h>

#include "romcast/core/error.hpp"
#include "romcast/design/fabric/fabric_folder.hpp"
#include "romcast/design/fabric/top.hpp"
#include "systemc/model_recipe.hpp"
#include "systemc/top_model.hpp"

namespace romcast {
namespace {

constexpr unsigned kMostSimulated = 64;  // bits of a word

const FabricDesign& simulable(const FabricDesign& design) {
  if (design.settings().payload <= kMostSimulated) return design;
  throw InputError({"payload", design.settings().payload},
                   fmt::format("words of a co-simulation have at most {} bits", kMostSimulated));
}

// Settings of Verilator with which the C++ of a tile is compiled once for all tiles that have the
// same number of links.
std::string settings() {
  return with_shared_code(
      "rmc_tile",
      {"rst", "wave", "in_word", "select", "write", "space", "address", "write_data", "axis_areset",
       "s_axis_tvalid", "s_axis_tdata", "s_axis_tlast", "s_axis_tdest", "m_axis_tready"});
}

TopModel top_model(const FabricDesign& design) {
  TopModel model{.verilog = {.files = fabric_verilog(design), .top = "romcast_fabric_probed"},
                 .headers = {"fabric/fabric_pins.hpp", "fabric/fabric_bank.hpp"},
                 .source = fabric_model_source,
                 .settings = settings()};
  model.verilog.files.emplace_back("probed.v", fabric_probed(design));
  return model;
}

}  // namespace

FabricModel::FabricModel(const FabricDesign& design, const ModelSettings& settings)
    : widths_{.tiles = static_cast<unsigned>(design.fabric().tiles.size()),
              .width = simulable(design).settings().payload,
              .flow_bits = design.fabric().flow_bits},
      context_(std::make_shared<VerilatedContext>()) {
  context_->randReset(2);  // registers begin with random values
  context_->randSeed(1);
  maker_ = load_top(top_model(design), settings);
}

FabricModel::~FabricModel() = default;

std::unique_ptr<FabricPins> FabricModel::fabric() const {
  std::unique_ptr<FabricPins> pins(
      reinterpret_cast<FabricPins* (*)(VerilatedContext*)>(maker_)(context_.get()));
  pins->begin(widths_);
  return pins;
}

}  // namespace romcast
