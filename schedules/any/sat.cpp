// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/sat.hpp"

#include <algorithm>
#include <cadical.hpp>
#include <cstdio>
#include <memory>

#include "romcast/core/error.hpp"
#include "schedules/proof/rup.hpp"

namespace romcast::any {
namespace {

class Stop final : public CaDiCaL::Terminator {
 public:
  explicit Stop(const std::function<bool()>& go_on) : go_on_(go_on) {}
  bool terminate() override { return !go_on_(); }

 private:
  const std::function<bool()>& go_on_;
};

struct Closes {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

}  // namespace

void Formula::clause(const std::vector<int>& literals) {
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  literals_.push_back(0);
}

// At literal i the variable now[k] must be true if more than k of the first i+1 literals are true.
void Formula::at_most(std::size_t count, const std::vector<int>& literals) {
  if (literals.size() <= count) return;
  if (count == 0) {
    for (const int literal : literals) clause({-literal});
    return;
  }
  std::vector<int> before;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    std::vector<int> now;
    const bool last = i + 1 == literals.size();
    if (before.size() == count) clause({-literals[i], -before.back()});
    for (std::size_t k = 0; k < std::min(count, i + 1) && !last; ++k) {
      now.push_back(variable());
      if (k < before.size()) clause({-before[k], now[k]});
      k == 0 ? clause({-literals[i], now[0]}) : clause({-literals[i], -before[k - 1], now[k]});
    }
    before = std::move(now);
  }
}

std::vector<int> Formula::counted(const std::vector<int>& literals, std::size_t most) {
  if (literals.size() <= 1) return literals;
  const auto half = literals.begin() + static_cast<std::ptrdiff_t>(literals.size() / 2);
  const auto a = counted({literals.begin(), half}, most);
  const auto b = counted({half, literals.end()}, most);
  std::vector<int> sum(std::min(most, a.size() + b.size()));
  for (int& one : sum) one = variable();
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i + j > 0) {
        std::vector<int> up{sum[std::min(i + j, sum.size()) - 1]};
        if (i > 0) up.push_back(-a[i - 1]);
        if (j > 0) up.push_back(-b[j - 1]);
        clause(up);
      }
      if (i + j < sum.size()) {
        std::vector<int> down{-sum[i + j]};
        if (i < a.size()) down.push_back(a[i]);
        if (j < b.size()) down.push_back(b[j]);
        clause(down);
      }
    }
  }
  return sum;
}

Solution solve(const Formula& formula, const std::function<bool()>& go_on) {
  const std::unique_ptr<std::FILE, Closes> proof(std::tmpfile());
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  if (proof) solver.trace_proof(proof.get(), "proof");
  Stop stop(go_on);
  solver.connect_terminator(&stop);
  std::size_t since = 0;  // literals since the last call of go_on()
  bool whole = true;
  for (const int literal : formula.literals()) {
    solver.add(literal);
    if (++since < kLiteralsPerLook || literal != 0) continue;
    since = 0;
    whole = go_on();
    if (!whole) break;
  }
  const int status = whole ? solver.solve() : 0;
  solver.disconnect_terminator();
  if (status == 10) {
    Solution solution{.answer = Answer::satisfiable};
    solution.values.assign(static_cast<std::size_t>(formula.variables()) + 1, false);
    for (int v = 1; v <= formula.variables(); ++v) {
      solution.values[static_cast<std::size_t>(v)] = solver.val(v) > 0;
    }
    return solution;
  }
  if (status != 20) return {};
  bool checked = false;
  if (proof) {
    solver.flush_proof_trace();
    std::rewind(proof.get());
    checked = refutes(formula.literals(), proof.get(), go_on);
    std::fseek(proof.get(), 0, SEEK_END);
  }
  return {.answer = Answer::refuted, .checked = checked};
}

}  // namespace romcast::any
