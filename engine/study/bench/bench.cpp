#include "study/bench/bench.h"

#include "child/process.h"
#include "project/document/one_line.h"

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

namespace headroom::study {

namespace {

constexpr std::chrono::milliseconds betweenReadings{200};
constexpr double slowestOfFlashUs = 1000; ///< a random read that takes longer is one of a disk with platters

/// The output of fio; nothing if it was stopped.
std::optional<std::string> outputOf(const std::string& fio, std::vector<std::string> arguments, const AskWish& wish)
{
    child::Process process({fio, std::move(arguments)});
    while (!process.listen(betweenReadings)) {
        if (!wish || wish() != Wish::stop)
            continue;
        process.stop();
        process.wait();
        return std::nullopt;
    }
    const child::Ending& ending = process.ending();
    if (wish && wish() == Wish::stop) // the terminal interrupts fio, too, which then ends as if all was well
        return std::nullopt;
    if (!ending.good())
        throw std::runtime_error("fio failed: " + project::inOneLine(ending.reason()));
    return ending.output;
}

class Jobs
{
public:
    Jobs(const BenchPlace& place, const BenchOptions& options, const std::string& fio,
         const std::function<void(const BenchProgress&)>& progress, const AskWish& wish)
        : place_(place), options_(options), fio_(fio), progress_(progress), wish_(wish)
    {
    }

    void expect(std::size_t jobs) { told_.jobs = jobs; }
    bool fill()
    {
        tell("writing the file");
        return outputOf(fio_, fillArguments(place_.path(), place_.bytes()), wish_).has_value();
    }
    /// False if it was stopped.
    bool run(const std::vector<BenchJob>& jobs, std::vector<BenchResult>& results)
    {
        for (const BenchJob& job : jobs) {
            tell(inWords(job));
            const auto output =
                outputOf(fio_, argumentsOf(job, place_.path(), place_.bytes(), options_.secondsOfJob), wish_);
            if (!output)
                return false;
            results.emplace_back(job, readFio(*output));
            ++told_.done;
        }
        return true;
    }

private:
    void tell(std::string job)
    {
        told_.job = std::move(job);
        if (progress_)
            progress_(told_);
    }

    const BenchPlace& place_;
    const BenchOptions& options_;
    const std::string& fio_;
    const std::function<void(const BenchProgress&)>& progress_;
    const AskWish& wish_;
    BenchProgress told_;
};

} // namespace

std::string fioProgram()
{
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const std::string program = folder + "/fio"; ::access(program.c_str(), X_OK) == 0)
            return program;
    throw std::runtime_error("fio is not installed, which makes the load on the drive. Install it, as with "
                             "\"apt install fio\".");
}

std::optional<BenchFindings> measureDrive(const BenchPlace& place, const BenchOptions& options, const std::string& fio,
                                          const std::function<void(const BenchProgress&)>& progress,
                                          const AskWish& wish)
{
    BenchFindings found;
    found.drive = place.drive();
    found.secondsOfJob = options.secondsOfJob;
    found.fileBytes = place.bytes();
    found.day = options.day;
    BenchScope& scope = found.scope;
    scope.quick = options.quick;
    scope.writes = !place.isDevice() || options.writes;
    scope.wholeDrive = place.isDevice();
    scope.rotates = options.kind.empty() ? place.drive().rotates : options.kind == "disk";

    Jobs jobs(place, options, fio, progress, wish);
    jobs.expect(depthJobs(scope).size() + furtherJobs(scope, 1).size());
    if (!place.isDevice() && !jobs.fill())
        return std::nullopt;
    std::vector<BenchJob> reads = depthJobs(scope);
    const std::vector<BenchJob> alone(reads.begin(), reads.begin() + 1);
    if (!jobs.run(alone, found.results))
        return std::nullopt;
    // Virtual disks call themselves disks with platters.
    if (scope.rotates && options.kind.empty() && found.results[0].second.reads.meanUs < slowestOfFlashUs) {
        scope.rotates = false;
        reads = depthJobs(scope);
        jobs.expect(reads.size() + furtherJobs(scope, 1).size());
    }
    reads.erase(reads.begin());
    if (!jobs.run(reads, found.results) || !jobs.run(furtherJobs(scope, saturatedDepth(found.results)), found.results))
        return std::nullopt;
    return found;
}

} // namespace headroom::study
