#include "systemc/model_store.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <future>
#include <mutex>
#include <sstream>
#include <system_error>

#include "romcast/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Debian's file name; the package brings the run-time part that is linked into this program.
constexpr const char* kVerilatorIncludes = ROMCAST_VERILATOR_INCLUDE;
constexpr const char* kCompiler = ROMCAST_CXX;
// Verilator's thread-local variables live in this program, so models can reach them directly.
constexpr const char* kModelFlags =
    "-std=c++20 -fPIC -w -fvisibility=hidden -fno-plt -ftls-model=initial-exec -DVL_TIME_CONTEXT";
constexpr const char* kVerilatorFlags =
    "-O3 --noassert --x-assign fast --x-initial fast --unroll-count 100000 --unroll-stmts {}";
// Loops over many links write queue memories, which Verilator supports in unrolled loops only.
constexpr unsigned kUnrollAll = 10'000'000;
// Loops over the lines of a crossbar stay loops, else there is a megabyte of C++ per 250 lines.
constexpr unsigned kUnrollLittle = 64;
// Switches with hundreds of links make so much C++ that optimising it costs more than it saves.
constexpr std::uintmax_t kLargeModel = 1'000'000;  // bytes

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// FNV-1a, 64 bits: names a cache entry.
std::uint64_t fingerprint(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325ULL) {
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

std::vector<fs::path> files_in(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

struct Outcome {
  int status = 0;
  std::string output;
};

Outcome shell(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw MissingError("cannot start a shell to build a switch model");
  Outcome outcome;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

void run(const std::string& command, const std::string& tool, const std::string& package,
         const ModelSpec& spec) {
  const Outcome outcome = shell(command);
  if (outcome.status == 0) return;
  if (outcome.status == 127) {
    throw MissingError(
        fmt::format("{} is not installed; it builds the switch models: apt-get "
                    "install {}",
                    tool, package));
  }
  throw std::runtime_error(fmt::format("{} failed on {}:\n{}", tool, spec.module, outcome.output));
}

// Verilator puts what runs once into files of their own.
bool runs_once(const fs::path& file) { return file.stem().string().ends_with("__Slow"); }

std::string includes(const fs::path& build, bool once) {
  std::string text;
  for (const fs::path& file : files_in(build, ".cpp")) {
    if (runs_once(file) == once) text += fmt::format("#include \"{}\"\n", file.filename().string());
  }
  return text;
}

bool is_large(const fs::path& build) {
  std::uintmax_t bytes = 0;
  for (const fs::path& file : files_in(build, ".cpp")) bytes += fs::file_size(file);
  return bytes > kLargeModel;
}

std::string verilator_flags(const ModelSpec& spec) {
  return fmt::format(kVerilatorFlags,
                     spec.kind == ModelSpec::Kind::node ? kUnrollAll : kUnrollLittle);
}

// The C++ class around the Verilated one.
std::string bank_class(const ModelSpec& spec) {
  const char* recorder = spec.recording == ModelSpec::Recording::vcd   ? "VerilatedVcdC"
                         : spec.recording == ModelSpec::Recording::fst ? "VerilatedFstC"
                                                                       : "void";
  switch (spec.kind) {
    case ModelSpec::Kind::interface:
      return fmt::format("PortBank<Vmodel, romcast::PortPins{{{}, {}}}, {}>", spec.ports,
                         spec.flit_bytes, recorder);
    case ModelSpec::Kind::crossbar:
      return fmt::format("CrossbarBank<Vmodel, romcast::CrossbarPins{{{}, {}}}, {}>", spec.lanes,
                         spec.flit_bytes, recorder);
    case ModelSpec::Kind::logp_interface:
      return fmt::format("LogpPortBank<Vmodel, romcast::LogpPins{{{}, {}}}, {}>", spec.lanes,
                         spec.flit_bytes, recorder);
    case ModelSpec::Kind::logp_fabric:
      return fmt::format("LogpFabricBank<Vmodel, romcast::CrossbarPins{{{}, {}}}, {}>", spec.lanes,
                         spec.flit_bytes, recorder);
    default:
      return fmt::format(
          "VerilatedBank<Vmodel, Vmodel___024root, romcast::Pins{{{}, {}, {}, {}}}, {}>",
          spec.lanes, spec.ports, spec.flit_bytes, spec.shared_data, recorder);
  }
}

std::string glue(const ModelSpec& spec, const fs::path& build) {
  std::string text = "#include \"Vmodel.h\"\n#include \"Vmodel___024root.h\"\n";
  if (spec.recording == ModelSpec::Recording::vcd) text += "#include \"verilated_vcd_c.h\"\n";
  if (spec.recording == ModelSpec::Recording::fst) text += "#include \"verilated_fst_c.h\"\n";
  for (const char* header : {"logp_bank.hpp", "verilated_bank.hpp"}) {
    text += fmt::format("#include \"systemc/{}\"\n", header);
  }
  text += includes(build, false);
  if (spec.kind == ModelSpec::Kind::time_base) {
    return text +
           "extern \"C\" __attribute__((visibility(\"default\"))) romcast::TimeBase* "
           "romcast_make() {\n"
           "  return new romcast::VerilatedTimeBase<Vmodel>;\n}\n";
  }
  return text + fmt::format(
                    "extern \"C\" __attribute__((visibility(\"default\"))) romcast::NodeBank* "
                    "romcast_make(VerilatedContext* context) {{\n"
                    "  return new romcast::{}(*context);\n}}\n",
                    bank_class(spec));
}

fs::path cache_folder() {
  if (const std::string given = environment("ROMCAST_CACHE"); !given.empty()) return given;
  fs::path beside = fs::read_symlink("/proc/self/exe").parent_path() / "models";
  std::error_code error;
  fs::create_directories(beside, error);
  if (!error && access(beside.c_str(), W_OK) == 0) return beside;
  const std::string xdg = environment("XDG_CACHE_HOME");
  return fs::path(xdg.empty() ? environment("HOME") + "/.cache" : xdg) / "romcast";
}

}  // namespace

ModelStore::ModelStore() : cache_(cache_folder()), context_(std::make_shared<VerilatedContext>()) {
  const std::string given = environment("ROMCAST_ROOT");
  root_ = given.empty() ? ROMCAST_SOURCE_DIR : given;
  if (!fs::is_directory(root_ / "rtl")) {
    throw MissingError(
        fmt::format("no Verilog in {}; set ROMCAST_ROOT to the romcast source folder",
                    (root_ / "rtl").string()));
  }
  std::error_code error;
  fs::create_directories(cache_, error);
  if (error) {
    throw MissingError(fmt::format("cannot create {} for switch models: {}; set ROMCAST_CACHE",
                                   cache_.string(), error.message()));
  }
}

ModelSpec ModelStore::time_base_spec() {
  return {.module = "time_base", .parameters = {}, .kind = ModelSpec::Kind::time_base};
}

fs::path ModelStore::library(const ModelSpec& spec) const {
  std::string key = spec.module;
  for (const auto& [name, value] : spec.parameters) key += fmt::format(" {}={}", name, value);
  key += fmt::format(" {} {} {} {} {} {} {} {} {}", spec.lanes, spec.ports, spec.flit_bytes,
                     spec.shared_data, static_cast<int>(spec.recording),
                     static_cast<int>(spec.kind), kCompiler, kModelFlags, verilator_flags(spec));
  std::uint64_t hash = fingerprint(key);
  for (const fs::path& file : files_in(root_ / "rtl", ".v"))
    hash = fingerprint(contents(file), hash);
  for (const char* header : {"complete_bank.hpp", "fabric.hpp", "logp_bank.hpp", "node_bank.hpp",
                             "verilated_bank.hpp"}) {
    hash = fingerprint(contents(root_ / "systemc" / header), hash);
  }
  hash = fingerprint(contents(fs::path(kVerilatorIncludes) / "verilated_config.h"), hash);
  return cache_ / fmt::format("{}-{:016x}.so", spec.module, hash);
}

void ModelStore::build(const ModelSpec& spec) const {
  const fs::path target = library(spec);
  const fs::path work = fmt::format("{}.{}.build", target.string(), getpid());
  fs::remove_all(work);
  fs::create_directories(work);
  std::string command = fmt::format("verilator --cc --prefix Vmodel {} --top-module {}",
                                    verilator_flags(spec), spec.module);
  if (spec.recording == ModelSpec::Recording::vcd) command += " --trace --trace-max-array 64";
  if (spec.recording == ModelSpec::Recording::fst) command += " --trace-fst --trace-max-array 64";
  for (const auto& [name, value] : spec.parameters) command += fmt::format(" -G{}={}", name, value);
  for (const char* folder : {"common", "complete", "fat_tree", "star"}) {
    command += " -y " + quoted(root_ / "rtl" / folder);
  }
  for (const fs::path& file : files_in(root_ / "rtl", ".v")) {
    if (file.stem() == spec.module) command += " " + quoted(file);
  }
  run(command + " --Mdir " + quoted(work), "verilator", "verilator", spec);
  std::ofstream(work / "glue.cc") << glue(spec, work);
  std::ofstream(work / "once.cc") << includes(work, true);
  const bool large = is_large(work);
  const auto compile = [&](const char* name, const char* optimise) {
    run(fmt::format("{} {} {} -c -I{} -I{} -I{} -I{} {} -o {}", kCompiler, optimise, kModelFlags,
                    quoted(work), quoted(root_), quoted(kVerilatorIncludes),
                    quoted(fs::path(kVerilatorIncludes) / "vltstd"), quoted(work / name),
                    quoted(work / name) + ".o"),
        kCompiler, "g++", spec);
  };
  compile("glue.cc", large ? "-O1" : "-O2");
  compile("once.cc", "-O0");
  run(fmt::format("{} -shared {}.o {}.o -o {}", kCompiler, quoted(work / "glue.cc"),
                  quoted(work / "once.cc"), quoted(work / "model.so")),
      kCompiler, "g++", spec);
  fs::rename(work / "model.so", target);
  fs::remove_all(work);
}

void ModelStore::prepare(const std::vector<ModelSpec>& specs,
                         const std::function<void(std::size_t, std::size_t)>& progress) const {
  std::vector<ModelSpec> missing;
  for (const ModelSpec& spec : specs) {
    if (!fs::exists(library(spec)) && std::ranges::find(missing, spec) == missing.end()) {
      missing.push_back(spec);
    }
  }
  std::size_t next = 0, done = 0;
  std::mutex mutex;
  const auto work = [&] {
    for (;;) {
      std::unique_lock lock(mutex);
      if (next == missing.size()) return;
      const ModelSpec& spec = missing[next++];
      lock.unlock();
      build(spec);
      lock.lock();
      if (progress) progress(++done, missing.size());
    }
  };
  if (missing.empty()) return;
  if (missing.size() == 1) return work();
  auto other = std::async(std::launch::async, work);
  work();
  other.get();
}

void* ModelStore::symbol(const ModelSpec& spec, const char* name) const {
  void* handle = dlopen(library(spec).c_str(), RTLD_NOW | RTLD_LOCAL);
  void* found = handle == nullptr ? nullptr : dlsym(handle, name);
  if (found == nullptr) {
    throw MissingError(
        fmt::format("cannot load the switch model {}: {}", library(spec).string(), dlerror()));
  }
  return found;
}

std::unique_ptr<NodeBank> ModelStore::bank(const ModelSpec& spec) const {
  return std::unique_ptr<NodeBank>(reinterpret_cast<NodeBank* (*)(VerilatedContext*)>(
      symbol(spec, "romcast_make"))(context_.get()));
}

std::unique_ptr<TimeBase> ModelStore::time_base() const {
  return std::unique_ptr<TimeBase>(
      reinterpret_cast<TimeBase* (*)()>(symbol(time_base_spec(), "romcast_make"))());
}

}  // namespace romcast
