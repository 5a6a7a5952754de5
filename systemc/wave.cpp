#include "systemc/wave.hpp"

#include <fmt/format.h>
#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_vcd_c.h>

#include "romcast/error.hpp"

namespace romcast {

class Wave::State {
 public:
  virtual ~State() = default;
  virtual void* recorder() = 0;
  virtual void open(const std::string& path) = 0;
  virtual void dump(std::uint64_t time) = 0;
  virtual void close() = 0;
};

namespace {

template <class Recorder>
class RecorderState final : public Wave::State {
 public:
  void* recorder() override { return &recorder_; }
  void open(const std::string& path) override {
    recorder_.open(path.c_str());
    if (!recorder_.isOpen()) throw InputError(fmt::format("--wave {}: cannot be written", path));
  }
  void dump(std::uint64_t time) override { recorder_.dump(time); }
  void close() override { recorder_.close(); }

 private:
  Recorder recorder_;
};

}  // namespace

Wave::Wave(ModelSpec::Recording kind) {
  if (kind == ModelSpec::Recording::fst) {
    state_ = std::make_unique<RecorderState<VerilatedFstC>>();
  } else {
    state_ = std::make_unique<RecorderState<VerilatedVcdC>>();
  }
}

Wave::~Wave() = default;
void* Wave::recorder() { return state_->recorder(); }
void Wave::open(const std::string& path) { state_->open(path); }
void Wave::dump(Cycle cycle) { state_->dump(cycle); }
void Wave::close() { state_->close(); }

ModelSpec::Recording recording_of(const std::string& path) {
  if (path.ends_with(".vcd")) return ModelSpec::Recording::vcd;
  if (path.ends_with(".fst")) return ModelSpec::Recording::fst;
  throw InputError(fmt::format("--wave {}: give a file name that ends in .vcd or .fst", path));
}

}  // namespace romcast
