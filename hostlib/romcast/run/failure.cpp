// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <system_error>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

// Error texts of libraries, and file names, may contain line ends.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string remedy(const std::error_code& code) {
  if (code == std::errc::resource_unavailable_try_again || code == std::errc::not_enough_memory) {
    return "; end other programs, or raise the limits (ulimit -u, -v)";
  }
  if (code == std::errc::no_space_on_device) return "; free space on the disk";
  return "";
}

}  // namespace

Failure failure(const std::exception& error) {
  const std::string text = one_line(error.what());
  if (dynamic_cast<const InputError*>(&error) != nullptr) return {Failure::kBadInput, text};
  if (dynamic_cast<const MissingError*>(&error) != nullptr) return {Failure::kMissing, text};
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return {Failure::kMissing, "out of memory; take a smaller network or fewer messages"};
  }
  if (const auto* system = dynamic_cast<const std::system_error*>(&error)) {
    return {Failure::kMissing, text + remedy(system->code())};
  }
  return {
      Failure::kMissing,
      fmt::format("internal error: {}; please report it, with the command that led to it", text)};
}

}  // namespace romcast
