// SPDX-License-Identifier: Apache-2.0
// Plots the results of a sweep: one figure against another, a curve for each value of a third.
#pragma once

#include <string>
#include <vector>

#include "apps/sweep/row_file.hpp"

namespace romcast {

class Plot {
 public:
  /// `text` like "x=n,y=hardware.cycles,by=algorithm" (by is optional), `output` a .svg or .html.
  /// Throws InputError if they are malformed, MissingError if the drawing program is missing.
  Plot(const std::string& text, std::string output);

  /// Throws InputError if a figure is in none of the results, or if every result lacks one.
  void draw(const std::vector<Row>& rows) const;

 private:
  std::string x_{}, y_{}, by_{}, output_;
};

/// The full path of a figure: the path itself, a unique suffix ("cycles" for "plan.cycles" if no
/// other path ends so), or n for the number of processors. Throws InputError.
std::string figure_path(const std::vector<Row>& rows, const std::string& name);

}  // namespace romcast
