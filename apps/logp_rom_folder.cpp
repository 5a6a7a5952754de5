// SPDX-License-Identifier: Apache-2.0
#include "apps/logp_rom_folder.hpp"

#include <fmt/format.h>

#include "apps/rom_files.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// Rows as rtl/complete/logp_port.v takes them, with the widths of these fields.
template <class Lists>
Json write_programs(OutputFolder& folder, const LogpFields& fields, unsigned bits,
                    const Lists& lists) {
  Json programs = Json::array();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    std::vector<ControlWord> rows;
    for (const auto& row : lists[i]) rows.push_back(packed_row(fields, row));
    programs.push_back(write_row_file(folder, fmt::format("processor-{}.hex", i), bits, rows));
  }
  return programs;
}

}  // namespace

void write_rom_folder(const std::string& folder, const Resolved& resolved,
                      const std::vector<QueueDepth>& depths, const LogpRoms& roms) {
  const Topology& network = *resolved.problem.topology;
  const LogpFields fields{.lanes = resolved.problem.timing.buffered ? 2U : 1U};
  write_rom_files(folder, resolved, depths, [&](OutputFolder& work) {
    Json manifest{
        {"word", roms.timed ? "op next_node next_message times wait need message line; see "
                              "rtl/complete/logp_list.v"
                            : "size offset step line; see rtl/complete/logp_cyclic.v"},
        {"line_bits", fields.line_bits},
        {"processors", Json::array()}};
    if (roms.timed) {
      manifest["span_bits"] = fields.span_bits;
      manifest["need_bits"] = fields.need_bits;
      manifest["message_bits"] = fields.tag_bits;
    } else {
      manifest["size_bits"] = fields.size_bits;
    }
    manifest["programs"] =
        roms.timed ? write_programs(work, fields, timed_row_bits(fields), roms.timed->lists)
                   : write_programs(work, fields, cyclic_row_bits(fields), roms.cyclic->blocks);
    for (NodeId v = 0; v < network.processors(); ++v) {
      Json processor{{"name", network.node_name(v)}};
      if (roms.timed) {
        processor["program"] = roms.timed->list_of[v];
      } else {
        const std::uint32_t block = roms.cyclic->block_of[v];
        processor["program"] = block == kNone ? Json(nullptr) : Json(block);
        processor["first"] = roms.cyclic->first[v];
        processor["start"] = roms.cyclic->start[v];
      }
      manifest["processors"].push_back(std::move(processor));
    }
    return manifest;
  });
}

}  // namespace romcast
