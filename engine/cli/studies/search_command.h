// The skeleton of the commands that search: signals, progress, an answer that grows, and why there is none.
#pragma once

#include "cli/commands/program.h"
#include "cli/support/progress_line.h"
#include "study/execute/search.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <utility>

namespace headroom::cli {

/// JSON as one line, or indented.
std::string jsonLine(const nlohmann::ordered_json& json, int indent = -1);

/// The wish that interruptions express.
study::Wish wishOfSignals();

/// The words before the reason if a search fails, and the status then.
struct SearchFailure
{
    std::string before = "The search failed: ";
    ExitStatus status = runFailed;
};

/// Runs `search` so that the first interruption and a closed reader are noticed and stop it. Faults of arguments, and
/// of what is to be searched (std::invalid_argument), are reported; so are other exceptions, as `failure` says.
ExitStatus runSearch(const std::function<ExitStatus()>& search, const SearchFailure& failure = {});

/// Prints an answer that grows while its runs end: its progress on a terminal, with --stream all of it after each run,
/// one JSON object a line, and the whole at the end.
template <class Answer>
class AnswerOutput
{
public:
    using Words = std::function<std::string(const Answer&)>;

    AnswerOutput(bool json, bool stream, Words progress, Words text)
        : json_(json), stream_(stream), line_(!stream), progress_(std::move(progress)), text_(std::move(text))
    {
    }

    void changed(const Answer& answer)
    {
        line_.show([&] { return progress_(answer); });
        if (stream_)
            print(jsonLine(toJson(answer)));
    }
    void end(const Answer& answer)
    {
        line_.erase();
        if (!stream_)
            print(json_ ? jsonLine(toJson(answer), 2) : text_(answer));
    }

private:
    bool json_, stream_;
    ProgressLine line_;
    Words progress_, text_;
};

} // namespace headroom::cli
