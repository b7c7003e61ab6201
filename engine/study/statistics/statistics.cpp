#include "study/statistics/statistics.h"

#include "child/process.h"

#include <filesystem>
#include <stdexcept>

namespace headroom::study {

namespace {

/// It is built beside the program that asks, and installed in libexec/headroom of the same prefix; the tests of the
/// library say where it is.
std::string pathOfStatistics()
{
    if (const char* const path = std::getenv("HEADROOM_STATISTICS"))
        return path;
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const std::filesystem::path installed = folder.parent_path() / "libexec/headroom/headroom-statistics";
    return (std::filesystem::exists(installed, error) ? installed : folder / "headroom-statistics").string();
}

} // namespace

nlohmann::json askStatistics(const nlohmann::json& request)
{
    const std::string program = pathOfStatistics();
    if (!std::filesystem::exists(program))
        throw std::runtime_error(
            "The program headroom-statistics, which computes samples and sensitivities, is missing: " + program +
            ". Build it with `./headroom build`, or install the package headroom-engine again.");
    child::Process process({program, {}}, child::Process::Input::commands);
    process.send(request.dump());
    process.closeInput();
    const child::Ending ending = process.wait();
    nlohmann::json answer = nlohmann::json::parse(ending.output, nullptr, false);
    if (answer.is_object() && answer.contains("fault"))
        throw std::runtime_error("headroom-statistics: " + answer["fault"].get<std::string>());
    if (!ending.good() || !answer.is_object())
        throw std::runtime_error("headroom-statistics failed: " + ending.reason());
    return answer;
}

std::vector<std::vector<double>> sampleOfCube(const std::string& design, std::size_t dimensions, std::size_t count,
                                              std::uint64_t seed)
{
    return askStatistics(
               {{"do", "sample"}, {"design", design}, {"dimensions", dimensions}, {"points", count}, {"seed", seed}})
        .at("points")
        .get<std::vector<std::vector<double>>>();
}

} // namespace headroom::study
