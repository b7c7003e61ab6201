#include "study/execute/shared_folder.h"

#include "project/file/atomic_file.h"
#include "record/structure/json.h"
#include "record/summary/summary.h"
#include "study/execute/digits.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace headroom::study {

namespace {

namespace fs = std::filesystem;
using SharedJson = record::Json;

constexpr const char* beginning = "headroom-"; // of the names of shared folders

std::string textOf(const SharedJson& json)
{
    return json.dump(-1, ' ', false, SharedJson::error_handler_t::replace);
}

/// The contents of a file; nothing if it cannot be read.
std::optional<std::string> contentsOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf())))
        return {};
    return text.str();
}

/// The text as one word of the shell.
std::string shellWord(const std::string& text)
{
    std::string word = "'";
    for (const char each : text)
        word += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return word + '\'';
}

SharedJson toJson(const SharedRun& run)
{
    return {{"job", run.job},
            {"settings", run.simulation.settings},
            {"scale", run.simulation.scale},
            {"seed", run.simulation.seed},
            {"duration", run.simulation.duration},
            {"warm_up", run.simulation.warmUp},
            {"window_parts", run.simulation.windowParts},
            {"under", run.simulation.under}};
}

SharedRun runFromJson(const SharedJson& json)
{
    SharedRun run;
    run.job = json.at("job").get<std::uint64_t>();
    run.simulation.settings = json.at("settings").get<std::vector<std::string>>();
    run.simulation.scale = json.at("scale").get<std::vector<std::string>>();
    run.simulation.seed = json.at("seed").get<std::string>();
    run.simulation.duration = json.at("duration").get<std::string>();
    run.simulation.warmUp = json.at("warm_up").get<std::string>();
    run.simulation.windowParts = json.at("window_parts").get<std::uint64_t>();
    run.simulation.under = json.at("under").get<std::string>();
    run.simulation.single = true;
    return run;
}

child::Ending endingFromJson(const SharedJson& json)
{
    child::Ending ending;
    ending.exitStatus = json.at("status").get<int>();
    ending.signal = json.at("signal").get<int>();
    ending.output = json.at("output").get<std::string>();
    ending.processorS = json.at("processor_s").get<double>();
    return ending;
}

/// While another process holds the lock. A file system that knows no locks lets all pass.
bool isLocked(const fs::path& file)
{
    const int lock = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (lock < 0)
        return false;
    const bool locked = ::flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(lock);
    return locked;
}

/// A task that is just ending may write while it is removed.
void removeAll(const fs::path& folder)
{
    std::error_code error;
    for (int attempt = 0; attempt < 20; ++attempt) {
        fs::remove_all(folder, error);
        if (!error)
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

} // namespace

SharedFolder::SharedFolder(const fs::path& parent, const SharedStudy& study)
{
    std::error_code error;
    fs::create_directories(parent, error); // its failure is reported by the next step
    std::string name = (fs::absolute(parent) / (std::string(beginning) + "XXXXXX")).string();
    if (!::mkdtemp(name.data()))
        throw std::runtime_error("In \"" + parent.string() + "\" nothing can be shared with the nodes: " +
                                 std::strerror(errno) + ". Name another folder with --shared.");
    path_ = name;
    try {
        fill(study);
    } catch (...) {
        removeAll(path_);
        throw;
    }
}

SharedFolder::~SharedFolder()
{
    removeAll(path_);
    if (lock_ >= 0)
        ::close(lock_);
}

void SharedFolder::fill(const SharedStudy& study)
{
    lock_ = ::open((path_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    ::flock(lock_, LOCK_EX | LOCK_NB);
    for (const char* const folder : {"batches", "results", "logs", "libraries"})
        fs::create_directory(path_ / folder);
    SharedJson told = SharedJson::array();
    for (const project::Finding& finding : study.told)
        told.push_back({{"key", finding.key}, {"pointer", finding.pointer}});
    const SharedJson all = {{"engine", study.engine},
                            {"file", fs::absolute(study.file).string()},
                            {"beside", fs::absolute(study.beside).string()},
                            {"told", std::move(told)}};
    project::writeAtomically(path_ / "study.json", textOf(all));
    project::writeAtomically(path_ / "project.headroom", study.projectText);
    std::string libraries;
    for (std::size_t i = 0; i < study.libraries.size(); ++i) {
        const std::string copy = "libraries/" + std::to_string(i);
        if (!fs::exists(study.libraries[i]))
            continue;
        fs::copy(study.libraries[i], path_ / copy, fs::copy_options::recursive);
        libraries += (libraries.empty() ? "" : ":") + copy;
    }
    // The user's own library is among the copies. A task runs in this folder.
    project::writeAtomically(script(), "#!/bin/sh\nexport HEADROOM_LIBRARIES=" + shellWord(libraries) +
                                           "\nexport XDG_DATA_HOME=\"$PWD/none\"\nexec " +
                                           shellWord(study.program.string()) +
                                           " study-task . \"$1\" \"$SLURM_ARRAY_TASK_ID\"\n");
}

void SharedFolder::removeLeftovers(const fs::path& parent, const fs::path& file,
                                   const std::function<void(const std::string&)>& cancel)
{
    std::error_code error;
    std::vector<fs::path> left;
    for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error))
        if (it->path().filename().string().starts_with(beginning)) {
            const auto study = SharedJson::parse(contentsOf(it->path() / "study.json").value_or(""), nullptr, false);
            if (study.is_object() && study.value("file", "") == fs::absolute(file).string())
                left.push_back(it->path());
        }
    for (const fs::path& folder : left) {
        if (isLocked(folder / "lock"))
            throw std::runtime_error("The study \"" + file.string() + "\" is being run by another process, with \"" +
                                     folder.string() + "\". Wait until it has ended, or name another file with --out.");
        cancel(folder.filename().string());
        removeAll(folder);
    }
}

std::string SharedFolder::log(std::uint64_t array, const std::string& task)
{
    return "logs/" + std::to_string(array) + '-' + task;
}

void SharedFolder::writeBatches(std::uint64_t array, const std::vector<Batch>& batches) const
{
    std::string text;
    for (const Batch& batch : batches) {
        SharedJson runs = SharedJson::array();
        for (const SharedRun& run : batch)
            runs.push_back(toJson(run));
        text += textOf(runs) + '\n';
    }
    project::writeAtomically(path_ / "batches" / std::to_string(array), text);
}

/// Broken results are taken out, too: their runs count as lost when their tasks have ended.
SharedFolder::Results SharedFolder::takeResults() const
{
    Results results;
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(path_ / "results", error), end; !error && it != end; it.increment(error))
        if (numberOfDigits(it->path().filename().string()))
            files.push_back(it->path());
    for (const fs::path& file : files) {
        const auto json = SharedJson::parse(contentsOf(file).value_or(""), nullptr, false);
        try {
            if (json.is_object())
                results.emplace_back(*numberOfDigits(file.filename().string()), endingFromJson(json));
        } catch (const SharedJson::exception&) {
        }
        fs::remove(file, error);
    }
    return results;
}

void SharedFolder::look() const
{
    std::error_code error;
    for (const char* const folder : {"results", "logs"}) {
        const fs::path file = path_ / folder / "look";
        std::ofstream(file, std::ios::binary).close();
        fs::remove(file, error);
    }
}

std::string SharedFolder::takeLastWord(std::uint64_t array, std::uint64_t task) const
{
    const fs::path file = path_ / log(array, std::to_string(task));
    child::Ending ending;
    ending.complaints = contentsOf(file).value_or("");
    std::error_code error;
    fs::remove(file, error);
    std::string word = ending.reason();
    if (word.ends_with('.'))
        word.pop_back(); // it becomes part of a sentence
    return word;
}

bool SharedFolder::begun() const
{
    std::error_code error;
    return fs::exists(path_ / "begun", error);
}

TaskFolder::TaskFolder(fs::path path, const std::string& engine) : path_(std::move(path))
{
    const fs::path file = path_ / "study.json";
    const auto text = contentsOf(file);
    if (!text)
        throw std::runtime_error("\"" + file.string() + "\" cannot be read.");
    const SharedJson study = SharedJson::parse(*text);
    if (study.at("engine") != engine)
        throw std::runtime_error("the study is run by headroom-engine " + study.at("engine").get<std::string>() +
                                 ", and this node has version " + engine + '.');
    beside_ = study.at("beside").get<std::string>();
    for (const SharedJson& each : study.at("told")) {
        project::Finding finding;
        finding.key = each.at("key").get<std::string>();
        finding.pointer = each.at("pointer").get<std::string>();
        told_.push_back(std::move(finding));
    }
}

Batch TaskFolder::batch(std::uint64_t array, std::uint64_t task) const
{
    const fs::path path = path_ / "batches" / std::to_string(array);
    std::ifstream file(path, std::ios::binary);
    std::string line;
    for (std::uint64_t i = 0; i <= task; ++i)
        if (!std::getline(file, line))
            throw std::runtime_error("\"" + path.string() + "\" has no task " + std::to_string(task) + '.');
    Batch batch;
    for (const SharedJson& run : SharedJson::parse(line))
        batch.push_back(runFromJson(run));
    return batch;
}

void TaskFolder::noteBegun() const
{
    std::ofstream(path_ / "begun", std::ios::binary).close();
}

void TaskFolder::writeResult(std::uint64_t job, const child::Ending& ending) const
{
    const SharedJson json = {{"status", ending.exitStatus},
                             {"signal", ending.signal},
                             {"output", ending.output},
                             {"processor_s", ending.processorS}};
    project::writeAtomically(path_ / "results" / std::to_string(job), textOf(json));
}

} // namespace headroom::study
