// SPDX-License-Identifier: Apache-2.0
// Common part of the banks of all models: instances of a Verilated class, and its ports by name. It
// is compiled with the program; as part of a model, it would take most of the model's compile time.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "systemc/node_bank.hpp"

class VerilatedContext;

namespace romcast {

/// A port of a Verilated class: a little-endian array of bytes in the state of an instance.
struct ModelPort {
  const char* name = "";
  std::uint32_t at = 0, bytes = 0;
  bool flag = false;  // is read as the number of its set bits
};

/// Refers to an array of ports, which must outlive the list.
struct ModelPortList {
  template <std::size_t count>
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr ModelPortList(const std::array<ModelPort, count>& ports)
      : first(ports.data()), size(count) {}
  [[nodiscard]] constexpr const ModelPort* begin() const { return first; }
  [[nodiscard]] constexpr const ModelPort* end() const { return first + size; }
  /// The port of this name, or nullptr.
  [[nodiscard]] constexpr const ModelPort* find(std::string_view name) const {
    for (const ModelPort& port : *this) {
      if (port.name == name) return &port;
    }
    return nullptr;
  }

  const ModelPort* first;
  std::size_t size;
};

struct ModelPorts {
  ModelPortList inputs, straps, registers;
};

/// An instance of a Verilated class, made by code that is compiled with the class.
struct ModelInstance {
  std::unique_ptr<void, void (*)(void*)> model;
  char* state;       // Verilator's root, in which the ports are
  std::size_t size;  // bytes of the state of all its modules, from `all` on
  const char* all;
};

class ModelBank : public NodeBank {
 public:
  [[nodiscard]] const Names& straps() const override { return strap_names_; }
  [[nodiscard]] const Names& registers() const override { return register_names_; }
  [[nodiscard]] std::uint32_t size() const override {
    return static_cast<std::uint32_t>(nodes_.size());
  }
  void add(const NodeLinks& links, const std::uint64_t* straps) override;
  void load(std::uint32_t local, std::uint32_t address, const std::uint32_t* word) override;
  void inject(std::uint32_t local, std::uint64_t flit) override;
  /// Before cycle 0, gives every node one clock edge with `run` set, because programs look one
  /// cycle ahead.
  void start() override;
  bool audit(const Wires& fabric, std::uint32_t local) override;
  void read(std::uint32_t local, std::int64_t* values) const override;
  void record(std::uint32_t local, void* recorder) override;

  ModelBank(const ModelBank&) = delete;
  ModelBank& operator=(const ModelBank&) = delete;
  ~ModelBank() override;

 private:
  VerilatedContext& context_;
  // The context of nodes that are not recorded; separate because Verilator 5.032 records all models
  // of a context. It must outlive the nodes.
  std::unique_ptr<VerilatedContext> unrecorded_;

 protected:
  struct Node {
    std::unique_ptr<std::string> name;
    ModelInstance instance;
    NodeLinks links;
  };

  /// The context must outlive the bank. One waveform can only show models of one context.
  ModelBank(VerilatedContext& context, const ModelPorts& ports, bool recording);

  // Implemented by code that is compiled with the Verilated class.
  virtual ModelInstance make(VerilatedContext* context, const char* name) = 0;
  virtual void settle(void* model) = 0;  // without a clock edge
  virtual void edge(void* model) = 0;    // a whole clock cycle
  virtual void trace(void* model, void* recorder) = 0;

  /// Sets the input `run` of a node, if its class has it.
  void run(Node& node) const { set(node, run_, 1); }

  std::vector<Node> nodes_;

 private:
  static void set(Node& node, const ModelPort& port, std::uint64_t value);
  void edge(Node& node) { edge(node.instance.model.get()); }
  void clear_inputs(Node& node) const;
  [[nodiscard]] ModelPort input(const char* name) const;

  const ModelPorts ports_;
  Names strap_names_, register_names_;
  // A port that the class lacks has 0 bytes.
  const ModelPort clock_, reset_, run_, cycle_, load_valid_, load_address_, load_word_,
      local_valid_, local_data_, in_valid_, in_credit_, in_start_;
};

}  // namespace romcast
