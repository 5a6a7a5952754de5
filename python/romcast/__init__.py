# SPDX-License-Identifier: Apache-2.0
"""romcast: collectives as schedules, judged, and run on synthesizable Verilog switches.

    import romcast
    net = romcast.family("torus", dims=(4, 4))
    p = romcast.plan(net, "alltoall", ports="multi")
    p.cycles, p.bound, p.hops
    romcast.run(p).registers
"""

from .errors import Error, InputError, MissingError
from .networks import Network, family, from_edges, from_matrix, from_networkx, read
from .plans import (Measured, Plan, Problem, Verdict, Violation, algorithm, algorithms, compare, exchange,
                    hop_dtype, plan, problem, run, schedule)

__all__ = [
    "Error", "InputError", "Measured", "MissingError", "Network", "Plan", "Problem", "Verdict", "Violation",
    "algorithm", "algorithms", "compare", "exchange", "family", "from_edges", "from_matrix", "from_networkx",
    "hop_dtype", "plan", "problem", "read", "run", "schedule",
]
