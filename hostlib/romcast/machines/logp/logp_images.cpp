// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_images.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_files.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The widths of the fields of a folder's rows.
Json fields_json(const LogpFields& fields, bool timed) {
  Json json{{"line_bits", fields.line_bits}};
  if (timed) {
    json["span_bits"] = fields.span_bits;
    json["need_bits"] = fields.need_bits;
    json["message_bits"] = fields.tag_bits;
  } else {
    json["size_bits"] = fields.size_bits;
  }
  return json;
}

// `files`: the file of each program; null for a program without rows, which needs none.
Json processor_json(const LogpRoms& roms, const Json& files, NodeId v) {
  if (roms.timed) return {{"program", files[roms.timed->list_of[v]]}};
  const std::uint32_t block = roms.cyclic->block_of[v];
  return {{"program", block == kNone ? Json(nullptr) : files[block]},
          {"first", roms.cyclic->first[v]},
          {"start", roms.cyclic->start[v]}};
}

// The program of a processor; kNone: none, it only receives.
std::uint32_t program_number(const std::string& where, const Json& processor,
                             std::size_t programs) {
  const Json& program = processor.at("program");
  return program.is_null() ? kNone : image_number(where, program, programs);
}

// Reads the rows of a file, and checks that a processor of the machine can execute them.
class RowReader {
 public:
  RowReader(const fs::path& folder, const Job& job)
      : folder_(folder),
        nodes_(job.problem.topology->processors()),
        messages_(job.problem.collective.messages()),
        fields_(logp_fields(job.problem.collective, job.problem.timing)) {}

  [[nodiscard]] TimedList timed(const Json& entry) const {
    return rows<TimedRow>(entry, timed_row_bits(fields_), timed_row);
  }
  [[nodiscard]] std::vector<CyclicRow> cyclic(const Json& entry) const {
    auto result = rows<CyclicRow>(entry, cyclic_row_bits(fields_), cyclic_row);
    if (result.size() >> fields_.size_bits == 0) return result;
    fail(entry, 0,
         fmt::format("{}; a block has less than {}", counted(result.size(), "row"),
                     1U << fields_.size_bits));
  }

 private:
  template <class Row>
  std::vector<Row> rows(const Json& entry, unsigned bits,
                        Row (*unpack)(const LogpFields&, std::span<const std::uint32_t>)) const {
    const RomImage image = read_rows(folder_, entry, bits);
    std::vector<Row> result;
    for (std::size_t i = 0; i < image.words(); ++i) {
      result.push_back(unpack(fields_, image.word(i)));
      check(entry, i + 2, result.back());
    }
    return result;
  }

  [[noreturn]] void fail(const Json& entry, std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", file_in(folder_, entry).string(), line, what));
  }

  void check(const Json& entry, std::size_t line, const TimedRow& row) const {
    const std::uint64_t last_node = row.to + std::uint64_t{row.next_node ? row.times : 0};
    const std::uint64_t last_message =
        row.message + std::uint64_t{row.next_message ? row.times : 0};
    const bool sends = row.op == TimedRow::Op::stored || row.op == TimedRow::Op::supplied;
    if (sends && last_node >= nodes_) {
      fail(entry, line,
           fmt::format("sends to the processor {} places on; there are {}", last_node,
                       counted(nodes_, "processor")));
    }
    if (row.op == TimedRow::Op::stored && last_message >= messages_) {
      fail(entry, line,
           fmt::format("sends message {}; there are {}, the first is 0", last_message, messages_));
    }
  }
  void check(const Json& entry, std::size_t line, const CyclicRow& row) const {
    if (row.size < 1 || row.base + std::uint64_t{row.size} > nodes_ || row.step >= row.size) {
      fail(entry, line,
           fmt::format("sends to a block of {} from processor {} on in steps of {}; a block has 1 "
                       "to {} processors and a step is shorter",
                       row.size, row.base, row.step, nodes_));
    }
  }

  const fs::path& folder_;
  const std::size_t nodes_;
  const std::uint64_t messages_;
  const LogpFields fields_;
};

template <class Visit>
void visit_processors(const std::string& place, const Json& manifest, const Job& job, Visit visit) {
  const Topology& network = *job.problem.topology;
  visit_nodes(
      place, manifest, "processors", network, 0, network.processors(),
      [&](NodeId, const Json& processor, const std::string& where) { visit(processor, where); });
}

TimedRoms parse_timed(const fs::path& folder, const Job& job, const std::string& place,
                      const Json& manifest) {
  const RowReader reader(folder, job);
  TimedRoms roms;
  for (const Json& entry : manifest.at("programs")) roms.lists.push_back(reader.timed(entry));
  visit_processors(place, manifest, job, [&](const Json& processor, const std::string& where) {
    roms.list_of.push_back(program_number(where, processor, roms.lists.size()));
  });
  if (std::ranges::count(roms.list_of, kNone) == 0) return roms;
  std::ranges::replace(roms.list_of, kNone, static_cast<std::uint32_t>(roms.lists.size()));
  roms.lists.emplace_back();
  return roms;
}

CyclicRoms parse_cyclic(const fs::path& folder, const Job& job, const std::string& place,
                        const Json& manifest) {
  const RowReader reader(folder, job);
  const Collective& collective = job.problem.collective;
  if (collective.kind() != CollectiveKind::broadcast || job.problem.timing.buffered) {
    throw InputError(fmt::format(
        "{}: block-cyclic programs; only broadcasts on machines without queues have them", place));
  }
  CyclicRoms roms{.items = collective.messages()};
  for (const Json& entry : manifest.at("programs")) roms.blocks.push_back(reader.cyclic(entry));
  const std::uint64_t most_first = (1U << LogpFields{}.size_bits) - 1;
  visit_processors(place, manifest, job, [&](const Json& processor, const std::string& where) {
    roms.block_of.push_back(program_number(where, processor, roms.blocks.size()));
    roms.first.push_back(number(where, processor, "first", 0, most_first));
    roms.start.push_back(number(where, processor, "start", 0, kNone - 1));
  });
  return roms;
}

void check_fields(const std::string& place, const Json& manifest, const Job& job, bool timed) {
  const LogpFields fields = logp_fields(job.problem.collective, job.problem.timing);
  const Json expected = fields_json(fields, timed);
  for (const auto& [key, bits] : expected.items()) {
    (void)number(place, manifest, key.c_str(), bits.get<unsigned>(), bits.get<unsigned>());
  }
}

}  // namespace

Json LogpImages::write(const Job& job, OutputFolder& to) const {
  const Topology& network = *job.problem.topology;
  const LogpFields fields = logp_fields(job.problem.collective, job.problem.timing);
  Json manifest{{"word", roms->timed
                             ? "op next_node next_message times wait need message line; see "
                               "rtl/complete/logp_list.v"
                             : "size offset step line; see rtl/complete/logp_cyclic.v"}};
  manifest.update(fields_json(fields, roms->timed.has_value()));
  manifest["processors"] = Json::array();
  manifest["programs"] = Json::array();
  Json files = Json::array();
  for (const RomImage& image : roms->packed(fields)) {
    const std::size_t i = manifest["programs"].size();
    files.push_back(image.words() == 0 ? Json(nullptr) : Json(i));
    if (image.words() == 0) continue;
    manifest["programs"].push_back(write_rows(to, fmt::format("processor-{}.hex", i), image));
  }
  for (NodeId v = 0; v < network.processors(); ++v) {
    Json processor{{"name", network.node_name(v)}};
    processor.update(processor_json(*roms, files, v));
    manifest["processors"].push_back(std::move(processor));
  }
  return manifest;
}

LogpRoms read_logp_roms(const std::string& folder, const Job& job) {
  LogpRoms roms;
  read_rom_files(folder, job,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   const bool timed = !manifest.contains("size_bits");
                   check_fields(place, manifest, job, timed);
                   if (timed) {
                     roms.timed = parse_timed(files, job, place, manifest);
                   } else {
                     roms.cyclic = parse_cyclic(files, job, place, manifest);
                   }
                 });
  return roms;
}

}  // namespace romcast
