#include "project/structure/references.h"
#include "project/structure/describe.h"
#include "project/vocabulary/block_catalogue.h"

#include <algorithm>
#include <utility>

namespace headroom::project {
namespace {

std::string textIn(const Json& values, const char* key)
{
    const auto found = values.find(key);
    return found != values.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Whether what stands in the field is a reference, by the choice that another field makes.
bool applies(const Reference& reference, const Json& values)
{
    if (!reference.when)
        return true;
    const std::string chosen = textIn(values, reference.when);
    return chosen.empty() ? reference.orUnset : chosen == reference.is;
}

/// Visits everything that names an element and puts the new name where it is the one.
class RenameReferences
{
public:
    RenameReferences(const BlockCatalogue& types, ElementKind kind, const std::vector<std::string>& ids,
                     const std::string& name)
        : types_(types), kind_(kind), owner_(ids.size() > 1 ? ids.front() : std::string()), was_(ids.back()),
          name_(name)
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
        for (std::string& name : names)
            text(member, name);
    }
    void fields(Json& values, const Fields& declared)
    {
        for (const FieldDeclaration& field : declared)
            for (const Reference& reference : field.refersTo) {
                const auto value = values.find(field.name);
                if (value == values.end() || !applies(reference, values))
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
    void blockFields(Block& block)
    {
        if (const BlockType* type = types_.find(block.type))
            fields(block.fields, type->fields);
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

    void value(const Member&, Json&) {}
    void number(const Member&, std::optional<double>&) {}
    void word(const Member&, ParameterType&) {}
    void values(const Member&, std::vector<Json>&) {}
    void known(const Member&) {}
    void extra(Json&) {}
    void map(const Member&, ElementKind, Json&) {}
    void components(const Member&, Json&) {}
    void view(const Member&, View&) {}
    void library(Behaviour&) {}

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
    /// What a workload asks for are operations of its role.
    void element(Workload& workload)
    {
        role_ = workload.role;
        describe(*this, workload);
    }

    /// What the element that is visited lies in, as far as the kind has an owner.
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
            return owner_; // of all that there are
        }
    }

    /// Of an object: what its keys name, in their order.
    void keys(ElementKind to, Json& object) const
    {
        if (to != kind_ || !object.contains(was_))
            return;
        Json renamed = Json::object();
        for (auto& [key, value] : object.items())
            renamed[key == was_ ? name_ : key] = std::move(value);
        object = std::move(renamed);
    }

    void rename(ElementKind to, const std::string& owner, std::string& text) const
    {
        if (to == kind_ && text == was_ && owner == owner_)
            text = name_;
    }

    const BlockCatalogue& types_;
    ElementKind kind_;
    std::string owner_; ///< what the element lies in; empty: the project
    std::string was_;
    const std::string& name_;
    std::string role_, operationName_, path_, block_, group_; ///< what is visited lies in
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

/// The role that the element belongs to.
std::string roleAround(ElementKind kind, const std::vector<std::string>& ids)
{
    if (ids.empty())
        return {};
    return kind == ElementKind::block ? ids.front().substr(0, ids.front().find('/')) : ids.front();
}

void appendOf(std::vector<NamedElement>& names, const Project& project, ElementKind to, const std::string& owner)
{
    switch (to) {
    case ElementKind::role:
        append(names, project.behaviours);
        break;
    case ElementKind::operation:
        if (const Behaviour* behaviour = findBehaviour(project, owner))
            append(names, behaviour->role.operations);
        break;
    case ElementKind::state:
        if (const Behaviour* behaviour = findBehaviour(project, owner))
            append(names, behaviour->role.state);
        break;
    case ElementKind::roleVolume:
        if (const Behaviour* behaviour = findBehaviour(project, owner))
            for (const std::string& volume : behaviour->role.volumes)
                names.push_back({volume, {}});
        break;
    case ElementKind::selector:
        append(names, project.selectors);
        break;
    case ElementKind::block:
        if (const Diagram* diagram = findDiagram(project, owner))
            for (const Block& block : diagram->blocks)
                names.push_back({block.id, block.name});
        break;
    case ElementKind::nodeGroup:
        append(names, project.topology.groups);
        break;
    case ElementKind::controller:
        if (const NodeGroup* group = namedIn(project.topology.groups, owner))
            append(names, group->controllers);
        break;
    case ElementKind::device:
        if (const NodeGroup* group = namedIn(project.topology.groups, owner))
            append(names, group->devices);
        break;
    case ElementKind::networkSwitch:
        for (const Fabric& fabric : project.topology.fabrics)
            append(names, fabric.switches);
        break;
    case ElementKind::link:
        for (const Fabric& fabric : project.topology.fabrics)
            append(names, fabric.links);
        break;
    default:
        break;
    }
}

} // namespace

void renameReferences(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& name)
{
    if (ids.empty())
        return;
    RenameReferences visitor(blockTypesOf(project), kind, ids, name);
    describe(visitor, project);
}

std::vector<NamedElement> namesFor(const Project& project, ElementKind kind, const std::vector<std::string>& ids,
                                   const FieldDeclaration& field, const Json& values)
{
    std::vector<NamedElement> names;
    for (const Reference& reference : field.refersTo) {
        if (!applies(reference, values))
            continue;
        std::string owner;
        if (reference.owner)
            owner = textIn(values, reference.owner);
        else if (reference.to == ElementKind::state || reference.to == ElementKind::roleVolume)
            owner = roleAround(kind, ids);
        else if (!ids.empty())
            owner = ids.front();
        appendOf(names, project, reference.to, owner);
    }
    return names;
}

} // namespace headroom::project
