// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "schedules/designer/report/design_report.hpp"

namespace romcast {
namespace {

using designer::Catalog;
using designer::CollectiveFigures;
using designer::Design;

constexpr double kPanelWidth = 420, kPanelHeight = 320, kLeft = 64, kTop = 40, kRight = 24,
                 kBottom = 48;

std::string svg_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return safe;
}

// Draws one collective: the axes, the region that no network reaches, a dot for each network, and
// the names of the networks on the frontier.
class Panel {
 public:
  Panel(const Catalog& catalog, std::size_t k, double left)
      : catalog_(catalog), k_(k), left_(left + kLeft) {
    for (const Design& one : catalog.designs) {
      most_steps_ = std::max(most_steps_, one.figures[k].steps);
      most_cycles_ = std::max(most_cycles_, shown(one.figures[k]));
    }
    most_steps_ += 1;
    most_cycles_ *= 1.05;
  }

  std::string svg() {
    const double right = x(most_steps_), bottom = y(0), top = y(most_cycles_);
    std::string text = fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"bold\">{}</text>\n"
        "<path d=\"M{:.1f},{:.1f}V{:.1f}H{:.1f}\" fill=\"none\" stroke=\"#444\"/>\n",
        left_, kTop - 16, name(catalog_.collectives[k_]), left_, top, bottom, right);
    const unsigned every = most_steps_ / 12 + 1;
    for (unsigned steps = 0; steps <= most_steps_; steps += every) {
      text += label(x(steps), bottom + 16, "middle", std::to_string(steps));
    }
    for (unsigned i = 0; i <= 4; ++i) {
      const double cycles = most_cycles_ * i / 4;
      text += label(left_ - 6, y(cycles) + 4, "end", fmt::format("{:.4g}", cycles));
    }
    text += label((left_ + right) / 2, bottom + 36, "middle", "steps");
    text += limit(right, bottom, top);
    for (const bool frontier : {false, true}) {
      for (const Design& one : catalog_.designs) {
        if (one.figures[k_].frontier == frontier) text += dot(one, frontier);
      }
    }
    return text;
  }

 private:
  [[nodiscard]] double x(double steps) const {
    return left_ + steps / most_steps_ * (kPanelWidth - kLeft - kRight);
  }
  [[nodiscard]] double y(double cycles) const {
    return kPanelHeight - kBottom - cycles / most_cycles_ * (kPanelHeight - kTop - kBottom);
  }
  static std::string label(double at_x, double at_y, const char* anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at_x, at_y,
                       anchor, svg_text(text));
  }
  // The region that no network reaches.
  [[nodiscard]] std::string limit(double right, double bottom, double top) const {
    const double steps = x(catalog_.any.steps), cycles = y(catalog_.any.cycles[k_]);
    return fmt::format(
        "<path d=\"M{0:.1f},{1:.1f}H{2:.1f}V{3:.1f}H{4:.1f}V{5:.1f}H{0:.1f}Z\" fill=\"#eee\">"
        "<title>no network of this size and degree</title></path>\n",
        left_, top, steps, cycles, right, bottom);
  }
  static double shown(const CollectiveFigures& figures) {
    return figures.known ? figures.cycles : figures.bound;
  }
  // Filled; a circle at the bound if the cycles are not known.
  std::string dot(const Design& one, bool frontier) {
    const CollectiveFigures& figures = one.figures[k_];
    const double at_x = x(figures.steps), at_y = y(shown(figures));
    const char* look = frontier        ? "fill=\"#c0392b\""
                       : figures.known ? "fill=\"#7f8c8d\""
                                       : "fill=\"white\" stroke=\"#7f8c8d\"";
    std::string text = fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" {}><title>{}: {} steps, {}{:.5g} cycles "
        "per message</title></circle>\n",
        at_x, at_y, look, svg_text(one.candidate.network), figures.steps,
        figures.known ? "" : "at least ", shown(figures));
    if (!frontier) return text;
    // A name that would overlap an earlier one moves up.
    double line = at_y - 6;
    for (const auto& [other_x, other_y] : names_) {
      if (std::abs(other_x - at_x) < 40 && std::abs(other_y - line) < 11) line = other_y - 12;
    }
    names_.emplace_back(at_x, line);
    return text + label(at_x + 7, line, "start", one.candidate.network);
  }

  const Catalog& catalog_;
  std::size_t k_;
  double left_;
  unsigned most_steps_ = 1;
  double most_cycles_ = 0;
  std::vector<std::pair<double, double>> names_{};  // where names of the frontier begin
};

}  // namespace

std::string design_picture(const Catalog& catalog) {
  const double width = kPanelWidth * double(std::max<std::size_t>(catalog.collectives.size(), 1));
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 "
      "0 "
      "{0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"11\">\n"
      "<title>Networks of {2} processors with {3} links: steps and cycles per message</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, kPanelHeight, catalog.processors, catalog.degree);
  for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
    text += Panel(catalog, k, kPanelWidth * double(k)).svg();
  }
  return text + "</svg>\n";
}

}  // namespace romcast
