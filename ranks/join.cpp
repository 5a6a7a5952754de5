// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "ranks/mpi_module.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// The module is beside the program in the build folder, and in a folder of libraries if installed.
fs::path module_file(unsigned ranks) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path installed = (folder / ROMCAST_MODULES_FROM_PROGRAM).lexically_normal();
  std::error_code error;
  for (const fs::path& place : {folder, installed}) {
    if (fs::exists(place / kMpiModule, error)) return place / kMpiModule;
  }
  throw MissingError(
      fmt::format("one of {} ranks, but there is no {} in {} or {}; install libopenmpi-dev and "
                  "libboost-mpi-dev and build romcast again, or start it without mpirun",
                  ranks, kMpiModule, folder.string(), installed.string()));
}

}  // namespace

std::shared_ptr<Ranks> join_ranks() {
  const Launch launch = launched();
  if (launch.count == 1) return no_other_ranks();
  const fs::path file = module_file(launch.count);
  // RTLD_GLOBAL, since MPI loads plugins that need the symbols of its library.
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
