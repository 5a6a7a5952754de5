// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_images.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_folder.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// Reads the rows of files; throws InputError at a row that a processor of the machine cannot run.
class RowReader {
 public:
  RowReader(const ImageReader& folder, const LogpFields& fields)
      : folder_(folder),
        nodes_(folder.job().problem.topology->processors()),
        messages_(folder.job().problem.collective.messages()),
        fields_(fields) {}

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
    const RomImage image = folder_.rows(entry, bits);
    std::vector<Row> result;
    for (std::size_t i = 0; i < image.words(); ++i) {
      result.push_back(unpack(fields_, image.word(i)));
      check(entry, i + 2, result.back());
    }
    return result;
  }

  [[noreturn]] void fail(const Json& entry, std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", folder_.file(entry).string(), line, what));
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

  const ImageReader& folder_;
  const std::size_t nodes_;
  const std::uint64_t messages_;
  const LogpFields fields_;
};

void read_lists(const ImageReader& folder, const LogpFields& fields, TimedRoms& roms) {
  const RowReader reader(folder, fields);
  for (const Json& entry : folder.at("programs")) roms.lists.push_back(reader.timed(entry));
}

// Processors that only receive run an empty list, which has no file.
void add_empty_list(TimedRoms& roms) {
  if (std::ranges::count(roms.list_of, kNone) == 0) return;
  std::ranges::replace(roms.list_of, kNone, static_cast<std::uint32_t>(roms.lists.size()));
  roms.lists.emplace_back();
}

void read_blocks(const ImageReader& folder, const LogpFields& fields, CyclicRoms& roms) {
  const Problem& problem = folder.job().problem;
  if (!problem.collective.traits().one_to_all() || problem.timing.buffered) {
    throw InputError(fmt::format(
        "{}: block-cyclic programs; only broadcasts on machines without queues have them",
        folder.place()));
  }
  roms.items = problem.collective.messages();
  const RowReader reader(folder, fields);
  for (const Json& entry : folder.at("programs")) roms.blocks.push_back(reader.cyclic(entry));
}

// Writes a file for each program that has rows. Returns, by program, the number of the program's
// file, or kNone if the program has no rows.
std::vector<std::uint32_t> write_programs(ImageWriter& folder,
                                          const std::vector<RomImage>& images) {
  std::vector<std::uint32_t> files;
  Json programs = Json::array();
  for (const RomImage& image : images) {
    const std::size_t i = programs.size();
    files.push_back(image.words() == 0 ? kNone : static_cast<std::uint32_t>(i));
    if (image.words() == 0) continue;
    programs.push_back(folder.rows(fmt::format("processor-{}.hex", i), image));
  }
  folder.fact("programs", programs);
  return files;
}

// Reads a processor's program number: kNone if the entry is null (the processor only receives).
void program(ImageReader::Node& node, std::vector<std::uint32_t>& program_of,
             const std::vector<std::uint32_t>& files) {
  if (node.entry.at("program").is_null()) return program_of.push_back(kNone);
  node.image("program", program_of, files.size());
}
// Writes the number of the file of a processor's program, or null if there is no such file.
void program(ImageWriter::Node& node, const std::vector<std::uint32_t>& program_of,
             const std::vector<std::uint32_t>& files) {
  const std::uint32_t number = program_of[node.index()];
  const bool none = number == kNone || files[number] == kNone;
  node.entry["program"] = none ? Json(nullptr) : Json(files[number]);
}

// The problem determines the widths of fields, so a folder with other widths is rejected.
template <class Folder>
void width(Folder& folder, const char* key, unsigned bits) {
  folder.number(key, bits, bits, bits);
}

template <class Folder, class Roms>
void describe_logp(Folder& folder, Roms& roms) {
  const Problem& problem = folder.job().problem;
  const LogpFields fields = logp_fields(problem.collective, problem.timing);
  auto& timed = roms.timed;
  auto& cyclic = roms.cyclic;
  folder.fact("word", timed ? "op next_node next_message times wait need message line; see "
                              "rtl/complete/logp_list.v"
                            : "size offset step line; see rtl/complete/logp_cyclic.v");
  width(folder, "line_bits", fields.line_bits);
  if (timed) {
    width(folder, "span_bits", fields.span_bits);
    width(folder, "need_bits", fields.need_bits);
    width(folder, "message_bits", fields.tag_bits);
  } else {
    width(folder, "size_bits", fields.size_bits);
  }
  folder.fact("processors", Json::array());  // puts this key before "programs" in the manifest
  std::vector<std::uint32_t> files;
  if constexpr (Folder::kReads) {
    if (timed) read_lists(folder, fields, *timed);
    if (cyclic) read_blocks(folder, fields, *cyclic);
    files.resize(timed ? timed->lists.size() : cyclic->blocks.size());
  } else {
    files = write_programs(folder, roms.packed(fields));
  }
  constexpr std::uint64_t most_first = (1U << LogpFields{}.size_bits) - 1;
  folder.nodes("processors", 0, problem.topology->processors(), [&](auto&& node) {
    program(node, timed ? timed->list_of : cyclic->block_of, files);
    if (!cyclic) return;
    node.number("first", cyclic->first, most_first);
    node.number("start", cyclic->start, kNone - 1);
  });
}

}  // namespace

void LogpImages::write(ImageWriter& folder) const { describe_logp(folder, roms); }

void LogpImages::read(ImageReader& folder) {
  if (folder.has("size_bits")) {
    roms.cyclic.emplace();
  } else {
    roms.timed.emplace();
  }
  describe_logp(folder, roms);
  if (roms.timed) add_empty_list(*roms.timed);
}

}  // namespace romcast
