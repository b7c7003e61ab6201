// Files of released versions open for good. They are those that the version itself wrote, and are never written anew.
#include "engine_process.h"

#include "record/file/result_file.h"

#include <fstream>
#include <regex>
#include <vector>

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

const fs::path versions = fs::path(HEADROOM_SOURCE_DIR) / "tests/data/versions";

std::vector<fs::path> filesOfVersions(const std::string& ending)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(versions))
        if (entry.path().extension() == ending)
            files.push_back(entry.path());
    return files;
}

} // namespace

TEST_CASE("projects of each released version are free of errors and run")
{
    const std::vector<fs::path> files = filesOfVersions(".headroom");
    CHECK(files.size() >= 3);
    for (const fs::path& file : files) {
        INFO(file);
        const Folder folder;
        const Json checked = printed(folder.run("check --json '" + file.string() + "'"));
        CHECK(checked["errors"] == 0);
        const Json run = printed(folder.run("simulate --json --warm-up 0s --duration 500ms '" + file.string() + "'"));
        CHECK_FALSE(run["operations"].empty());
    }
}

TEST_CASE("result files of each released version have their figures, series and project")
{
    const std::vector<fs::path> files = filesOfVersions(".hrr");
    CHECK_FALSE(files.empty());
    for (const fs::path& file : files) {
        INFO(file);
        const headroom::record::ResultReader reader(file);
        const auto summary = reader.summary();
        CHECK(summary.operations.size() == 1);
        CHECK(summary.events > 0);
        REQUIRE_FALSE(reader.series().empty());
        CHECK_FALSE(reader.points(0).values.empty());
        CHECK_THAT(reader.projectText(), Contains("headroom-project"));
    }
}

TEST_CASE("studies of each released version can be analysed")
{
    const std::vector<fs::path> files = filesOfVersions(".hrs");
    CHECK_FALSE(files.empty());
    for (const fs::path& file : files) {
        INFO(file);
        const Folder folder;
        const fs::path copy = folder.path / file.filename(); // SQLite puts its journal beside an open study
        fs::copy_file(file, copy);
        const Json analysis = printed(folder.run("analyse --json '" + copy.string() + "'"));
        CHECK_FALSE(analysis["figures"].empty());
    }
}

TEST_CASE("the version that the program names has its files here and is the newest of the change log")
{
    const Folder folder;
    const Output said = folder.run("--version");
    std::smatch version;
    REQUIRE(std::regex_search(said.out, version, std::regex(R"(headroom-engine ((\d+\.\d+)\.\d+))")));
    CHECK(fs::is_directory(versions / version[2].str()));
    const std::string log = contentOf(fs::path(HEADROOM_SOURCE_DIR) / "share/packages/changelog");
    CHECK_THAT(log, Catch::StartsWith("headroom (" + version[1].str() + ")"));
}

TEST_CASE("a result file says which version wrote it")
{
    const Folder folder;
    const fs::path file = folder.path / "r.hrr";
    REQUIRE(folder
                .run(std::string("simulate --duration 2s --warm-up 0s '") + HEADROOM_SOURCE_DIR +
                     "/projects/first-queue' --out '" + file.string() + "'")
                .status == 0);
    const std::string version = folder.run("--version").out;
    const std::string bytes = contentOf(file);
    CHECK_THAT(bytes,
               Contains("engine" + version.substr(version.find(' ') + 1, version.find('\n') - version.find(' ') - 1)));
}
