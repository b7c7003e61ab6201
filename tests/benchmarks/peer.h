// Runs a peer: the same model in another library, as a program of its own (peers/README.md).
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace headroom::bench {

struct PeerAnswer
{
    std::vector<double> figures; ///< those it printed; empty if there is a fault
    std::string fault;           ///< why there are none
};

inline PeerAnswer askPeer(const std::string& name, const std::string& arguments)
{
    const std::string program = std::string(HEADROOM_PEERS) + "/peer-" + name;
    if (!std::filesystem::exists(program))
        return {{}, "not built, as its library was not found; ./headroom bench --peers installs it"};
    std::FILE* pipe = popen(("'" + program + "' " + arguments).c_str(), "r");
    if (!pipe)
        return {{}, "could not be started"};
    PeerAnswer answer;
    for (double figure; std::fscanf(pipe, "%lf", &figure) == 1;)
        answer.figures.push_back(figure);
    while (std::fgetc(pipe) != EOF)
        continue; // so that it does not end for want of a reader
    if (const int status = pclose(pipe); status != 0)
        return {{},
                WIFEXITED(status) ? "ended with " + std::to_string(WEXITSTATUS(status))
                                  : "killed by signal " + std::to_string(WTERMSIG(status))};
    if (answer.figures.empty())
        answer.fault = "printed no figure";
    return answer;
}

} // namespace headroom::bench
