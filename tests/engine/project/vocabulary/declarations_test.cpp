#include "../projects.h"
#include "project/block_library.h"
#include "project/file/schema.h"
#include "project/resolve/resolver.h"
#include "project/vocabulary/block_variables.h"
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/inner_diagrams.h"

#include <algorithm>
#include <set>

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

/// Every default is a value that its own declaration allows, so that it can stand in for a faulty one.
void checkFields(const Fields& fields, const std::string& of)
{
    const Project project;
    Findings findings;
    Resolver resolver(project, components(), findings);
    std::set<std::string> names;
    for (const FieldDeclaration& field : fields) {
        INFO(of << ", " << field.name << lines(findings));
        CHECK(names.insert(field.name).second);
        CHECK_FALSE(field.label.empty());
        CHECK_FALSE(field.meaning.empty());
        if (field.type == FieldType::choice) {
            CHECK_FALSE(field.choices.empty());
            resolver.text(fields, field.name, Json::object(), "");
        } else if (field.type == FieldType::component) {
            CHECK_FALSE(field.kinds.empty());
            resolver.component(fields, field.name, Json::object(), "");
        } else if (field.type == FieldType::number || field.type == FieldType::integer ||
                   field.type == FieldType::quantity || field.type == FieldType::flag) {
            resolver.number(fields, field.name, Json::object(), "");
        }
        CHECK(findings.empty());
    }
}

} // namespace

TEST_CASE("defaults keep to their own declarations")
{
    for (const BlockType& type : vocabulary().types())
        checkFields(type.fields, type.name);
    checkFields(workersFields(), "workers");
    checkFields(stateFields(), "state");
    checkFields(nodeGroupFields(), "node group");
    checkFields(controllerFields(), "controllers");
    checkFields(deviceFields(), "devices");
    checkFields(volumeFields(), "volume");
    checkFields(switchFields(), "switch");
    checkFields(linkFields(), "link");
    checkFields(fabricFields(), "fabric");
    checkFields(selectorFields(), "selector");
    checkFields(workloadFields(), "workload");
    checkFields(shareFields(), "share");
    checkFields(runFields(), "run");
    for (const ComponentKind& kind : componentKinds())
        checkFields(kind.figures, kind.name);
}

TEST_CASE("every block type has a name of its own, a meaning, and ports to be wired")
{
    std::set<std::string> names;
    for (const BlockType& type : vocabulary().types()) {
        INFO(type.name);
        CHECK(names.insert(type.name).second);
        CHECK(vocabulary().find(type.name) == &type);
        CHECK_FALSE(type.meaning.empty());
        CHECK_FALSE(type.icon.empty());
        Block block;
        block.type = type.name;
        if (type.name == "group")
            block.inner = {plainGroup()};
        CHECK(vocabulary().inputsOf(block).size() + vocabulary().outputsOf(block).size() > 0);
        for (const std::string& field : {type.summaryField, type.secondSummaryField})
            CHECK((field.empty() || findField(type.fields, field)));
        const bool namesState = std::ranges::count(type.fields, FieldType::state, &FieldDeclaration::type) > 0;
        CHECK(namesState == (type.traits.stateType != std::string()));
        for (const FieldDeclaration& field : type.fields)
            CHECK((field.setAt.empty() ||
                   std::ranges::find(type.outputs, field.setAt, &PortDeclaration::name) != type.outputs.end()));
    }
}

TEST_CASE("a block sets variables for the paths that leave by the outputs that its type names")
{
    using Names = std::vector<std::string>;
    const auto setAt = [](const char* type, const Json& fields, const char* output) {
        Block block;
        block.type = type;
        block.fields = fields;
        return variablesSetAt(*vocabulary().find(type), block, output);
    };
    const Json call = {{"selector", "ring"}, {"results", {{"x", "size"}}}};
    CHECK(setAt("call", call, "reply") == Names{"device", "x"});
    CHECK(setAt("call", call, "error") == Names{"device"});
    const Json overList = {{"over", "list"}, {"list", "l"}, {"value_variable", "v"}};
    CHECK(setAt("for each", overList, "each") == Names{"index", "v"});
    CHECK(setAt("for each", overList, "done").empty());
    CHECK(setAt("place", {{"variable", "block"}}, "next") == Names{"block"});
    CHECK(setAt("transfer", Json::object(), "chunk") == Names{"chunk_bytes", "chunk_count", "chunk_offset"});
    CHECK(setAt("transfer", Json::object(), "next").empty());
}

TEST_CASE("the schema names every block type and every field")
{
    const std::string schema = projectSchema().dump();
    for (const BlockType& type : vocabulary().types()) {
        CHECK(schema.find('"' + type.name + '"') != std::string::npos);
        for (const FieldDeclaration& field : type.fields) {
            INFO(type.name << " " << field.name);
            CHECK(schema.find('"' + field.name + "\":{\"title\"") != std::string::npos);
        }
    }
    CHECK(projectSchema()["$schema"] == "http://json-schema.org/draft-07/schema#");
}
