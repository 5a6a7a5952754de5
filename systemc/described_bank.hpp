// SPDX-License-Identifier: Apache-2.0
// Common base of all NodeBanks over Verilated classes: instances, and their straps and registers by
// name. The model store compiles it together with the class, at run time, and writes the
// `Description`: lists of straps and registers, from the module's port list, and a rising edge of
// the clock.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "systemc/node_bank.hpp"

namespace romcast {

template <class Model>
struct StrapPin {
  const char* name;
  void (*set)(Model&, std::uint64_t);
};
template <class Model>
struct RegisterPin {
  const char* name;
  std::int64_t (*get)(const Model&);
};

/// A pin of any width is a little-endian array of bytes.
template <class Pin>
char* bytes(Pin& pin) {
  return reinterpret_cast<char*>(&pin);
}
template <class Pin>
const char* bytes(const Pin& pin) {
  return reinterpret_cast<const char*>(&pin);
}

template <class Pin>
void set_pin(Pin& pin, std::uint64_t value) {
  std::memset(bytes(pin), 0, sizeof(pin));
  std::memcpy(bytes(pin), &value, std::min(sizeof(pin), sizeof(value)));
}

/// Writes a flit to a pin with several lanes of `flit_bytes` bytes each: 4 or 8.
template <unsigned flit_bytes, class Pin>
void put_flit(Pin& pin, unsigned lane, std::uint64_t flit) {
  std::memcpy(bytes(pin) + std::size_t{lane} * flit_bytes, &flit, flit_bytes);
}
template <unsigned flit_bytes, class Pin>
std::uint64_t flit_on(const Pin& pin, unsigned lane) {
  std::uint64_t flit = 0;
  std::memcpy(&flit, bytes(pin) + std::size_t{lane} * flit_bytes, flit_bytes);
  return flit;
}

/// Calls visit(i) for every set bit.
template <class Pin, class Visit>
void for_each_bit(const Pin& pin, Visit visit) {
  for (std::size_t from = 0; from < sizeof(pin); from += sizeof(std::uint64_t)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes(pin) + from, std::min(sizeof(pin) - from, sizeof(bits)));
    for (; bits != 0; bits &= bits - 1) {
      visit(static_cast<unsigned>(from * 8) + static_cast<unsigned>(__builtin_ctzll(bits)));
    }
  }
}

template <class Pin>
std::int64_t bits_set(const Pin& pin) {
  std::int64_t count = 0;
  for_each_bit(pin, [&](unsigned) { ++count; });
  return count;
}

/// `Recorder`: a waveform writer, or void for models without tracing.
template <class Model, class Description, class Recorder>
class DescribedBank : public NodeBank {
 public:
  /// Bits of a load address that name the word; those above name one of several ROMs.
  static constexpr std::uint32_t kWordOfAddress = 0x3ffffff;

  [[nodiscard]] const Names& straps() const override { return strap_names_; }
  [[nodiscard]] const Names& registers() const override { return register_names_; }
  [[nodiscard]] std::uint32_t size() const override {
    return static_cast<std::uint32_t>(nodes_.size());
  }

  void add(const NodeLinks& links, const std::uint64_t* straps) override {
    Model& m = create(links, straps);
    clear(m);
    reset(m);
  }

  void load(std::uint32_t local, std::uint32_t address, const std::uint32_t* word) override {
    Model& m = *nodes_[local].model;
    if constexpr (requires { m.load_word; }) {
      fetch(m, m.load_word, address, word);
      if ((address & kWordOfAddress) == 0) toggle(m);  // a sequencer's register follows word 0
    } else {
      throw std::logic_error("this model has no ROM");
    }
  }

  void inject(std::uint32_t local, std::uint64_t flit) override {
    Model& m = *nodes_[local].model;
    if constexpr (requires { m.local_valid; }) {
      m.local_valid = 1;
      std::memcpy(&m.local_data, &flit, sizeof(m.local_data));
      toggle(m);
      m.local_valid = 0;
    } else {
      throw std::logic_error("this model stores nothing of its own");
    }
  }

  /// One edge with `run` before cycle 0, because programs look a cycle ahead.
  void start() override {
    for (Node& node : nodes_) {
      if constexpr (requires { node.model->run; }) node.model->run = 1;
      toggle(*node.model);
    }
  }

  bool audit(const Wires&, std::uint32_t) override {
    throw std::logic_error("nodes of this model never sleep");
  }

  void read(std::uint32_t local, std::int64_t* values) const override {
    for (const auto& one : register_pins_) *values++ = one.get(*nodes_[local].model);
  }

  void record(std::uint32_t local, void* recorder) override {
    if constexpr (std::is_void_v<Recorder>) {
      throw std::logic_error("model built without tracing");
    } else {
      nodes_[local].model->trace(static_cast<Recorder*>(recorder), 99);
    }
  }

 protected:
  struct Node {
    std::unique_ptr<std::string> name;
    std::unique_ptr<Model> model;
    NodeLinks links;
  };

  /// The context must outlive the bank. One waveform can only show models of one context.
  explicit DescribedBank(VerilatedContext& context) : context_(context) {
    if constexpr (!std::is_void_v<Recorder>) {
      context_.traceEverOn(true);
      unrecorded_ = std::make_unique<VerilatedContext>();
      unrecorded_->randReset(2);
    }
    for (const auto& one : strap_pins_) strap_names_.push_back(one.name);
    for (const auto& one : register_pins_) register_names_.push_back(one.name);
  }

  static void toggle(Model& m) { Description::edge(m, *m.rootp); }

  /// Clears all inputs.
  static void clear(Model& m) {
    std::memset(bytes(m.in_valid), 0, sizeof(m.in_valid));
    if constexpr (requires { m.in_credit; }) m.in_credit = 0;
    if constexpr (requires { m.in_start; }) m.in_start = 0;
  }

  VerilatedContext& context_;
  // Verilator 5.032 records all models of a context.
  std::unique_ptr<VerilatedContext> unrecorded_;
  std::vector<Node> nodes_;

 private:
  // Creates an instance with its straps set; the caller resets it after setting other inputs.
  Model& create(const NodeLinks& links, const std::uint64_t* straps) {
    // Initial registers are random but the same in every run, whatever else this process builds.
    VerilatedContext& context = unrecorded_ && !links.recorded ? *unrecorded_ : context_;
    context.randSeed(static_cast<int>(0x9e3779b9U * (links.node + 1) | 1));
    auto name = std::make_unique<std::string>(links.name);
    auto model = std::make_unique<Model>(&context, name->c_str());
    nodes_.push_back({std::move(name), std::move(model), links});
    Model& m = *nodes_.back().model;
    for (const auto& one : strap_pins_) one.set(m, *straps++);
    if constexpr (requires { m.run; }) m.run = 0;
    if constexpr (requires { m.load_valid; }) m.load_valid = 0;
    if constexpr (requires { m.local_valid; }) m.local_valid = 0;
    if constexpr (requires { m.cycle; }) m.cycle = 0;
    return m;
  }
  static void reset(Model& m) {
    m.clk = 0;
    m.rst = 0;
    m.eval();  // the first evaluation only settles: it sees no clock edge
    m.rst = 1;
    toggle(m);
    m.rst = 0;
    toggle(m);
  }
  template <class Pin>
  static void fetch(Model& m, Pin& pin, std::uint32_t address, const std::uint32_t* word) {
    m.load_valid = 1;
    m.load_address = address;
    std::memcpy(&pin, word, sizeof(pin));
    toggle(m);
    m.load_valid = 0;
  }

  const std::vector<StrapPin<Model>> strap_pins_ = Description::straps();
  const std::vector<RegisterPin<Model>> register_pins_ = Description::registers();
  Names strap_names_, register_names_;
};

}  // namespace romcast
