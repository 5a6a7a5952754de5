# SPDX-License-Identifier: Apache-2.0
"""The fabric in LiteX.

    from rmc_litex import RomcastFabric
    self.fabric = fabric = RomcastFabric(platform, "ip")
    self.bus.add_slave("fabric", fabric.bus, SoCRegion(size=fabric.size, cached=False))
    self.comb += camera.source.connect(fabric.sinks["p0"])      # into the network, with `dest`
    self.comb += fabric.sources["p3"].connect(encoder.sink)     # out of it, with `id`
"""

import json
import os
import pathlib

from litex.gen import LiteXModule
from litex.soc.interconnect import axi, stream, wishbone
from migen import ClockSignal, Instance, ResetSignal, Signal


class RomcastFabric(LiteXModule):
    """`bus`: the registers, `size` bytes; `sinks` and `sources`: streams by endpoint; `irq`.

    Streams belong to the clock domain `cd_stream` if the fabric was made with --clock-crossing, else to
    `cd`, as the bus does. The fields `dest` and `id` number flows (fabric.json: tdest, tid).
    """

    def __init__(self, platform, folder, cd="sys", cd_stream=None):
        folder = pathlib.Path(folder).resolve()
        design = json.loads((folder / "fabric.json").read_text())
        words = design["address_bits"]
        self.size = 4 << words
        self.irq = Signal()
        self.sinks, self.sources = {}, {}
        ports = {"i_clk": ClockSignal(cd), "i_rst": ResetSignal(cd), "o_irq": self.irq}
        if design["clock_crossing"]:
            ports |= {"i_axis_aclk": ClockSignal(cd_stream or cd), "i_axis_areset": ResetSignal(cd_stream or cd)}
        if design["control"] == "wishbone":
            self.bus = bus = wishbone.Interface(data_width=32, adr_width=words, addressing="word")
            ports |= {f"i_wb_{name}": getattr(bus, name) for name in ("cyc", "stb", "we", "adr", "dat_w", "sel")}
            ports |= {f"o_wb_{name}": getattr(bus, name) for name in ("ack", "err", "dat_r")}
        else:
            self.bus = bus = axi.AXILiteInterface(data_width=32, address_width=words + 2)
            channels = {"aw": ("addr", "prot"), "w": ("data", "strb"), "b": ("resp",), "ar": ("addr", "prot"),
                        "r": ("data", "resp")}
            for channel, fields in channels.items():
                ours, theirs = ("io" if channel in ("aw", "w", "ar") else "oi")
                at = getattr(bus, channel)
                ports[f"{ours}_s_axi_{channel}valid"] = at.valid
                ports[f"{theirs}_s_axi_{channel}ready"] = at.ready
                ports |= {f"{ours}_s_axi_{channel}{name}": getattr(at, name) for name in fields}
        for tile in design["tiles"]:
            end = tile["endpoint"]
            if end is None:
                continue
            data = [("data", design["payload"])]
            self.sinks[end] = sink = stream.Endpoint(data + [("dest", design["flow_bits"])])
            self.sources[end] = source = stream.Endpoint(data + [("id", design["flow_bits"])])
            ports |= {
                f"i_s_axis_{end}_tvalid": sink.valid, f"o_s_axis_{end}_tready": sink.ready,
                f"i_s_axis_{end}_tdata": sink.data, f"i_s_axis_{end}_tlast": sink.last,
                f"i_s_axis_{end}_tdest": sink.dest,
                f"o_m_axis_{end}_tvalid": source.valid, f"i_m_axis_{end}_tready": source.ready,
                f"o_m_axis_{end}_tdata": source.data, f"o_m_axis_{end}_tlast": source.last,
                f"o_m_axis_{end}_tid": source.id,
            }
        self.specials += Instance("romcast_fabric", **ports)
        for file in (folder / "files.f").read_text().split():
            platform.add_source(os.fspath(folder / file))
