# SPDX-License-Identifier: Apache-2.0
"""romcast: collectives as schedules, judged, and run on synthesizable Verilog switches.

    import romcast
    net = romcast.family("torus", dims=(4, 4))
    p = romcast.plan(net, "alltoall", ports="multi")
    p.cycles, p.bound, p.hops
    romcast.run(p).registers
"""

from .curves import compare, figures, plot
from .errors import Error, InputError, MissingError
from .fabrics import Fabric, MeasuredFabric, fabric
from .networks import Network, family, from_edges, from_matrix, from_networkx, read
from .plans import (Flow, Plan, Problem, Reduction, Verdict, Violation, algorithm, algorithms, exchange, flows,
                    hop_dtype, plan, problem, schedule)
from .program import Player, player, reproduce
from .runs import Measured, run

__all__ = [
    "Error", "Fabric", "Flow", "InputError", "Measured", "MeasuredFabric", "MissingError", "Network", "Plan", "Player",
    "Problem", "Reduction", "Verdict", "Violation", "algorithm", "algorithms", "compare", "exchange", "fabric",
    "family", "figures", "flows", "from_edges", "from_matrix", "from_networkx", "hop_dtype", "plan", "player", "plot",
    "problem", "read", "reproduce", "run", "schedule",
]
