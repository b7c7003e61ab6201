#include "cli/commands/program.h"
#include "run/large_heap.h"

int main(int argc, char** argv)
{
    headroom::run::useLargePagesForHeap();
    return headroom::cli::runProgram(argc, argv);
}
