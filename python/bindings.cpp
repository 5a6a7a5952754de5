// SPDX-License-Identifier: Apache-2.0
// The C++ side of the Python module: python/romcast has the names that users see, their types and
// their documentation.
#include "python/bindings.hpp"

#include <dlfcn.h>

#include "schedules/any/interrupt.hpp"

using namespace romcast;
using namespace romcast::python;

namespace {

// The path of this library, for LD_PRELOAD; "" if unknown. Models of switches use the library's
// 32 kB of thread-local variables: too much for a library that a running process loads.
std::string library_file() {
  Dl_info info{};
  return ::dladdr(reinterpret_cast<const void*>(&all_collectives), &info) != 0 ? info.dli_fname
                                                                               : "";
}

template <class Error>
void set_error(const char* type, const Error& error) {
  const py::object raised =
      py::module_::import("romcast.errors")
          .attr(type)(error.what(), error.option(), error.value(), error.reason(), error.remedy());
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised.ptr())), raised.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    set_error("InputError", error);
  } catch (const MissingError& error) {
    set_error("MissingError", error);
  }
}

}  // namespace

PYBIND11_MODULE(_romcast, module) {
  py::register_exception_translator(translate);
  any::let_interrupts_end_searches();
  bind_networks(module);
  bind_runs(module);
  bind_fabrics(module);
  module.def("library_file", &library_file);
  module.def("algorithms", [] {
    std::vector<std::tuple<std::string, std::string, std::string, std::string>> all;
    for (const Algorithm& one : all_algorithms()) {
      all.emplace_back(one.name, one.network, std::string(name(one.collective)), one.summary);
    }
    return all;
  });
}
