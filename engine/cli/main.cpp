#include "cli/program.h"
#include "kernel/large_pages.h"

int main(int argc, char** argv)
{
    headroom::kernel::useLargePagesForHeap();
    return headroom::cli::runProgram(argc, argv);
}
