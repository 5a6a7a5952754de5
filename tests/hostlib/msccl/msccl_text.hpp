// SPDX-License-Identifier: Apache-2.0
// MSCCL programs for tests, and the results of reading them.
#pragma once

#include <fmt/format.h>

#include <sstream>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/msccl/execution.hpp"
#include "romcast/msccl/reader.hpp"

namespace romcast::test {

inline msccl::Program read_msccl_text(const std::string& text) {
  std::istringstream in(text);
  return msccl::read_program(in, "x.xml");
}

/// The error of reading or checking the program `text`; empty if there is none.
inline std::string msccl_trouble(const std::string& text) {
  try {
    const msccl::Program program = read_msccl_text(text);
    static_cast<void>(msccl::checked(program));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

inline std::string msccl_step(unsigned s, const std::string& type, const std::string& from,
                              const std::string& to, const std::string& more = "") {
  return fmt::format(
      R"(<step s="{}" type="{}" srcbuf="{}" srcoff="{}" dstbuf="{}" dstoff="{}" cnt="1" depid="-1" deps="-1" hasdep="0" {}/>)"
      "\n",
      s, type, from.substr(0, 1), from.substr(1), to.substr(0, 1), to.substr(1), more);
}

/// GPU 0 sends a chunk over GPU 1 to GPU 2. Each step has a line: GPU 0's steps are in lines 4 and
/// 5, GPU 1's step in line 10, GPU 2's step in line 15.
inline std::string msccl_chain() {
  return R"(<algo name="chain" proto="Simple" nchannels="1" nchunksperloop="1" ngpus="3" coll="broadcast" inplace="0" outofplace="1" minBytes="0" maxBytes="1024">
<gpu id="0" i_chunks="1" o_chunks="1" s_chunks="0">
<tb id="0" send="1" recv="-1" chan="0">
)" + msccl_step(0, "s", "i0", "o0") +
         msccl_step(1, "cpy", "i0", "o0") +
         R"(</tb>
</gpu>
<gpu id="1" i_chunks="1" o_chunks="1" s_chunks="0">
<tb id="0" send="2" recv="0" chan="0">
)" + msccl_step(0, "rcs", "i0", "o0") +
         R"(</tb>
</gpu>
<gpu id="2" i_chunks="1" o_chunks="1" s_chunks="0">
<tb id="0" send="-1" recv="1" chan="0">
)" + msccl_step(0, "r", "i0", "o0") +
         "</tb>\n</gpu>\n</algo>\n";
}

/// An allreduce on a ring. Chunk c starts at GPU c and goes around the ring twice: the first time
/// it is summed (steps rrs, at last rrcs), the second time the sum is distributed (rcs, at last r).
inline std::string msccl_ring_allreduce(unsigned n) {
  std::string text = fmt::format(
      R"(<algo name="ring" proto="LL" nchannels="1" nchunksperloop="{0}" ngpus="{0}" coll="allreduce" inplace="1">)"
      "\n",
      n);
  for (unsigned g = 0; g < n; ++g) {
    text += fmt::format(R"(<gpu id="{}" i_chunks="{}" o_chunks="0" s_chunks="0">)", g, n);
    text +=
        fmt::format(R"(<tb id="0" send="{}" recv="{}" chan="0">)", (g + 1) % n, (g + n - 1) % n);
    const auto chunk = [&](unsigned step) { return fmt::format("i{}", (g + 2 * n - step) % n); };
    text += msccl_step(0, "s", chunk(0), chunk(0));
    for (unsigned s = 1; s < n - 1; ++s) text += msccl_step(s, "rrs", chunk(s), chunk(s));
    text += msccl_step(n - 1, "rrcs", chunk(n - 1), chunk(n - 1));
    for (unsigned s = n; s < 2 * n - 2; ++s) text += msccl_step(s, "rcs", chunk(s), chunk(s));
    text += msccl_step(2 * n - 2, "r", chunk(2 * n - 2), chunk(2 * n - 2));
    text += "</tb>\n</gpu>\n";
  }
  return text + "</algo>\n";
}

/// Every GPU except the last sends its chunk to the next GPU. No collective of MPI does that.
inline std::string msccl_shift(unsigned n) {
  std::string text = fmt::format(R"(<algo name="shift" ngpus="{}" coll="custom" inplace="0">)", n);
  for (unsigned g = 0; g < n; ++g) {
    text += fmt::format(R"(<gpu id="{0}" i_chunks="{1}" o_chunks="{2}" s_chunks="0">)", g,
                        g + 1 < n ? 1 : 0, g > 0 ? 1 : 0);
    if (g + 1 < n) {
      text += fmt::format(R"(<tb id="0" send="{}" recv="-1">)", g + 1) +
              msccl_step(0, "s", "i0", "o0") + "</tb>";
    }
    if (g > 0) {
      text += fmt::format(R"(<tb id="1" send="-1" recv="{}">)", g - 1) +
              msccl_step(0, "r", "i0", "o0") + "</tb>";
    }
    text += "</gpu>\n";
  }
  return text + "</algo>\n";
}

/// An allgather on a ring. In the first step every GPU sends its own chunk, in each later step the
/// chunk that the GPU received last. The program is in place and, like those of some generators,
/// has no input buffers.
inline std::string msccl_ring_allgather(unsigned n) {
  std::string text = fmt::format(
      R"(<algo name="ring" ngpus="{0}" nchannels="1" nchunksperloop="{0}" proto="Simple" coll="allgather" inplace="1">)"
      "\n",
      n);
  for (unsigned g = 0; g < n; ++g) {
    text += fmt::format(R"(<gpu id="{}" i_chunks="0" o_chunks="{}" s_chunks="0">)", g, n);
    text +=
        fmt::format(R"(<tb id="0" send="{}" recv="{}" chan="0">)", (g + 1) % n, (g + n - 1) % n);
    const auto chunk = [&](unsigned step) { return fmt::format("o{}", (g + n - step) % n); };
    text += msccl_step(0, "s", chunk(0), chunk(0));
    for (unsigned s = 1; s < n - 1; ++s) text += msccl_step(s, "rcs", chunk(s), chunk(s));
    text += msccl_step(n - 1, "r", chunk(n - 1), chunk(n - 1));
    text += "</tb>\n</gpu>\n";
  }
  return text + "</algo>\n";
}

/// Returns `text` with its first `old` replaced by `with`; throws std::logic_error if `text` does
/// not contain `old`.
inline std::string msccl_with(std::string text, const std::string& old, const std::string& with) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos) throw std::logic_error("no " + old);
  return text.replace(at, old.size(), with);
}

}  // namespace romcast::test
