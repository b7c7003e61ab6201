// The projects of the repository, with every value that their parameters offer.
#include "engine_process.h"

#include <vector>

using namespace headroom::cli::test;
using Json = nlohmann::ordered_json;

TEST_CASE("shipped projects have no warning with any alternative of a parameter", "[story][slow]")
{
    std::vector<fs::path> projects;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEADROOM_SOURCE_DIR) / "projects"))
        if (entry.path().extension() == ".headroom")
            projects.push_back(entry.path());
    CHECK(projects.size() > 20);
    const Folder folder;
    for (const fs::path& project : projects) {
        const Output output = folder.run("check '" + project.string() + "' --all-alternatives --json");
        INFO(project << '\n' << output.err);
        CHECK(output.status == 0);
        const Json found = Json::parse(output.out);
        CHECK(found["errors"] == 0);
        CHECK(found["warnings"] == 0);
    }
}
