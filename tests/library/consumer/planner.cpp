// SPDX-License-Identifier: Apache-2.0
// Plans a broadcast on a user-defined network without a simulator, and reads an error's fields.
#include <iostream>
#include <romcast/romcast.hpp>

int main() {
  using namespace romcast;
  Graph line = Graph::numbered(3);
  line.join(0, 1);
  line.join(1, 2);
  Run run(make_job(make_problem(networks::graph(line), CollectiveKind::broadcast)));
  std::uint64_t hops = 0;
  std::vector<Hop> cycle;
  for (const auto schedule = run.plan().open(); schedule->next(cycle);) hops += cycle.size();
  std::cout << run.verdict().cycles << " cycles, " << hops << " hops\n";
  try {
    networks::torus({1, 4});
  } catch (const InputError& error) {
    std::cout << error.option() << " is " << error.value() << ": " << error.reason() << "\n";
  }
}
