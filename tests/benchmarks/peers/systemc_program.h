// A SystemC program with a `main` of its own, so that SystemC's banner keeps off the terminal.
#pragma once

#define SC_INCLUDE_DYNAMIC_PROCESSES // for sc_spawn

#include <cstdlib>
#include <systemc>

namespace {

/// Before the static initialisers of SystemC's headers, which print it.
[[gnu::constructor(101)]] void silenceBanner()
{
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
}

} // namespace

int main(int argc, char** argv)
{
    return sc_core::sc_elab_and_sim(argc, argv);
}
