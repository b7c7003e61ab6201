#include "project/library/reference.h"
#include "project/expression/units.h"
#include "project/structure/describe.h"
#include "project/vocabulary/component_kinds.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::project {
namespace {

std::string fileOf(const BlockType& type)
{
    std::string file = type.name;
    std::replace(file.begin(), file.end(), ' ', '-');
    std::replace(file.begin(), file.end(), '/', '-');
    return "blocks/" + file + ".md";
}

/// Text in a cell of a table.
std::string cell(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
    return result;
}

std::string code(const std::string& text)
{
    return text.empty() ? text : '`' + text + '`';
}

std::string wordOf(const FieldDeclaration& field)
{
    static const std::map<FieldType, std::string> words = {{FieldType::number, "number"},
                                                           {FieldType::integer, "whole number"},
                                                           {FieldType::quantity, "quantity"},
                                                           {FieldType::flag, "switch"},
                                                           {FieldType::choice, "choice"},
                                                           {FieldType::text, "text"},
                                                           {FieldType::component, "component"},
                                                           {FieldType::role, "role"},
                                                           {FieldType::operation, "operation"},
                                                           {FieldType::volume, "volume"},
                                                           {FieldType::state, "state item"},
                                                           {FieldType::selector, "selector"},
                                                           {FieldType::block, "block"},
                                                           {FieldType::variable, "variable"},
                                                           {FieldType::assignments, "name = expression"},
                                                           {FieldType::reductions, "variable = way"},
                                                           {FieldType::rows, "table"}};
    std::string word = words.at(field.type);
    if (!field.kinds.empty()) {
        word += ':';
        for (const std::string& kind : field.kinds)
            word += ' ' + kind;
    }
    return word + (field.perRequest ? "; per request" : "");
}

std::string rangeOf(const FieldDeclaration& field)
{
    const std::string unit = field.unit == anyUnit ? "" : field.unit;
    const auto bound = [&](double value) { return exactText(value, unit); };
    std::string range;
    for (const std::string& choice : field.choices)
        range += (range.empty() ? "" : ", ") + code(choice);
    if (field.minimum && field.maximum)
        range += (range.empty() ? "" : "; ") + bound(*field.minimum) + " to " + bound(*field.maximum);
    else if (field.minimum)
        range += (range.empty() ? "" : "; ") + ("at least " + bound(*field.minimum));
    else if (field.maximum)
        range += (range.empty() ? "" : "; ") + ("at most " + bound(*field.maximum));
    return range;
}

std::string defaultOf(const FieldDeclaration& field)
{
    if (field.required)
        return "must be set";
    const Json& value = field.defaultValue;
    return value.is_null() ? "" : code(value.is_string() ? value.get<std::string>() : value.dump());
}

std::string rowsOf(const Fields& fields)
{
    std::string text = "| field | label | type | unit | range | default | meaning | example |\n"
                       "|---|---|---|---|---|---|---|---|\n";
    for (const FieldDeclaration& field : fields) {
        text += '|';
        for (const std::string& part : {code(field.name), field.label, wordOf(field), field.unit, rangeOf(field),
                                        defaultOf(field), field.meaning, code(field.example)}) {
            text += part.empty() ? " |" : ' ' + cell(part) + " |";
        }
        text += '\n';
    }
    for (const FieldDeclaration& field : fields)
        if (!field.columns.empty())
            text += "\nColumns of " + code(field.name) + ":\n\n" + rowsOf(field.columns);
    return text;
}

std::string portsText(const char* heading, const std::vector<PortDeclaration>& ports, const char* none)
{
    std::string text = std::string("\n## ") + heading + "\n\n";
    for (const PortDeclaration& port : ports) {
        text += "- " + code(port.name) + (port.meaning.empty() ? "" : ": " + port.meaning) +
                (port.required ? " (must be wired)" : "") + '\n';
    }
    return ports.empty() ? text + none + '\n' : text;
}

/// A block with all required fields, and each field that has an example.
std::string exampleOf(const BlockType& type)
{
    Block block;
    block.id = "example";
    block.type = type.name;
    Json object = {{"id", "example"}, {"type", type.name}};
    for (const FieldDeclaration& field : type.fields) {
        if (!field.example.empty()) {
            const bool structured = field.type == FieldType::assignments || field.type == FieldType::reductions ||
                                    field.type == FieldType::rows;
            const Json parsed = structured ? Json::parse(field.example, nullptr, false) : Json(field.example);
            if (!parsed.is_discarded())
                object[field.name] = parsed;
        } else if (field.required && !field.defaultValue.is_null()) {
            object[field.name] = field.defaultValue;
        }
    }
    if (type.name == "group") {
        object["inner"] = {{"blocks", {{{"id", "in"}, {"type", "way in"}}, {{"id", "out"}, {"type", "way out"}}}},
                           {"wires", Json::array({Json::array({"in.next", "out.in"})})}};
    }
    return object.dump();
}

ReferencePage pageOf(const BlockType& type)
{
    const char* const drawn = "Those that are drawn inside it.";
    const char* const noOutputs = type.name == "group" ? drawn
                                  : type.name == "fork"
                                      ? "`path1`, `path2` ...: one for each path, which must be wired."
                                      : "None: the path ends.";
    std::string text = "# " + type.label + "\n\n" + type.meaning + "\n\nType " + code(type.name) +
                       ", in the palette under " + type.category + (type.inner ? "; added by a file.\n" : ".\n");
    text += portsText("Ways in", type.inputs, type.name == "group" ? drawn : "None.");
    text += portsText("Ways out", type.outputs, noOutputs);
    text += "\n## Fields\n\n" + (type.fields.empty() ? std::string("None.\n") : rowsOf(type.fields));
    text += "\n## Example\n\n```json\n" + exampleOf(type) + "\n```\n";
    return {fileOf(type), text};
}

/// The declared fields of everything that the document consists of.
class CollectTables : public PassOver
{
public:
    std::vector<FieldTable> tables;

    void fields(const Json&, const Fields& declared) { tables.push_back({name_, heading_, place_, &declared}); }
    void object(const Member& member, ElementKind, const Json&, const Fields& declared)
    {
        tables.push_back({member.key, member.heading, placeOf(member.key), &declared});
    }

    template <typename Item>
    void list(const List& list, const std::vector<Item>&)
    {
        const std::string nameOutside = name_, headingOutside = heading_, placeOutside = place_;
        name_ = *list.word ? list.word : list.key;
        std::replace(name_.begin(), name_.end(), ' ', '-');
        heading_ = list.heading;
        place_ = placeOf(list.key) + "[]";
        const Item prototype{};
        describe(*this, prototype);
        name_ = nameOutside;
        heading_ = headingOutside;
        place_ = placeOutside;
    }
    void list(const List&, const std::vector<Wire>&) {}
    template <typename Thing>
    void part(const Member& member, ElementKind, const Thing& thing)
    {
        const std::string outside = std::exchange(place_, placeOf(member.key));
        describe(*this, thing);
        place_ = outside;
    }
    void definition(const Member& member, const Behaviour& behaviour)
    {
        const std::string outside = std::exchange(place_, placeOf(member.key));
        describe(*this, behaviour.role);
        place_ = outside;
    }

private:
    std::string placeOf(const char* key) const { return place_.empty() ? key : place_ + '.' + key; }

    std::string name_, heading_, place_; ///< of what is visited
};

} // namespace

std::vector<FieldTable> fieldTables()
{
    const Project project;
    CollectTables visitor;
    describe(visitor, project);
    return std::move(visitor.tables);
}

std::vector<ReferencePage> referencePages(const BlockCatalogue& types)
{
    std::string index =
        "# Reference\n\nMade from the declarations of this version. A field marked \"per request\" may speak of the\n"
        "variables of the request, any other of parameters only.\n\n## Blocks\n";
    std::vector<ReferencePage> pages;
    std::map<std::string, std::string> headings;
    std::vector<std::string> order;
    for (const BlockType& type : types.types()) {
        pages.push_back(pageOf(type));
        if (headings.emplace(type.category, "").second)
            order.push_back(type.category);
        headings[type.category] += "- [" + type.label + "](" + fileOf(type) + "): " + type.meaning + '\n';
    }
    for (const std::string& heading : order)
        index += "\n### " + heading + "\n\n" + headings[heading];
    index += "\n## Everything else\n\n";
    for (const FieldTable& table : fieldTables()) {
        const std::string file = "fields/" + table.name + ".md";
        pages.push_back(
            {file, "# " + table.title + "\n\nIn a project: " + code(table.place) + ".\n\n" + rowsOf(*table.fields)});
        index += "- [" + table.title + "](" + file + "): " + code(table.place) + '\n';
    }
    index += "\n## Components\n\n";
    for (const ComponentKind& kind : componentKinds()) {
        const std::string file = "components/" + kind.name + ".md";
        pages.push_back(
            {file, "# Figures of a " + kind.name +
                       "\n\nWhat a run computes with, in the unit that ends the name; a component may state "
                       "others.\n\n" +
                       rowsOf(kind.figures)});
        index += "- [" + kind.name + "](" + file + ")\n";
    }
    pages.insert(pages.begin(), {"index.md", index});
    return pages;
}

} // namespace headroom::project
