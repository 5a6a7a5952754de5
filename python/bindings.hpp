// SPDX-License-Identifier: Apache-2.0
// The parts of the Python module, and the functions that they share.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "python/conversions.hpp"

namespace romcast::python {

namespace py = pybind11;

void bind_networks(py::module_& module);
void bind_runs(py::module_& module);
void bind_fabrics(py::module_& module);

/// An array over the vector's memory; the array owns the vector.
template <class T>
py::array_t<T> array_of(std::vector<T> rows) {
  auto kept = std::make_unique<std::vector<T>>(std::move(rows));
  std::vector<T>& memory = *kept;
  const py::capsule owner(kept.release(),
                          [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return py::array_t<T>(memory.size(), memory.data(), owner);
}

inline py::object parsed(const nlohmann::ordered_json& json) {
  return py::module_::import("json").attr("loads")(json.dump());
}

/// Unpacks the plan of an earlier search, which Run.found and Fabric.found return packed.
Plan plan_of(const std::string& found);

}  // namespace romcast::python
