// Reads through the page cache, and read-ahead.
#include "fixture.h"
#include "resources/memory/page_reader.h"

using namespace headroom;
using namespace headroom::resources;
using namespace headroom::resources::testing;

namespace {

constexpr double pageS = static_cast<double>(pageBytes) / deviceRate;

struct ReadingNode : Node
{
    explicit ReadingNode(std::uint64_t memory = 1000 * mebibyte) : Node(memory), reader(cache)
    {
        reader.addDevice(devices[0]);
    }
    /// The I/Os so far, in pages.
    std::vector<PageRange> read() const
    {
        std::vector<PageRange> all;
        for (const auto& one : devices[0].log)
            all.push_back({one.offset / pageBytes, one.bytes / pageBytes});
        return all;
    }
    PageReader reader;
};

/// Calls read() one after the other; nothing takes time but the device.
class Reader
{
public:
    Reader(ReadingNode& node, std::uint64_t ahead) : node_(node), ahead_(ahead) {}
    /// The file's end; 0: unknown.
    std::uint64_t fileEnd = 0;
    double at = 0; ///< when the last call ended

    /// Runs until the call has ended.
    void call(PageRange pages)
    {
        range_ = pages;
        begins_ = true;
        next();
        while (range_.count > 0 && node_.calendar.pending() > 0)
            node_.calendar.runSome(kernel::never, 1);
        at = node_.now();
    }

private:
    PageReader::Request request() const
    {
        PageReader::Request request;
        request.file = 1;
        request.pages = range_;
        request.callPages = request.asked = range_.count;
        request.ahead = ahead_;
        request.fileEnd = fileEnd;
        request.endIsKnown = fileEnd > 0;
        request.begins = begins_;
        return request;
    }
    void next()
    {
        while (range_.count > 0) {
            const PageReader::Pages pages = node_.reader.read(request(), {&Reader::onRead, this, 0});
            arriving_ = pages.count;
            if (pages.wait)
                return;
            advance();
        }
    }
    void advance()
    {
        range_ = {range_.first + arriving_, range_.count - arriving_};
        begins_ = false;
    }
    static void onRead(void* self, std::uint64_t)
    {
        auto& reader = *static_cast<Reader*>(self);
        reader.node_.reader.taken(reader.request(), reader.arriving_);
        reader.advance();
        reader.next();
    }

    ReadingNode& node_;
    std::uint64_t ahead_;
    PageRange range_;
    std::uint64_t arriving_ = 0;
    bool begins_ = true;
};

using Ranges = std::vector<PageRange>;

} // namespace

TEST_CASE("windows grow as in Linux: for 128 KiB from 4 pages to 32")
{
    CHECK(firstWindow(1, 32) == 4);
    CHECK(firstWindow(4, 32) == 8);
    CHECK(firstWindow(8, 32) == 16);
    CHECK(firstWindow(9, 32) == 32);
    CHECK(nextWindow(1, 32) == 4);
    CHECK(nextWindow(4, 32) == 8);
    CHECK(nextWindow(16, 32) == 32);
    CHECK(nextWindow(32, 32) == 32);
}

TEST_CASE("a sequential reader has the next window read while it uses the present one")
{
    ReadingNode node;
    Reader reader(node, 32);
    reader.fileEnd = 1000;
    reader.call({0, 4});
    // First window of 8 for a call of 4, of which the second half is read ahead.
    CHECK(node.read() == Ranges{{0, 8}});
    reader.call({4, 4}); // comes to the marked page 4
    CHECK(node.read() == Ranges{{0, 8}, {8, 16}});
    reader.call({8, 4}); // 8 is marked
    CHECK(node.read() == Ranges{{0, 8}, {8, 16}, {24, 32}});
    for (std::uint64_t page = 12; page < 60; page += 4)
        reader.call({page, 4});
    CHECK(node.read() == Ranges{{0, 8}, {8, 16}, {24, 32}, {56, 32}, {88, 32}});
}

TEST_CASE("nothing is read beyond the end of the file")
{
    ReadingNode node;
    Reader reader(node, 32);
    reader.fileEnd = 50;
    for (std::uint64_t page = 0; page < 48; page += 16)
        reader.call({page, 16});
    reader.call({48, 2});
    node.runOut();
    CHECK(node.devices[0].bytes() == 50 * pageBytes);
}

TEST_CASE("a file whose end is unknown is read ahead when it is read on")
{
    ReadingNode node;
    Reader reader(node, 32);
    reader.call({0, 16});
    CHECK(node.read() == Ranges{{0, 16}});
    reader.call({16, 16});
    CHECK(node.read() == Ranges{{0, 16}, {16, 32}});
    reader.call({32, 16}); // the second half of that window is marked
    CHECK(node.read() == Ranges{{0, 16}, {16, 32}, {48, 32}});
}

TEST_CASE("random reads bring what they ask for and nothing more")
{
    ReadingNode node;
    Reader reader(node, 32);
    for (const std::uint64_t page : {500, 100, 900, 300, 700, 1100, 50})
        reader.call({page, 2});
    node.runOut();
    CHECK(node.devices[0].bytes() == 14 * pageBytes);
}

TEST_CASE("a reader that jumps begins with small windows again")
{
    ReadingNode node;
    Reader reader(node, 32);
    reader.fileEnd = 10000;
    for (std::uint64_t page = 0; page < 80; page += 4)
        reader.call({page, 4});
    node.runOut();
    const std::size_t before = node.read().size();
    reader.call({5000, 4});
    reader.call({5004, 4});
    const Ranges all = node.read();
    CHECK(Ranges(all.begin() + static_cast<std::ptrdiff_t>(before), all.end()) == Ranges{{5000, 4}, {5004, 8}});
}

TEST_CASE("without read-ahead each call reads what it asks for")
{
    ReadingNode node;
    Reader reader(node, 0);
    reader.call({0, 4});
    reader.call({4, 4});
    CHECK(node.read() == Ranges{{0, 4}, {4, 4}});
}

TEST_CASE("a large call is read in I/Os of 1 MiB, the next one under way while one is used")
{
    ReadingNode node;
    Reader reader(node, 32);
    reader.call({0, 1024});
    for (const PageRange& io : node.read())
        CHECK(io.count <= 256);
    CHECK(node.devices[0].bytes() == 1024 * pageBytes);
    CHECK(reader.at == Approx(1024 * pageS)); // the device is never idle
    CHECK(node.devices[0].mostPending == 2);
}

TEST_CASE("a second reader of pages on their way waits for the same I/O")
{
    ReadingNode node;
    PageReader::Request request;
    request.file = 1;
    request.pages = {0, 100};
    request.callPages = request.asked = 100;
    Heard first(node.calendar), second(node.calendar);
    CHECK(node.reader.read(request, first.completion()).wait);
    node.runUntil(50 * pageS);
    CHECK(node.reader.read(request, second.completion()).wait);
    node.runOut();
    CHECK(first.at == Approx(100 * pageS));
    CHECK(second.at == Approx(100 * pageS));
    CHECK(node.devices[0].bytes() == 100 * pageBytes);
    CHECK_FALSE(node.reader.read(request, {}).wait);
}

TEST_CASE("pages that a failed device does not deliver stay absent")
{
    ReadingNode node;
    PageReader::Request request;
    request.file = 1;
    request.pages = {0, 10};
    request.callPages = request.asked = 10;
    node.devices[0].fail();
    Heard heard(node.calendar);
    node.reader.read(request, heard.completion());
    node.runOut();
    CHECK(heard.times == 1);
    CHECK(node.cache.cachedBytes() == 0);
    CHECK(node.reader.underWay() == 0);
}

TEST_CASE("a reader gets its pages even if the cache has no room for them")
{
    ReadingNode node(0);
    Reader reader(node, 32);
    reader.call({0, 100});
    CHECK(node.devices[0].bytes() == 100 * pageBytes);
    CHECK(node.cache.cachedBytes() == 0);
}
