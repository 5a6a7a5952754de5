// GOAL programs on the command line.
#include <catch2/catch.hpp>

#include "apps/program.hpp"
