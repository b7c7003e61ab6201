#include "study/bench/fio_answer.h"

#include "project/document/json.h"

#include <cmath>
#include <stdexcept>

namespace headroom::study {

namespace {

using project::Json;

constexpr double nsPerUs = 1000;

/// A number in an object of objects, by its path.
double number(const Json& tree, std::initializer_list<const char*> path)
{
    const Json* at = &tree;
    std::string place;
    for (const char* key : path) {
        place += std::string("/") + key;
        const auto found = at->is_object() ? at->find(key) : at->end();
        if (!at->is_object() || found == at->end())
            throw std::runtime_error("The answer of fio has no " + place + ": its version is not understood.");
        at = &*found;
    }
    if (!at->is_number())
        throw std::runtime_error("The answer of fio has no number at " + place + '.');
    const double value = at->get<double>();
    if (!std::isfinite(value) || value < 0)
        throw std::runtime_error("The answer of fio has an impossible number at " + place + '.');
    return value;
}

FioDirection direction(const Json& job, const char* name)
{
    FioDirection made;
    made.perSecond = number(job, {name, "iops"});
    made.bytesPerSecond = number(job, {name, "bw_bytes"});
    made.meanUs = number(job, {name, "lat_ns", "mean"}) / nsPerUs;
    made.spreadUs = number(job, {name, "lat_ns", "stddev"}) / nsPerUs;
    return made;
}

} // namespace

FioAnswer readFio(std::string_view text)
{
    const std::size_t begin = text.find("{"), end = text.rfind('}');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
        throw std::runtime_error("fio gave no answer in JSON.");
    const Json tree = Json::parse(text.substr(begin, end + 1 - begin), nullptr, false);
    if (tree.is_discarded() || !tree.is_object())
        throw std::runtime_error("fio gave no answer that is JSON.");
    const auto jobs = tree.find("jobs");
    if (jobs == tree.end() || !jobs->is_array() || jobs->size() != 1 || !jobs->front().is_object())
        throw std::runtime_error("The answer of fio is not that of one job.");
    const Json& job = jobs->front();
    if (const double error = number(job, {"error"}); error != 0)
        throw std::runtime_error("fio ended with the error " + std::to_string(std::lround(error)) + '.');
    FioAnswer answer;
    if (const auto version = tree.find("fio version"); version != tree.end() && version->is_string())
        answer.version = version->get<std::string>();
    answer.reads = direction(job, "read");
    answer.writes = direction(job, "write");
    if (!(answer.reads.perSecond > 0) && !(answer.writes.perSecond > 0))
        throw std::runtime_error("fio finished no request in the time of the job.");
    if (job.contains("sync") && job["sync"].contains("lat_ns") && number(job, {"sync", "lat_ns", "mean"}) > 0) {
        answer.flushMeanUs = number(job, {"sync", "lat_ns", "mean"}) / nsPerUs;
        if (job["sync"]["lat_ns"].contains("percentile"))
            answer.flushMedianUs = number(job, {"sync", "lat_ns", "percentile", "50.000000"}) / nsPerUs;
    }
    return answer;
}

} // namespace headroom::study
