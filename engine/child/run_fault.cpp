#include "child/run_fault.h"

#include <sstream>

namespace headroom::child {

bool measuredNothing(const record::Summary& summary)
{
    return summary.limit.empty() && !summary.stuck && summary.warmUpS > 0 && summary.simulatedS <= summary.warmUpS;
}

std::string faultOf(const record::Summary& summary)
{
    if (!summary.limit.empty())
        return "was stopped: " + summary.limit;
    if (summary.stuck)
        return "got stuck: " + record::sentenceOf(*summary.stuck);
    if (measuredNothing(summary)) {
        std::ostringstream text;
        text << "measured nothing: it ended at " << summary.simulatedS << " s, and its warm-up lasts until then. Let "
             << "it last longer (duration, --duration), or shorten the warm-up";
        return text.str();
    }
    return summary.stopped ? "was stopped" : "";
}

} // namespace headroom::child
