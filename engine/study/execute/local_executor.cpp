#include "study/execute/local_executor.h"

#include "child/run_fault.h"
#include "record/structure/summary_json.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace headroom::study {

namespace {

constexpr double shortRunS = 0.1; ///< processor time; some hundred times what lies between two runs

using Said = nlohmann::json; // not record::Json: a summary is read from sorted keys

/// The object in the output of a run, JSON as text or CBOR; discarded if it is neither. Not by from_cbor, which copies
/// all that it has read.
Said saidIn(const std::string& output)
{
    const auto format = output.starts_with('{') ? Said::input_format_t::json : Said::input_format_t::cbor;
    Said said;
    nlohmann::detail::json_sax_dom_parser<Said> reader(said, false);
    return Said::sax_parse(output, &reader, format) ? std::move(said) : Said(Said::value_t::discarded);
}

} // namespace

LocalExecutor::LocalExecutor(std::size_t atOnce, Start start) : atOnce_(atOnce), start_(std::move(start)) {}

/// One more than run at once: so a core does not wait until the study has taken in the run that has just ended.
std::size_t LocalExecutor::room() const
{
    const std::size_t wanted = 2 * atOnce_;
    return wanted - std::min(wanted, pending());
}

void LocalExecutor::add(std::uint64_t job, const child::Simulation& simulation)
{
    waiting_.emplace_back(job, simulation);
    startSome();
}

std::vector<std::uint64_t> LocalExecutor::running() const
{
    std::vector<std::uint64_t> jobs;
    for (const Running& each : running_)
        jobs.push_back(each.job);
    return jobs;
}

void LocalExecutor::startSome()
{
    while (!paused_ && running_.size() < allowed() && !waiting_.empty()) {
        auto process = start_(waiting_.front().second);
        running_.push_back({waiting_.front().first, std::move(process)});
        waiting_.pop_front();
    }
}

void LocalExecutor::advance(std::chrono::milliseconds atMost, const Done& done)
{
    startSome();
    std::vector<child::Process*> processes;
    for (const Running& each : running_)
        processes.push_back(each.process.get());
    child::Process::awaitNews(processes, atMost);
    std::vector<Running> ended;
    for (std::size_t i = 0; i < running_.size();) {
        if (running_[i].process->listen(std::chrono::milliseconds(0))) {
            short_ = running_[i].process->ending().processorS < shortRunS;
            ended.push_back(std::move(running_[i]));
            running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    startSome(); // before the results are taken in, which takes a while
    for (const Running& each : ended)
        done(each.job, outcomeOf(each.process->ending()));
}

void LocalExecutor::cancel()
{
    waiting_.clear();
    running_.clear();
}

std::string LocalExecutor::inWords() const
{
    return atOnce_ == 1 ? "one process on this machine" : std::to_string(atOnce_) + " processes on this machine";
}

RunOutcome outcomeOf(const child::Ending& ending)
{
    RunOutcome outcome;
    outcome.processorS = ending.processorS;
    try {
        const Said said = saidIn(ending.output);
        if (!said.is_object())
            outcome.summary = child::summaryOf(ending); // throws why there is none
        else if (said.contains("fault"))
            outcome.problem = "failed: " + said["fault"].get<std::string>();
        else {
            outcome.summary = record::summaryFromJson(said);
            outcome.remarks = said.value("remarks", outcome.remarks);
        }
        if (outcome.summary && child::measuredNothing(*outcome.summary)) {
            outcome.problem = child::faultOf(*outcome.summary);
            outcome.summary.reset();
        }
    } catch (const std::exception& error) {
        outcome.problem = error.what();
    }
    return outcome;
}

} // namespace headroom::study
