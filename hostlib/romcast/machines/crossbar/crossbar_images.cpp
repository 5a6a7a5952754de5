// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_files.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr unsigned kMostOffsetBits = 31;

std::uint32_t ports_of(const Job& job) {
  const Ports ports = job.problem.ports;
  return ports.single() ? 1 : ports.count;
}

std::uint64_t lines_of(const Job& job) {
  return std::uint64_t{job.problem.topology->processors()} * ports_of(job);
}

void check_lines(const std::string& place, const PeriodicProgram& program, std::uint64_t lines) {
  for (const PeriodicSend& send : program) {
    if (!send.send || send.line < lines) continue;
    throw InputError(fmt::format("{}: a row sends to line {}; there are {}, the first is 0", place,
                                 send.line, lines));
  }
}

PeriodicProgram read_program(const fs::path& folder, const Json& entry, const RowFormat& format,
                             std::uint64_t lines) {
  PeriodicProgram program;
  const RomImage image = read_rows(folder, entry, format.bits());
  for (std::size_t row = 0; row < image.words(); ++row) {
    const PeriodicProgram sends = unpacked_row(format, image.word(row));
    program.insert(program.end(), sends.begin(), sends.end());
  }
  check_lines((folder / entry.at("file").get<std::string>()).string(), program, lines);
  return program;
}

// Checks that the base grows at the end of a period.
void check_step(const std::string& place, const CompleteRoms& roms) {
  const PeriodicProgram& program = roms.programs.back();
  const std::size_t rows = program.size() / roms.ports;
  if (roms.step == 1 || rows == roms.step || std::ranges::none_of(program, &PeriodicSend::send)) {
    return;
  }
  throw InputError(fmt::format("{}: program {} has {}, but a step is {}", place,
                               roms.programs.size() - 1, counted(rows, "row"),
                               counted(roms.step, "round")));
}

CompleteRoms parse_programs(const fs::path& folder, const std::string& place, const Json& manifest,
                            const Job& job) {
  const Topology& network = *job.problem.topology;
  CompleteRoms roms{.ports = ports_of(job), .messages = job.problem.collective.messages()};
  roms.rate = number(place, manifest, "rate", 1, roms.ports);
  roms.step = number(place, manifest, "step", 1, kMostPeriod);
  roms.last_round = number(place, manifest, "last_round", 1, kNone - 1);
  const std::uint64_t lines = lines_of(job);
  const RowFormat format{.ports = roms.ports,
                         .line_bits = static_cast<unsigned>(std::bit_width(lines - 1)),
                         .offset_bits = number(place, manifest, "offset_bits", 1, kMostOffsetBits)};
  for (const Json& entry : manifest.at("programs")) {
    roms.programs.push_back(read_program(folder, entry, format, lines));
    check_step(place, roms);
  }
  visit_nodes(place, manifest, "processors", network, 0, network.processors(),
              [&](NodeId, const Json& processor, const std::string& where) {
                roms.program_of.push_back(
                    image_number(where, processor.at("program"), roms.programs.size()));
              });
  return roms;
}

std::optional<FabricRom> parse_fabric(const fs::path& folder, const std::string& place,
                                      const Json& manifest, const Job& job) {
  const Json& entry = manifest.at("fabric");
  if (entry.is_null()) return std::nullopt;
  const std::uint64_t lines = lines_of(job);
  const std::optional<FabricKind> kind = entry.at("kind").is_string()
                                             ? find_fabric(entry.at("kind").get<std::string>())
                                             : std::nullopt;
  if (!kind) {
    throw InputError(fmt::format("{}: fabric {}; give \"crossbar\" or \"benes\"", place,
                                 entry.at("kind").dump()));
  }
  return FabricRom{.rows = read_rows(folder, entry, row_bits(*kind, lines)), .kind = *kind};
}

}  // namespace

std::vector<RomRow> CompleteImages::rows() const {
  std::vector<RomRow> rows{{"processors", size_of(packed_programs(*roms))}};
  if (fabric) rows.push_back({"fabric", size_of({fabric->rows})});
  return rows;
}

Json CompleteImages::write(const Job& job, OutputFolder& to) const {
  const Topology& network = *job.problem.topology;
  const RowFormat format = row_format(*roms);
  Json manifest{{"word",
                 "send clip line offset per port, port 0 lowest; see "
                 "rtl/complete/complete_port.v"},
                {"rate", roms->rate},
                {"step", roms->step},
                {"last_round", roms->last_round},
                {"line_bits", format.line_bits},
                {"offset_bits", format.offset_bits},
                {"programs", Json::array()},
                {"processors", Json::array()},
                {"fabric", nullptr}};
  for (const RomImage& image : packed_programs(*roms)) {
    const std::size_t i = manifest["programs"].size();
    manifest["programs"].push_back(write_rows(to, fmt::format("processor-{}.hex", i), image));
  }
  for (NodeId v = 0; v < network.processors(); ++v) {
    manifest["processors"].push_back(
        {{"name", network.node_name(v)}, {"program", roms->program_of[v]}});
  }
  if (fabric) {
    manifest["fabric"] = write_rows(to, "fabric.hex", fabric->rows);
    manifest["fabric"]["kind"] = name(fabric->kind);
  }
  return manifest;
}

CompleteRoms read_complete_roms(const std::string& folder, const Job& job) {
  CompleteRoms roms;
  read_rom_files(folder, job,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   roms = parse_programs(files, place, manifest, job);
                 });
  return roms;
}

std::optional<FabricRom> read_fabric_rom(const std::string& folder, const Job& job) {
  std::optional<FabricRom> rom;
  read_rom_files(folder, job,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   rom = parse_fabric(files, place, manifest, job);
                 });
  return rom;
}

}  // namespace romcast
