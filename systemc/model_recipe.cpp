// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_recipe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

#include "romcast/support/files.hpp"
#include "systemc/model_edge.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Verilator supports writes to memories only in loops that it unrolls. The loops of nodes with few
// links are unrolled, which is also faster.
constexpr unsigned kFewLanes = 16;
constexpr unsigned kUnrollAll = 10'000'000;
// Loops over many links, or over the lines of a crossbar, stay loops; unrolled they would be a
// megabyte of C++ per 250 lines of a crossbar.
constexpr unsigned kUnrollLittle = 64;
// Most C++ of a switch with many links and branches belongs to its queues, which differ only in the
// wires at their pins. Verilator generates the code of a module once if the module is not inlined
// and its pins are public. In the code, Verilator replaces each pin that is not public with its
// wire.
constexpr unsigned kFewWriters = 64;
bool shares_queues(const ModelSpec& spec) {
  return spec.kind == ModelSpec::Kind::tree_switch && !spec.shared_data &&
         spec.lanes * spec.ports > kFewWriters;
}
// For the large C++ of switches with many links, compiling with -O2 costs more time than it saves.
constexpr std::uintmax_t kLargeModel = 500'000;  // bytes

constexpr const char* kTwice = "    m.clk = 1;\n    m.eval();\n    m.clk = 0;\n    m.eval();\n";

// Verilator puts code that runs once into separate files.
bool runs_once(const fs::path& file) { return file.stem().string().ends_with("__Slow"); }

std::string includes(const fs::path& folder, bool once) {
  std::string text;
  for (const fs::path& file : files_in(folder, ".cpp")) {
    if (runs_once(file) == once) text += fmt::format("#include \"{}\"\n", file.filename().string());
  }
  return text;
}

// The value of a parameter, which the spec must have.
std::uint64_t value_of(const ModelSpec& spec, std::string_view parameter) {
  return std::ranges::find(spec.parameters, parameter,
                           &std::pair<std::string, std::uint64_t>::first)
      ->second;
}

// The bank of a Verilated class: header and type of the bank's C++ class, and the definition of
// `pins`, a constant in struct Description with the numbers and widths of the model's pins.
struct BankClass {
  const char* header;
  std::string type, pins;
};

const char* recorder(const ModelSpec& spec) {
  switch (spec.recording) {
    case ModelSpec::Recording::vcd:
      return "VerilatedVcdC";
    case ModelSpec::Recording::fst:
      return "VerilatedFstC";
    default:
      return "void";
  }
}

template <class... Numbers>
BankClass bank_class(const ModelSpec& spec, const char* header, const char* name, const char* pins,
                     Numbers... numbers) {
  return {
      header, fmt::format("{}<Vmodel, romcast::Description, {}>", name, recorder(spec)),
      fmt::format("{} pins{{{}}}", pins, fmt::join(std::array{std::uint64_t{numbers}...}, ", "))};
}

BankClass bank_class(const ModelSpec& spec) {
  const unsigned lanes = spec.lanes, ports = spec.ports, flit = spec.flit_bytes;
  switch (spec.kind) {
    case ModelSpec::Kind::interface:
      return bank_class(spec, "crossbar/crossbar_bank.hpp", "PortBank", "PortPins", ports, flit);
    case ModelSpec::Kind::crossbar:
      return bank_class(spec, "crossbar/crossbar_bank.hpp", "CrossbarBank", "CrossbarPins", lanes,
                        flit);
    case ModelSpec::Kind::logp_interface:
      return bank_class(spec, "logp/logp_bank.hpp", "LogpPortBank", "LogpPins", lanes, flit);
    case ModelSpec::Kind::logp_fabric:
      return bank_class(spec, "logp/logp_bank.hpp", "LogpFabricBank", "CrossbarPins", lanes, flit);
    case ModelSpec::Kind::link_line:
      return bank_class(spec, "store/line_bank.hpp", "LineBank", "LinePins", flit);
    case ModelSpec::Kind::combining_node:
      return bank_class(spec, "combining/combining_bank.hpp", "CombiningBank", "CombiningPins",
                        ports, lanes, value_of(spec, "VALUE_BITS"));
    default:
      return bank_class(spec, "verilated_bank.hpp", "VerilatedBank", "Pins", lanes, ports, flit,
                        spec.shared_data);
  }
}

// Collects ports; member() returns C++ that declares an array of them in struct Description.
class PortList {
 public:
  void add(std::string_view name, bool flag = false) {
    text_ +=
        fmt::format("    {{\"{0}\", offsetof(Root, {0}), sizeof(Root::{0}), {1}}},\n", name, flag);
    ++size_;
  }
  [[nodiscard]] std::string member(std::string_view name) const {
    return fmt::format("  static constexpr std::array<ModelPort, {}> {}{{{{\n{}  }}}};\n", size_,
                       name, text_);
  }

 private:
  std::string text_;
  std::size_t size_ = 0;
};

// The inputs that the header of a Verilated class declares: VL_IN8(name, bits,...).
PortList inputs_of(std::string_view header) {
  constexpr std::string_view mark = "VL_IN";
  PortList inputs;
  for (std::size_t at = header.find(mark); at != header.npos; at = header.find(mark, at)) {
    const std::size_t name = header.find('(', at) + 1;
    at = header.find(',', name);
    inputs.add(header.substr(name, at - name));
  }
  return inputs;
}

// The C++ struct Description, by which a bank finds the ports of the Verilated class and evaluates
// a clock edge. `edge`: the statements that evaluate it.
std::string description(const ModelSpec& spec, const std::vector<DescribedPort>& ports,
                        const fs::path& folder, const std::string& pins, const std::string& edge) {
  PortList straps, registers;
  for (const auto& [kind, name] : ports) {
    if (kind == DescribedPort::Kind::strap) {
      straps.add(name);
    } else if (std::ranges::find(spec.without, name) == spec.without.end()) {
      registers.add(name, kind == DescribedPort::Kind::flag);
    }
  }
  const std::string header = contents(folder / "Vmodel___024root.h");
  const std::string memory = first_memory(header);
  const std::string end =
      memory.empty() ? "sizeof(Root)" : fmt::format("offsetof(Root, {})", memory);
  return fmt::format(
      "namespace romcast {{\nstruct Description {{\n"
      "  using Root = Vmodel___024root;\n"
      "  static constexpr {};\n"
      "  static constexpr std::size_t register_bytes = {};  // bytes, memories are behind them\n"
      "{}{}{}"
      "  static void fetch_words([[maybe_unused]] const Root& root) {{\n{}  }}\n"
      "  static void edge(Vmodel& m, Root& root) {{\n{}  }}\n"
      "}};\n}}  // namespace romcast\n",
      pins, end, inputs_of(header).member("inputs"), straps.member("straps"),
      registers.member("registers"), fetch_queues(header), edge);
}

}  // namespace

std::string made_in(const fs::path& folder) {
  std::string text;
  for (const fs::path& file : files_in(folder, ".cpp")) {
    if (!runs_once(file)) text += contents(file);
  }
  return text;
}

// Warnings are not fatal, as other versions of Verilator have other ones; tests lint the Verilog.
Arguments verilator_flags(const ModelSpec& spec) {
  Arguments flags{"-O3", "-Wno-fatal", "--noassert", "--x-assign", "fast", "--x-initial", "unique"};
  const bool node = traits(spec.kind).queues != ModuleTraits::Queues::none ||
                    spec.kind == ModelSpec::Kind::store_node ||
                    spec.kind == ModelSpec::Kind::link_line;
  const bool few = node && spec.lanes <= kFewLanes;
  const unsigned most = few ? kUnrollAll : kUnrollLittle;
  for (const std::string& word : {std::string("--unroll-count"), std::string("100000"),
                                  std::string("--unroll-stmts"), std::to_string(most)}) {
    flags.push_back(word);
  }
  return flags;
}

std::string with_shared_code(const std::string& module, const std::vector<std::string>& inputs) {
  std::string text = fmt::format("`verilator_config\nno_inline -module \"{}\"\n", module);
  for (const std::string& input : inputs) {
    text += fmt::format("public_flat_rd -module \"{}\" -var \"{}\"\n", module, input);
  }
  return text;
}

std::string verilator_settings(const ModelSpec& spec) {
  return shares_queues(spec) ? with_shared_code("queue", {"push_valid", "pops"}) : "";
}

// Verilator's thread-local variables are in this program, so -ftls-model=initial-exec suits models.
Arguments compiler_flags() {
  std::istringstream words(ROMCAST_MODEL_FLAGS);
  return {std::istream_iterator<std::string>(words), {}};
}

const char* optimisation(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  for (const fs::path& file : files_in(folder, ".cpp")) bytes += fs::file_size(file);
  return bytes > kLargeModel ? "-O1" : "-O2";
}

namespace {
// Precompiled headers impose the optimisation level of their own compilation, whatever the command
// line, so the level is a pragma.
std::string slow_includes(const fs::path& folder) {
  return fmt::format("#ifndef __clang__\n#pragma GCC optimize(\"{}\")\n#endif\n",
                     optimisation(folder) + 1) +
         "#include \"Vmodel.h\"\n#include \"Vmodel___024root.h\"\n"
         "#ifndef __clang__\n#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n#endif\n" +
         includes(folder, true) + "#ifndef __clang__\n#pragma GCC pop_options\n#endif\n";
}
}  // namespace

std::string board_model_source(const fs::path& folder) {
  return slow_includes(folder) + "#include \"systemc/board_pins.hpp\"\n" + includes(folder, false) +
         R"(namespace {
class Board final : public romcast::BoardPins {
 public:
  explicit Board(VerilatedContext* context) : model_(context, "") {}
  ~Board() override { model_.final(); }
  bool step(bool rx) override {
    model_.rx = rx;
    model_.clk = 0;
    model_.eval();
    model_.clk = 1;
    model_.eval();
    return model_.tx;
  }

 private:
  Vmodel model_;
};
}  // namespace
extern "C" __attribute__((visibility("default"))) romcast::BoardPins* romcast_make(
    VerilatedContext* context) {
  return new Board(context);
}
)";
}

std::string fabric_model_source(const fs::path& folder) {
  return slow_includes(folder) + "#include \"systemc/fabric/fabric_bank.hpp\"\n" +
         includes(folder, false) +
         R"(extern "C" __attribute__((visibility("default"))) romcast::FabricPins* romcast_make(
    VerilatedContext* context) {
  return new romcast::FabricBank<Vmodel>(context);
}
)";
}

std::string model_source(const ModelSpec& spec, const std::vector<DescribedPort>& ports,
                         const fs::path& folder) {
  // One translation unit, since reading the headers takes longer than compiling most models.
  // slow_includes() switches optimisation off for code that runs only once.
  std::string text = slow_includes(folder);
  if (spec.recording == ModelSpec::Recording::vcd) text += "#include \"verilated_vcd_c.h\"\n";
  if (spec.recording == ModelSpec::Recording::fst) text += "#include \"verilated_fst_c.h\"\n";
  if (spec.kind == ModelSpec::Kind::time_base) {
    return text + "#include \"systemc/verilated_time_base.hpp\"\n" + includes(folder, false) +
           "extern \"C\" __attribute__((visibility(\"default\"))) romcast::TimeBase* "
           "romcast_make() {\n"
           "  return new romcast::VerilatedTimeBase<Vmodel>;\n}\n";
  }
  const BankClass bank = bank_class(spec);
  text += fmt::format("#include \"systemc/{}\"\n", bank.header) + includes(folder, false);
  // A recorder sees only changes that eval() makes.
  const bool recorded = spec.recording != ModelSpec::Recording::none;
  const std::string edge = recorded ? "" : fast_edge(made_in(folder));
  if (edge.empty() && !recorded) {
    text +=
        fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) const bool {} = true;\n",
                    kSlowModel);
  }
  return text + description(spec, ports, folder, bank.pins, edge.empty() ? kTwice : edge) +
         fmt::format(
             "extern \"C\" __attribute__((visibility(\"default\"))) romcast::NodeBank* "
             "romcast_make(VerilatedContext* context) {{\n"
             "  return new romcast::{}(*context);\n}}\n",
             bank.type);
}

}  // namespace romcast
