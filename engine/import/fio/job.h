// One job of a fio job file, made into a workload. fio's documentation (HOWTO, "Job file format" and "Job parameters")
// defines the options.
#pragma once

#include "import/fio/files.h"
#include "import/fio/job_file.h"
#include "import/fio/values.h"
#include "import/notes.h"
#include "import/starting_point.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::import::fio {

/// The reason why a job moves no data that a project could have, as a sentence without its name; empty if it does.
/// `machine`: that of the starting point, with the clusters whose clients jobs may be.
std::string reasonToLeaveOut(const OptionMap& options, const project::Json& machine);

/// A size in bytes, or a share of the device.
struct Amount
{
    double bytes = 0;
    bool ofDevice = false;
    double share = 1;
    std::string text() const;
};

class Job
{
public:
    Job(const Section& section, const StartingPoint& start, Files& files, Notes& notes)
        : section_(section), start_(start), files_(files), notes_(notes), what_("Job " + section.name)
    {
    }
    /// Reads the options of the job from its section.
    void read();
    /// Numbers those of its files that are there before the run; all jobs before the first workload.
    void numberFilesThere();
    /// Its load in a few figures: jobs, depth, block_size (bytes), access, operation, read_share.
    project::Json figures() const;
    /// Names what these figures do not say of the load.
    void tellBeyondFigures();
    /// The workload without its place in time. To be called when all jobs are read.
    project::Json workload();

    const std::string& name() const { return section_.name; }
    const std::string& what() const { return what_; }
    double startS = 0, rampS = 0;
    double runtimeS = 0;     ///< 0: it ends with its data
    std::string total;       ///< number of its I/Os, of all its clones; empty: it ends with its time
    bool waits = false;      ///< for the previous jobs to end
    bool endsOthers = false; ///< when it ends, those of its group end
    std::string waitFor;     ///< the job that has to end before

private:
    bool has(const char* name) const { return section_.options.contains(name); }
    std::string text(const char* name, const std::string& otherwise) const
    {
        const auto found = section_.options.find(name);
        return found == section_.options.end() ? otherwise : found->second;
    }
    std::string placeOf(const char* option) const { return what_ + ", " + option; }
    double number(const char* name, double otherwise) const
    {
        return has(name) ? numberOf(text(name, ""), placeOf(name)) : otherwise;
    }
    bool flag(const char* name) const { return has(name) && isOn(text(name, ""), placeOf(name)); }
    double time(const char* name, double bare) const
    {
        return has(name) ? secondsOf(text(name, ""), bare, placeOf(name)) : 0;
    }
    double bytes(const std::string& value, const char* option) const { return bytesOf(value, units_, placeOf(option)); }

    void readShape();
    void readDepth();
    void readTimes();
    void readRate();
    void readThinking();
    void readFiles();
    void readRegion();
    void readTotal();
    void tellRest();
    double limitOf(std::size_t side) const;
    double meanSize(bool write) const;
    Amount amountOf(const char* option, const Amount& otherwise) const;
    Amount bytesOfFile();
    double fileSize() const;
    Amount offsetInFile() const;
    double iosOfLoop(double mean) const;
    std::vector<std::string> fileNames() const;
    std::string pathOf(const std::string& name) const;
    bool laysOut() const;
    bool onlyDevices() const;
    double numberOfFile(const std::string& name) { return files_.ofName(pathOf(name)); }
    std::string perName(double (Job::*number)(const std::string&));
    double deviceOfName(const std::string& name) { return files_.deviceOf(pathOf(name)); }
    std::string fileInTurn();
    std::string turn() const;
    std::string jobNumber() const;
    std::string offsetOf() const;
    project::Json operations();
    project::Json share(const std::string& direction, const std::string& suffix, double weight);
    void putSizes(project::Json& share, bool write) const;
    void putSplit(project::Json& share, const std::string& split) const;

    const Section& section_;
    const StartingPoint& start_;
    Files& files_;
    Notes& notes_;
    std::string what_;
    Units units_;
    double readShare_ = 1;
    double mix_ = 1; ///< share of reads without limits of rates
    bool random_ = false, direct_ = false;
    double jobs_ = 1, depth_ = 1, block_ = 4096;
    Amount region_; ///< of each file, from its offset on
    Amount offset_;
    double offsetIncrement_ = 0;
    std::string blocks_; ///< of the region, an expression
    double rate_ = 0;    ///< I/Os per second of each job; 0: unlimited
    double thinkS_ = 0, thinkAfter_ = 0;
    std::vector<std::string> names_; ///< of its files; empty: each job has files of its own
    double filesInTurn_ = 1;
    double firstOwn_ = -1; ///< the number of the first file of its own; below 0: it has none yet
    std::string file_;     ///< expression that selects the file of an I/O
    std::string device_;   ///< the same for the device
    std::string thread_;   ///< the same for the thread of its job
};

} // namespace headroom::import::fio
