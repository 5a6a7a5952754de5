// SPDX-License-Identifier: Apache-2.0
// Base class of the NodeBanks of Verilated modules; a derived class for each type of module
// implements step(), which simulates a clock cycle. The model store compiles this header together
// with the class that Verilator made of a module, at run time, and writes the `Description`: the
// ports of that class, and a function that evaluates a rising clock edge.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "systemc/model_bank.hpp"

namespace romcast {

/// A pin of any width is a little-endian array of bytes.
template <class Pin>
char* bytes(Pin& pin) {
  return reinterpret_cast<char*>(&pin);
}
template <class Pin>
const char* bytes(const Pin& pin) {
  return reinterpret_cast<const char*>(&pin);
}

/// Writes a flit to one lane of a pin with several lanes of `flit_bytes` bytes (4 or 8) each.
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

/// `Recorder`: a waveform writer, or void for models without tracing.
template <class Model, class Description, class Recorder>
class DescribedBank : public ModelBank {
 protected:
  explicit DescribedBank(VerilatedContext& context)
      : ModelBank(context, {Description::inputs, Description::straps, Description::registers},
                  !std::is_void_v<Recorder>) {}

  static constexpr bool has_input(std::string_view name) {
    return ModelPortList(Description::inputs).find(name) != nullptr;
  }
  static Model& model(const Node& node) { return *static_cast<Model*>(node.instance.model.get()); }
  static void toggle(Model& m) { Description::edge(m, *m.rootp); }

 private:
  ModelInstance make(VerilatedContext* context, const char* name) override {
    auto* const m = new Model(context, name);
    const auto& all = *m->rootp->vlSymsp;
    return {{m, [](void* made) { delete static_cast<Model*>(made); }},
            bytes(*m->rootp),
            sizeof(all),
            bytes(all)};
  }
  void settle(void* m) override { static_cast<Model*>(m)->eval(); }
  void edge(void* m) override { toggle(*static_cast<Model*>(m)); }
  void trace([[maybe_unused]] void* m, [[maybe_unused]] void* recorder) override {
    if constexpr (!std::is_void_v<Recorder>) {
      static_cast<Model*>(m)->trace(static_cast<Recorder*>(recorder), 99);
    }
  }
};

}  // namespace romcast
