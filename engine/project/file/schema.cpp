#include "project/file/schema.h"
#include "project/file/migration.h"
#include "project/file/shape.h"
#include "project/file/words.h"
#include "project/structure/describe.h"
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declarations.h"

#include <array>
#include <limits>
#include <utility>

namespace headroom::project {
namespace {

Json textSchema(const char* description = "")
{
    Json type = {{"type", "string"}};
    if (*description)
        type["description"] = description;
    return type;
}

Json listSchema(Json items)
{
    return {{"type", "array"}, {"maxItems", mostElements}, {"items", std::move(items)}};
}

Json reference(const char* definition)
{
    return {{"$ref", std::string("#/definitions/") + definition}};
}

/// The names of JSON types in schemas.
Json typeNames(Types types)
{
    static constexpr std::array<std::pair<Types, const char*>, 5> names = {{{numberType, "number"},
                                                                            {textType, "string"},
                                                                            {flagType, "boolean"},
                                                                            {objectType, "object"},
                                                                            {listType, "array"}}};
    Json all = Json::array();
    for (const auto& [type, name] : names)
        if (types & type)
            all.push_back(name);
    return all.size() == 1 ? all.front() : all;
}

/// A row of a table: an object with named cells, or a list in the columns' order.
Json rowSchema(const Fields& columns)
{
    const Json cell = {{"type", {"number", "string", "boolean"}}};
    Json cells = Json::object();
    for (const FieldDeclaration& column : columns) {
        cells[column.name] = cell;
        cells[column.name]["description"] = column.meaning + (column.unit.empty() ? "" : " Unit: " + column.unit + '.');
    }
    return {
        {"type", {"array", "object"}}, {"items", cell}, {"maxItems", columns.size()}, {"properties", std::move(cells)}};
}

Json fieldSchema(const FieldDeclaration& field)
{
    Json schema = {{"title", field.label}, {"type", typeNames(typesOf(field))}, {"description", field.meaning}};
    if (!field.unit.empty())
        schema["description"] = field.meaning + " Unit: " + field.unit + '.';
    if (field.namesSuffice) {
        schema.update(listSchema({{"type", "string"}}));
        schema["type"] = typeNames(typesOf(field));
    }
    if (field.type == FieldType::assignments)
        schema["additionalProperties"] = {{"type", {"number", "string", "boolean"}}};
    else if (field.type == FieldType::reductions)
        schema["additionalProperties"] = {{"enum", reductionWays()}};
    else if (field.type == FieldType::rows)
        schema.update(listSchema(rowSchema(field.columns)));
    if (!field.choices.empty())
        schema["examples"] = field.choices; // the name of a parameter is allowed too
    else if (!field.example.empty() && (typesOf(field) & textType))
        schema["examples"] = Json::array({field.example});
    if (!field.defaultValue.is_null())
        schema["default"] = field.defaultValue;
    return schema;
}

/// Schema of an object: its structural members, then its declared fields.
Json objectSchema(Json members, Json required, const Fields& fields = {})
{
    Json conditions = Json::array();
    for (const FieldDeclaration& field : fields) {
        members[field.name] = fieldSchema(field);
        if (!field.notWithTable.empty()) {
            const Json table = {{"properties", {{field.notWithTable, {{"const", "table"}}}}},
                                {"required", {field.notWithTable}}};
            conditions.push_back({{"if", {{"not", table}}}, {"then", {{"required", {field.name}}}}});
        } else if (field.required)
            required.push_back(field.name);
    }
    Json schema = {{"type", "object"}, {"properties", std::move(members)}};
    if (!required.empty())
        schema["required"] = std::move(required);
    if (!conditions.empty())
        schema["allOf"] = std::move(conditions);
    return schema;
}

using Choices = std::vector<std::pair<std::string, Json>>; ///< a member's values, each with the schema that holds then

/// The schema that the value of a member chooses. The choices are halved until one is left: a check that compared one
/// after the other would take most of the time of reading a project.
Json chosenBy(const char* member, Choices::iterator begin, Choices::iterator end)
{
    const auto middle = begin + (end - begin + 1) / 2;
    Json values = Json::array();
    for (auto choice = begin; choice != middle; ++choice)
        values.push_back(choice->first);
    const bool one = middle - begin == 1;
    Json schema = {{"if", {{"properties", {{member, {{"enum", std::move(values)}}}}}, {"required", {member}}}},
                   {"then", one ? std::move(begin->second) : chosenBy(member, begin, middle)}};
    if (middle != end)
        schema["else"] = chosenBy(member, middle, end);
    return schema;
}

Json chosenBy(const char* member, Choices choices)
{
    return chosenBy(member, choices.begin(), choices.end());
}

/// A value that may be a number, a text or a switch.
Json valueType()
{
    return {{"type", {"number", "string", "boolean"}}};
}

/// Schema of an object with values of one kind, by names that people chose.
Json mapOf(Json value)
{
    return {{"type", "object"}, {"additionalProperties", std::move(value)}};
}

Json schemaOf(const Point&)
{
    return {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}};
}

Json schemaOf(const std::vector<Point>&)
{
    return listSchema(schemaOf(Point()));
}

Json schemaOf(const std::string&)
{
    return textSchema();
}

Json schemaOf(const int&)
{
    return {{"type", "integer"},
            {"minimum", std::numeric_limits<int>::min()},
            {"maximum", std::numeric_limits<int>::max()}};
}

Json viewSchema();
Json componentItem();

/// Builds the schema of a described element: its members, then its declared fields.
class MakeSchema
{
public:
    void text(const Member& member, const std::string&) { add(member, textSchema(member.meaning)); }
    void word(const Member& member, ParameterType) { add(member, {{"enum", parameterTypeWords}}); }
    void text(const Member& member, const std::optional<std::string>&) { add(member, textSchema(member.meaning)); }
    void number(const Member& member, std::optional<double>) { add(member, {{"type", "number"}}); }
    void flag(const Member& member, std::optional<bool>) { add(member, {{"type", "boolean"}}); }
    void names(const Member& member, const std::optional<std::vector<std::string>>&)
    {
        add(member, listSchema(textSchema(member.meaning)));
    }
    void names(const Member& member, const std::vector<std::string>&)
    {
        add(member, listSchema(textSchema(member.meaning)));
    }
    void values(const Member& member, const std::vector<Json>&) { add(member, listSchema(valueType())); }
    void known(const Member& member)
    {
        add(member, member.holds == Member::Holds::list ? listSchema(valueType()) : Json{{"type", "boolean"}});
    }
    void value(const Member& member, const Json&)
    {
        add(member, member.holds == Member::Holds::choice   ? textSchema(member.meaning)
                    : member.holds == Member::Holds::number ? Json{{"type", "number"}, {"description", member.meaning}}
                    : member.holds == Member::Holds::list
                        ? Json{{"type", {"array", "string"}}, {"items", valueType()}, {"description", member.meaning}}
                        : valueType());
    }

    void fields(const Json&, const Fields& declared)
    {
        for (const FieldDeclaration& field : declared) {
            members_[field.name] = fieldSchema(field);
            if (field.required)
                required_.push_back(field.name);
        }
    }
    void blockFields(const Block&) {} // depend on the block's type, see blockSchema()
    void inner(const Member&, const std::vector<Diagram>&) {}
    void extra(const Json&) {}
    void unread(const Json&) {}

    void object(const Member& member, ElementKind, const Json&, const Fields& declared)
    {
        add(member, objectSchema(Json::object(), Json::array(), declared));
    }
    void map(const Member& member, ElementKind, const Json&) { add(member, mapOf(valueType())); }
    void components(const Member& member, const Json&) { add(member, listSchema(componentItem())); }
    void view(const Member& member, const View&) { add(member, viewSchema()); }
    template <typename Value>
    void byName(const Member& member, const std::optional<InOrder<Value>>&)
    {
        add(member, mapOf(project::schemaOf(Value())));
    }
    template <typename Item>
    void list(const List& list, const std::optional<std::vector<Item>>&)
    {
        this->list(list, std::vector<Item>());
    }
    template <typename Thing>
    void part(const Member& member, const std::optional<Thing>&)
    {
        const Thing prototype{};
        add(member, schemaOf(prototype));
    }

    template <typename Item>
    void list(const List& list, const std::vector<Item>&)
    {
        const Item prototype{};
        add({.key = list.key, .written = list.written}, listSchema(schemaOf(prototype)));
    }

    template <typename Thing>
    void part(const Member& member, ElementKind, const Thing& thing)
    {
        add(member, schemaOf(thing));
    }

    void library(const Behaviour&)
    {
        add({.key = "library"}, textSchema("Id of the library that holds the role."));
        add({.key = "from"}, textSchema("Id of the role in the library."));
        add({.key = "hash"}, textSchema("Content hash of the role when the project was saved."));
    }
    void definition(const Member& member, const Behaviour&)
    {
        add(member, reference("role"));
        condition_ = {{"if", {{"not", {{"required", {"library"}}}}}}, {"then", {{"required", {member.key}}}}};
    }

    Json schema() const
    {
        Json schema = objectSchema(members_, required_);
        schema.update(condition_);
        return schema;
    }

    template <typename Thing>
    static Json schemaOf(const Thing& thing)
    {
        MakeSchema maker;
        describe(maker, thing);
        return maker.schema();
    }
    static Json schemaOf(const Block&) { return reference("block"); }
    static Json schemaOf(const Wire&) { return reference("wire"); }

    Json& members() { return members_; }
    Json& required() { return required_; }

private:
    void add(const Member& member, Json schema)
    {
        members_[member.key] = std::move(schema);
        if (member.written == Written::required)
            required_.push_back(member.key);
    }

    Json members_ = Json::object();
    Json required_ = Json::array();
    Json condition_ = Json::object();
};

Json blockSchema(const BlockCatalogue& types)
{
    Json names = Json::array();
    Choices choices;
    for (const BlockType& type : types.types()) {
        names.push_back(type.name);
        const bool group = type.name == "group";
        Json then = objectSchema(group ? Json{{"inner", reference("inner")}} : Json::object(),
                                 group ? Json::array({"inner"}) : Json::array(), type.fields);
        then["description"] = type.meaning;
        choices.emplace_back(type.name, std::move(then));
    }
    const Block block;
    MakeSchema maker;
    describe(maker, block);
    maker.members()["type"]["examples"] = std::move(names);
    Json schema = maker.schema();
    schema["allOf"] = Json::array({chosenBy("type", std::move(choices))});
    return schema;
}

/// The diagram inside a group.
Json innerSchema()
{
    return objectSchema({{"blocks", listSchema(reference("block"))}, {"wires", listSchema(reference("wire"))}},
                        {"blocks", "wires"});
}

/// The levels of detail of a block type.
Json levelsSchema()
{
    Json levels = listSchema(objectSchema({{"id", {{"type", "string"}, {"minLength", 1}}},
                                           {"blocks", listSchema(reference("block"))},
                                           {"wires", listSchema(reference("wire"))}},
                                          {"id", "blocks", "wires"}));
    levels["minItems"] = 1;
    return levels;
}

Json wireSchema()
{
    return {{"description", "[\"block.port\", \"block.port\"], or an object with from and to."},
            {"type", {"array", "object"}},
            {"items", textSchema()},
            {"minItems", 2},
            {"maxItems", 2},
            {"properties", {{"from", textSchema()}, {"to", textSchema()}}},
            {"required", {"from", "to"}}};
}

/// The file has the description of each drawing by section and path.
Json viewSchema()
{
    const Drawing drawing;
    Json schema = MakeSchema::schemaOf(drawing);
    for (Json& section : schema["properties"])
        section = mapOf(std::move(section));
    return schema;
}

Json componentDefinition()
{
    Json kinds = Json::array();
    for (const ComponentKind& kind : componentKinds())
        kinds.push_back(kind.name);
    return objectSchema(
        {{"id", textSchema()},
         {"kind", {{"enum", kinds}}},
         {"vendor", textSchema()},
         {"model", textSchema()},
         {"parameters",
          {{"type", "object"},
           {"properties",
            {{"interface",
              textSchema("Port of a storage device, a controller or an expander: SATA 6Gb/s, PCIe 3.0 x4.")},
             {"aes_instructions", {{"type", "boolean"}}},
             {"power_loss_protection", {{"type", "boolean"}}},
             {"write_cache_enabled", {{"type", "boolean"}}}}},
           {"additionalProperties", {{"type", {"number", "string", "boolean", "array"}}}}}},
         {"source", textSchema("The document the figures come from.")},
         {"confidence", {{"enum", {"datasheet", "measured", "published", "estimated"}}}},
         {"estimated_fields", listSchema(textSchema())},
         {"notes", textSchema()}},
        {"id", "kind", "parameters"});
}

Json figuresSchema(const Fields& figures)
{
    Json properties = Json::object(), required = Json::array();
    for (const FieldDeclaration& figure : figures) {
        Json& schema = properties[figure.name] = {{"description", figure.meaning}};
        if (figure.type == FieldType::rows) {
            schema.update({{"type", "array"}, {"items", figuresSchema(figure.columns)}});
            schema["items"]["type"] = "object";
        } else if (figure.type == FieldType::text) {
            schema["type"] = "string";
        } else if (figure.type == FieldType::flag) {
            schema["type"] = "boolean";
        } else if (figure.type == FieldType::choice) {
            schema["enum"] = figure.choices;
        } else {
            schema.update({{"type", "number"}, {"minimum", *figure.minimum}, {"maximum", *figure.maximum}});
        }
        if (figure.required)
            required.push_back(figure.name);
    }
    return {{"properties", std::move(properties)}, {"required", std::move(required)}};
}

/// The required figures of each kind, and their bounds.
Json figuresByKind()
{
    Choices choices;
    for (const ComponentKind& kind : componentKinds())
        choices.emplace_back(kind.name, Json{{"properties", {{"parameters", figuresSchema(kind.figures)}}}});
    return chosenBy("kind", std::move(choices));
}

Json componentItem()
{
    Json item = componentDefinition();
    item["allOf"] = Json::array({figuresByKind()});
    return item;
}

Json fileSchema(const char* format, const char* title, Json members, Json required)
{
    Json properties = {{"format", {{"const", format}}}, {"version", {{"type", "integer"}, {"minimum", 1}}}};
    properties.update(members);
    Json all = {"format", "version"};
    all.insert(all.end(), required.begin(), required.end());
    Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
    schema.update(objectSchema(std::move(properties), std::move(all)));
    return schema;
}

Json roleDefinitions(const BlockCatalogue& types)
{
    const Role role;
    return {{"role", MakeSchema::schemaOf(role)},
            {"block", blockSchema(types)},
            {"inner", innerSchema()},
            {"wire", wireSchema()}};
}

Json portsSchema()
{
    return listSchema(objectSchema({{"name", textSchema()},
                                    {"label", textSchema()},
                                    {"meaning", textSchema()},
                                    {"required", {{"type", "boolean"}}}},
                                   {"name"}));
}

Json fieldsSchema()
{
    Json types = Json::array();
    for (const auto& [word, type] : fieldTypesOfFiles())
        types.push_back(word);
    return listSchema(objectSchema({{"name", textSchema("As used in the diagram: letters, digits, underscore.")},
                                    {"label", textSchema()},
                                    {"type", {{"enum", std::move(types)}}},
                                    {"unit", textSchema("Base unit of a quantity: s, B, B/s, 1/s, Hz, W.")},
                                    {"default", {{"type", {"number", "string", "boolean", "object"}}}},
                                    {"meaning", {{"type", "string"}, {"minLength", 1}}},
                                    {"example", textSchema()},
                                    {"required", {{"type", "boolean"}}},
                                    {"minimum", {{"type", "number"}}},
                                    {"maximum", {{"type", "number"}}},
                                    {"choices", listSchema(textSchema())},
                                    {"kinds", listSchema(textSchema())}},
                                   {"name", "type", "meaning"}));
}

} // namespace

Json projectSchema(const BlockCatalogue& types)
{
    const Project project;
    MakeSchema maker;
    describe(maker, project);
    Json schema = fileSchema("headroom-project", "Headroom project", maker.members(), maker.required());
    schema["definitions"] = roleDefinitions(types);
    return schema;
}

Json behaviourLibrarySchema(const BlockCatalogue& types)
{
    Json schema =
        fileSchema("headroom-behaviours", "Headroom behaviour library",
                   {{"id", textSchema()},
                    {"name", textSchema()},
                    {"description", textSchema()},
                    {"roles", listSchema({{"allOf", Json::array({reference("role")})}, {"required", {"id"}}})},
                    {"view", viewSchema()}},
                   {"id", "roles"});
    schema["definitions"] = roleDefinitions(types);
    return schema;
}

Json blockTypeSchema()
{
    Json schema = fileSchema("headroom-block", "Headroom block type",
                             {{"name", {{"type", "string"}, {"minLength", 1}}},
                              {"label", textSchema()},
                              {"category", textSchema("Heading in the palette.")},
                              {"icon", textSchema("Name of a Breeze icon.")},
                              {"meaning", {{"type", "string"}, {"minLength", 1}}},
                              {"inputs", portsSchema()},
                              {"outputs", portsSchema()},
                              {"fields", fieldsSchema()},
                              {"summary", textSchema("The field shown as the block's second line.")},
                              {"inner", reference("inner")},
                              {"diagrams", levelsSchema()},
                              {"level", textSchema("A diagram's id, or a field of the block whose value is one.")}},
                             {"name", "meaning"});
    schema["definitions"] = roleDefinitions(vocabulary());
    return schema;
}

Json componentSchema()
{
    return fileSchema("headroom-hardware", "Headroom hardware library",
                      {{"kind", textSchema()}, {"components", listSchema(componentItem())}}, {"components"});
}

} // namespace headroom::project
