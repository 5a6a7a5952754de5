// SPDX-License-Identifier: Apache-2.0
// Local rules of a fully connected network: each processor computes its periodic rows from the
// processor's number (rtl/complete/cube_rows.v), so that no processor needs a ROM.
#pragma once

#include <cstdint>

namespace romcast {

/// The processors are the n = (k+1)^d points of a cube: a point is a number of d digits 0..k, and
/// digit c has the weight (k+1)^c. The source is point 0, and point p is processor (source + p) mod
/// n. In round R = 0, 1, ... points that differ only in digit c = R mod d send to each other: each
/// point sends message k*R - offset, or none if this number is negative. v_c is digit c of point v.
///   Point 0 sends to point (j+1)(k+1)^c, for j = 0..k-1, with offset -j, through port j.
///   Point v != 0: let digit b of v be the non-zero digit with the largest age a = (c-1-b) mod d,
///   and let v_b = j+1. Then v sends with offset k*(1+a) - j to the points v + (x - v_c)(k+1)^c,
///   x = 0..k, except to v itself and to point 0, through port x, or x - 1 if x > v_c.
/// Receiver w gets the message of sender s in lane s_c, or s_c - 1 if s_c > w_c.
struct CompleteRules {
  std::uint32_t k = 1;  ///< ports
  unsigned d = 1;       ///< digits, and the period of all rows
  bool clip = false;    ///< numbers beyond the last message mean the last message
};

}  // namespace romcast
