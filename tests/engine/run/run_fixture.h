// Whole runs of small projects, with every law checked.
#pragma once

#include "../behaviour/tiny_project.h"
#include "run/run.h"

#include <string>
#include <vector>

namespace headroom::test {

struct Listener : run::Observer
{
    std::vector<record::Span> spans;
    void spanned(const record::Span& span) override { spans.push_back(span); }
};

struct NoteListener : run::Observer
{
    std::vector<std::string> texts;
    void noted(const record::LogLine& line) override { texts.push_back(line.text); }
};

/// Clients put messages into a queue at a constant rate, and are answered; consumers take 0.1 s for each message.
TinyProject consumedQueue(const std::string& rate, int consumers);

inline const std::string answerBlock = R"({"id": "r", "type": "reply"})";

record::Summary simulate(const Json& tree, run::Options options = {}, run::Observer* observer = nullptr);

/// Outcome of a model, whatever it says: "fault: " and the findings, "stopped: " and the limit, or "ran".
std::string fate(const Json& tree);

/// The component of the project's own with this id.
Json& componentOf(TinyProject& tiny, const std::string& id);
void multiply(Json& figures, const std::vector<std::string>& names, double factor);

} // namespace headroom::test
