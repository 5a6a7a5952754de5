// SPDX-License-Identifier: Apache-2.0
// FabricBank implements FabricPins with the ports of the class that Verilator made of a fabric.
// This header is compiled into the fabric's model.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <type_traits>
#include <utility>

#include "systemc/fabric/fabric_pins.hpp"

namespace romcast {

/// Returns the `width` bits (at most 64) from bit `at` on of a port, which may be wider than 64
/// bits.
template <class Port>
std::uint64_t bits_of(const Port& port, unsigned at, unsigned width) {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if constexpr (std::is_integral_v<Port>) {
    return std::uint64_t{port} >> at & mask;
  } else {
    std::uint64_t value = 0;
    for (unsigned done = 0; done < width;) {
      const unsigned bit = at + done, offset = bit % 32;
      value |= std::uint64_t{port[bit / 32] >> offset} << done;
      done += 32 - offset;
    }
    return value & mask;
  }
}

template <class Port>
void set_bits(Port& port, unsigned at, unsigned width, std::uint64_t value) {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if constexpr (std::is_integral_v<Port>) {
    port = static_cast<Port>((std::uint64_t{port} & ~(mask << at)) | (value & mask) << at);
  } else {
    for (unsigned done = 0; done < width;) {
      const unsigned bit = at + done, offset = bit % 32;
      const auto part_mask = static_cast<std::uint32_t>(mask >> done) << offset;
      const auto part = static_cast<std::uint32_t>((value & mask) >> done) << offset;
      port[bit / 32] = (port[bit / 32] & ~part_mask) | part;
      done += 32 - offset;
    }
  }
}

/// True if the model has a Wishbone bus; else it has an AXI4-Lite bus.
template <class Model, class = void>
inline constexpr bool kWishbone = false;
template <class Model>
inline constexpr bool kWishbone<Model, std::void_t<decltype(std::declval<Model&>().wb_stb)>> = true;

template <class Model>
class FabricBank final : public FabricPins {
 public:
  explicit FabricBank(VerilatedContext* context) : model_(context, "") {}
  ~FabricBank() override {
    Verilated::threadContextp(model_.contextp());
    model_.final();
  }

  void begin(const FabricWidths& widths) override {
    widths_ = widths;
    tiles.resize(widths.tiles);
  }

  void settle() override {
    const auto [count, width, flow_bits] = widths_;
    model_.rst = reset;
    for (unsigned t = 0; t < count; ++t) {
      const FabricTilePins& tile = tiles[t];
      set_bits(model_.s_valid, t, 1, tile.s_valid);
      set_bits(model_.s_data, t * width, width, tile.s_data);
      set_bits(model_.s_last, t, 1, tile.s_last);
      set_bits(model_.s_dest, t * flow_bits, flow_bits, tile.s_dest);
      set_bits(model_.m_ready, t, 1, tile.m_ready);
    }
    drive(model_);
    model_.clk = 0;
    model_.eval();
    const unsigned line = width + 3;
    const auto read = [&](const auto& port, unsigned t) {
      return FabricLine{.valid = bits_of(port, t * line + width + 2, 1) != 0,
                        .last = bits_of(port, t * line + width + 1, 1) != 0,
                        .data = bits_of(port, t * line, width)};
    };
    for (unsigned t = 0; t < count; ++t) {
      FabricTilePins& tile = tiles[t];
      tile.s_ready = bits_of(model_.s_ready, t, 1) != 0;
      tile.m_valid = bits_of(model_.m_valid, t, 1) != 0;
      tile.m_data = bits_of(model_.m_data, t * width, width);
      tile.m_last = bits_of(model_.m_last, t, 1) != 0;
      tile.m_id = static_cast<std::uint32_t>(bits_of(model_.m_id, t * flow_bits, flow_bits));
      tile.leaves = read(model_.leaves, t);
      tile.comes = read(model_.comes, t);
    }
    slot = static_cast<std::uint32_t>(model_.slot);
    bank = model_.bank != 0;
    access.done = access.asked && answered(model_);
  }

  void rise() override {
    model_.clk = 1;
    model_.eval();
    if (access.done) {
      access.asked = false;
      taken_ = false;
    }
  }

 private:
  // Drives the bus as its master; a template, since a model has the pins of only one kind of bus.
  template <class M>
  void drive(M& m) {
    if constexpr (kWishbone<M>) {
      m.wb_cyc = m.wb_stb = access.asked;
      m.wb_we = access.write;
      m.wb_adr = access.address;
      m.wb_dat_w = access.data;
      m.wb_sel = 0xf;
    } else {
      m.s_axi_awvalid = m.s_axi_wvalid = access.asked && access.write && !taken_;
      m.s_axi_arvalid = access.asked && !access.write && !taken_;
      m.s_axi_awaddr = m.s_axi_araddr = 4 * access.address;
      m.s_axi_wdata = access.data;
      m.s_axi_wstrb = 0xf;
      m.s_axi_awprot = m.s_axi_arprot = 0;
      m.s_axi_bready = m.s_axi_rready = 1;
    }
  }
  template <class M>
  bool answered(M& m) {
    if constexpr (kWishbone<M>) {
      if (m.wb_ack == 0) return false;
      if (!access.write) access.data = m.wb_dat_r;
      return true;
    } else {
      // The slave takes the address and the data of a write in the same clock.
      if ((m.s_axi_awvalid && m.s_axi_awready) || (m.s_axi_arvalid && m.s_axi_arready)) {
        taken_ = true;
        return false;
      }
      if (m.s_axi_rvalid != 0) access.data = m.s_axi_rdata;
      return m.s_axi_bvalid != 0 || m.s_axi_rvalid != 0;
    }
  }

  // A model's destructor uses the thread's context. This context must still exist and must be the
  // model's context, which ~FabricBank() therefore sets. `after_` is destroyed after the model and
  // sets the default context, since the model's context may be destroyed next.
  struct DefaultContext {
    ~DefaultContext() { Verilated::threadContextp(Verilated::defaultContextp()); }
  } after_;
  Model model_;
  FabricWidths widths_{};
  bool taken_ = false;  // the slave has accepted the address of the access
};

}  // namespace romcast
