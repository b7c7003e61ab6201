// Counts the instructions that an event costs, and those until the first event: figures that other programs on the
// machine do not change. The engine runs in Valgrind's callgrind.
#include "child/process.h"
#include "markdown_table.h"
#include "record/structure/summary_json.h"
#include "record/summary/summary.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using namespace headroom;
using test::number;

/// A file that callgrind writes; it does not remain.
class CountsFile
{
public:
    CountsFile()
        : path_((std::filesystem::temp_directory_path() / ("headroom-bench-" + std::to_string(::getpid()) + ".counts"))
                    .string())
    {
    }
    ~CountsFile()
    {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    CountsFile(const CountsFile&) = delete;
    CountsFile& operator=(const CountsFile&) = delete;
    const std::string& path() const { return path_; }

    /// The instructions of the whole program.
    double total() const
    {
        std::ifstream file(path_);
        for (std::string line; std::getline(file, line);)
            for (const char* const key : {"summary: ", "totals: "})
                if (line.starts_with(key))
                    return std::stod(line.substr(std::string(key).size()));
        throw std::runtime_error("callgrind wrote no total");
    }

private:
    std::string path_;
};

struct Count
{
    double instructions = 0;
    record::Summary summary;
};

/// One run of the shipped project with that simulated time; `more` are further arguments.
Count countOf(const std::string& project, const std::vector<std::string>& settings, const std::string& duration,
              const std::vector<std::string>& more = {})
{
    const CountsFile file;
    child::Command command{"/usr/bin/env",
                           {"valgrind", "--tool=callgrind", "--callgrind-out-file=" + file.path(), HEADROOM_ENGINE,
                            "simulate", HEADROOM_SOURCE_DIR "/projects/" + project, "--json", "--duration", duration}};
    for (const std::string& setting : settings)
        command.arguments.insert(command.arguments.end(), {"--set", setting});
    command.arguments.insert(command.arguments.end(), more.begin(), more.end());
    const child::Ending ending = child::Process(command).wait();
    if (!ending.good())
        throw std::runtime_error("no counts of " + project + " (is Valgrind installed?): " + ending.reason());
    return {file.total(), record::summaryFromJson(record::Json::parse(ending.output))};
}

double endedIn(const record::Summary& summary)
{
    double ended = 0;
    for (const auto& [name, operation] : summary.operations)
        ended += static_cast<double>(operation.count);
    return ended;
}

/// A row, by the difference of two lengths: without the start, and without what is done once at the end.
void row(const test::MarkdownTable& table, const std::string& project, const std::vector<std::string>& settings,
         const char* shorter, const char* longer, double completionsPerRequest)
{
    const Count start = countOf(project, settings, "1 ns", {"--warm-up", "0 s"}),
                brief = countOf(project, settings, shorter), whole = countOf(project, settings, longer);
    const double instructions = whole.instructions - brief.instructions;
    const double requests = endedIn(whole.summary) - endedIn(brief.summary);
    table.row({project, number(start.instructions / 1e6, 1),
               number(instructions / static_cast<double>(whole.summary.events - brief.summary.events)),
               number(instructions / requests),
               completionsPerRequest > 0 ? number(instructions / requests / completionsPerRequest) : ""});
}

} // namespace

int main()
{
    test::printHeading("Instructions",
                       "Counted by callgrind: up to the first event (with the results of an empty run), and what more "
                       "simulated time adds. A write of the mini object store is served seven times (aim: 1000 for a "
                       "completion).");
    const test::MarkdownTable table(
        {"project", "start, millions", "for an event", "for a request", "for a completion"});
    constexpr double completionsPerWrite = 7; // once by a proxy, three times by processors and by disks
    row(table, "mini-object-store", {"WARM_UP=0.1 s"}, "0.4 s", "1 s", completionsPerWrite);
    row(table, "first-steps", {}, "10 s", "30 s", 0);
    row(table, "swift-rack", {}, "11 s", "14 s", 0);
    return 0;
}
