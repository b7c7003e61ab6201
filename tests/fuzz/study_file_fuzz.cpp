// Reads files of studies that are damaged or made up (.hrs).
#include "database_fuzz.h"

#include "study/analysis/effects.h"
#include "study/analysis/morris.h"
#include "study/table/decision.h"
#include "study/table/study_file.h"

#include <set>

using namespace headroom;

namespace {

/// A study of eight points of which half are finished.
std::string goodFile()
{
    study::Table table;
    table.project = "project";
    table.study = "study";
    table.design = "full";
    table.parameters = {{"DISKS", ""}, {"SIZE", "B", true}};
    table.figures = {{"PUT.throughput", "1/s"}, {"price", "USD"}};
    table.goals = {{"fast", "PUT.latency.p99", "s", ""}};
    for (std::uint64_t i = 0; i < 8; ++i) {
        study::Row& row = table.rows.emplace_back();
        row.number = i;
        row.settings = {{std::to_string(i / 2), static_cast<double>(i / 2)}, {i % 2 ? "large" : "small"}};
        table.places.push_back({i, {0.25, 0.5}});
    }
    const std::filesystem::path path = fuzz::filePath();
    {
        auto file = study::StudyFile::create(path, {"{}", "{}", "1"}, table);
        for (std::uint64_t i = 0; i < 4; ++i) {
            study::Row row = table.rows[i];
            row.state = i == 3 ? study::PointState::failed : study::PointState::done;
            if (row.state == study::PointState::done) {
                row.figures = {{1.0 + static_cast<double>(i), 0.5, 9}, {100, 100, 100}};
                row.goals = {{"met", {0.1, 0.1, 0.1}, 1.0, {}, ""}};
            }
            row.runs = 1;
            file.add(row, {{i, 0, "", i, "", 1, 1, 10, 1000, row.figures}});
        }
    }
    record::Database(path, SQLITE_OPEN_READWRITE, "written", path).execute("PRAGMA journal_mode = DELETE");
    std::string good = fuzz::contentOf(path);
    std::filesystem::remove(path);
    return good;
}

const std::string& good()
{
    static const std::string file = goodFile();
    return file;
}

void readStudy(const std::filesystem::path& path)
{
    const auto file = study::StudyFile::open(path, false);
    file.definition();
    file.runs();
    const study::Table table = file.table();
    study::decide(table);
    study::toCsv(table);
    study::toJson(table).dump(-1, ' ', false, study::Json::error_handler_t::replace);
    for (std::size_t i = 0; i < table.figures.size(); ++i) {
        study::effectsOf(table, i);
        study::morrisScreeningOf(table, i);
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    fuzz::seedCorpus(*argc, *argv, good());
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::readChanged(good(), data, size, readStudy);
    return 0;
}
