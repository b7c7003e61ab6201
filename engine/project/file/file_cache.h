// Keeps the content of library files: they are read again only if one has changed, since projects are opened often and
// libraries are written rarely.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <system_error>

namespace headroom::project {

/// A file has changed if its size or its time of writing has. Not for several threads at once.
template <class Content>
class FileCache
{
public:
    /// `read(path)` makes the content. The reference is valid until the file is asked for again.
    template <class Read>
    const Content& get(const std::filesystem::path& path, const Read& read)
    {
        std::error_code error;
        const auto written = std::filesystem::last_write_time(path, error);
        const std::uintmax_t size = std::filesystem::file_size(path, error);
        const auto found = files_.find(path);
        if (found != files_.end() && found->second.written == written && found->second.size == size)
            return found->second.content;
        return files_.insert_or_assign(path, Entry{written, size, read(path)}).first->second.content;
    }

private:
    struct Entry
    {
        std::filesystem::file_time_type written;
        std::uintmax_t size = 0;
        Content content;
    };

    std::map<std::filesystem::path, Entry> files_;
};

} // namespace headroom::project
