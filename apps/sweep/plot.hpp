// SPDX-License-Identifier: Apache-2.0
// Draws the results of a sweep: one figure over another, a curve for each value of a third.
#pragma once

#include <string>
#include <vector>

#include "apps/sweep/row_file.hpp"

namespace romcast {

class Plot {
 public:
  /// `text` as "x=n,y=hardware.cycles,by=algorithm" (by can be left out), `output` a .svg or .html.
  /// Throws InputError if they are none, MissingError if what draws is missing.
  Plot(const std::string& text, std::string output);

  /// Throws InputError if no result has one of the figures, or all lack one.
  void draw(const std::vector<Row>& rows) const;

 private:
  std::string x_{}, y_{}, by_{}, output_;
};

/// The path of the figure that a name stands for: the path itself, its end ("cycles" for
/// "plan.cycles" if no other ends so), or n for the number of processors. Throws InputError.
std::string figure_path(const std::vector<Row>& rows, const std::string& name);

}  // namespace romcast
