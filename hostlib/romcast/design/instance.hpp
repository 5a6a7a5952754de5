// SPDX-License-Identifier: Apache-2.0
// An instance of a module in Verilog, with named parameters and pins.
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <vector>

namespace romcast {

struct VerilogInstance {
  struct Parameter {
    template <std::integral Number>
    Parameter(std::string of, Number number) : name(std::move(of)), value(std::to_string(number)) {}
    /// The value is an expression.
    Parameter(std::string of, std::string expression)
        : name(std::move(of)), value(std::move(expression)) {}
    std::string name, value;
  };
  struct Pin {
    std::string name, net;
  };

  std::string module, name;
  std::vector<Parameter> parameters;
  std::vector<Pin> pins;

  /// The instance in Verilog: one parameter or pin per line, in the order of the lists.
  [[nodiscard]] std::string text() const;
};

}  // namespace romcast
