// SPDX-License-Identifier: Apache-2.0
// The driver on the Verilated fabric (`make driver`): an example and a test. Streams are idle, so
// no frame begins on demand, and in free-running frames all slots of flows carry bubbles. The last
// line of output gives the numbers of frames and errors.
#include <cstdio>
#include <cstring>
#include <vector>

#include "Vromcast_fabric.h"
#include "romcast_fabric.hpp"

namespace {

Vromcast_fabric fabric;

void tick() {
  for (const int level : {0, 1}) {
    fabric.clk = level;
#ifdef ROMCAST_CROSSING
    fabric.axis_aclk = level;
#endif
    fabric.eval();
  }
}

#ifdef ROMCAST_WISHBONE
struct Bus {
  std::uint32_t access(std::uint32_t word, bool write, std::uint32_t data) {
    fabric.wb_adr = word;
    fabric.wb_we = write;
    fabric.wb_dat_w = data;
    fabric.wb_sel = 15;
    fabric.wb_cyc = fabric.wb_stb = 1;
    do tick();
    while (!fabric.wb_ack);
    fabric.wb_cyc = fabric.wb_stb = 0;
    const std::uint32_t read = fabric.wb_dat_r;
    tick();
    return read;
  }
  std::uint32_t read(std::uint32_t word) { return access(word, false, 0); }
  void write(std::uint32_t word, std::uint32_t data) { access(word, true, data); }
};
#else
struct Bus {
  std::uint32_t read(std::uint32_t word) {
    fabric.s_axi_araddr = word * 4;
    fabric.s_axi_arvalid = fabric.s_axi_rready = 1;
    for (bool taken = false; !taken;) {
      fabric.eval();
      taken = fabric.s_axi_arready;
      tick();
    }
    fabric.s_axi_arvalid = 0;
    while (!fabric.s_axi_rvalid) tick();
    const std::uint32_t data = fabric.s_axi_rdata;
    tick();
    return data;
  }
  void write(std::uint32_t word, std::uint32_t data) {
    fabric.s_axi_awaddr = word * 4;
    fabric.s_axi_wdata = data;
    fabric.s_axi_wstrb = 15;
    fabric.s_axi_awvalid = fabric.s_axi_wvalid = fabric.s_axi_bready = 1;
    while (fabric.s_axi_awvalid || fabric.s_axi_wvalid) {
      fabric.eval();
      const bool address = fabric.s_axi_awready, word_taken = fabric.s_axi_wready;
      tick();
      if (address) fabric.s_axi_awvalid = 0;
      if (word_taken) fabric.s_axi_wvalid = 0;
    }
    while (!fabric.s_axi_bvalid) tick();
    tick();
  }
};
#endif

unsigned errors = 0;

void expect(bool good, const char* what) {
  if (good) return;
  ++errors;
  std::printf("driver: wrong: %s\n", what);
}

}  // namespace

int main() {
  using rmc::Result;
  fabric.rst = 1;
#ifdef ROMCAST_CROSSING
  fabric.axis_areset = 1;
#endif
  for (int i = 0; i < 8; ++i) tick();
  fabric.rst = 0;
#ifdef ROMCAST_CROSSING
  fabric.axis_areset = 0;
#endif
  Bus bus;
  const rmc::Design& design = romcast_fabric::design;
  rmc::Driver<Bus> driver(bus, design);
  expect(driver.check() == Result::done, "fingerprint");
  expect(driver.load(design.mode_count) == Result::no_mode, "a mode that is not there");

  rmc::Design other = design;
  other.fingerprint ^= 1;
  expect(rmc::Driver<Bus>(bus, other).load(0) == Result::other_fabric, "tables of another fabric");
  if (design.statistics > 0) {
    std::vector<rmc::Write> damaged(design.modes[0].writes,
                                    design.modes[0].writes + design.modes[0].count);
    damaged[damaged.size() / 2].data ^= 1;
    rmc::Mode mode = design.modes[0];
    mode.writes = damaged.data();
    other = design;
    other.modes = &mode;
    other.mode_count = 1;
    expect(rmc::Driver<Bus>(bus, other).load(0) == Result::table_differs, "a damaged table");
  }

  for (std::size_t mode = 0; mode < design.mode_count; ++mode) {
    expect(driver.load(mode) == Result::done, "load");
    expect(driver.change() == Result::done, "change");
    expect(driver.mode() == mode, "mode");
    if (mode == 0 && design.on_demand) {
      driver.start();
      while (driver.running()) tick();  // until the frames of change() end
      const std::uint32_t begun = driver.frame();
      for (std::uint32_t i = 0; i < 4u << design.slot_bits; ++i) tick();
      expect(driver.frame() == begun, "a frame begins without words");
    }
    if (mode == 0) driver.start(false);
    const std::uint32_t begin = driver.frame();
    while (driver.frame() - begin < 4 + 2 * design.drain) tick();
    expect(driver.running(), "running");
  }
  expect(driver.tile_with_error() == design.tiles, "a flag is up");
  expect(driver.stop() == Result::done && !driver.running(), "stop");
  std::printf("driver: frames %u errors %u\n", driver.frame(), errors);
  return errors == 0 ? 0 : 1;
}
