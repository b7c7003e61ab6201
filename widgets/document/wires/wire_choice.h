// Finds all ports of a diagram at which a wire may end, in one traversal, to show them while the wire is drawn.
#pragma once

#include "project/document/document.h"

#include <set>
#include <string>
#include <utility>

namespace headroom::widgets {

class WireChoice
{
public:
    /// A wire that is drawn from a port: an output (`output`) or, backwards, an input.
    WireChoice(const project::Diagram& diagram, const std::string& block, const std::string& port, bool output);

    /// True if the wire may end at this port, which has the opposite direction. The result is that of
    /// wireRefusal() for an existing port and a free start.
    bool mayEnd(const project::Block& block, const std::string& port) const;

private:
    bool output_;
    bool beginsAtAgain_ = false;     ///< the wire is drawn backwards from the input for the way back of a loop: no
                                     ///< cycle is possible
    std::set<std::string> circling_; ///< blocks whose connection would create a cycle
    std::set<std::pair<std::string, std::string>> used_; ///< outputs that already have a wire
};

} // namespace headroom::widgets
