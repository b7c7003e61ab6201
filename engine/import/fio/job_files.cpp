// The files of a job: how many, how large, which device.
#include "import/fio/job.h"
#include "import/formats.h"

#include <algorithm>
#include <cmath>

namespace headroom::import::fio {

namespace {

constexpr double assumedBytes = 1073741824.0;
constexpr std::size_t mostNames = 16; // the limit of an expression

std::string remainderOf(const std::string& dividend, const std::string& divisor)
{
    return "mod(" + dividend + ", " + divisor + ")";
}

} // namespace

/// Colons separate names; a colon after a backslash is part of a name.
std::vector<std::string> Job::fileNames() const
{
    std::vector<std::string> names;
    bool goesOn = false;
    for (const std::string& part : splitAt(text("filename", ""), ':')) {
        if (goesOn)
            names.back() += ':' + part;
        else
            names.push_back(part);
        goesOn = names.back().ends_with('\\');
        if (goesOn)
            names.back().pop_back();
    }
    std::erase(names, "");
    return names;
}

std::string Job::pathOf(const std::string& name) const
{
    return name.starts_with('/') || Files::isDevice(name) ? name : text("directory", "") + '/' + name;
}

/// The index of the I/O within its job; all places of a job's queue share the sequence. At a rate each place is a
/// client, otherwise each job is a worker.
std::string Job::turn() const
{
    if (rate_ <= 0 || depth_ == 1)
        return "asked";
    const std::string depth = plain(depth_);
    return "(asked * " + depth + " + " + remainderOf("worker", depth) + ")";
}

/// The number of the job of an I/O.
std::string Job::jobNumber() const
{
    return rate_ > 0 && depth_ > 1 ? "floor(worker / " + plain(depth_) + ")" : "worker";
}

/// Each job has files of its own, unless the section names one for all of them, or several used in turn.
void Job::readFiles()
{
    thread_ = plain(files_.ofThreads(jobs_)) + " + " + jobNumber();
    names_ = fileNames();
    if (names_.size() > mostNames) {
        notes_.leave(Loss::replaced, what_,
                     "the files of filename=... after the first " + std::to_string(mostNames) + ".");
        names_.resize(mostNames);
    }
    filesInTurn_ =
        names_.empty() ? std::max(1.0, std::floor(number("nrfiles", 1))) : static_cast<double>(names_.size());
    for (const std::string& name : names_)
        deviceOfName(name);
    if (names_.empty())
        files_.deviceOf("");
}

bool Job::onlyDevices() const
{
    return !names_.empty() &&
           std::ranges::all_of(names_, [&](const std::string& name) { return Files::isDevice(pathOf(name)); });
}

/// True if fio writes the files before the job runs. mmap cannot extend them (FIO_NOEXTEND).
bool Job::laysOut() const
{
    return readShare_ > 0 || (has("overwrite") && flag("overwrite")) || text("ioengine", "psync") == "mmap";
}

void Job::numberFilesThere()
{
    const bool whole = region_.ofDevice;
    const double end =
        region_.bytes + (offset_.ofDevice ? 0 : offset_.bytes + offsetIncrement_ * std::max(0.0, jobs_ - 1));
    const std::string size = whole ? "DRIVE.capacity_B" : "";
    if (names_.empty() && laysOut()) {
        firstOwn_ = files_.ofOwn(jobs_ * filesInTurn_);
        files_.areThere(whole ? 0 : end, size);
    }
    for (const std::string& name : names_)
        if (laysOut() || Files::isDevice(pathOf(name))) {
            numberOfFile(name);
            files_.areThere(whole ? 0 : end, size);
        }
}

/// A number of each name, as an expression that takes the names in turn.
std::string Job::perName(double (Job::*number)(const std::string&))
{
    std::vector<double> numbers;
    for (const std::string& name : names_)
        numbers.push_back((this->*number)(name));
    if (std::ranges::all_of(numbers, [&](double one) { return one == numbers.front(); }))
        return plain(numbers.front());
    std::string expression;
    for (std::size_t n = 0; n + 1 < numbers.size(); ++n)
        expression +=
            remainderOf(turn(), plain(filesInTurn_)) + " == " + std::to_string(n) + " ? " + plain(numbers[n]) + " : ";
    return expression + plain(numbers.back());
}

/// The file of an I/O, as an expression.
std::string Job::fileInTurn()
{
    if (!names_.empty())
        return perName(&Job::numberOfFile);
    if (firstOwn_ < 0)
        firstOwn_ = files_.ofOwn(jobs_ * filesInTurn_);
    if (filesInTurn_ == 1)
        return plain(firstOwn_) + " + " + jobNumber();
    return plain(firstOwn_) + " + " + plain(filesInTurn_) + " * " + jobNumber() + " + " +
           remainderOf(turn(), plain(filesInTurn_));
}

/// Bytes, or per cent of the device. Without the option, or per cent of a file whose size nobody knows: `otherwise`.
Amount Job::amountOf(const char* option, const Amount& otherwise) const
{
    std::string value = text(option, "");
    if (value.empty() || value == "0")
        return otherwise;
    if (!value.ends_with('%'))
        return {bytes(value, option), false, 1};
    value.pop_back();
    const double share = std::min(1.0, numberOf(value, placeOf(option)) / 100);
    if (onlyDevices())
        return {0, true, share};
    return otherwise.ofDevice ? otherwise : Amount{otherwise.bytes * share, false, 1};
}

/// The mean of its filesize; 0 if it has none in bytes.
double Job::fileSize() const
{
    if (!has("filesize") || text("filesize", "").ends_with('%'))
        return 0;
    const auto [from, to] = rangeIn(text("filesize", ""));
    return (bytes(from, "filesize") + bytes(to, "filesize")) / 2;
}

/// Per cent of a file are of the job's size, or of its filesize.
Amount Job::offsetInFile() const
{
    const std::string size = text("size", "");
    const bool inBytes = !size.empty() && size != "0" && !size.ends_with('%');
    const Amount whole{inBytes ? bytes(size, "size") : fileSize(), false, 1};
    if (text("offset", "").ends_with('%') && !onlyDevices() && whole.bytes > 0)
        return amountOf("offset", whole);
    return amountOf("offset", {0, false, 1});
}

/// Each file has its filesize from its offset on, or a part of the job's size (setup_files() in fio's filesetup.c).
Amount Job::bytesOfFile()
{
    if (const double whole = fileSize(); whole > 0) {
        if (const auto [from, to] = rangeIn(text("filesize", "")); from != to)
            notes_.leave(Loss::slight, what_,
                         "filesize=" + text("filesize", "").substr(0, 60) + ": each file has the mean of the range.");
        if (text("size", "").ends_with('%'))
            return {amountOf("size", {whole, false, 1}).bytes, false, 1};
        if (offset_.bytes >= whole)
            throw ImportError(placeOf("offset") + ": it is beyond the end of its file.");
        const std::string size = text("size", "");
        const bool limited = !random_ && !size.empty() && size != "0"; // a sequential job begins again after its size
        return {limited ? std::min(whole - offset_.bytes, bytes(size, "size") / filesInTurn_) : whole - offset_.bytes,
                false, 1};
    }
    if (!has("size") && onlyDevices())
        return {0, true, 1};
    const std::string size = text("size", "");
    if (size.empty() || (size.ends_with('%') && !onlyDevices()))
        notes_.assume(what_, "the file says no size in bytes; 1 GiB for each job.");
    Amount amount = amountOf("size", {assumedBytes, false, 1});
    amount.bytes /= filesInTurn_;
    return amount;
}

/// The size of each file, and how many blocks it has.
void Job::readRegion()
{
    project::Json probe = project::Json::object();
    putSizes(probe, readShare_ <= 0);
    block_ = probe.value("size", probe.value("size_min", 0.0));
    for (const project::Json& row : probe.value("sizes", project::Json::array()))
        block_ = block_ > 0 ? std::min(block_, row[0].get<double>()) : row[0].get<double>();
    if (!(block_ >= 1))
        throw ImportError(what_ + ": the block size is 0.");
    offset_ = offsetInFile();
    if (offset_.ofDevice && !onlyDevices())
        offset_ = {0, false, 1};
    if (has("offset_increment") && !text("offset_increment", "").ends_with('%'))
        offsetIncrement_ = bytes(text("offset_increment", "0"), "offset_increment");
    else if (has("offset_increment"))
        notes_.leave(Loss::changes, what_, "offset_increment=" + text("offset_increment", "") + ": all begin alike.");
    region_ = bytesOfFile();
    if (!region_.ofDevice)
        blocks_ = plain(std::max(1.0, std::floor(region_.bytes / block_)));
    else if (has("size") || !has("offset"))
        blocks_ = "max(1, floor((" + region_.text() + ") / " + plain(block_) + "))";
    else
        blocks_ = "max(1, floor((DRIVE.capacity_B - " + offset_.text() + ") / " + plain(block_) + "))";
}

/// The place of an I/O in its file, in bytes.
std::string Job::offsetOf() const
{
    const std::string inFile = filesInTurn_ > 1 ? "floor(" + turn() + " / " + plain(filesInTurn_) + ")" : turn();
    std::string offset = plain(block_) + " * " + (random_ ? "key" : remainderOf(inFile, blocks_));
    if (offset_.ofDevice)
        offset = plain(block_) + " * floor(" + offset_.text() + " / " + plain(block_) + ") + " + offset;
    else if (offset_.bytes > 0)
        offset = plain(offset_.bytes) + " + " + offset;
    if (offsetIncrement_ > 0)
        offset = plain(offsetIncrement_) + " * " + (rate_ > 0 ? jobNumber() : "worker") + " + " + offset;
    return offset;
}

} // namespace headroom::import::fio
