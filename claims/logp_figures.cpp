// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, Figures 1 and 3 to 6. Figures 1 and 6 are compared label by
// label with the plan that the hardware followed, Figure 4 row by row with reception_orders(). The
// paper's scan lacks Figures 3 and 5: the claims about these figures test what the text states.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/logp.hpp"
#include "romcast/core/schedule.hpp"
#include "schedules/logp/endgame.hpp"

namespace romcast::claims {
namespace {

// Points with the same machine and run; a further size, called `name`, has the values 0 .. `most`.
Grid each_label(const LogpSize& size, const std::string& run, const std::string& name,
                unsigned most) {
  std::vector<Point> all;
  for (unsigned i = 0; i <= most; ++i) {
    Point& point = all.emplace_back(logp_point(size, {run}));
    point.at.emplace_back(name, i);
  }
  return points(all);
}

PlanView plan_of(const Row& row, const std::string& collective, const std::string& algorithm,
                 unsigned messages, bool buffered = false) {
  return view_plan(row, {.network = "complete",
                         .collective = collective,
                         .algorithm = algorithm,
                         .options = {{"processors", fmt::format("{}", P_of(row))}},
                         .messages = messages,
                         .timing = {.latency = unsigned(L_of(row)),
                                    .overhead = unsigned(o_of(row)),
                                    .gap = unsigned(g_of(row)),
                                    .buffered = buffered}});
}

// Element i, from 0, of the ascending times at which processors have the item. Nothing if the last
// time is not the number of cycles of the run, or if there are not P times.
std::optional<double> label_of_figure_1(const Row& row) {
  std::vector<double> labels{0};
  for (const Sent& hop : plan_of(row, "broadcast", "optimal-tree", 1).hops) {
    labels.push_back(hop.cycle - 1 + L_of(row) + 2 * o_of(row));
  }
  std::ranges::sort(labels);
  if (labels.back() != row.run().cycles || double(labels.size()) != P_of(row)) return std::nullopt;
  return labels[std::size_t(row["i"])];
}

// Number of processors, without the source, that send an item r times; nothing if this number
// differs among the first `items` items.
std::optional<double> senders(const Row& row, const PlanView& plan, unsigned items) {
  std::vector<std::map<unsigned, unsigned>> sends(items);
  for (const Sent& hop : plan.hops) {
    if (hop.from != 0 && hop.from != hop.to && hop.message < items) {
      ++sends[hop.message][hop.from];
    }
  }
  std::optional<double> first;
  for (const auto& of_item : sends) {
    double found = 0;
    for (unsigned p = 1; p < P_of(row); ++p) {
      const auto count = of_item.find(p);
      if ((count == of_item.end() ? 0 : count->second) == row["r"]) ++found;
    }
    if (first && found != *first) return std::nullopt;
    first = found;
  }
  return first;
}

// Number of blocks of r processors: of internal nodes with r children in the tree of f_t = P-1
// processors; the processors of a block take turns at its node. r = 0: number of leaves, that is of
// processors that only receive an item.
double blocks(const Row& row, unsigned t) {
  const std::multiset<unsigned> sizes = block_sizes(unsigned(L_of(row)), t);
  const auto r = unsigned(row["r"]);
  return r == 0 ? P_of(row) - 1 - double(sizes.size()) : double(sizes.count(r));
}

// The rows of Figure 4: the items of p_1 .. p_7 in the order of reception.
const std::vector<std::vector<int>>& figure_4() {
  static const std::vector<std::vector<int>> rows{
      {1, 8, 2, 3, 4, 5, 7, 15, 6, 9, 10, 11, 12, 14, 13, 16},
      {2, 1, 9, 3, 4, 5, 8, 16, 7, 6, 10, 11, 12, 15, 14, 13},
      {3, 1, 10, 2, 6, 4, 5, 8, 9, 7, 13, 11, 12, 15, 16, 14},
      {4, 1, 11, 2, 3, 6, 7, 5, 8, 9, 10, 13, 14, 12, 15, 16},
      {5, 1, 12, 2, 3, 4, 7, 6, 8, 9, 10, 11, 14, 13, 15, 16},
      {6, 1, 13, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16},
      {7, 2, 3, 4, 5, 1, 14, 6, 9, 10, 11, 12, 8, 13, 16, 15}};
  return rows;
}

// Number of positions in which the items of processor p, in order of reception, differ from row p
// of Figure 4. In steps after the paper's step t, item i arrives at time i - 7 if i = p modulo 7,
// else at time i + m, where p is element m of the reception order of item i modulo 7.
std::optional<double> differences_from_figure_4(const Row& row) {
  const auto p = unsigned(row["p"]);
  const auto orders = logp::reception_orders(7);
  std::vector<std::pair<int, int>> received;  // time, item
  for (int i = 1; i <= 16; ++i) {
    const auto& order = orders[std::size_t((i - 1) % 7)];
    const auto m = int(std::ranges::find(order, p) - order.begin());
    received.emplace_back(unsigned(i - 1) % 7 + 1 == p ? i - 7 : i + m, i);
  }
  std::ranges::sort(received);
  const std::vector<int>& printed = figure_4().at(p - 1);
  double different = 0;
  for (std::size_t i = 0; i < printed.size(); ++i) {
    if (received[i].second != printed[i]) ++different;
  }
  return different;
}

// S_i: element i, from 0, of the descending times at which each processor sends its sum (the root:
// has the sum). i = 8: number of operands that the hardware added.
std::optional<double> sending_time_of_figure_6(const Row& row) {
  if (row["i"] == 8) return row.run()["delivered"];
  std::map<unsigned, double> sends, has;  // by processor
  for (const Sent& hop :
       plan_of(row, "summation", "summation-tree", unsigned(row.predicted().operands.value_or(1)))
           .hops) {
    if (hop.message == kAdd) {
      has[hop.from] = std::max(has[hop.from], hop.cycle - 1.0 + hop.to);
    } else {
      sends[hop.from] = hop.cycle - 1.0;
      const double added = hop.cycle - 1 + L_of(row) + 2 * o_of(row) + 1;
      has[hop.to] = std::max(has[hop.to], added);
    }
  }
  std::vector<double> times;
  for (unsigned p = 0; p < P_of(row); ++p) times.push_back(sends.contains(p) ? sends[p] : has[p]);
  std::ranges::sort(times, std::greater());
  return times[std::size_t(row["i"])];
}

}  // namespace

std::vector<Claim> logp_figures() {
  const std::string sums = "-c summation -a summation-tree --time 28";
  return {
      {.id = "logp-fig1",
       .place = "Figure 1",
       .statement = "P = 8, L = 6, g = 4, o = 2: labels 0, 10, 14, 18, 20, 22, 24, 24",
       .tried = "when the processors of the plan that ran have the item, if the last one has it at "
                "the end of the run",
       .grid = each_label({8, 6, 2, 4, 1}, kTree, "i", 7),
       .measured = label_of_figure_1,
       .printed = of([](const Row& r) {
         return std::vector<double>{0, 10, 14, 18, 20, 22, 24, 24}.at(std::size_t(r["i"]));
       }),
       .printed_text = "the label"},
      {.id = "logp-fig3",
       .place = "Figure 3",
       .statement =
           "Block transmission digraph for L = 3, P-1 = P(11) = 41: of an item the weights "
           "of the edges out of a block of r add to r",
       .tried = "processors of the plan that ran that send an item r times, each item but the "
                "last, which the proof serves a step earlier; the drawing is lost",
       .grid = each_label({42, 3, 0, 1, 16}, "-c broadcast -a single-sending", "r", 9),
       .measured = [](const Row& r) -> std::optional<double> {
         return senders(r, plan_of(r, "broadcast", "single-sending", 16), 15);
       },
       .printed = of([](const Row& r) { return blocks(r, 11); }),
       .printed_text = "blocks of r processors; r = 0: those that only receive the item"},
      {.id = "logp-fig4",
       .place = "Figure 4",
       .statement = "Reception table L = 5, r = 7, k = 16",
       .tried =
           "items of p_1 to p_7 in the order of reception: places that differ from the printed "
           "row",
       .grid = points_of([](bool) {
         std::vector<Point> all;
         for (unsigned p = 1; p <= 7; ++p) {
           all.push_back({{{"L", 5}, {"r", 7}, {"k", 16}, {"p", p}}, {}});
         }
         return all;
       }),
       .measured = differences_from_figure_4,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-fig5",
       .place = "Figure 5",
       .statement =
           "L = 3, P-1 = 13, k = 14: optimal buffered schedule, the processors in blocks as "
           "in section 3.4",
       .tried =
           "the cycles at r = 0; else processors of the plan that ran that send an item r times; "
           "the table is lost",
       .grid = each_label({14, 3, 0, 1, 14}, "-c broadcast -a buffered", "r", 6),
       .measured = [](const Row& r) -> std::optional<double> {
         if (r["r"] == 0) return r.run().cycles;
         return senders(r, plan_of(r, "broadcast", "buffered", 14, true), 14);
       },
       .printed = of([](const Row& r) {
         return r["r"] == 0 ? others_time(r) + L_of(r) + items_of(r) - 1 : blocks(r, 8);
       }),
       .printed_text = "B(P-1) + L + k - 1; blocks of r processors"},
      {.id = "logp-fig6",
       .place = "Figure 6",
       .statement = "t = 28, P = 8, L = 5, g = 4, o = 2: S_i = 28, 18, 14, 10, 8, 6, 4, 4 and 79 "
                    "operands",
       .tried =
           "when the processors of the plan that ran send, the last one when it has the sum; i = "
           "8: operands that the hardware added",
       .grid = each_label({8, 5, 2, 4, 1}, sums, "i", 8),
       .measured = sending_time_of_figure_6,
       .printed = of([](const Row& r) {
         return std::vector<double>{28, 18, 14, 10, 8, 6, 4, 4, 79}.at(std::size_t(r["i"]));
       }),
       .printed_text = "S_i; 79 operands"},
  };
}

}  // namespace romcast::claims
