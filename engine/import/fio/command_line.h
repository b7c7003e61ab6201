// Command lines of fio, as people paste them or keep them in scripts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::import::fio {

/// One call of fio.
struct Command
{
    std::vector<std::string> arguments; ///< $NAME and ${NAME} are written ${NAME}
    std::size_t line = 0;               ///< on which it begins
    bool atOnce = false;                ///< the one before it runs in the background (&)
};

/// The calls of fio in a text, in their order, behind prompts ("$ ", "root@host:~# ") and such as sudo, time and
/// taskset; empty if there is none. What else a script does is passed over. Throws ImportError where a script has
/// loops, conditions or output of other programs, of which nobody knows what they make of a call.
std::vector<Command> commandsIn(const std::string& text);

} // namespace headroom::import::fio
