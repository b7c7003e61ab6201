// Reads ring files that are damaged or made up. The input is packed first, so that the fuzzer changes what is inside.
#include "text_fuzz.h"

#include "import/import.h"
#include "import/rings/ring_import.h"

#include <vector>
#include <zlib.h>

using namespace headroom;

namespace {

std::string packed(const std::uint8_t* data, std::size_t size)
{
    z_stream stream{};
    if (deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string out(deflateBound(&stream, size), '\0');
    stream.next_in = const_cast<Bytef*>(data);
    stream.avail_in = static_cast<uInt>(size);
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

void readRing(const std::string& content)
{
    static const std::vector<project::NodeWithVolume> places{{"storage-1", 1}, {"storage-2", 1}, {"large", 2}};
    try {
        import::importRing(content, places);
    } catch (const import::ImportError&) { // a sentence
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    readRing(packed(data, size));
    readRing(fuzz::textOf(data, size));
    return 0;
}
