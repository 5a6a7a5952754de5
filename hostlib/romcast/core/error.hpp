// SPDX-License-Identifier: Apache-2.0
// Errors that a user can correct: they name the field at fault, its value, the reason and the
// remedy. The texts of errors write the names of fields in backquotes, e.g. "use `algorithm` ring";
// only the command line turns these names into options.
#pragma once

#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

/// A field as it was given.
struct Given {
  std::string option;                  ///< name of the field, e.g. "queue_depth"
  std::optional<std::string> value{};  ///< none if the value does not matter
  std::vector<Given> others{};         ///< fields that contradict this field

  Given(std::string_view name) : option(name) {}
  Given(std::string_view name, std::string_view text) : option(name), value(text) {}
  Given(std::string_view name, std::integral auto number) : Given(name, std::to_string(number)) {}

  [[nodiscard]] Given with(const Given& other) const;
};

/// Base of InputError and MissingError; what() is "`option` value: reason; remedy", one line.
class UserError : public std::runtime_error {
 public:
  /// An error without a field, or an error that another process reported.
  explicit UserError(const std::string& text);
  UserError(const Given& given, const std::string& reason, const std::string& remedy = "");

  /// If no field is at fault, option(), value() and remedy() are empty, and reason() is the text
  /// that the constructor got.
  [[nodiscard]] const std::string& option() const { return option_; }
  [[nodiscard]] const std::string& value() const { return value_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 protected:
  UserError(const std::string& text, const UserError& fields);

 private:
  std::string option_{}, value_{}, reason_{}, remedy_{};
};

/// Bad usage or bad input (exit status 2).
class InputError : public UserError {
 public:
  using UserError::UserError;
  /// The error that a required field is missing.
  static InputError missing(std::string_view name, const std::string& reason);
  /// This error with `before` and `after` (e.g. file and line) around what(); option(), value(),
  /// reason() and remedy() are unchanged.
  [[nodiscard]] InputError within(const std::string& before, const std::string& after = "") const {
    return {before + what() + after, *this};
  }
};

/// Something needed is not installed or not reachable (exit status 3).
class MissingError : public UserError {
 public:
  using UserError::UserError;
};

}  // namespace romcast
