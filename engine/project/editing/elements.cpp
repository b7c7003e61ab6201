#include "project/editing/elements.h"

#include "project/editing/goal_names.h"
#include "project/editing/new_elements.h"
#include "project/structure/references.h"
#include "project/structure/to_element.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace headroom::project {
namespace {

/// Kinds that fillNew() does not know.
template <typename Item>
void fillNew(Item&, const Project&)
{
}

/// The name that says what a new element is; empty for kinds whose new elements have the name of their list.
template <typename Item>
std::string nameOfNew(const Item&, const Project&, const std::vector<std::string>&)
{
    return {};
}

std::string nameOfNew(Goal goal, const Project& project, const std::vector<std::string>& taken)
{
    fillNew(goal, project);
    return nameOfGoal(goal, taken);
}

/// nameOf() is the only place that knows which member the name is.
template <typename Item>
void setName(Item& item, const std::string& name)
{
    const_cast<std::string&>(nameOf(std::as_const(item))) = name;
}

template <typename Item>
std::vector<std::string> namesOf(const std::vector<Item>& items)
{
    std::vector<std::string> names;
    for (const Item& item : items)
        names.push_back(nameOf(item));
    return names;
}

/// Calls `act` with the list that holds the element, or would hold it, and the list's row.
template <typename Act>
class AtList : public ToElement<AtList<Act>>
{
public:
    AtList(ElementKind kind, const std::vector<std::string>& ids, const Act& act)
        : ToElement<AtList>(kind, ids), kind_(kind), act_(act)
    {
    }

    template <typename Items>
    void list(const List& list, Items& items)
    {
        using Item = typename std::remove_const_t<Items>::value_type;
        if constexpr (!std::is_same_v<Item, Wire> && !std::is_same_v<Item, Diagram>) {
            if (list.kind == kind_ && this->holdsElement())
                act_(list, items);
            else
                ToElement<AtList>::list(list, items);
        }
    }

private:
    ElementKind kind_;
    const Act& act_;
};

template <typename AnyProject, typename Act>
void atList(AnyProject& project, ElementKind kind, const std::vector<std::string>& ids, const Act& act)
{
    AtList<Act> visitor(kind, ids, act);
    describe(visitor, project);
}

/// The ids of an element in a list of the project itself.
const std::vector<std::string> anyOfProject(1);

template <typename Items>
auto named(Items& items, const std::string& name)
{
    return std::find_if(items.begin(), items.end(), [&](const auto& item) { return nameOf(item) == name; });
}

} // namespace

std::string nameForNew(const Project& project, ElementKind kind, const std::string& wanted)
{
    std::string name;
    atList(project, kind, anyOfProject, [&](const List& list, const auto& items) {
        using Item = typename std::remove_cvref_t<decltype(items)>::value_type;
        const std::vector<std::string> taken = namesOf(items);
        std::string usual = nameOfNew(Item(), project, taken);
        if (usual.empty())
            usual = *list.edits.newName ? list.edits.newName : list.word;
        name = freshName(taken, wanted.empty() ? usual : wanted);
    });
    return name;
}

void addElement(Project& project, ElementKind kind, const std::string& name)
{
    atList(project, kind, anyOfProject, [&](const List&, auto& items) {
        typename std::remove_reference_t<decltype(items)>::value_type added;
        setName(added, name);
        fillNew(added, project);
        items.push_back(std::move(added));
    });
}

bool deleteElement(Project& project, ElementKind kind, const std::vector<std::string>& ids)
{
    bool found = false;
    atList(project, kind, ids, [&](const List&, auto& items) {
        const auto doomed = named(items, ids.back());
        found = doomed != items.end();
        if (found)
            items.erase(doomed);
    });
    return found;
}

std::vector<std::string> namesBeside(const Project& project, ElementKind kind, const std::vector<std::string>& ids)
{
    std::vector<std::string> names;
    atList(project, kind, ids, [&](const List&, const auto& items) { names = namesOf(items); });
    return names;
}

void renameElement(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& name)
{
    atList(project, kind, ids, [&](const List&, auto& items) {
        if (const auto renamed = named(items, ids.back()); renamed != items.end())
            setName(*renamed, name);
    });
    renameReferences(project, kind, ids, name);
}

std::string freshName(const std::vector<std::string>& names, const std::string& base)
{
    const auto taken = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    std::string name = base;
    for (int number = 2; taken(name); ++number)
        name = base + '-' + std::to_string(number);
    return name;
}

} // namespace headroom::project
