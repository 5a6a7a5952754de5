// SPDX-License-Identifier: Apache-2.0
// The judge: checks the rules of the model for every send.
#include "complete_oracle.hpp"

#include <algorithm>
#include <limits>

namespace oracle::complete {
namespace {

constexpr unsigned kNever = std::numeric_limits<unsigned>::max();

struct Judge {
  const Job& job;
  unsigned source;
  std::vector<unsigned> known = std::vector<unsigned>(std::size_t{job.n} * job.m, kNever);
  std::vector<unsigned> sends = std::vector<unsigned>(job.n, 0);     // in this round
  std::vector<unsigned> receives = std::vector<unsigned>(job.n, 0);  // in this round
  Verdict verdict{0, 0, ""};

  void accuse(const Send& send, const std::string& what) {
    if (!verdict.violation.empty()) return;
    verdict.violation = "round " + std::to_string(send.round) + ": " + std::to_string(send.from) +
                        " sends " + std::to_string(send.message) + " to " +
                        std::to_string(send.to) + ": " + what;
  }

  // First round in which `processor` may send `message`; kNever if `processor` lacks `message`.
  unsigned& since(unsigned processor, unsigned message) {
    return known[std::size_t{processor} * job.m + message];
  }

  void carry(const Send& send) {
    if (send.from >= job.n || send.to >= job.n || send.message >= job.m)
      return accuse(send, "there is no such thing");
    if (send.from == send.to) accuse(send, "to itself");
    if (since(send.from, send.message) > send.round) accuse(send, "the sender does not know it");
    if (since(send.to, send.message) != kNever) accuse(send, "the receiver has it");
    if (++sends[send.from] > job.k) accuse(send, "too many sends");
    if (++receives[send.to] > job.k) accuse(send, "too many receptions");
    verdict.most_sends = std::max(verdict.most_sends, sends[send.from]);
    since(send.to, send.message) = send.round + 1;
  }

  void run(const Sends& all) {
    for (unsigned message = 0; message < job.m; ++message) since(source, message) = 0;
    for (const Send& send : all) {
      if (send.round >= verdict.rounds) {
        std::fill(sends.begin(), sends.end(), 0U);
        std::fill(receives.begin(), receives.end(), 0U);
        verdict.rounds = send.round + 1;
      }
      carry(send);
    }
    for (std::size_t i = 0; i < known.size() && verdict.violation.empty(); ++i)
      if (known[i] == kNever)
        verdict.violation = "processor " + std::to_string(i / job.m) + " never gets message " +
                            std::to_string(i % job.m);
  }
};

}  // namespace

Verdict judge(const Job& job, unsigned source, Sends sends) {
  std::stable_sort(sends.begin(), sends.end(),
                   [](const Send& a, const Send& b) { return a.round < b.round; });
  Judge judge{job, source};
  judge.run(sends);
  return judge.verdict;
}

}  // namespace oracle::complete
