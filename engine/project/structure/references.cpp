#include "project/structure/references.h"
#include "project/expression/expression.h"
#include "project/structure/describe.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <utility>

namespace headroom::project {
namespace {

std::string textIn(const Json& values, const char* key)
{
    const auto found = values.find(key);
    return found != values.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// True if the field's value is a reference, which may depend on the choice in another field.
bool applies(const Reference& reference, const Json& values)
{
    if (!reference.when)
        return true;
    const std::string chosen = textIn(values, reference.when);
    return chosen.empty() ? reference.orUnset : chosen == reference.is;
}

/// Visits everything that names an element and replaces the name of the renamed one.
class RenameReferences : public PassOver
{
public:
    RenameReferences(const Project& project, ElementKind kind, const std::vector<std::string>& ids,
                     const std::string& name)
        : types_(blockTypesOf(project)), kind_(kind), owner_(ids.size() > 1 ? ids.front() : std::string()),
          was_(ids.back()), name_(name), figuresFollow_(kind != ElementKind::operation || isAskedFor(project)),
          isValue_(isSharedValue(project))
    {
    }

    void text(const Member& member, std::string& text)
    {
        for (const auto& to : {member.refersTo, member.orTo})
            if (to)
                rename(*to, around(*to), text);
    }
    void names(const Member& member, std::vector<std::string>& names)
    {
        for (std::string& name : names) {
            text(member, name);
            if (member.namesFigures && figuresFollow_)
                name = withFigures(name, true);
        }
    }
    void value(const Member& member, Json& value)
    {
        if (member.holds == Member::Holds::expression)
            rolesIn(value);
    }
    void map(const Member&, ElementKind, Json& values) { rolesIn(values); }
    void fields(Json& values, const Fields& declared)
    {
        for (const FieldDeclaration& field : declared) {
            const auto value = values.find(field.name);
            if (value == values.end())
                continue;
            if (holdsExpressions(field))
                rolesIn(*value);
            if (field.namesFigures && value->is_string() && figuresFollow_)
                *value = withFigures(value->get<std::string>(), field.type == FieldType::text);
            if (field.namesFigures && value->is_object() && figuresFollow_)
                renameKeys(*value, [this](const std::string& name) { return withFigures(name, true); });
            for (const Reference& reference : field.refersTo) {
                if (!applies(reference, values))
                    continue;
                if (value->is_object())
                    keys(reference.to, *value);
                if (value->is_string()) {
                    std::string text = value->get<std::string>();
                    rename(reference.to, reference.owner ? textIn(values, reference.owner) : around(reference.to),
                           text);
                    *value = text;
                }
            }
        }
    }
    void blockFields(Block& block)
    {
        if (const BlockType* type = types_.find(block.type)) {
            if (isValue_ && role_ == owner_)
                expressions(block.fields, type->fields);
            fields(block.fields, type->fields);
        }
    }
    void object(const Member&, ElementKind, Json& values, const Fields& declared) { fields(values, declared); }

    template <typename Item>
    void list(const List&, std::vector<Item>& items)
    {
        for (Item& item : items)
            element(item);
    }
    template <typename Thing>
    void part(const Member&, ElementKind, Thing& thing)
    {
        describe(*this, thing);
    }
    void definition(const Member&, Behaviour& behaviour)
    {
        if (behaviour.reference)
            return;
        role_ = behaviour.role.id;
        describe(*this, behaviour.role);
    }
    void inner(const Member&, std::vector<Diagram>& diagrams)
    {
        const std::string outside = path_;
        path_ += '/' + block_;
        for (Diagram& diagram : diagrams)
            describe(*this, diagram);
        path_ = outside;
    }

private:
    template <typename Item>
    void element(Item& item)
    {
        describe(*this, item);
    }
    void element(Wire&) {}
    void element(NodeGroup& group)
    {
        group_ = group.id;
        describe(*this, group);
    }
    void element(Operation& operation)
    {
        operationName_ = operation.id;
        describe(*this, operation);
    }
    void element(Diagram& diagram)
    {
        path_ = diagramPath(role_, operationName_, diagram.id);
        describe(*this, diagram);
    }
    void element(Block& block)
    {
        block_ = block.id;
        describe(*this, block);
    }
    /// The operations of a workload are operations of its role.
    void element(Workload& workload)
    {
        role_ = workload.role;
        describe(*this, workload);
    }

    static bool holdsExpressions(const FieldDeclaration& field)
    {
        switch (field.type) {
        case FieldType::number:
        case FieldType::integer:
        case FieldType::quantity:
        case FieldType::flag:
        case FieldType::component: // in a choice
        case FieldType::rows:
            return true;
        case FieldType::assignments:
            return !field.valuesAreNames;
        default:
            return false;
        }
    }
    /// Renames a role in nodes(role), in an expression or in all expressions of a table.
    void rolesIn(Json& value) const
    {
        if (kind_ != ElementKind::role)
            return;
        if (value.is_string())
            value = renameRole(value.get<std::string>(), was_, name_);
        else if (value.is_structured())
            for (Json& part : value)
                rolesIn(part);
    }

    /// The owner of the visited element, if elements of this kind have one.
    std::string around(ElementKind to) const
    {
        switch (to) {
        case ElementKind::operation:
        case ElementKind::state:
            return role_;
        case ElementKind::controller:
        case ElementKind::device:
            return group_;
        case ElementKind::block:
            return path_;
        default:
            return owner_; // elements of the whole project
        }
    }

    /// True if a workload asks for the renamed operation: only then figures are named after it.
    bool isAskedFor(const Project& project) const
    {
        return std::any_of(project.workloads.begin(), project.workloads.end(), [&](const Workload& workload) {
            return workload.role == owner_ &&
                   std::any_of(workload.operations.begin(), workload.operations.end(),
                               [&](const OperationShare& share) { return share.operation == was_; });
        });
    }

    /// True if it is a value, which expressions of its role name.
    bool isSharedValue(const Project& project) const
    {
        const Behaviour* behaviour = kind_ == ElementKind::state ? findBehaviour(project, owner_) : nullptr;
        return behaviour &&
               std::any_of(behaviour->role.state.begin(), behaviour->role.state.end(), [&](const StateItem& item) {
                   return (item.id == was_ || item.id == name_) && textIn(item.fields, "type") == "value";
               });
    }

    /// Renames a value in the expressions of a block, and where a set gives it a number.
    void expressions(Json& values, const Fields& declared) const
    {
        const auto rename = [this](Json& value) {
            if (value.is_string())
                value = renameIdentifier(value.get<std::string>(), was_, name_);
        };
        for (const FieldDeclaration& field : declared) {
            const auto value = values.find(field.name);
            if (value == values.end())
                continue;
            const bool wasList = field.namesSuffice && value->is_array();
            if (wasList)
                *value = withNames(*value);
            if (field.perRequest && value->is_object() && !field.valuesAreNames)
                for (Json& part : *value)
                    rename(part);
            else if (field.perRequest)
                rename(*value);
            if (field.definesVariable && value->is_object())
                renameKey(*value);
            if (wasList)
                *value = asNames(*value);
        }
    }

    /// The name of a figure, or an expression over figures, with the new name.
    std::string withFigures(const std::string& text, bool single) const
    {
        if (single)
            return renamedFigure(text, kind_, owner_, was_, name_);
        return renameWords(text,
                           [this](const std::string& word) { return renamedFigure(word, kind_, owner_, was_, name_); });
    }

    /// Renames a key of an object whose keys are names; their order is kept.
    void keys(ElementKind to, Json& object) const
    {
        if (to == kind_)
            renameKey(object);
    }
    void renameKey(Json& object) const
    {
        if (object.contains(was_))
            renameKeys(object, [this](const std::string& key) { return key == was_ ? name_ : key; });
    }
    template <typename Renamed>
    static void renameKeys(Json& object, const Renamed& renamed)
    {
        Json result = Json::object();
        for (auto& [key, value] : object.items())
            result[renamed(key)] = std::move(value);
        object = std::move(result);
    }

    void rename(ElementKind to, const std::string& owner, std::string& text) const
    {
        if (to == kind_ && text == was_ && owner == owner_)
            text = name_;
    }

    const BlockCatalogue& types_;
    ElementKind kind_;
    std::string owner_; ///< owner of the renamed element; empty: the project
    std::string was_;
    const std::string& name_;
    bool figuresFollow_;                                      ///< the names of figures contain the renamed one
    bool isValue_;                                            ///< expressions of the role name it
    std::string role_, operationName_, path_, block_, group_; ///< owners of the visited element
};

template <typename Items>
void append(std::vector<NamedElement>& names, const Items& items)
{
    for (const auto& item : items)
        names.push_back({nameOf(item), {}});
}

template <typename Items>
auto* namedIn(const Items& items, const std::string& name)
{
    const auto found = std::find_if(items.begin(), items.end(), [&](const auto& item) { return nameOf(item) == name; });
    return found == items.end() ? nullptr : &*found;
}

const Role* roleNamed(const Project& project, const std::string& name)
{
    const Behaviour* behaviour = findBehaviour(project, name);
    return behaviour ? &behaviour->role : nullptr;
}

/// The surroundings of an element identified by its ids.
Surroundings surroundingsOf(const Project& project, ElementKind kind, const std::vector<std::string>& ids)
{
    if (ids.empty())
        return {};
    const std::string& owner = ids.front();
    if (kind == ElementKind::block)
        return {.role = roleNamed(project, owner.substr(0, owner.find('/'))), .diagram = findDiagram(project, owner)};
    return {.role = roleNamed(project, owner), .group = namedIn(project.topology.groups, owner)};
}

using Names = std::optional<std::vector<NamedElement>>;

/// The names of the elements of a kind in the lists of a thing.
class NamesOfKind : public PassOver
{
public:
    explicit NamesOfKind(ElementKind kind) : kind_(kind) {}

    template <typename Item>
    void list(const List& list, const std::vector<Item>& items)
    {
        if (list.kind == kind_)
            append(found(), items);
    }
    void list(const List&, const std::vector<Wire>&) {}
    void names(const Member& member, const std::vector<std::string>& names)
    {
        if (member.declares != kind_)
            return;
        std::vector<NamedElement>& all = found(); // also where there are none yet
        for (const std::string& name : names)
            all.push_back({name, {}});
    }

    /// Nothing if none of the lists has elements of the kind.
    const Names& names() const { return names_; }

private:
    std::vector<NamedElement>& found() { return names_ ? *names_ : names_.emplace(); }

    ElementKind kind_;
    Names names_;
};

template <typename Thing>
Names namesIn(const Thing& thing, ElementKind kind)
{
    NamesOfKind visitor(kind);
    describe(visitor, thing);
    return visitor.names();
}

Names namesInDiagram(const Diagram* diagram)
{
    if (!diagram)
        return {};
    std::vector<NamedElement> names;
    for (const Block& block : diagram->blocks)
        names.push_back({block.id, block.name});
    return names;
}

Names namesInFabrics(const Project& project, ElementKind kind)
{
    NamesOfKind visitor(kind);
    for (const Fabric& fabric : project.topology.fabrics)
        describe(visitor, fabric);
    return visitor.names();
}

} // namespace

void renameReferences(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& name)
{
    if (ids.empty())
        return;
    RenameReferences visitor(project, kind, ids, name);
    describe(visitor, project);
}

std::optional<std::vector<NamedElement>> namesFor(const Project& project, const Surroundings& around,
                                                  const Reference& reference, const Json& values)
{
    if (!applies(reference, values))
        return {};
    if (reference.to == ElementKind::block)
        return namesInDiagram(around.diagram);
    if (Names names = namesIn(project, reference.to))
        return names;
    if (Names names = namesIn(project.topology, reference.to))
        return names;
    if (Names names = namesInFabrics(project, reference.to))
        return names;
    const std::string owner = reference.owner ? textIn(values, reference.owner) : std::string();
    const Role* role = reference.owner ? roleNamed(project, owner) : around.role;
    const NodeGroup* group = reference.owner ? namedIn(project.topology.groups, owner) : around.group;
    Names names = role ? namesIn(*role, reference.to) : std::nullopt;
    return names || !group ? names : namesIn(*group, reference.to);
}

std::vector<NamedElement> namesFor(const Project& project, ElementKind kind, const std::vector<std::string>& ids,
                                   const FieldDeclaration& field, const Json& values)
{
    const Surroundings around = surroundingsOf(project, kind, ids);
    std::vector<NamedElement> names;
    for (const Reference& reference : field.refersTo)
        if (const auto some = namesFor(project, around, reference, values))
            names.insert(names.end(), some->begin(), some->end());
    const Block* own = field.type == FieldType::block && around.diagram && ids.size() > 1
                           ? findBlock(*around.diagram, ids[1])
                           : nullptr;
    if (const auto types = own ? partnerTypes(own->type) : std::vector<std::string>(); !types.empty())
        std::erase_if(names, [&](const NamedElement& named) {
            const Block* other = findBlock(*around.diagram, named.id);
            return !other || std::find(types.begin(), types.end(), other->type) == types.end();
        });
    return names;
}

std::vector<std::string> partnerTypes(const std::string& type)
{
    if (type == "join")
        return {"fork", "for each"};
    if (type == "transfer")
        return {"call"};
    return {};
}

} // namespace headroom::project
