# SPDX-License-Identifier: Apache-2.0
"""The fabric in cocotb (`make cocotb`): numbered words of every flow, with pauses, through both modes.

`Registers` and `Streams` are meant to be used in benches of one's own.
"""

import json
import os
import pathlib
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ReadOnly, RisingEdge

FOLDER = pathlib.Path(os.environ.get("ROMCAST_FABRIC", pathlib.Path(__file__).parent))
DESIGN = json.loads((FOLDER / "fabric.json").read_text())
REGISTER = {one["name"]: one["address"] for one in DESIGN["registers"]}


def nanosecond_clock(signal, period):
    """A clock, in cocotb 2 and 1."""
    try:
        return Clock(signal, period, unit="ns")
    except TypeError:
        return Clock(signal, period, units="ns")


class Registers:
    """The register file, by word addresses, behind AXI4-Lite or Wishbone."""

    def __init__(self, dut):
        self.dut = dut
        self.wishbone = DESIGN["control"] == "wishbone"
        names = ("wb_cyc wb_stb wb_we wb_adr wb_dat_w wb_sel" if self.wishbone else
                 "s_axi_awvalid s_axi_awaddr s_axi_awprot s_axi_wvalid s_axi_wdata s_axi_wstrb s_axi_bready "
                 "s_axi_arvalid s_axi_araddr s_axi_arprot s_axi_rready")
        for name in names.split():
            getattr(dut, name).value = 0

    async def _until(self, signal):
        """The clock edge at which a signal is high."""
        while True:
            await ReadOnly()
            high = bool(signal.value)
            await RisingEdge(self.dut.clk)
            if high:
                return

    async def read(self, word):
        dut = self.dut
        if self.wishbone:
            return await self._wishbone(word, None)
        dut.s_axi_araddr.value, dut.s_axi_arvalid.value, dut.s_axi_rready.value = word * 4, 1, 1
        await self._until(dut.s_axi_arready)
        dut.s_axi_arvalid.value = 0
        while True:
            await ReadOnly()
            data = int(dut.s_axi_rdata.value) if dut.s_axi_rvalid.value else None
            await RisingEdge(dut.clk)
            if data is not None:
                return data

    async def write(self, word, data):
        dut = self.dut
        if self.wishbone:
            await self._wishbone(word, data)
            return
        dut.s_axi_awaddr.value, dut.s_axi_awvalid.value = word * 4, 1
        dut.s_axi_wdata.value, dut.s_axi_wstrb.value, dut.s_axi_wvalid.value = data, 15, 1
        dut.s_axi_bready.value = 1
        waiting = {dut.s_axi_awvalid: dut.s_axi_awready, dut.s_axi_wvalid: dut.s_axi_wready}
        while waiting:
            await ReadOnly()
            taken = [valid for valid, ready in waiting.items() if ready.value]
            await RisingEdge(dut.clk)
            for valid in taken:
                valid.value = 0
                del waiting[valid]
        await self._until(dut.s_axi_bvalid)

    async def _wishbone(self, word, data):
        dut = self.dut
        dut.wb_adr.value, dut.wb_we.value, dut.wb_sel.value = word, data is not None, 15
        dut.wb_dat_w.value = data or 0
        dut.wb_cyc.value = dut.wb_stb.value = 1
        while True:
            await ReadOnly()
            done, read = bool(dut.wb_ack.value), dut.wb_dat_r.value
            result = int(read) if done else 0
            await RisingEdge(dut.clk)
            if done:
                dut.wb_cyc.value = dut.wb_stb.value = 0
                await RisingEdge(dut.clk)
                return result

    async def settled(self, bits):
        while await self.read(REGISTER["STATUS"]) & bits:
            pass

    async def load(self, mode):
        """Writes the tables of a mode into the bank that does not run, and takes it."""
        await self.settled(4)
        table = DESIGN["tables"][mode]
        idle = "PERIOD_0" if await self.read(REGISTER["STATUS"]) & 2 else "PERIOD_1"
        await self.write(REGISTER[idle], table["period"])
        for line in (FOLDER / table["file"]).read_text().split():
            await self.write(int(line[:8], 16), int(line[8:], 16))
        await self.write(REGISTER["COMMIT"], 3)
        await self.settled(4)

    async def start(self):
        await self.write(REGISTER["CONTROL"], 1 | DESIGN["on_demand"] << 1 | DESIGN["drain"] << 8)

    async def stop(self):
        await self.write(REGISTER["CONTROL"], DESIGN["drain"] << 8)
        await self.settled(1)


class Streams:
    """Sources and sinks of all endpoints. A sink of flows without credits pauses on demand only."""

    def __init__(self, dut, seed=1, pause=0.3):
        self.dut, self.random, self.pause = dut, random.Random(seed), pause
        self.clk = dut.axis_aclk if DESIGN["clock_crossing"] else dut.clk
        self.to_send = {tile["endpoint"]: [] for tile in DESIGN["tiles"] if tile["endpoint"]}
        self.got = {end: [] for end in self.to_send}
        open_ends = {to["endpoint"] for flow in DESIGN["flows"]
                     if not flow["credit"] and not DESIGN["on_demand"] for to in flow["to"]}
        for end in self.to_send:
            self._port("s", end, "tvalid").value = 0
            self._port("m", end, "tready").value = 0
            cocotb.start_soon(self._source(end))
            cocotb.start_soon(self._sink(end, 0 if end in open_ends else pause))

    def _port(self, side, end, name):
        return getattr(self.dut, f"{side}_axis_{end}_{name}")

    async def _source(self, end):
        valid, ready, data, last, dest = (self._port("s", end, name)
                                          for name in ("tvalid", "tready", "tdata", "tlast", "tdest"))
        while True:
            if not self.to_send[end] or self.random.random() < self.pause:
                await RisingEdge(self.clk)
                continue
            dest.value, data.value, last.value = self.to_send[end].pop(0)
            valid.value = 1
            taken = False
            while not taken:
                await ReadOnly()
                taken = bool(ready.value)
                await RisingEdge(self.clk)
            valid.value = 0

    async def _sink(self, end, pause):
        valid, ready, data, last, tid = (self._port("m", end, name)
                                         for name in ("tvalid", "tready", "tdata", "tlast", "tid"))
        while True:
            ready.value = self.random.random() >= pause
            await ReadOnly()
            if valid.value and ready.value:
                self.got[end].append((int(tid.value), int(data.value), int(last.value)))
            await RisingEdge(self.clk)


def combined(operator, a, b):
    """Two words as `rmc_operator` combines them."""
    sign = 1 << DESIGN["payload"] - 1 if DESIGN["signed"] else 0
    first, second = sorted((a, b), key=lambda word: word ^ sign)
    return {"add": a + b & (1 << DESIGN["payload"]) - 1, "min": first, "max": second,
            "and": a & b, "or": a | b}[operator]


async def begin(dut):
    """Clocks, reset, and idle inputs; returns registers and streams."""
    cocotb.start_soon(nanosecond_clock(dut.clk, 10).start())
    resets = [dut.rst]
    if DESIGN["clock_crossing"]:
        cocotb.start_soon(nanosecond_clock(dut.axis_aclk, 7).start())
        resets.append(dut.axis_areset)
    registers = Registers(dut)
    for reset in resets:
        reset.value = 1
    for _ in range(8):
        await RisingEdge(dut.clk)
    for reset in resets:
        reset.value = 0
    return registers, Streams(dut)


@cocotb.test()
async def every_word_arrives_in_order_in_both_modes(dut):
    registers, streams = await begin(dut)
    flows = [flow for flow in DESIGN["flows"] if not flow["credit_only"] and flow["words"]]
    expected = {end: {} for end in streams.got}
    given = {flow["name"]: 0 for flow in flows}

    def expect(flow, to, data, last):
        words = expected[to["endpoint"]].setdefault(to["tid"], [])
        number = given[flow["name"]]
        if flow["reduction"] is None or number == len(words):
            words.append((data, last))
            return
        # A reduction combines the n-th words of all of its sources into its n-th word.
        operator = DESIGN["reductions"][flow["reduction"]]["operator"]
        words[number] = combined(operator, words[number][0], data), words[number][1] | last

    def give(order):
        for number in range(20):
            for at, flow in enumerate(order):
                word = number * 41 + at * 7 & (1 << DESIGN["payload"]) - 1, int(number % 5 == 4)
                streams.to_send[flow["from"]].append((flow["tdest"], *word))
                for to in flow["to"]:
                    expect(flow, to, *word)
                given[flow["name"]] += 1

    async def until(share):
        wanted = share * sum(len(words) for flows in expected.values() for words in flows.values())
        for _ in range(100_000):
            if sum(len(words) for words in streams.got.values()) >= wanted:
                return
            await RisingEdge(dut.clk)
        assert False, "words do not arrive"

    if DESIGN["on_demand"]:
        for mode in range(2):
            await registers.load(mode)
            await registers.start()
            words = ((slot["slot"], at) for at, flow in enumerate(DESIGN["flows"])
                     for slot in flow["slots"] if slot["mode"] == mode)
            give([DESIGN["flows"][at] for _, at in sorted(words)])
            await until(1)
    else:
        give(flows)
        await registers.load(0)
        await registers.start()
        # If all flows are in the second mode, too, the modes change before all words have arrived.
        both = all(any(slot["mode"] == 1 for slot in flow["slots"]) for flow in flows)
        await until(0.4 if both else 1)
        await registers.load(1)
        await until(1)
    await registers.stop()
    for end, words in streams.got.items():
        by_flow = {}
        for tid, data, last in words:
            by_flow.setdefault(tid, []).append((data, last))
        assert by_flow == expected[end], end
    for number, tile in enumerate(DESIGN["tiles"]):
        if DESIGN["statistics"]:
            assert await registers.read(tile["address"]) == 0, f"flags of tile {number}"
