// SPDX-License-Identifier: Apache-2.0
#include "systemc/wave.hpp"

#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_vcd_c.h>

#include <cerrno>
#include <exception>
#include <optional>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "systemc/verilated_fst.hpp"

namespace romcast {

class Wave::State {
 public:
  virtual ~State() = default;
  virtual void* recorder() = 0;
  virtual void open() = 0;
  virtual void dump(std::uint64_t time) = 0;
  virtual void close() = 0;
  /// Throws the first write error, if there was one.
  virtual void check() = 0;

  std::optional<OutputFile> file{};
};

namespace {

// Keeps the exception of a failed write, and reports success to Verilator, whose error handling
// would abort the program.
class VcdFile final : public VerilatedVcdFile {
 public:
  explicit VcdFile(std::optional<OutputFile>& file) : file_(file) {}
  bool open(const std::string& /*name*/) override { return true; }
  void close() override {}
  ssize_t write(const char* text, ssize_t size) override {
    try {
      if (!failure_) file_->write({text, static_cast<std::size_t>(size)});
    } catch (...) {
      failure_ = std::current_exception();
    }
    return size;
  }
  void check() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::optional<OutputFile>& file_;
  std::exception_ptr failure_{};
};

class VcdState final : public Wave::State {
 public:
  void* recorder() override { return &recorder_; }
  void open() override { recorder_.open(""); }
  void dump(std::uint64_t time) override { recorder_.dump(time); }
  void close() override { recorder_.close(); }
  void check() override { written_.check(); }

 private:
  VcdFile written_{file};
  VerilatedVcdC recorder_{&written_};
};

class FstState final : public Wave::State {
 public:
  void* recorder() override { return &recorder_; }
  void open() override {
    const std::string& path = file->work_path();
    // Verilator's FST writer seeks in its file, so an output that is no seekable file is refused.
    if (path.empty()) file->fail(ESPIPE);
    headers_ = Temporary(path + ".hier", [] { return true; });
    recorder_.open(path.c_str());
    if (!recorder_.isOpen()) file->fail(errno);
  }
  void dump(std::uint64_t time) override { recorder_.dump(time); }
  void close() override { recorder_.close(); }
  void check() override {
    if (const int error = fst_error(); error != 0) file->fail(error);
  }

 private:
  Temporary headers_;  // a second file that the recorder makes
  VerilatedFstC recorder_;
};

}  // namespace

Wave::Wave(ModelSpec::Recording kind) {
  if (kind == ModelSpec::Recording::fst) {
    state_ = std::make_unique<FstState>();
  } else {
    state_ = std::make_unique<VcdState>();
  }
}

Wave::~Wave() = default;
void* Wave::recorder() { return state_->recorder(); }

void Wave::open(const std::string& path) {
  state_->file.emplace(path);
  state_->open();
  state_->check();
}

void Wave::dump(Cycle cycle) {
  state_->dump(cycle);
  state_->check();
}

void Wave::close() {
  state_->close();
  state_->check();
  state_->file->commit();
}

ModelSpec::Recording recording_of(const std::string& path) {
  if (path.ends_with(".vcd")) return ModelSpec::Recording::vcd;
  if (path.ends_with(".fst")) return ModelSpec::Recording::fst;
  throw InputError({"wave", path}, "give a file name that ends in .vcd or .fst");
}

}  // namespace romcast
