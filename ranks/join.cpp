// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "ranks/module_file.hpp"
#include "ranks/mpi_module.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

fs::path mpi_module(unsigned ranks) {
  if (fs::path file = module_file(kMpiModule); !file.empty()) return file;
  throw MissingError(
      fmt::format("one of {} ranks, but there is no {} in {} or {}; install libopenmpi-dev and "
                  "libboost-mpi-dev and build romcast again, or start it without mpirun",
                  ranks, kMpiModule, program_file_folder().string(), installed_modules().string()));
}

}  // namespace

std::shared_ptr<Ranks> join_ranks() {
  const Launch launch = launched();
  if (launch.count == 1) return no_other_ranks();
  const fs::path file = mpi_module(launch.count);
  // RTLD_GLOBAL, since MPI loads plug-ins that need the symbols of its library.
  void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (module == nullptr) {
    throw MissingError(
        fmt::format("one of {} ranks, but MPI cannot be loaded ({}); install openmpi-bin and "
                    "libboost-mpi-dev, or start romcast without mpirun",
                    launch.count, dlerror()));
  }
  void* const join = dlsym(module, ROMCAST_MPI_JOIN_NAME);
  if (join == nullptr) {
    throw MissingError(fmt::format(
        "one of {} ranks, but {} belongs to another romcast; build or install both together",
        launch.count, file.string()));
  }
  return std::shared_ptr<Ranks>(reinterpret_cast<MpiJoin*>(join)());
}

}  // namespace romcast
