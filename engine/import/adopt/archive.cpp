#include "import/adopt/archive.h"

#include "import/import.h"
#include "import/rings/ring_import.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <zlib.h>

namespace headroom::import {

namespace {

constexpr std::size_t tarBlock = 512;
constexpr std::size_t mostUnpacked = std::size_t{256} << 20; ///< bytes of an archive after it is unpacked
constexpr std::size_t mostFiles = 20'000;

/// The content of a file that is compressed with gzip; empty if it is damaged.
std::string inflated(const std::string& packed, const std::string& name)
{
    z_stream stream{};
    constexpr int gzip = 15 + 32;
    if (inflateInit2(&stream, gzip) != Z_OK)
        return {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string content;
    std::array<char, 65536> piece;
    int state = Z_OK;
    while (state == Z_OK && content.size() <= mostUnpacked) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&stream, Z_NO_FLUSH);
        content.append(piece.data(), piece.size() - stream.avail_out);
        if (state == Z_OK && stream.avail_in == 0 && stream.avail_out != 0)
            break; // cut off
    }
    inflateEnd(&stream);
    if (content.size() > mostUnpacked)
        throw ImportError(name + ": The archive holds more than 256 MiB.");
    return content;
}

bool isArchive(const std::string& text)
{
    constexpr std::size_t magic = 257;
    return text.size() >= tarBlock && text.compare(magic, 5, "ustar") == 0;
}

std::string fieldOf(const std::string& text, std::size_t begin, std::size_t length)
{
    const std::string field = text.substr(begin, length);
    return field.substr(0, field.find('\0'));
}

std::size_t octal(const std::string& text, const std::string& name)
{
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), value, 8);
    if (error != std::errc() || value > mostUnpacked)
        throw ImportError(name + ": The archive is damaged: a size in it is no number.");
    return value;
}

std::vector<GivenFile> filesIn(const std::string& text, const std::string& name)
{
    std::vector<GivenFile> files;
    std::string longName;
    for (std::size_t at = 0; at + tarBlock <= text.size();) {
        if (text[at] == '\0')
            break; // the end of the archive
        constexpr std::size_t nameLength = 100, sizeAt = 124, sizeLength = 12, typeAt = 156, prefixAt = 345,
                              prefixLength = 155;
        const std::size_t size = octal(fieldOf(text, at + sizeAt, sizeLength), name);
        const char type = text[at + typeAt];
        const std::size_t from = at + tarBlock;
        if (from + size > text.size())
            throw ImportError(name + ": The archive is cut off: collect it again.");
        if (type == 'L') { // of GNU tar: the name of the next file
            longName = fieldOf(text, from, size);
        } else if (type == '0' || type == '\0') {
            const std::string prefix = fieldOf(text, at + prefixAt, prefixLength);
            std::string path =
                longName.empty() ? (prefix.empty() ? "" : prefix + "/") + fieldOf(text, at, nameLength) : longName;
            if (path.starts_with("./"))
                path = path.substr(2);
            files.push_back({name + "/" + path, text.substr(from, size)});
            longName.clear();
            if (files.size() > mostFiles)
                throw ImportError(name + ": The archive holds more than 20 000 files.");
        }
        at = from + (size + tarBlock - 1) / tarBlock * tarBlock;
    }
    return files;
}

} // namespace

std::vector<GivenFile> unpacked(GivenFile file)
{
    if (isArchive(file.text))
        return filesIn(file.text, file.name);
    if (isRingFile(file.text))
        if (const std::string content = inflated(file.text, file.name); isArchive(content))
            return filesIn(content, file.name);
    std::vector<GivenFile> one;
    one.push_back(std::move(file));
    return one;
}

} // namespace headroom::import
