// SPDX-License-Identifier: Apache-2.0
// Programs of examples have sc_main, which SystemC's library calls from a main() of its own.
#include <systemc>

int main(int count, char** words) { return sc_core::sc_elab_and_sim(count, words); }
