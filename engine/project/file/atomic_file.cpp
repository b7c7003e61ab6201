#include "project/file/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom::project {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int reason)
{
    throw std::runtime_error("\"" + path.string() + "\" could not be saved: " + std::strerror(reason) + ".");
}

/// A new file beside the target; removed unless it was renamed to it.
class TemporaryFile
{
public:
    explicit TemporaryFile(const std::filesystem::path& target) : target_(target)
    {
        for (int attempt = 0; descriptor_ < 0 && attempt < 100; ++attempt) {
            path_ = target.parent_path() / ('.' + target.filename().string() + '.' + std::to_string(::getpid()) + '-' +
                                            std::to_string(attempt));
            descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ < 0 && errno != EEXIST)
                fail(target, errno);
        }
        if (descriptor_ < 0)
            fail(target, EEXIST);
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
        for (std::size_t written = 0; written < text.size();) {
            const ssize_t count = ::write(descriptor_, text.data() + written, text.size() - written);
            if (count < 0 && errno != EINTR)
                fail(target_, errno);
            written += count > 0 ? static_cast<std::size_t>(count) : 0;
        }
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

void writeAtomically(const std::filesystem::path& path, const std::string& text)
{
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    const std::filesystem::path target = error ? std::filesystem::absolute(path) : real;
    TemporaryFile file(target);
    file.write(text);
    file.place();
    syncFolder(target.parent_path());
}

} // namespace headroom::project
