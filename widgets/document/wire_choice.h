// Which ports of a whole diagram a wire may end at, found in one walk, so that they can all be shown while it is drawn.
#pragma once

#include "project/document/document.h"

#include <set>
#include <string>
#include <utility>

namespace headroom::widgets {

class WireChoice
{
public:
    /// A wire that is drawn from a port: a way out (`output`) or, backwards, a way in.
    WireChoice(const project::Diagram& diagram, const std::string& block, const std::string& port, bool output);

    /// Whether it may end at this port of the other direction; as DocumentModel::wireRefusal() says, for a port that
    /// exists and a beginning that is free.
    bool mayEnd(const project::Block& block, const std::string& port) const;

private:
    bool output_;
    bool beginsAtAgain_ = false;     ///< backwards from where a loop's body comes back: nothing circles
    std::set<std::string> circling_; ///< blocks that control would come back to
    std::set<std::pair<std::string, std::string>> used_; ///< ways out that have a wire
};

} // namespace headroom::widgets
