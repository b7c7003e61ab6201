#include "project/file/atomic_file.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace headroom::project {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int reason)
{
    throw std::runtime_error("\"" + path.string() + "\" could not be saved: " + std::strerror(reason) + ".");
}

std::string beginningOf(const std::filesystem::path& target)
{
    return '.' + target.filename().string() + '.';
}

std::filesystem::path nameBeside(const std::filesystem::path& target, int number)
{
    return target.parent_path() / (beginningOf(target) + std::to_string(::getpid()) + '-' + std::to_string(number));
}

/// Writes all of the text; `target` is for the error.
void writeTo(int descriptor, const std::string& text, const std::filesystem::path& target)
{
    for (std::size_t written = 0; written < text.size();) {
        const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
        if (count < 0 && errno != EINTR)
            fail(target, errno);
        written += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

/// A new file beside the target, locked while it is in use; removed unless it was renamed to it.
class TemporaryFile
{
public:
    explicit TemporaryFile(const std::filesystem::path& target) : target_(target)
    {
        for (int attempt = 0; descriptor_ < 0 && attempt < 100; ++attempt) {
            path_ = nameBeside(target, attempt);
            descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ < 0 && errno != EEXIST)
                fail(target, errno);
        }
        if (descriptor_ < 0)
            fail(target, EEXIST);
        ::flock(descriptor_, LOCK_EX | LOCK_NB); // some file systems cannot lock; the process's number decides then
    }

    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    ~TemporaryFile()
    {
        if (descriptor_ >= 0)
            ::close(descriptor_);
        if (!placed_)
            ::unlink(path_.c_str());
    }

    void write(const std::string& text)
    {
        struct stat old = {};
        if (::stat(target_.c_str(), &old) == 0 && ::fchmod(descriptor_, old.st_mode & 07777) != 0)
            fail(target_, errno);
        writeTo(descriptor_, text, target_);
        if (::fsync(descriptor_) != 0)
            fail(target_, errno);
        const int closed = ::close(descriptor_);
        descriptor_ = -1;
        if (closed != 0)
            fail(target_, errno);
    }

    void place()
    {
        if (::rename(path_.c_str(), target_.c_str()) != 0)
            fail(target_, errno);
        placed_ = true;
    }

private:
    std::filesystem::path target_;
    std::filesystem::path path_;
    int descriptor_ = -1;
    bool placed_ = false;
};

/// The number in "PID-N"; 0 if the text has another form.
pid_t ownerIn(std::string_view text)
{
    const auto isNumber = [](std::string_view part) {
        return !part.empty() && part.size() < 10 && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos || !isNumber(text.substr(0, dash)) || !isNumber(text.substr(dash + 1)))
        return 0;
    return static_cast<pid_t>(std::stol(std::string(text.substr(0, dash))));
}

/// No process of this machine has the number, and none, on whichever machine, holds the lock.
bool isOwned(const std::filesystem::path& file, pid_t owner)
{
    if (::kill(owner, 0) == 0 || errno != ESRCH)
        return true;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return true;
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return locked;
}

bool isSpecial(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Devices and pipes cannot be replaced by a file.
void writeDirectly(const std::filesystem::path& path, const std::string& text)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        fail(path, errno);
    try {
        writeTo(descriptor, text, path);
    } catch (...) {
        ::close(descriptor);
        throw;
    }
    if (::close(descriptor) != 0)
        fail(path, errno);
}

void syncFolder(const std::filesystem::path& folder)
{
    // Some file systems cannot sync a folder; the file itself is safe by then.
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

} // namespace

void removeLeftovers(const std::filesystem::path& path)
{
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    const std::filesystem::path target = error ? std::filesystem::absolute(path) : real;
    const std::string beginning = beginningOf(target);
    std::vector<std::filesystem::path> left;
    for (std::filesystem::directory_iterator it(target.parent_path(), error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        const pid_t owner = name.starts_with(beginning) ? ownerIn(std::string_view(name).substr(beginning.size())) : 0;
        if (owner > 0 && !isOwned(it->path(), owner))
            left.push_back(it->path());
    }
    for (const std::filesystem::path& file : left)
        ::unlink(file.c_str());
}

std::filesystem::path temporaryBeside(const std::filesystem::path& path)
{
    const std::filesystem::path target = std::filesystem::absolute(path);
    std::error_code error;
    for (int number = 0;; ++number) {
        std::filesystem::path name = nameBeside(target, number);
        if (!std::filesystem::exists(std::filesystem::symlink_status(name, error)))
            return name;
    }
}

void writeAtomically(const std::filesystem::path& path, const std::string& text)
{
    std::error_code error;
    if (isSpecial(path))
        return writeDirectly(path, text);
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    const std::filesystem::path target = error ? std::filesystem::absolute(path) : real;
    removeLeftovers(target);
    TemporaryFile file(target);
    file.write(text);
    file.place();
    syncFolder(target.parent_path());
}

} // namespace headroom::project
