// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/board/manifest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/design/verilog_sources.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char *kBoardSchema = "romcast.board/1", *kFile = "board.json";
constexpr unsigned kLeastClocks = 4, kMostClocks = 65535;  // per bit
// Largest relative error of the baud rate that receivers tolerate.
constexpr double kMostError = 0.02;
constexpr double kMostNumber = 1e9;
constexpr const char* kLutWords = "lut_words";
constexpr std::uint64_t kMostBytes = 1 << 16;
// Parts, as nextpnr-ice40 and nextpnr-ecp5 name them.
constexpr std::array<std::string_view, 10> kIce40Parts{"lp384", "lp1k", "lp4k", "lp8k", "hx1k",
                                                       "hx4k",  "hx8k", "up3k", "up5k", "u4k"};
constexpr std::array<std::string_view, 10> kEcp5Parts{
    "12k", "25k", "45k", "85k", "um-25k", "um-45k", "um-85k", "um5g-25k", "um5g-45k", "um5g-85k"};

constexpr std::array<std::pair<std::string_view, PllCell>, 3> kPllCells{
    {{"SB_PLL40_PAD", PllCell::SB_PLL40_PAD},
     {"SB_PLL40_CORE", PllCell::SB_PLL40_CORE},
     {"EHXPLLL", PllCell::EHXPLLL}}};

fs::path boards() { return VerilogSources().root() / "fpga/boards"; }

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw InputError(fmt::format("{}: {}; docs/boards.md says what it must be", file.string(), why));
}

template <class T>
T field(const Json& manifest, const char* key, const fs::path& file) {
  const auto found = manifest.find(key);
  if (found == manifest.end()) refuse(file, fmt::format("there is no \"{}\"", key));
  constexpr bool text = std::is_same_v<T, std::string>;
  const bool fits =
      text ? found->is_string()
           : found->is_number() && found->get<double>() > 0 && found->get<double>() <= kMostNumber;
  const char* const wanted = text ? "text" : "number above 0, and 1e9 at most";
  if (!fits) refuse(file, fmt::format("\"{}\" is no {}", key, wanted));
  return found->get<T>();
}

// Error message if no divider of the clock yields the baud rate to within kMostError; else empty.
std::string wrong_rate(const BoardManifest& board) {
  const double exact = board.megahertz * 1e6 / board.baud;
  const unsigned clocks = board.clocks_per_bit();
  if (exact < kMostClocks && clocks >= kLeastClocks &&
      std::abs(clocks - exact) <= kMostError * exact) {
    return "";
  }
  return fmt::format("{} baud are {:.2f} clocks per bit; nearly a whole number from {} on",
                     board.baud, exact, kLeastClocks);
}

// The PLL that the manifest names; nullopt if it names none.
std::optional<PllCell> pll_of(const Json& manifest, const std::string& family,
                              const fs::path& file) {
  if (!manifest.contains("pll")) return std::nullopt;
  const auto name = field<std::string>(manifest, "pll", file);
  for (const auto& [cell_name, cell] : kPllCells) {
    if (cell_name == name && (cell == PllCell::EHXPLLL) == (family == "ecp5")) return cell;
  }
  refuse(file, fmt::format("\"pll\" is {}; it can be {}", name,
                           family == "ecp5" ? "EHXPLLL" : "SB_PLL40_PAD or SB_PLL40_CORE"));
}

bool has_lut_memories(const BoardManifest& board) { return board.family == "ecp5"; }

// Value of the manifest's key "lut_words"; 0 if the manifest lacks this key. Throws InputError if
// the value is invalid or the LUTs of the board's family cannot be memories.
std::size_t lut_words_of(const Json& manifest, const BoardManifest& board, const fs::path& file) {
  if (!manifest.contains(kLutWords)) return 0;
  if (!has_lut_memories(board)) {
    refuse(file,
           fmt::format("\"{}\": LUTs of family {} cannot be memories", kLutWords, board.family));
  }
  return field<std::size_t>(manifest, kLutWords, file);
}

void check(const BoardManifest& board, const fs::path& file) {
  if (board.family != "ice40" && board.family != "ecp5") {
    refuse(file, fmt::format("\"family\" is {}; it can be ice40 or ecp5", board.family));
  }
  const auto& parts = board.family == "ice40" ? kIce40Parts : kEcp5Parts;
  if (std::ranges::find(parts, board.part) == parts.end()) {
    refuse(file, fmt::format("\"part\" is {}; it can be {}", board.part, fmt::join(parts, ", ")));
  }
  if (!fs::is_regular_file(board.constraints)) {
    refuse(file, fmt::format("there is no {}", board.constraints.string()));
  }
  if (const std::string wrong = wrong_rate(board); !wrong.empty()) refuse(file, wrong);
}

BoardManifest read_manifest(const fs::path& folder) {
  const fs::path file = folder / kFile;
  std::ifstream in = open_input(file, kMostBytes);
  const Json manifest = Json::parse(in, nullptr, false);
  if (!manifest.is_object()) refuse(file, "no JSON object");
  if (field<std::string>(manifest, "schema", file) != kBoardSchema) {
    refuse(file, fmt::format("\"schema\" is not {}", kBoardSchema));
  }
  BoardManifest board{
      .name = folder.filename().string(),
      .what = field<std::string>(manifest, "what", file),
      .family = field<std::string>(manifest, "family", file),
      .part = field<std::string>(manifest, "part", file),
      .package = field<std::string>(manifest, "package", file),
      .constraints = folder / field<std::string>(manifest, "constraints", file),
      .oscillator = field<double>(manifest, "clock_megahertz", file),
      .megahertz = field<double>(manifest, "clock_megahertz", file),
      .baud = field<unsigned>(manifest, "baud", file),
      .logic_cells = field<std::size_t>(manifest, "logic_cells", file),
      .block_rams = field<std::size_t>(manifest, "block_rams", file),
  };
  check(board, file);
  board.pll = pll_of(manifest, board.family, file);
  board.lut_words = lut_words_of(manifest, board, file);
  return board;
}

}  // namespace

std::vector<std::string> board_names() {
  std::vector<std::string> found;
  std::error_code failed;
  for (const fs::directory_entry& entry : fs::directory_iterator(boards(), failed)) {
    if (fs::exists(entry.path() / kFile, failed)) found.push_back(entry.path().filename().string());
  }
  std::ranges::sort(found);
  return found;
}

unsigned BoardManifest::clocks_per_bit() const {
  return static_cast<unsigned>(std::lround(std::min(megahertz * 1e6 / baud, double(kMostClocks))));
}

BoardManifest board_manifest(const std::string& board) {
  const bool folder = board.find('/') != std::string::npos;
  const fs::path path = folder ? fs::absolute(board).lexically_normal() : boards() / board;
  std::error_code failed;
  if (!board.empty() && fs::exists(path / kFile, failed)) {
    return read_manifest(path.has_filename() ? path : path.parent_path());
  }
  throw InputError(
      fmt::format("`board` {}: no such board; there are {}, or give a folder with a {}", board,
                  fmt::join(board_names(), ", "), kFile));
}

BoardManifest with_clock(BoardManifest board, double megahertz) {
  const auto wrong = [&](const std::string& why) {
    return InputError(fmt::format("`clock` {}: {}", megahertz, why));
  };
  if (megahertz == board.oscillator) return board;
  if (!board.pll) {
    throw wrong(fmt::format("board {} names no \"pll\" in its {}; it runs at {} MHz", board.name,
                            kFile, board.oscillator));
  }
  const PllLimits limits = pll_limits(*board.pll);
  const auto setting = pll_setting(*board.pll, board.oscillator, megahertz);
  if (!setting || megahertz > limits.output_most) {
    throw wrong(fmt::format("the PLL of board {} makes {} to {} MHz of {} MHz", board.name,
                            limits.output_least, limits.output_most, board.oscillator));
  }
  board.setting = *setting;
  board.megahertz = setting->clock(board.oscillator);
  if (const std::string rate = wrong_rate(board); !rate.empty()) throw wrong(rate);
  return board;
}

BoardManifest with_lut_words(BoardManifest board, std::size_t words) {
  if (words > 0 && !has_lut_memories(board)) {
    throw InputError(fmt::format(
        "`lut_words` {}: LUTs of board {} cannot be memories, as its part is of family {}", words,
        board.name, board.family));
  }
  board.lut_words = words;
  return board;
}

std::vector<BoardManifest> board_manifests() {
  std::vector<BoardManifest> found;
  for (const std::string& name : board_names()) found.push_back(read_manifest(boards() / name));
  std::ranges::sort(found, {}, &BoardManifest::logic_cells);
  return found;
}

}  // namespace romcast
