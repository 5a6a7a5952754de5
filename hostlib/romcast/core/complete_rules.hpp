// SPDX-License-Identifier: Apache-2.0
// Local rules of a fully connected network: processors whose periodic rows are computed from their
// number (rtl/complete/cube_rows.v), so that they need no ROM.
#pragma once

#include <cstdint>

namespace romcast {

/// The processors are the points of a cube of side k+1, numbers of d digits c = 0..d-1; the source
/// is point 0, and point p is processor (source + p) mod n. In round R, of phase c = R mod d, the
/// lines in dimension c exchange. With x the digit c of a point:
///   point 0 sends message k*R + j to point (j+1)(k+1)^c: offset -j, port j
///   point v != 0 sends message k*R - (k*(1+a) - j), where the non-zero digit b of v with the
///   largest age a = (c-1-b) mod d has the value j+1, to all v + (x - v_c)(k+1)^c except v
///   and point 0; the port is x, less 1 if x > v_c
/// The lane of receiver w is the sender's digit s_c, less 1 if s_c > w_c.
struct CompleteRules {
  std::uint32_t k = 1;  ///< ports
  unsigned d = 1;       ///< digits, and the period of all rows
  bool clip = false;    ///< numbers beyond the last message mean the last message
};

}  // namespace romcast
