#include "../projects.h"

#include "project/library/component_index.h"

using namespace headroom::project;
using namespace headroom::project::test;

TEST_CASE("components that are read as needed are those that are read at once")
{
    Findings findings;
    const ComponentLibrary later = ComponentLibrary::loadAsNeeded(folders, findings);
    CHECK(findings.empty());
    CHECK(later.ids() == components().ids());
    for (const Component* const expected : components().all()) {
        INFO(expected->id);
        const Component* const read = later.find(expected->id);
        REQUIRE(read);
        CHECK(read->kind == expected->kind);
        CHECK(read->parameters == expected->parameters);
        CHECK(read->estimatedFields == expected->estimatedFields);
    }
    CHECK_FALSE(later.foundFaults());
}

TEST_CASE("each shipped hardware library is found without reading it whole")
{
    for (const fs::directory_entry& file : fs::directory_iterator(sourceRoot / "libraries" / "hardware")) {
        INFO(file.path());
        const auto index = componentIndex(contentOf(file.path()));
        REQUIRE(index);
        CHECK(index->size() == Json::parse(contentOf(file.path()))["components"].size());
    }
}

TEST_CASE("a library that is not written as expected is read whole, and its faults are reported")
{
    const std::string head = R"({"format": "headroom-hardware", "version": 1, "components": [)";
    const std::string one = R"({"id": "one", "kind": "nic", "parameters": {"link_rate_bps": 1e10}})";
    for (const std::string& text :
         {std::string(), std::string("{"), head, head + one, head + one + "]", head + one + "]} x",
          head + one + " " + one + "]}", head + one + "," + one + "]}", head + R"({"kind": "nic"}]})",
          head + R"({"id": "a\"b"}]})", head + R"({"id": 3}]})", head + R"({"id": "a", "id": "b"}]})",
          std::string(R"({"format": "headroom-project", "version": 1, "components": []})"),
          std::string(R"({"format": "headroom-hardware", "version": 2, "components": []})")}) {
        INFO(text);
        CHECK_FALSE(componentIndex(text));
    }
    const Folder folder;
    folder.write("hardware/twice.json", head + one + "," + one + "]}");
    Findings findings;
    CHECK(ComponentLibrary::loadAsNeeded({folder.path}, findings).find("one"));
    CHECK(findings.size() == 1);
}

TEST_CASE("a component with a fault is noticed when it is asked for")
{
    const Folder folder;
    folder.write("hardware/poor.json", R"({"format": "headroom-hardware", "version": 1, "components": [
        {"id": "good", "kind": "nic", "parameters": {"link_rate_bps": 1e10}},
        {"id": "bad", "kind": "nic", "parameters": {"link_rate_bps": "fast"}}]})");
    Findings findings;
    const ComponentLibrary library = ComponentLibrary::loadAsNeeded({folder.path}, findings);
    CHECK(library.find("good")->figure("link_rate_bps") == 1e10);
    CHECK_FALSE(library.foundFaults());
    CHECK_FALSE(library.find("bad"));
    CHECK(library.foundFaults());
}

TEST_CASE("a later library replaces a component of an earlier one, however both are read")
{
    const Folder folder;
    const std::string head = R"({"format": "headroom-hardware", "version": 1, "components": [)";
    folder.write("first/hardware/a.json", head + R"({"id": "x", "kind": "nic", "parameters": {"link_rate_bps": 1}}]})");
    folder.write("second/hardware/a.json",
                 head + R"({"id": "x", "kind": "nic", "parameters": {"link_rate_bps": 2}}]})");
    Findings findings;
    const ComponentLibrary library =
        ComponentLibrary::loadAsNeeded({folder.path / "first", folder.path / "second"}, findings);
    CHECK(library.ids().size() == 1);
    CHECK(library.find("x")->figure("link_rate_bps") == 2);
}
