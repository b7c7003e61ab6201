#include "cli/support/interruption.h"

#include <csignal>

namespace headroom::cli {

namespace {

volatile std::sig_atomic_t noted = 0;

void note(int)
{
    noted = 1;
}

} // namespace

void noteInterruptions()
{
    struct sigaction action = {};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted()
{
    return noted != 0;
}

} // namespace headroom::cli
