// The reference pages hold all that is declared.
#include "../projects.h"
#include "project/block_library.h"
#include "project/library/reference.h"

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

const BlockCatalogue& types()
{
    static const BlockCatalogue shippedTypes = [] {
        Findings findings;
        return loadBlockTypes(folders, findings);
    }();
    return shippedTypes;
}

std::string page(const std::string& file)
{
    for (const ReferencePage& candidate : referencePages(types()))
        if (candidate.file == file)
            return candidate.text;
    FAIL("no page " << file);
    return {};
}

std::string fileOf(std::string block)
{
    std::replace(block.begin(), block.end(), ' ', '-');
    return "blocks/" + block + ".md";
}

/// The line of the page's table that tells of the field.
std::string lineOf(const std::string& text, const std::string& field)
{
    const std::size_t begin = text.find("\n| `" + field + "` |");
    INFO(field);
    REQUIRE(begin != std::string::npos);
    return text.substr(begin + 1, text.find('\n', begin + 1) - begin - 1);
}

void holdsAll(const std::string& text, const Fields& fields)
{
    for (const FieldDeclaration& field : fields) {
        const std::string line = lineOf(text, field.name);
        INFO(line);
        CHECK_FALSE(field.meaning.empty());
        CHECK_THAT(line, Contains("| " + field.label + " |"));
        CHECK_THAT(line, Contains(field.meaning.substr(0, field.meaning.find('|'))));
        CHECK_THAT(line, Contains(field.required ? "must be set" : ""));
        for (const std::string& choice : field.choices)
            CHECK_THAT(line, Contains('`' + choice + '`'));
        if (!field.columns.empty()) {
            const std::size_t columns = text.find("Columns of `" + field.name + "`:");
            REQUIRE(columns != std::string::npos);
            holdsAll(text.substr(columns), field.columns);
        }
    }
}

} // namespace

TEST_CASE("every block type has a page with its meaning, its ports and every field, and the index names it")
{
    const std::string index = page("index.md");
    for (const BlockType& type : types().types()) {
        INFO(type.name);
        const std::string text = page(fileOf(type.name));
        CHECK_THAT(index, Contains("(" + fileOf(type.name) + ")") && Contains(type.meaning));
        CHECK_THAT(text, Contains("# " + type.label) && Contains(type.meaning));
        for (const auto& ports : {type.inputs, type.outputs})
            for (const PortDeclaration& port : ports)
                CHECK_THAT(text, Contains("- `" + port.name + "`: "));
        holdsAll(text, type.fields);
        CHECK_THAT(text, Contains("{\"id\":\"example\",\"type\":\"" + type.name + '"'));
    }
    REQUIRE(types().find("mirrored write"));
    CHECK_THAT(page("blocks/mirrored-write.md"), Contains("added by a file"));
}

TEST_CASE("every other table has a page with every field")
{
    for (const FieldTable& table : fieldTables()) {
        INFO(table.name);
        CHECK_FALSE(table.title.empty());
        CHECK_THAT(page("index.md"), Contains("(fields/" + table.name + ".md)"));
        holdsAll(page("fields/" + table.name + ".md"), *table.fields);
    }
    CHECK(fieldTables().size() == 23);
}

TEST_CASE("units, ranges, defaults and choices are reported as they are declared")
{
    CHECK_THAT(lineOf(page("blocks/compute.md"), "work"),
               Contains("| quantity; per request | s | at least 0 s | must be set |") &&
                   Contains("`3 ms + 0.6 ns * size`"));
    CHECK_THAT(lineOf(page("blocks/branch.md"), "probability"), Contains("| 0 to 1 | `0.5` |"));
    CHECK_THAT(lineOf(page("blocks/join.md"), "mode"), Contains("| choice |  | `all`, `any`, `k` | `all` |") ||
                                                           Contains("| choice | | `all`, `any`, `k` | `all` |"));
    CHECK_THAT(lineOf(page("blocks/compute.md"), "reference"), Contains("component: processor"));
    CHECK_THAT(lineOf(page("blocks/transfer.md"), "window"), Contains("| whole number | | 1 to 1000000000 | `10` |"));
}
