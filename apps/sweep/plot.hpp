// SPDX-License-Identifier: Apache-2.0
// Plots the results of a sweep: one figure against another, a curve for each value of a third.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/sweep/row_file.hpp"

namespace romcast {

class Plot {
 public:
  /// `text` like "x=n,y=hardware.cycles,by=algorithm,where=ports=multi", `output` a .svg or .html.
  /// `by` and `where` are optional and may occur several times. Throws InputError if `text` or
  /// `output` is malformed, MissingError if the drawing program is missing.
  Plot(const std::string& text, std::string output);

  /// Draws results. Throws InputError if no result has a figure or a value that the text names, if
  /// no result has numbers for both x and y, or if a curve has two results for one x, naming the
  /// options in which these two differ.
  void draw(const std::vector<Row>& rows) const;

 private:
  [[nodiscard]] std::vector<Row> chosen(const std::vector<Row>& rows) const;
  [[noreturn]] void refuse_second(const Row& first, const Row& second, const std::string& x,
                                  const std::string& curve) const;

  std::string text_, x_{}, y_{}, output_;
  std::vector<std::string> by_{};
  std::vector<std::pair<std::string, std::string>> where_{};
};

}  // namespace romcast
