// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/interrupt.hpp"

#include <sys/time.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <memory>
#include <random>
#include <stdexcept>

#include "romcast/core/cleanup.hpp"
#include "schedules/any/any.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/any/linear_program.hpp"

namespace romcast::any {
namespace {

volatile std::sig_atomic_t looks = 0, others = 0;

void own(int) {}

// Counts its calls in `looks`, and in `others` those that find another handler of SIGINT than
// `own`.
void look(int) {
  struct sigaction now {};
  (void)sigaction(SIGINT, nullptr, &now);
  looks = looks + 1;
  if (now.sa_handler != own) others = others + 1;
}

// A linear program of n rows and n variables; every row has every variable.
LinearProgram dense(int n) {
  LinearProgram program;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> factor(0.1, 1);
  for (int row = 0; row < n; ++row) program.add_row(1, LinearProgram::kUnlimited);
  for (int column = 0; column < n; ++column) {
    std::vector<std::pair<int, double>> entries;
    for (int row = 0; row < n; ++row) entries.emplace_back(row, factor(random));
    program.add_variable(factor(random), entries);
  }
  return program;
}

// Solves linear programs within an Interruptible until a timer has called look() 20 times. Returns
// how often look() found another handler than `own`.
int others_while_searching() {
  looks = 0;
  others = 0;
  struct sigaction timer {
  }, before{};
  timer.sa_handler = look;
  (void)sigaction(SIGALRM, &timer, &before);
  const itimerval often{{0, 1000}, {0, 1000}}, never{};
  (void)setitimer(ITIMER_REAL, &often, nullptr);
  {
    const Interruptible interruptible;
    while (looks < 20) REQUIRE(dense(60).solve(60));
  }
  (void)setitimer(ITIMER_REAL, &never, nullptr);
  (void)sigaction(SIGALRM, &before, nullptr);
  return others;
}

// Interrupts the program once, when a search catches the signal.
void interrupt_search(int) {
  struct sigaction now {};
  (void)sigaction(SIGINT, nullptr, &now);
  if (now.sa_handler == SIG_DFL) return;
  (void)::signal(SIGALRM, SIG_IGN);
  (void)::raise(SIGINT);
}

void interrupt_soon() {
  (void)::signal(SIGINT, SIG_DFL);
  (void)::signal(SIGALRM, interrupt_search);
  const itimerval often{{0, 50'000}, {0, 50'000}};
  (void)setitimer(ITIMER_REAL, &often, nullptr);
}

TEST_CASE("a search leaves the handler of SIGINT alone unless the program asks it to catch it") {
  struct sigaction handler {
  }, before{};
  handler.sa_handler = own;
  (void)sigaction(SIGINT, &handler, &before);
  // The searches run in a child process, since let_interrupts_end_searches() cannot be undone.
  Child child([] {
    if (others_while_searching() > 0) throw std::runtime_error("SIGINT has another handler");
    let_interrupts_end_searches();
    if (others_while_searching() == 0) throw std::runtime_error("SIGINT has no other handler");
  });
  CHECK(child.wait() == 0);
  (void)sigaction(SIGINT, &before, nullptr);
}

TEST_CASE("an interrupt ends a search where the program asks for that") {
  Child child([] {
    let_interrupts_end_searches();
    const Interruptible interruptible;
    if (Interruptible::interrupted()) throw std::runtime_error("interrupted before the signal");
    (void)::raise(SIGINT);
    if (!Interruptible::interrupted()) throw std::runtime_error("not interrupted");
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("an interrupt ends the searches that follow within the same one, too") {
  Child child([] {
    let_interrupts_end_searches();
    const Interruptible whole;
    {
      const Interruptible first;
      (void)::raise(SIGINT);
    }
    const Interruptible second;
    if (!Interruptible::interrupted()) throw std::runtime_error("the interrupt is forgotten");
    if (!Deadline(60).over()) throw std::runtime_error("a limit in seconds does not know it");
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("an interrupt of a linear program ends the search that has it") {
  Child child([] {
    let_interrupts_end_searches();
    const LinearProgram program = dense(800);
    interrupt_soon();
    const Interruptible search;
    (void)program.solve(600);
    if (!Interruptible::interrupted()) throw std::runtime_error("the interrupt is forgotten");
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("the handler of SIGINT comes back after searches that overlap") {
  Child child([] {
    let_interrupts_end_searches();
    (void)::signal(SIGINT, own);
    auto first = std::make_unique<Interruptible>();
    const auto second = std::make_unique<Interruptible>();
    first.reset();
    (void)::raise(SIGINT);
    if (!Interruptible::interrupted()) throw std::runtime_error("the second is not interrupted");
    first = std::make_unique<Interruptible>();
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("an interrupt does not end the next search") {
  Child child([] {
    let_interrupts_end_searches();
    {
      const Interruptible first;
      (void)::raise(SIGINT);
    }
    if (Deadline(60).over()) throw std::runtime_error("the interrupt is not over");
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("an interrupt ends the default search with the best schedule so far") {
  const Problem problem = test::problem_of(test::random_network(40, 4, 1), CollectiveKind::alltoall,
                                           test::kMulti, 1, 0, {{"seconds", "3600"}});
  Child child([&] {
    let_interrupts_end_searches();
    interrupt_soon();
    const Plan plan = find_algorithm("portfolio", problem).build(problem);
    if (!plan.open) throw std::runtime_error("no schedule");
  });
  CHECK(child.wait() == 0);
}

}  // namespace
}  // namespace romcast::any
