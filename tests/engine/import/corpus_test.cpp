// Files of other programs with what has to come out of them, a line for each workload (tests/data/imports). What fio
// itself makes of a file is compared with it, where fio is installed.
#include "import/fio/options.h"
#include "import/import.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

using namespace headroom;
using project::Json;

namespace {

namespace fs = std::filesystem;

const fs::path corpusRoot = fs::path(HEADROOM_SOURCE_DIR) / "tests" / "data" / "imports";

std::string textOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Expectations by the name of the file.
Json expectations(const std::string& format)
{
    return Json::parse(textOf(corpusRoot / format / "expected.json"));
}

import::Imported importOf(const std::string& format, const std::string& name, const Json& expected)
{
    import::Surroundings around;
    around.libraries = {fs::path(HEADROOM_SOURCE_DIR) / "libraries"};
    const Json defines = expected.value("defines", Json::object());
    for (const auto& [variable, value] : defines.items())
        around.defines[variable] = value.get<std::string>();
    around.fileBeside = [format](const std::string& file) {
        const fs::path path = corpusRoot / format / file;
        return file.find("..") == std::string::npos && fs::is_regular_file(path) ? std::optional(textOf(path))
                                                                                 : std::nullopt;
    };
    return import::importText(textOf(corpusRoot / format / name), fs::path(name).stem().string(), around);
}

std::string plainNumber(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.12g", value.get<double>());
    return buffer;
}

std::string sizeInWords(const Json& share)
{
    if (share.contains("sizes")) {
        std::string text;
        for (const Json& row : share["sizes"])
            text += (text.empty() ? "" : ", ") + plainNumber(row[0]) + " (" + plainNumber(row[1]) + ")" +
                    (row.size() > 2 ? " " + plainNumber(row[2]) : "");
        return " of " + text;
    }
    if (share.contains("size_min"))
        return " of " + plainNumber(share["size_min"]) + " to " + plainNumber(share["size_max"]);
    return share.contains("size") ? " of " + plainNumber(share["size"]) : "";
}

std::string keysInWords(const Json& fields)
{
    const std::string popularity = fields.value("key_distribution", "uniform");
    return plainNumber(fields["keys"]) + (popularity == "Zipf" ? " Zipf" : "") + " keys" +
           (popularity == "in turn" ? " in turn" : "");
}

std::string operationInWords(const Json& share, double weights)
{
    const double percent = 100 * share["weight"].get<double>() / weights;
    std::string text = percent < 100 ? plainNumber(std::round(percent * 10) / 10) + " % " : "";
    text += share["operation"].get<std::string>() + sizeInWords(share);
    if (share.contains("keys"))
        text += " from " + keysInWords(share);
    const Json& arguments = share["arguments"];
    if (const std::string key = arguments.value("key", "key"); key != "key")
        text += " at " + key;
    if (const std::string offset = arguments.value("offset", "");
        offset.find(" + ") != std::string::npos && offset.find("(asked *") == std::string::npos)
        text += " at " + offset;
    if (arguments.contains("device"))
        text += " on device " + arguments["device"].get<std::string>();
    return text;
}

/// A workload as a line: "b from 1 in phase 2: workers 4 for 10 s, depth 8, 100 keys; 70 % read of 4096, 30 % write
/// ..."
std::string inWords(const Json& workload)
{
    std::string text = workload["id"].get<std::string>();
    if (workload["start"] != 0)
        text += " from " + plainNumber(workload["start"]);
    if (workload.contains("phase"))
        text += " in phase " + plainNumber(workload["phase"]);
    const Json stage = workload.contains("stages") ? workload["stages"][0] : workload;
    text += workload["type"] == "open loop"
                ? ": rate " + plainNumber(stage["rate"]) + " " + workload["arrivals"].get<std::string>()
                : ": workers " + plainNumber(stage["workers"]);
    if (workload.contains("stages"))
        text += " for " + plainNumber(stage["duration"]) + " s";
    if (workload.contains("total"))
        text += ", " + plainNumber(workload["total"]) + " in all";
    if (workload.value("depth", 1.0) > 1)
        text += ", depth " + plainNumber(workload["depth"]);
    if (workload.contains("think_time"))
        text += ", think " + plainNumber(workload["think_time"]) + " after " + plainNumber(workload["think_after"]);
    if (workload.contains("warm_up"))
        text += ", own warm-up " + plainNumber(workload["warm_up"]);
    if (workload.contains("keys"))
        text += ", " + keysInWords(workload);
    double weights = 0;
    for (const Json& share : workload["operations"])
        weights += share["weight"].get<double>();
    std::string between = "; ";
    for (const Json& share : workload["operations"]) {
        text += between + operationInWords(share, weights);
        between = ", ";
    }
    return text;
}

Json parameterOf(const Json& tree, const char* name)
{
    for (const Json& parameter : tree["parameters"])
        if (parameter["name"] == name)
            return parameter["value"];
    return nullptr;
}

void checkImported(const import::Imported& imported, const Json& expected)
{
    std::vector<std::string> lines;
    for (const Json& workload : imported.tree["workloads"])
        lines.push_back(inWords(workload));
    CHECK(lines == expected.value("workloads", std::vector<std::string>()));
    const Json& run = imported.tree["run"];
    if (expected.contains("run"))
        CHECK((run.contains("until") && !expected["run"].get<std::string>().ends_with(" s")
                   ? "until " + run["until"].get<std::string>()
                   : plainNumber(run["duration"]) + " s") == expected["run"].get<std::string>());
    if (!parameterOf(imported.tree, "DRIVES").is_null())
        CHECK(parameterOf(imported.tree, "DRIVES") == expected.value("devices", 1));
    if (expected.contains("containers"))
        CHECK(parameterOf(imported.tree, "CONTAINERS") == expected["containers"]);
    std::string said;
    for (const auto* sentences : {&imported.left, &imported.assumptions})
        for (const std::string& sentence : *sentences)
            said += sentence + "\n";
    INFO(said);
    std::size_t from = 0;
    for (const std::string& words : expected.value("says", std::vector<std::string>())) { // in this order
        INFO(words);
        const std::size_t found = said.find(words, from);
        CHECK(found != std::string::npos);
        from = found == std::string::npos ? from : found;
    }
    for (const std::string& words : expected.value("silent", std::vector<std::string>())) {
        INFO(words);
        CHECK(said.find(words) == std::string::npos);
    }
    if (!expected.contains("says"))
        CHECK(imported.left.empty());
}

} // namespace

TEST_CASE("each file of the corpus becomes what it says")
{
    const std::string format = test::oneOf<std::string>({"fio", "cosbench"});
    const Json all = expectations(format);
    std::size_t files = 0;
    for (const auto& [name, expected] : all.items()) {
        INFO(format << "/" << name);
        ++files;
        std::string refusal;
        try {
            const auto imported = importOf(format, name, expected);
            if (!expected.contains("refused"))
                checkImported(imported, expected);
        } catch (const import::ImportError& error) {
            refusal = error.what();
        }
        INFO(refusal);
        CHECK(refusal.empty() == !expected.contains("refused"));
        CHECK(refusal.find(expected.value("refused", "")) != std::string::npos);
    }
    std::size_t there = 0;
    for (const auto& entry : fs::directory_iterator(corpusRoot / format))
        there += entry.path().extension() == ".fio" || entry.path().extension() == ".xml";
    CHECK(files == there);
}

TEST_CASE("every option of fio 3.33 is carried over, named or known as harmless")
{
    std::ifstream list(corpusRoot / "fio" / "options-3.33.txt");
    std::string line;
    std::size_t count = 0;
    const auto known = expectations("fio");
    while (std::getline(list, line)) {
        const std::size_t colon = line.find(':');
        std::string name = line.substr(0, colon);
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        if (colon == std::string::npos || name.empty())
            continue;
        ++count;
        INFO(name);
        const auto use = import::fio::useOf(import::fio::canonicalName(name));
        CHECK(use != import::fio::Use::unknown);
        if (use != import::fio::Use::changes)
            continue;
        // With a value that no option has as its default, the sentence names the option as it is written.
        const std::string text = "[a]\nrw=read\nsize=1m\n" + name + "=777\n";
        const bool replaces = name == "read_iolog" || name == "create_only";
        try {
            const auto imported =
                import::importText(text, "x", {{fs::path(HEADROOM_SOURCE_DIR) / "libraries"}, {}, {}});
            CHECK(std::ranges::any_of(imported.left, [&](const std::string& sentence) {
                return sentence.find(name + "=777") != std::string::npos;
            }));
            CHECK_FALSE(replaces);
        } catch (const import::ImportError& error) {
            CHECK(replaces);
            CHECK(std::string(error.what()).find(name) != std::string::npos);
        }
    }
    CHECK(count > 200);
}

namespace {

/// The jobs of fio's JSON result by name, clones added up.
struct FioJob
{
    double reads = 0, writes = 0, readBytes = 0, writeBytes = 0, runtimeS = 0;
    int clones = 0;
};

/// Runs fio on its null engine, in which only the options count that shape the load.
std::map<std::string, FioJob> runFio(const std::string& text, const fs::path& folder)
{
    std::string changed;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        const std::string line = text.substr(from, to - from);
        const bool left = line.starts_with("ioengine") || line.starts_with("filename") || line.starts_with("direct");
        if (!left)
            changed += line + "\n";
        from = to + 1;
    }
    fs::create_directories(folder);
    std::ofstream(folder / "job.fio") << "[global]\nioengine=null\n" << changed;
    const std::string command =
        "cd '" + folder.string() + "' && timeout 30 fio --output-format=json --output=out.json job.fio 2>/dev/null";
    REQUIRE(std::system(command.c_str()) == 0);
    std::string result = textOf(folder / "out.json");
    std::map<std::string, FioJob> jobs;
    const Json parsed = Json::parse(result.substr(result.find('{')));
    for (const Json& job : parsed["jobs"]) {
        FioJob& sum = jobs[job["jobname"].get<std::string>()];
        ++sum.clones;
        sum.reads += job["read"]["total_ios"].get<double>();
        sum.writes += job["write"]["total_ios"].get<double>();
        sum.readBytes += job["read"]["io_bytes"].get<double>();
        sum.writeBytes += job["write"]["io_bytes"].get<double>();
        sum.runtimeS = std::max(
            {sum.runtimeS, job["read"]["runtime"].get<double>() / 1000, job["write"]["runtime"].get<double>() / 1000});
    }
    fs::remove_all(folder);
    return jobs;
}

double meanSize(const Json& share)
{
    if (share.contains("sizes")) {
        double sum = 0, weights = 0;
        for (const Json& row : share["sizes"]) {
            sum += row[0].get<double>() * row[1].get<double>();
            weights += row[1].get<double>();
        }
        return sum / weights;
    }
    if (share.contains("size_min"))
        return (share["size_min"].get<double>() + share["size_max"].get<double>()) / 2;
    return share["size"].get<double>();
}

void compareWithFio(const Json& workload, const FioJob& fio)
{
    const Json stage = workload.contains("stages") ? workload["stages"][0] : workload;
    const double all = fio.reads + fio.writes;
    if (workload["type"] == "closed loop")
        CHECK(stage["workers"].get<double>() == fio.clones);
    const bool counted = workload.contains("total");
    if (counted) // a job of mixed sizes ends with the I/O that completes its bytes
        CHECK(workload["total"].get<double>() == Approx(all).epsilon(0.02));
    else
        CHECK(stage["duration"].get<double>() == Approx(fio.runtimeS).epsilon(0.1));
    // On a busy machine fio falls behind its rate: the expectation beside the file holds it from the other side.
    if (workload["type"] == "open loop" && fio.runtimeS > 0.3)
        CHECK(stage["rate"].get<double>() > 0.94 * all / fio.runtimeS);
    double reads = 0, weights = 0;
    for (const Json& share : workload["operations"]) {
        const bool isRead = share["operation"].get<std::string>().find("read") != std::string::npos;
        weights += share["weight"].get<double>();
        reads += isRead ? share["weight"].get<double>() : 0;
        const double bytes = isRead ? fio.readBytes : fio.writeBytes, count = isRead ? fio.reads : fio.writes;
        REQUIRE(count > 0);
        CHECK(meanSize(share) == Approx(bytes / count).epsilon(0.06));
    }
    CHECK(reads / weights == Approx(fio.reads / all).margin(0.06));
}

} // namespace

TEST_CASE("fio itself takes the same from a file", "[fio]")
{
    if (std::system("fio --version >/dev/null 2>&1") != 0) {
        WARN("fio is not installed, so that nothing is compared with it");
        return;
    }
    const fs::path folder = fs::temp_directory_path() / ("headroom-fio-" + std::to_string(::getpid()));
    const Json all = expectations("fio");
    std::size_t compared = 0;
    for (const auto& [name, expected] : all.items()) {
        if (!expected.value("fio", false))
            continue;
        INFO(name);
        ++compared;
        const auto imported = importOf("fio", name, expected);
        const auto jobs = runFio(textOf(corpusRoot / "fio" / name), folder);
        CHECK(jobs.size() == imported.tree["workloads"].size());
        for (const Json& workload : imported.tree["workloads"]) {
            INFO(workload["id"]);
            REQUIRE(jobs.contains(workload["id"].get<std::string>()));
            compareWithFio(workload, jobs.at(workload["id"].get<std::string>()));
        }
    }
    CHECK(compared > 30);
}
