// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string_view>

#include "ranks/ranks.hpp"

namespace romcast {
namespace {

std::optional<unsigned> number(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr || *text == 0) return std::nullopt;
  return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

bool shares_memory() {
  const char* text = std::getenv("ROMCAST_MPI_MESSAGES");
  return text == nullptr || std::string_view(text) != "1";
}

}  // namespace

Launch launched() {
  struct Launcher {
    const char *count, *rank;
  };
  // Variables of Open MPI's mpirun, and of MPICH's family.
  for (const auto& [count, rank] : {Launcher{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                    Launcher{"PMI_SIZE", "PMI_RANK"}}) {
    const auto several = number(count);
    if (several && *several > 1)
      return {
          .rank = number(rank).value_or(0), .count = *several, .shares_memory = shares_memory()};
  }
  return {};
}

}  // namespace romcast
