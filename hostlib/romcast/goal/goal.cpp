// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "romcast/core/error.hpp"
#include "romcast/goal/goal_tokens.hpp"

namespace romcast {
namespace {

constexpr const char* kStatements =
    "a line is [label:] send, recv or calc, label requires label, or label irequires label";

class Reader {
 public:
  Reader(std::istream& in, const std::string& name, const GoalProgress& progress)
      : tokens_(in, name), progress_(progress) {
    program_.name = name;
  }

  GoalProgram read() {
    next("'num_ranks'");
    tokens_.expect("num_ranks");
    count_ = tokens_.number("num_ranks", 2U, kMostGoalRanks);
    tokens_.end_line();
    while (program_.ranks.size() < count_) {
      next(fmt::format("rank {}", program_.ranks.size()));
      read_rank();
    }
    if (tokens_.next()) {
      tokens_.fail(tokens_.found(),
                   fmt::format("num_ranks is {}, so rank {} is the last one", count_, count_ - 1));
    }
    return std::move(program_);
  }

 private:
  void next(std::string_view wanted) {
    if (tokens_.next()) return;
    tokens_.fail("the file ends here", fmt::format("{} is missing, it may be truncated", wanted));
  }

  void read_rank() {
    const auto number = static_cast<NodeId>(program_.ranks.size());
    tokens_.expect("rank");
    if (tokens_.number("rank", 0U, kNone) != number) {
      tokens_.fail("another rank", fmt::format("here comes rank {}: ranks are in order", number));
    }
    tokens_.expect("{");
    rank_ = &program_.ranks.emplace_back();
    labels_.clear();
    for (;;) {
      while (tokens_.peek().empty()) next("'}'");
      if (tokens_.accept("}")) break;
      read_statement();
      tokens_.end_line();
      if (++lines_ > kMostGoalLines) {
        tokens_.fail("too many lines", fmt::format("at most {} can be kept", kMostGoalLines));
      }
      if (progress_ && lines_ % kBetween == 0) {
        progress_("reading ranks", double(program_.ranks.size() - 1) / double(count_));
      }
    }
    tokens_.end_line();
    check_acyclic();
  }

  static bool is_operation(std::string_view word) {
    return word == "send" || word == "recv" || word == "calc";
  }
  static bool is_name(std::string_view word) {
    const char c = word.empty() ? '0' : word[0];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  void read_statement() {
    if (is_operation(tokens_.peek())) return read_operation();
    if (tokens_.peek() == "rank") tokens_.fail("'rank'", "the rank above it lacks its '}'");
    if (!is_name(tokens_.peek())) tokens_.fail(tokens_.found(), kStatements);
    const std::string label(tokens_.take());
    if (tokens_.accept(":")) {
      const auto [entry, added] =
          labels_.emplace(label, static_cast<std::uint32_t>(rank_->ops.size()));
      if (!added) {
        tokens_.fail("label " + quote(label),
                     fmt::format("line {} has it already", rank_->ops[entry->second].line));
      }
      if (!is_operation(tokens_.peek())) {
        tokens_.fail(tokens_.found(), "behind a label comes send, recv or calc");
      }
      return read_operation();
    }
    const bool begun = tokens_.peek() == "irequires";
    if (!begun && tokens_.peek() != "requires") tokens_.fail(quote(label), kStatements);
    tokens_.take();
    const std::uint32_t waits = operation(label);
    rank_->orders.push_back({waits, operation(std::string(tokens_.take())), begun});
  }

  std::uint32_t operation(const std::string& label) const {
    const auto found = labels_.find(label);
    if (found == labels_.end()) {
      tokens_.fail("label " + quote(label), "this rank has none of that name above this line");
    }
    return found->second;
  }

  void read_operation() {
    const std::string_view word = tokens_.take();
    GoalOp op{.line = tokens_.line()};
    if (word == "calc") {
      op.kind = GoalOp::Kind::calc;
      op.cycles = tokens_.number("calc", std::uint64_t{0}, kMostGoalTime);
    } else {
      op.kind = word == "send" ? GoalOp::Kind::send : GoalOp::Kind::receive;
      read_message(op);
    }
    read_place("cpu");
    if (op.kind != GoalOp::Kind::calc) read_place("nic");
    rank_->ops.push_back(op);
  }

  void read_message(GoalOp& op) {
    const bool sends = op.kind == GoalOp::Kind::send;
    const std::uint32_t bytes = tokens_.number("size", 0U, kNone);
    program_.least_bytes = std::min(program_.least_bytes, bytes);
    program_.most_bytes = std::max(program_.most_bytes, bytes);
    tokens_.expect("b");
    tokens_.expect(sends ? "to" : "from");
    if (!sends && tokens_.accept("-1")) {
      op.peer = kNone;
    } else {
      op.peer = tokens_.number("rank", 0U, count_ - 1);
    }
    if (op.peer + 1 == program_.ranks.size()) {
      tokens_.fail(fmt::format("rank {} {} itself", op.peer, sends ? "sends to" : "receives from"),
                   "what stays in a processor is no message");
    }
    if (!tokens_.accept("tag")) return;
    if (!sends && tokens_.accept("-1")) {
      op.tag = kNone;
    } else {
      op.tag = tokens_.number("tag", 0U, kNone - 1);
    }
  }

  // Reads an optional cpu or nic, which must be 0: a processor is one core with one port.
  void read_place(std::string_view what) {
    if (!tokens_.accept(what)) return;
    if (tokens_.peek() == "0") {
      tokens_.take();
      return;
    }
    tokens_.fail(fmt::format("{} {}", what, tokens_.found()),
                 fmt::format("a rank is a processor, which does one thing at a time: {} 0, or "
                             "nothing; what runs side by side are ranks",
                             what));
  }

  // Throws InputError if operations of the rank wait for each other in a circle. Kahn's algorithm:
  // each operation that never becomes ready is part of a circle, or waits, directly or indirectly,
  // for an operation of a circle.
  void check_acyclic() const {
    const std::size_t count = rank_->ops.size();
    std::vector<std::uint32_t> open(count, 0), begin(count + 1, 0);
    for (const GoalOrder& order : rank_->orders) {
      ++open[order.waits];
      ++begin[order.until + 1];
    }
    for (std::size_t i = 0; i < count; ++i) begin[i + 1] += begin[i];
    std::vector<std::uint32_t> freed(rank_->orders.size()), place(begin.begin(), begin.end() - 1);
    for (const GoalOrder& order : rank_->orders) freed[place[order.until]++] = order.waits;
    std::vector<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (open[i] == 0) ready.push_back(i);
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      for (std::uint32_t f = begin[ready[i]]; f < begin[ready[i] + 1]; ++f) {
        if (--open[freed[f]] == 0) ready.push_back(freed[f]);
      }
    }
    if (ready.size() < count) fail_cycle(open);
  }

  // Throws InputError with the lines of operations that wait for each other in a circle. `open`:
  // for each operation, the number of its unmet orders. The circle is found by following unmet
  // orders from an operation that has some until an operation recurs.
  [[noreturn]] void fail_cycle(const std::vector<std::uint32_t>& open) const {
    std::vector<std::uint32_t> until(open.size(), kNone);  // by operation: one that it waits for
    for (const GoalOrder& order : rank_->orders) {
      if (open[order.until] > 0) until[order.waits] = order.until;
    }
    auto at = static_cast<std::uint32_t>(
        std::ranges::find_if(open, [](std::uint32_t n) { return n > 0; }) - open.begin());
    std::vector<bool> seen(open.size(), false);
    for (; !seen[at]; at = until[at]) seen[at] = true;
    constexpr int kShown = 4;
    std::string lines;
    int others = 0;
    for (std::uint32_t i = until[at]; i != at; i = until[i]) {
      if (++others > kShown) continue;
      lines += fmt::format("{} {}", others == 1 ? ", through line" : " and", rank_->ops[i].line);
    }
    if (others > kShown) lines += fmt::format(" and {} more", others - kShown);
    throw InputError(fmt::format(
        "{}:{}: this operation of rank {} requires itself{}; take one of these orders away",
        program_.name, rank_->ops[at].line, program_.ranks.size() - 1, lines));
  }

  static constexpr std::uint64_t kBetween = 1 << 14;  // lines between two progress reports

  GoalTokens tokens_;
  const GoalProgress& progress_;
  GoalProgram program_;
  std::uint32_t count_ = 0;  // declared number of ranks
  std::uint64_t lines_ = 0;
  GoalRank* rank_ = nullptr;  // the rank that is being read
  std::unordered_map<std::string, std::uint32_t> labels_;
};

}  // namespace

GoalProgram read_goal(std::istream& in, const std::string& name, const GoalProgress& progress) {
  return Reader(in, name, progress).read();
}

}  // namespace romcast
