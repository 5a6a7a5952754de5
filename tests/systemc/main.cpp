// SPDX-License-Identifier: Apache-2.0
// The main() of the example programs: starts SystemC, which calls the sc_main() of the example.
#include <systemc>

int main(int count, char** words) { return sc_core::sc_elab_and_sim(count, words); }
