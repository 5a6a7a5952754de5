// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/error.hpp"

#include <algorithm>

namespace romcast {
namespace {

// Replaces control characters: in a name or a value they could end the line.
std::string in_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }, '?');
  return text;
}

// what() ends at the first NUL.
std::string without_nul(std::string text) {
  std::ranges::replace(text, '\0', '?');
  return text;
}

std::string words(const Given& given) {
  return "`" + given.option + "`" + (given.value ? " " + *given.value : "");
}

std::string one_line(const Given& given, const std::string& reason, const std::string& remedy) {
  std::string text = words(given);
  for (const Given& other : given.others) text += (other.value ? " " : ", ") + words(other);
  text += ": " + reason;
  return in_line(remedy.empty() ? text : text + "; " + remedy);
}

}  // namespace

Given Given::with(const Given& other) const {
  Given both = *this;
  both.others.push_back(other);
  return both;
}

UserError::UserError(const std::string& text)
    : std::runtime_error(without_nul(text)), reason_(text) {}

UserError::UserError(const Given& given, const std::string& reason, const std::string& remedy)
    : std::runtime_error(one_line(given, reason, remedy)),
      option_(given.option),
      value_(given.value.value_or("")),
      reason_(reason),
      remedy_(remedy) {}

UserError::UserError(const std::string& text, const UserError& fields)
    : std::runtime_error(without_nul(text)),
      option_(fields.option_),
      value_(fields.value_),
      reason_(fields.reason_),
      remedy_(fields.remedy_) {}

InputError InputError::missing(std::string_view name, const std::string& reason) {
  return {"`" + std::string(name) + "` is missing: " + reason, InputError(Given(name), reason)};
}

}  // namespace romcast
