#include "../../effort.h"
#include "../projects.h"

#include <sys/stat.h>

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

/// The load failed with exactly one error, of this key.
Finding onlyFault(const LoadResult& result, const std::string& key)
{
    INFO(lines(result.findings));
    CHECK_FALSE(result.project);
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].key == key);
    CHECK(result.findings[0].severity == Severity::error);
    CHECK_FALSE(result.findings[0].remedy.empty());
    return result.findings[0];
}

} // namespace

TEST_CASE("a text that is not JSON is refused with the place of the break")
{
    CHECK_THAT(onlyFault(parse("hello"), "json.syntax").problem, Contains("line 1, column 1"));
    CHECK_THAT(onlyFault(parse("{\"format\": \"headroom-project\",\n  \"version\": }"), "json.syntax").problem,
               Contains("line 2, column 14"));
    onlyFault(parse(""), "json.syntax");
    onlyFault(parse("{} {}"), "json.syntax");
    onlyFault(parse("{\"a\": \"\xff\"}"), "json.syntax");
    onlyFault(parse("{\"a\": 1e999}"), "json.syntax");
    onlyFault(parse(std::string("\0\0\0", 3)), "json.syntax");
    onlyFault(parse("{\"a\": NaN}"), "json.syntax");
    const std::string text = shippedText("first-queue");
    onlyFault(parse(text.substr(0, text.size() / 2)), "json.syntax");
}

TEST_CASE("a JSON file of another kind is no project")
{
    for (const char* text : {"null", "3", "\"text\"", "[]", "[[], {}]", "{}", R"({"format": "cosbench", "version": 1})",
                             R"({"format": 3, "version": 1})"}) {
        INFO(text);
        CHECK_THAT(onlyFault(parse(std::string(text)), "format.unknown").problem, Contains("headroom-project"));
    }
}

TEST_CASE("a field that has no effect any more is removed with a warning")
{
    Json tree = Json::parse(shippedText("first-queue"));
    tree["run"]["stream_chunks"] = 32;
    const LoadResult result = parse(tree.dump());
    INFO(lines(result.findings));
    REQUIRE(result.project);
    CHECK_FALSE(result.project->run.contains("stream_chunks"));
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].key == "format.former-field");
    CHECK(result.findings[0].severity == Severity::warning);
    CHECK(result.findings[0].pointer == "/run");
    CHECK_THAT(result.findings[0].problem, Contains("stream_chunks has no effect any more"));
}

TEST_CASE("the former word for reads of metadata keeps its meaning, with a warning")
{
    std::string text = shippedText("first-steps");
    const std::string block = R"("type": "read",)";
    text.replace(text.find(block), block.size(), block + R"( "pattern": "random",)");
    const LoadResult result = parse(text);
    INFO(lines(result.findings));
    REQUIRE(result.project);
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].key == "format.former-pattern");
    CHECK(result.findings[0].severity == Severity::warning);
    CHECK_THAT(result.findings[0].pointer, Contains("/blocks/"));
    CHECK_THAT(result.findings[0].remedy, Contains("random places"));
    CHECK_THAT(toText(*result.project), Contains(R"("pattern": "metadata")") && !Contains(R"("pattern": "random")"));
}

TEST_CASE("a newer version is refused with a clear word")
{
    for (const std::string version : {"2", "99", "9223372036854775807", "18446744073709551615"}) {
        const Finding fault =
            onlyFault(parse(R"({"format": "headroom-project", "version": )" + version + "}"), "format.newer");
        CHECK(fault.pointer == "/version");
        CHECK_THAT(fault.problem, Contains("version " + version) && Contains("version 1"));
        CHECK_THAT(fault.remedy, Contains("newer Headroom"));
    }
    for (const std::string version : {"0", "-1", "1.5", "\"1\"", "null", "true"}) {
        INFO(version);
        onlyFault(parse(R"({"format": "headroom-project", "version": )" + version + "}"), "format.no-version");
    }
    onlyFault(parse(R"({"format": "headroom-project"})"), "format.no-version");
}

TEST_CASE("deep nesting is refused before it costs anything")
{
    onlyFault(parse(std::string(100000, '[')), "json.too-deep");
    onlyFault(parse(std::string(100000, '[') + std::string(100000, ']')), "json.too-deep");
    std::string objects;
    for (int i = 0; i < 100000; ++i)
        objects += "{\"a\":";
    onlyFault(parse(objects), "json.too-deep");
}

TEST_CASE("more than a project can need is refused")
{
    const Folder folder;
    const fs::path large = folder.write("large.headroom", "");
    fs::resize_file(large, (64u << 20) + 1);
    CHECK_THAT(onlyFault(loadProject(large, components(), folders), "file.too-large").problem,
               Contains("large.headroom") && Contains("64 MiB"));
    onlyFault(parse(std::string((64u << 20) + 1, ' ')), "file.too-large");

    std::string keys = "{";
    for (int i = 0; i < 6000; ++i)
        keys += "\"k" + std::to_string(i) + "\": 1, ";
    onlyFault(parse(keys + "\"z\": 1}"), "json.too-many");
}

TEST_CASE("a key that stands twice is reported with its pointer")
{
    std::string text = shippedText("first-queue");
    const std::string once = "\"duration\": \"60 s\",";
    const std::size_t at = text.find(once);
    REQUIRE(at != std::string::npos);
    text.insert(at, once);
    const LoadResult result = parse(text);
    INFO(lines(result.findings));
    CHECK_FALSE(result.project);
    CHECK(find(result.findings, "json.duplicate-key", "/run/duration"));
}

TEST_CASE("files that are not there or no files are reported by name")
{
    const Folder folder;
    CHECK_THAT(onlyFault(loadProject("/no/such.headroom", components(), folders), "file.missing").problem,
               Contains("/no/such.headroom"));
    CHECK_THAT(onlyFault(loadProject(folder.path, components(), folders), "file.missing").problem,
               Contains("no .headroom"));
    folder.write("a.headroom", shippedText("first-queue"));
    CHECK(loadProject(folder.path, components(), folders).project);
    folder.write("b.headroom", "");
    CHECK_THAT(onlyFault(loadProject(folder.path, components(), folders), "file.missing").problem, Contains("several"));
    onlyFault(loadProject("/dev/zero", components(), folders), "file.unreadable");
    REQUIRE(::mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
    onlyFault(loadProject(folder.path / "pipe", components(), folders), "file.unreadable");
}

TEST_CASE("a library's name is no path")
{
    Json tree = shipped("swift-rack");
    tree["behaviours"][0]["library"] = "../../libraries/behaviours/swift";
    const LoadResult result = parse(tree);
    CHECK_FALSE(result.project);
    CHECK(find(result.findings, "library.unknown", "/behaviours/0/library"));
}

TEST_CASE("a hostile list of faults stays affordable")
{
    Json tree = shipped("first-queue");
    Json& parameters = tree["parameters"];
    const int many = headroom::test::effort(16000);
    for (int i = 0; i < many; ++i)
        parameters.push_back({{"name", "not a name"}, {"type", "integer"}, {"value", "soon"}});
    const LoadResult result = parse(tree);
    CHECK_FALSE(result.project);
    CHECK(result.findings.size() > 2 * static_cast<std::size_t>(many));
}

TEST_CASE("broken libraries are remarked and do not keep others from loading")
{
    const Folder folder;
    folder.write("hardware/broken.json", "{");
    folder.write("hardware/poor.json", R"({"format": "headroom-hardware", "version": 1, "components": [
        {"id": "good", "kind": "nic", "parameters": {"link_rate_bps": 1e10}},
        {"id": "bad", "kind": "nic", "parameters": {"link_rate_bps": "fast"}},
        {"id": "good", "kind": "nic", "parameters": {"link_rate_bps": 1e9}}]})");
    folder.write("behaviours/broken.json", R"({"format": "headroom-behaviours", "version": 99})");
    Findings findings;
    const ComponentLibrary library = ComponentLibrary::load({folder.path}, findings);
    INFO(lines(findings));
    CHECK(findings.size() == 3);
    REQUIRE(library.all().size() == 1);
    CHECK(library.find("good")->figure("link_rate_bps") == 1e10);

    const LoadResult result =
        parseProject(shippedText("swift-rack"), components(), {folder.path, sourceRoot / "libraries"});
    INFO(lines(result.findings));
    REQUIRE(result.project);
    const Finding* newer = find(result.findings, "format.newer", "/version");
    REQUIRE(newer);
    CHECK(newer->severity == Severity::warning);
    CHECK_THAT(newer->place, Contains("broken.json"));
}
