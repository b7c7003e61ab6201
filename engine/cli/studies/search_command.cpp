#include "cli/studies/search_command.h"

#include "cli/support/arguments.h"
#include "cli/support/interruption.h"

#include <csignal>
#include <stdexcept>

namespace headroom::cli {

std::string jsonLine(const nlohmann::ordered_json& json, int indent)
{
    return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

study::Wish wishOfSignals()
{
    return interrupted() ? study::Wish::stop : study::Wish::goOn;
}

ExitStatus runSearch(const std::function<ExitStatus()>& search, const SearchFailure& failure)
{
    std::signal(SIGPIPE, SIG_IGN); // a closed reader is noticed when writing to it, and the runs are ended
    noteInterruptions();
    try {
        return search();
    } catch (const std::invalid_argument& error) {
        reportError(std::string("Nothing can be searched, since ") + error.what() + '.');
        return atFault;
    } catch (const BadArgument& error) {
        reportError(error.what());
        return atFault;
    } catch (const std::exception& error) {
        reportError(failure.before.empty() ? error.what() : failure.before + error.what() + '.');
        return failure.status;
    }
}

} // namespace headroom::cli
