// Reads results of runs that are damaged or made up (.hrr).
#include "database_fuzz.h"

#include "record/file/result_file.h"
#include "record/file/result_notes.h"

using namespace headroom;

namespace {

std::string goodFile()
{
    const std::filesystem::path path = fuzz::filePath();
    {
        const std::vector<record::SeriesInfo> series = {{0, {"node", "used"}, "share"}, {1, {"disk", "queue"}, "1"}};
        record::ResultWriter writer(path, "{}", series);
        for (int i = 0; i < 5; ++i)
            writer.add({0.1 * i, 0.01 * i, static_cast<std::uint64_t>(i), {0.5, 1.0 * i}});
        record::Span span;
        span.id = span.trace = 1;
        span.name = span.kind = "request";
        span.endS = 1;
        writer.addSpan(span);
        record::Summary summary;
        summary.project = "project";
        summary.resources.emplace_back();
        summary.operations["PUT"].count = 1;
        writer.addReplication(summary);
        writer.finish(summary);
    }
    record::writeNote(path, "name", "first");
    std::string good = fuzz::contentOf(path);
    std::filesystem::remove(path);
    return good;
}

const std::string& good()
{
    static const std::string file = goodFile();
    return file;
}

void readResult(const std::filesystem::path& path)
{
    const record::ResultReader reader(path);
    reader.projectText();
    record::readNotes(path);
    for (const record::SeriesInfo& series : reader.series()) {
        reader.points(series.id);
        reader.points(series.id, 0.1, 0.3);
    }
    reader.spans();
    reader.replications();
    reader.summary();
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    fuzz::seedCorpus(*argc, *argv, good());
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::readChanged(good(), data, size, readResult);
    return 0;
}
