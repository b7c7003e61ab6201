#include "widgets/plots/data/workbook_check.h"

#include <QtEndian>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::widgets {

namespace {

/// A part of a ZIP file (APPNOTE.TXT of PKWARE, 4.3).
struct Part
{
    std::string_view name, compressed;
};

/// Counts of an expanded part.
struct Content
{
    std::size_t rows = 0;
    bool hasEnd = false; ///< the last character closes an element
};

template <typename Number>
std::size_t numberAt(std::string_view file, std::size_t at)
{
    return at + sizeof(Number) <= file.size() ? qFromLittleEndian<Number>(file.data() + at) : 0;
}

/// All parts by the directory at the end of the file; nothing if that is damaged.
std::optional<std::vector<Part>> partsOf(std::string_view file)
{
    using namespace std::string_view_literals;
    const std::size_t end = file.rfind("PK\5\6"sv);
    if (end == std::string_view::npos)
        return {};
    std::vector<Part> parts;
    std::size_t at = numberAt<std::uint32_t>(file, end + 16);
    for (std::size_t left = numberAt<std::uint16_t>(file, end + 10); left > 0; --left) {
        constexpr std::size_t fixed = 46, fixedHere = 30; // lengths of the headers without names
        if (at > file.size() || !file.substr(at).starts_with("PK\1\2"sv))
            return {};
        const std::size_t size = numberAt<std::uint32_t>(file, at + 20), name = numberAt<std::uint16_t>(file, at + 28);
        const std::size_t header = numberAt<std::uint32_t>(file, at + 42);
        const std::size_t begin = header + fixedHere + numberAt<std::uint16_t>(file, header + 26) +
                                  numberAt<std::uint16_t>(file, header + 28);
        if (begin + size > file.size() || at + fixed + name > file.size())
            return {};
        parts.push_back({file.substr(at + fixed, name), file.substr(begin, size)});
        at += fixed + name + numberAt<std::uint16_t>(file, at + 30) + numberAt<std::uint16_t>(file, at + 32);
    }
    return parts;
}

/// Nothing if it cannot be expanded.
std::optional<Content> contentOf(const Part& part)
{
    constexpr std::string_view row = "<row ";
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) // a ZIP has no header of zlib's own
        return {};
    // zlib does not change its input, but does not say so.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.compressed.data()));
    stream.avail_in = static_cast<uInt>(part.compressed.size());
    Content content;
    std::array<char, 1 << 16> buffer;
    std::string text; // with the end of the former piece, where a row may begin
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
        stream.avail_out = static_cast<uInt>(buffer.size());
        status = inflate(&stream, Z_NO_FLUSH);
        text.append(buffer.data(), buffer.size() - stream.avail_out);
        for (std::size_t at = text.find(row); at != std::string::npos; at = text.find(row, at + row.size()))
            ++content.rows;
        const std::size_t last = text.find_last_not_of(" \r\n");
        content.hasEnd = last != std::string::npos && text[last] == '>';
        text.erase(0, text.size() - std::min(text.size(), row.size() - 1));
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? std::optional(content) : std::nullopt;
}

} // namespace

bool isWholeWorkbook(const QByteArray& file, const std::vector<std::size_t>& rows)
{
    const auto parts = partsOf({file.constData(), static_cast<std::size_t>(file.size())});
    if (!parts)
        return false;
    std::size_t sheets = 0;
    for (const Part& part : *parts) {
        const auto content = contentOf(part);
        if (!content || !content->hasEnd)
            return false;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (part.name == "xl/worksheets/sheet" + std::to_string(i + 1) + ".xml") {
                if (content->rows != rows[i])
                    return false;
                ++sheets;
            }
    }
    return sheets == rows.size();
}

} // namespace headroom::widgets
