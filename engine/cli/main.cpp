#include "cli/program.h"

int main(int argc, char** argv)
{
    return headroom::cli::runProgram(argc, argv);
}
