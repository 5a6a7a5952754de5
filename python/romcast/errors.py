# SPDX-License-Identifier: Apache-2.0
"""Exceptions: what is at fault, its value, why it does not fit, and what would."""

import typing


class Error(Exception):
    """Any error of romcast.

    Attributes: `option` (the argument or field at fault, empty for errors in files), `value`, `reason`,
    `remedy`; all are strings. `str()` is all of it in one line.
    """

    def __init__(self, text, option="", value="", reason="", remedy=""):
        super().__init__(text)
        self.option, self.value, self.reason, self.remedy = option, value, reason or text, remedy

    def __reduce__(self):
        return type(self), (str(self), self.option, self.value, self.reason, self.remedy)


class InputError(Error, ValueError):
    """Something that was given does not fit."""


class MissingError(Error, RuntimeError):
    """A tool is not installed, or failed."""


def refuse(option, value, reason, remedy="") -> typing.NoReturn:
    text = f"`{option}` {value}: {reason}" + (f"; {remedy}" if remedy else "")
    raise InputError(text, option, str(value), reason, remedy)
