#include "project/block_library.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/expression.h"
#include "project/file/file_cache.h"
#include "project/file/json_parse.h"
#include "project/file/json_reader.h"
#include "project/file/migration.h"
#include "project/resolve/resolver.h"
#include "project/structure/place_in_words.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace headroom::project {
namespace {

namespace fs = std::filesystem;

struct TypeFile
{
    std::string name; ///< of the file
    std::optional<BlockType> type;
    Findings findings;
};

std::optional<double> numberAt(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

FieldDeclaration readField(const Json& tree)
{
    FieldDeclaration field;
    field.name = textAt(tree, "name");
    field.label = textAt(tree, "label", field.name);
    for (const auto& [word, type] : fieldTypesOfFiles())
        if (word == textAt(tree, "type"))
            field.type = type;
    field.definesVariable = field.type == FieldType::variable;
    field.refersTo = referencesOf(field.type);
    field.unit = textAt(tree, "unit");
    field.defaultValue = tree.value("default", Json());
    field.meaning = textAt(tree, "meaning");
    field.example = textAt(tree, "example");
    field.required = tree.value("required", false);
    field.perRequest = true;
    field.minimum = numberAt(tree, "minimum");
    field.maximum = numberAt(tree, "maximum");
    for (const char* list : {"choices", "kinds"})
        for (const Json& text : tree.value(list, Json::array()))
            (list == std::string("choices") ? field.choices : field.kinds).push_back(text.get<std::string>());
    return field;
}

std::vector<PortDeclaration> readPorts(const Json& tree, const char* key, const std::vector<Diagram>& levels,
                                       const char* way)
{
    std::vector<PortDeclaration> ports;
    for (const Json& port : tree.value(key, Json::array())) {
        const std::string name = textAt(port, "name");
        ports.push_back({name, textAt(port, "label", name), textAt(port, "meaning"), port.value("required", false)});
    }
    for (const Diagram& level : levels)
        for (const Block& block : level.blocks) {
            const std::string name = block.type == way ? wayOf(block) : std::string();
            const bool known =
                std::any_of(ports.begin(), ports.end(), [&](const PortDeclaration& port) { return port.name == name; });
            if (block.type == way && !known)
                ports.push_back({name, name, block.name, false});
        }
    return ports;
}

void checkPorts(const Json& ports, const FilePlace& place, ShapeFaults& faults)
{
    faults.isListOf(objectType, ports, place);
    for (std::size_t i = 0; ports.is_array() && i < ports.size(); ++i)
        if (ports[i].is_object())
            faults.members(ports[i],
                           {{.key = "name", .required = true},
                            {.key = "label"},
                            {.key = "meaning"},
                            {.key = "required", .types = flagType}},
                           FilePlace(place, i));
}

void checkField(const Json& field, const FilePlace& place, ShapeFaults& faults)
{
    faults.members(
        field,
        {{.key = "name", .required = true, .meaning = "As used in the diagram: letters, digits, underscore."},
         {.key = "label"},
         {.key = "type", .required = true},
         {.key = "unit"},
         {.key = "default", .types = scalarTypes | objectType},
         {.key = "meaning", .required = true},
         {.key = "example"},
         {.key = "required", .types = flagType},
         {.key = "minimum", .types = numberType},
         {.key = "maximum", .types = numberType}},
        place);
    std::vector<std::string> words;
    for (const auto& known : fieldTypesOfFiles())
        words.push_back(known.first);
    if (const std::string type = textAt(field, "type"); !type.empty())
        faults.isOneOf(words, type, FilePlace(place, "type"));
    for (const char* list : {"choices", "kinds"})
        if (field.contains(list))
            faults.isListOf(textType, field[list], FilePlace(place, list));
}

/// Reports all of a file that is not read with the diagrams.
void checkShape(const Json& tree, ShapeFaults& faults)
{
    const FilePlace file;
    faults.members(tree,
                   {{.key = "name", .required = true},
                    {.key = "label"},
                    {.key = "category"},
                    {.key = "icon"},
                    {.key = "meaning", .required = true},
                    {.key = "summary"},
                    {.key = "level"}},
                   file);
    for (const char* key : {"name", "meaning"})
        if (tree.contains(key) && tree[key] == "")
            faults.wrong("schema.value", FilePlace(file, key), "It is empty.", "Write a text.");
    for (const char* key : {"inputs", "outputs"})
        if (tree.contains(key))
            checkPorts(tree[key], FilePlace(file, key), faults);
    const FilePlace fields(file, "fields");
    if (tree.contains("fields") && faults.isListOf(objectType, tree["fields"], fields))
        for (std::size_t i = 0; i < tree["fields"].size(); ++i)
            checkField(tree["fields"][i], FilePlace(fields, i), faults);
}

/// The levels of detail; none, with a finding, unless the file draws one diagram or several.
std::vector<Diagram> readLevels(const Json& tree, ShapeFaults& faults)
{
    const FilePlace file;
    const bool several = tree.contains("diagrams");
    if (several == tree.contains("inner")) {
        faults.wrong(several ? "block-type.two-drawings" : "schema.missing", file,
                     several ? "It has both \"inner\" and \"diagrams\"." : "It has no drawing of what it does.",
                     "Draw it in \"inner\", or its levels of detail in \"diagrams\".");
        return {};
    }
    std::vector<Diagram> levels;
    if (!several) {
        levels.push_back(readDiagram(tree["inner"], vocabulary(), faults, FilePlace(file, "inner"), false));
        return levels;
    }
    const FilePlace place(file, "diagrams");
    const Json& diagrams = tree["diagrams"];
    if (faults.isList(diagrams, place) && diagrams.empty())
        faults.wrong("schema.value", place, "There is no diagram in it.", "Draw one.");
    for (std::size_t i = 0; diagrams.is_array() && i < diagrams.size(); ++i)
        levels.push_back(readDiagram(diagrams[i], vocabulary(), faults, FilePlace(place, i), true));
    return levels;
}

/// Takes a tree without faults.
BlockType readType(const Json& tree, std::vector<Diagram> drawn)
{
    BlockType type;
    type.name = textAt(tree, "name");
    type.label = textAt(tree, "label", type.name);
    type.category = textAt(tree, "category", "Added");
    type.icon = textAt(tree, "icon", "object-group");
    type.meaning = textAt(tree, "meaning");
    const auto levels = std::make_shared<const std::vector<Diagram>>(std::move(drawn));
    type.levels = levels;
    type.inner = std::shared_ptr<const Diagram>(type.levels, &type.levels->front());
    type.level = textAt(tree, "level");
    type.inputs = readPorts(tree, "inputs", *levels, "way in");
    type.outputs = readPorts(tree, "outputs", *levels, "way out");
    for (const Json& field : tree.value("fields", Json::array()))
        type.fields.push_back(readField(field));
    type.summaryField = textAt(tree, "summary");
    return type;
}

/// Reads the type of a file, and checks it as far as possible without a role that uses it.
class TypeCheck
{
public:
    TypeCheck(const Json& tree, const BlockType& type, Findings& findings)
        : tree_(tree), type_(type), findings_(findings)
    {
    }

    void run()
    {
        if (vocabulary().find(type_.name)) {
            error("block-type.name-taken", "/name", "There is a block type \"" + type_.name + "\" already.",
                  "Give it another name.");
        }
        fields();
        for (std::size_t i = 0; i < type_.levels->size(); ++i) {
            const Diagram& diagram = (*type_.levels)[i];
            ways("/inputs", type_.inputs, diagram, "way in");
            ways("/outputs", type_.outputs, diagram, "way out");
            wires(diagram, tree_.contains("inner") ? "/inner" : "/diagrams" + below(i));
        }
        level();
        if (!type_.summaryField.empty() && !findField(type_.fields, type_.summaryField)) {
            error("field.unknown", "/summary", "It has no field \"" + type_.summaryField + "\".",
                  "Name one of its fields.");
        }
    }

private:
    void error(const char* key, const std::string& pointer, const std::string& problem, const std::string& remedy)
    {
        findings_.push_back({Severity::error, key, pointer, placeInWords(tree_, pointer), problem, remedy});
    }

    void fields()
    {
        static const std::set<std::string> structural = {"id", "type", "name", "inner"};
        std::set<std::string> seen;
        const Project none;
        const ComponentLibrary noComponents;
        Findings faults;
        Resolver resolver(none, noComponents, faults);
        for (std::size_t i = 0; i < type_.fields.size(); ++i) {
            const FieldDeclaration& field = type_.fields[i];
            const std::string pointer = "/fields" + below(i);
            if (!isIdentifier(field.name) || structural.contains(field.name)) {
                error("name.invalid", pointer + "/name", "\"" + field.name + "\" cannot be the name of a field.",
                      "Use letters, digits and underscores, beginning with a letter; id, type, name and inner are "
                      "taken.");
            } else if (!seen.insert(field.name).second) {
                error("id.duplicate", pointer + "/name", "\"" + field.name + "\" is used twice.",
                      "Give each field a name of its own.");
            }
            if (field.type == FieldType::choice && field.choices.empty()) {
                error("field.no-choices", pointer, "The field is a choice and has none.", "List its choices.");
            } else if (field.type == FieldType::choice) {
                resolver.text(type_.fields, field.name, Json::object(), "");
            } else if (field.type == FieldType::number || field.type == FieldType::integer ||
                       field.type == FieldType::quantity || field.type == FieldType::flag) {
                resolver.expression(type_.fields, field.name, Json::object(), "", Scope());
            }
            for (const Finding& fault : faults)
                error(fault.key.c_str(), pointer + "/default", fault.problem, fault.remedy);
            faults.clear();
        }
    }

    /// The level is the id of a diagram, or a field each choice of which is one.
    void level()
    {
        const std::vector<std::string> ids = idsOf(*type_.levels);
        const auto known = [&](const std::string& id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); };
        for (std::size_t i = 0; i < ids.size() && !tree_.contains("inner"); ++i)
            if (std::find(ids.begin(), ids.end(), ids[i]) != ids.begin() + static_cast<std::ptrdiff_t>(i))
                error("id.duplicate", "/diagrams" + below(i) + "/id", "\"" + ids[i] + "\" is used twice.",
                      "Give each level a name of its own.");
        if (type_.level.empty())
            return;
        const FieldDeclaration* field = findField(type_.fields, type_.level);
        if (!field && !known(type_.level)) {
            error("level.unknown", "/level", "There is no diagram and no field \"" + type_.level + "\".",
                  suggestion(type_.level, ids));
            return;
        }
        if (field && field->type != FieldType::choice)
            error("level.no-choice", "/level", "The field \"" + type_.level + "\" is no choice.",
                  "Make it a choice among the levels.");
        for (const std::string& choice : field ? field->choices : std::vector<std::string>())
            if (!known(choice))
                error("level.unknown", "/level", "\"" + choice + "\", a choice of the field, is no level.",
                      suggestion(choice, ids));
    }

    void ways(const char* pointer, const std::vector<PortDeclaration>& ports, const Diagram& diagram, const char* way)
    {
        for (std::size_t i = 0; i < ports.size(); ++i) {
            const auto drawn = std::count_if(diagram.blocks.begin(), diagram.blocks.end(), [&](const Block& block) {
                return block.type == way && wayOf(block) == ports[i].name;
            });
            if (drawn == 0) {
                error("group.way-missing", pointer + below(i),
                      "No \"" + std::string(way) + "\" block inside is called \"" + ports[i].name + "\".",
                      "Draw it, or remove the port.");
            }
        }
    }

    void wires(const Diagram& diagram, const std::string& pointer)
    {
        const auto known = [&](const std::string& id) { return findBlock(diagram, id) != nullptr; };
        for (std::size_t i = 0; i < diagram.wires.size(); ++i) {
            const Wire& wire = diagram.wires[i];
            for (const std::string& end : {wire.fromBlock, wire.toBlock}) {
                if (!known(end)) {
                    error("wire.unknown-block", pointer + "/wires" + below(i), "There is no block \"" + end + "\".",
                          suggestion(end, idsOf(diagram.blocks)));
                }
            }
        }
    }

    const Json& tree_;
    const BlockType& type_;
    Findings& findings_;
};

TypeFile readTypeFile(const fs::path& path)
{
    TypeFile file;
    file.name = path.filename().string();
    const std::optional<std::string> text = readText(path, file.findings);
    std::optional<Json> tree = text ? parseJson(*text, file.findings) : std::nullopt;
    if (tree && migrate(*tree, "headroom-block", {}, file.findings)) {
        ShapeFaults faults(*tree, file.findings);
        checkShape(*tree, faults);
        std::vector<Diagram> levels = readLevels(*tree, faults);
        if (!hasErrors(file.findings)) {
            BlockType type = readType(*tree, std::move(levels));
            TypeCheck(*tree, type, file.findings).run();
            if (!hasErrors(file.findings))
                file.type = std::move(type);
        }
    }
    for (Finding& fault : file.findings)
        fault.place = file.name + (fault.place.empty() ? "" : ": " + fault.place);
    return file;
}

const TypeFile& cachedTypeFile(const fs::path& path)
{
    static FileCache<TypeFile> files;
    return files.get(path, readTypeFile);
}

/// Types by name; those of the files have precedence over those added before.
class KnownTypes
{
public:
    KnownTypes(const BlockCatalogue& before, const std::map<std::string, TypeFile>& files)
        : before_(before), files_(files)
    {
    }

    const BlockType* find(const std::string& name) const
    {
        const auto found = files_.find(name);
        return found != files_.end() ? &*found->second.type : before_.find(name);
    }

    /// True if the type contains itself: recursion is not allowed.
    bool returns(const std::string& name) const
    {
        std::set<std::string> seen;
        std::vector<std::string> open = {name};
        while (!open.empty()) {
            const BlockType* type = find(open.back());
            open.pop_back();
            if (type && type->inner) {
                for (const std::string& used : typesIn(*type)) {
                    if (used == name)
                        return true;
                    if (seen.insert(used).second)
                        open.push_back(used);
                }
            }
        }
        return false;
    }

    static std::set<std::string> typesIn(const BlockType& type)
    {
        std::set<std::string> names;
        for (const Diagram& level : *type.levels)
            names.merge(typesIn(level));
        return names;
    }

    static std::set<std::string> typesIn(const Diagram& diagram)
    {
        std::set<std::string> names;
        for (const Block& block : diagram.blocks) {
            names.insert(block.type);
            for (const Diagram& inner : block.inner)
                names.merge(typesIn(inner));
        }
        return names;
    }

private:
    const BlockCatalogue& before_;
    const std::map<std::string, TypeFile>& files_;
};

} // namespace

BlockCatalogue loadBlockTypes(const std::vector<std::filesystem::path>& folders, Findings& findings,
                              const BlockCatalogue& before)
{
    static std::mutex loading;
    const std::lock_guard lock(loading);
    std::map<std::string, TypeFile> files;
    for (const fs::path& folder : folders) {
        for (const fs::path& path : jsonFilesIn(folder / "blocks")) {
            const TypeFile& file = cachedTypeFile(path);
            findings.insert(findings.end(), file.findings.begin(), file.findings.end());
            if (file.type)
                files[file.type->name] = file;
        }
    }
    const KnownTypes known(before, files);
    std::vector<BlockType> more;
    for (const auto& named : files) {
        const std::string& name = named.first;
        const auto& file = named.second;
        bool good = true;
        const auto fault = [&](const char* key, const std::string& problem, const std::string& remedy) {
            findings.push_back({Severity::error, key, "/inner", file.name + ": inner", problem, remedy});
            good = false;
        };
        for (const std::string& used : KnownTypes::typesIn(*file.type))
            if (!known.find(used))
                fault("block.unknown-type", "There is no block type \"" + used + "\".", "Use one that there is.");
            else if (used == "start")
                fault("group.start", "A start lies inside the block.", "Begin with a way in.");
        if (known.returns(name))
            fault("block-type.recursive", "The block type \"" + name + "\" contains itself.",
                  "Recursion is not supported: use a loop.");
        if (good)
            more.push_back(*file.type);
    }
    return more.empty() ? before : before.with(std::move(more));
}

} // namespace headroom::project
