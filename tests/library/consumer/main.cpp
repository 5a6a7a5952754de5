// SPDX-License-Identifier: Apache-2.0
// Plans an alltoall on a torus, judges the plan, saves the plan's ROM images, and co-simulates the
// plan twice.
#include <iostream>
#include <romcast/romcast.hpp>

int main(int, char** arguments) {
  using namespace romcast;
  const auto torus = networks::torus({4, 4});
  Run run(make_job(make_problem(torus, CollectiveKind::alltoall)));
  std::cout << "plan " << run.verdict().cycles << " cycles, bound "
            << run.theory().lower_bound.value_or(0) << ", " << run.verdict().violation_count
            << " violations\n";
  write_roms(arguments[1], run);
  for (int times = 0; times < 2; ++times) {
    std::uint64_t hops = 0;
    ChildCosimulation cosimulation;
    cosimulation.trace = [&](std::span<const Hop> cycle) { hops += cycle.size(); };
    const Report report = run.report(cosimulation);
    std::cout << (report.pass() ? "pass" : "fail") << ", " << report.hardware->cycles << " cycles, "
              << hops << " hops, depth " << report.hardware->depths.front().needed << ", "
              << report.hardware->registers.size() << " nodes\n";
  }
}
