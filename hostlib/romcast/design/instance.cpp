// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/instance.hpp"

#include <fmt/format.h>

namespace romcast {
namespace {

// A named item of a list, on its own line.
std::string item(const std::string& before, const std::string& name, const std::string& value) {
  return fmt::format("{}\n      .{}({})", before.empty() ? "" : ",", name, value);
}

}  // namespace

std::string VerilogInstance::text() const {
  std::string given, connected;
  for (const Parameter& one : parameters) given += item(given, one.name, one.value);
  for (const Pin& one : pins) connected += item(connected, one.name, one.net);
  return fmt::format("  {} #({}\n  ) {} ({}\n  );\n", module, given, name, connected);
}

}  // namespace romcast
