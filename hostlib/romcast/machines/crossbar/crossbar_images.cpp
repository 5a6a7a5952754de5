// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_folder.hpp"

namespace romcast {
namespace {

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

PeriodicProgram read_program(const ImageReader& folder, const Json& entry, const RowFormat& format,
                             std::uint64_t lines) {
  PeriodicProgram program;
  const RomImage image = folder.rows(entry, format.bits());
  for (std::size_t row = 0; row < image.words(); ++row) {
    const PeriodicProgram sends = unpacked_row(format, image.word(row));
    program.insert(program.end(), sends.begin(), sends.end());
  }
  check_lines(folder.file(entry).string(), program, lines);
  return program;
}

// Throws InputError if a step has several rounds and the last program of `roms` sends, but does not
// have one row for each round of a step: the hardware starts the next step at the end of a period.
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

void read_programs(const ImageReader& folder, RowFormat format, CompleteRoms& roms) {
  const std::uint64_t lines = lines_of(folder.job());
  format.line_bits = static_cast<unsigned>(std::bit_width(lines - 1));
  for (const Json& entry : folder.at("programs")) {
    roms.programs.push_back(read_program(folder, entry, format, lines));
    check_step(folder.place(), roms);
  }
}

std::optional<FabricRom> read_fabric(const ImageReader& folder) {
  const Json& entry = folder.at("fabric");
  if (entry.is_null()) return std::nullopt;
  const std::optional<FabricKind> kind = entry.at("kind").is_string()
                                             ? find_fabric(entry.at("kind").get<std::string>())
                                             : std::nullopt;
  if (!kind) {
    throw InputError(fmt::format("{}: fabric {}; give \"crossbar\" or \"benes\"", folder.place(),
                                 entry.at("kind").dump()));
  }
  return FabricRom{.rows = folder.rows(entry, row_bits(*kind, lines_of(folder.job()))),
                   .kind = *kind};
}

void write_programs(ImageWriter& folder, const CompleteRoms& roms) {
  Json programs = Json::array();
  for (const RomImage& image : packed_programs(roms)) {
    programs.push_back(folder.rows(fmt::format("processor-{}.hex", programs.size()), image));
  }
  folder.fact("programs", programs);
}

Json write_fabric(ImageWriter& folder, const FabricRom& fabric) {
  Json entry = folder.rows("fabric.hex", fabric.rows);
  entry["kind"] = name(fabric.kind);
  return entry;
}

// `format`: the format of written rows; a reader takes the width of offsets from the folder, and
// the width of line numbers from the job.
template <class Folder, class Images>
void describe_crossbar(Folder& folder, Images& images, RowFormat format) {
  auto& roms = images.roms;
  folder.fact("word",
              "send clip line offset per port, port 0 lowest; see rtl/complete/complete_port.v");
  folder.number("rate", roms.rate, 1, roms.ports);
  folder.number("step", roms.step, 1, kMostPeriod);
  folder.number("last_round", roms.last_round, 1, kNone - 1);
  folder.fact("line_bits", format.line_bits);
  folder.number("offset_bits", format.offset_bits, 1, kMostOffsetBits);
  if constexpr (Folder::kReads) {
    read_programs(folder, format, roms);
  } else {
    write_programs(folder, roms);
  }
  folder.nodes("processors", 0, folder.job().problem.topology->processors(),
               [&](auto&& node) { node.image("program", roms.program_of, roms.programs.size()); });
  if constexpr (Folder::kReads) {
    images.fabric = read_fabric(folder);
  } else {
    folder.fact("fabric", images.fabric ? write_fabric(folder, *images.fabric) : Json(nullptr));
  }
}

}  // namespace

std::vector<RomRow> CrossbarImages::rows() const {
  std::vector<RomRow> rows{{"processors", size_of(packed_programs(roms))}};
  if (fabric) rows.push_back({"fabric", size_of({fabric->rows})});
  return rows;
}

void CrossbarImages::write(ImageWriter& folder) const {
  describe_crossbar(folder, *this, row_format(roms));
}

void CrossbarImages::read(ImageReader& folder) {
  roms.ports = ports_of(folder.job());
  roms.messages = static_cast<std::uint32_t>(folder.job().problem.collective.message_numbers());
  describe_crossbar(folder, *this, {.ports = roms.ports});
}

}  // namespace romcast
