#include "widgets/document/lookup/place_at.h"

#include "project/structure/describe.h"
#include "widgets/theme/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace headroom::widgets {

namespace {

/// Follows a pointer through the members that it names, to the innermost element.
class Way : public project::PassOver
{
public:
    explicit Way(const QString& pointer)
    {
        for (const QString& part : pointer.mid(1).split('/'))
            parts_.append(QString(part).replace("~1", "/").replace("~0", "~"));
    }

    const std::optional<Place>& place() const { return place_; }

    template <typename Item>
    void list(const project::List& list, const std::vector<Item>& items)
    {
        if (list.kind)
            if (const Item* item = takeItem(list.key, items))
                visit({*list.kind, ids_ + QStringList(widgets::text(nameOf(*item)))}, *item);
    }
    void list(const project::List& list, const std::vector<project::Behaviour>& behaviours)
    {
        const project::Behaviour* behaviour = takeItem(list.key, behaviours);
        if (!behaviour)
            return;
        ids_ = {widgets::text(behaviour->role.id)};
        describe(*this, *behaviour);
        arrive({{ElementKind::binding, ids_}, {}});
    }
    void list(const project::List& list, const std::vector<project::Diagram>& diagrams)
    {
        const project::Diagram* diagram = takeItem(list.key, diagrams);
        if (!diagram)
            return;
        path_ = widgets::text(project::diagramPath(ids_[0].toStdString(), ids_[1].toStdString(), diagram->id));
        describe(*this, *diagram);
    }
    void list(const project::List& list, const std::vector<project::Block>& blocks)
    {
        if (const project::Block* block = takeItem(list.key, blocks))
            visit(ElementRef::block(path_, widgets::text(block->id)), *block);
    }
    void list(const project::List&, const std::vector<project::RoleParameter>&) {} // shown in the form of their role
    void list(const project::List&, const std::vector<project::Wire>&) {}

    void object(const project::Member& member, ElementKind kind, const project::Json&, const project::Fields&)
    {
        if (take(member.key))
            arrive({{kind, ids_}, next()});
    }
    void map(const project::Member& member, ElementKind kind, const project::Json&)
    {
        if (take(member.key))
            arrive({{kind, ids_}, next()});
    }
    template <typename Thing>
    void part(const project::Member& member, ElementKind kind, const Thing& thing)
    {
        if (take(member.key))
            visit({kind, ids_}, thing);
    }
    void definition(const project::Member& member, const project::Behaviour& behaviour)
    {
        if (take(member.key))
            visit({ElementKind::binding, ids_}, behaviour.role);
    }
    void inner(const project::Member& member, const std::vector<project::Diagram>& diagrams)
    {
        if (diagrams.empty() || !take(member.key))
            return;
        path_ += '/' + ids_[1];
        describe(*this, diagrams.front());
    }

private:
    QString next() { return at_ < parts_.size() ? parts_[at_++] : QString(); }

    /// True if the pointer continues into this member.
    bool take(const char* key)
    {
        const bool is = !place_ && at_ < parts_.size() && parts_[at_] == key;
        at_ += is ? 1 : 0;
        return is;
    }
    template <typename Item>
    const Item* takeItem(const char* key, const std::vector<Item>& items)
    {
        if (!take(key))
            return nullptr;
        bool isNumber = false;
        const std::size_t i = next().toULongLong(&isNumber);
        return isNumber && i < items.size() ? &items[i] : nullptr;
    }

    /// Sets the element, with the next part as its field, unless an inner element was found.
    template <typename Thing>
    void visit(const ElementRef& element, const Thing& thing)
    {
        const QStringList outside = std::exchange(ids_, element.ids);
        describe(*this, thing);
        if (!place_)
            arrive({element, next()});
        ids_ = outside;
    }
    void arrive(const Place& place)
    {
        if (!place_)
            place_ = place;
    }

    QStringList parts_;
    qsizetype at_ = 0;
    QStringList ids_; ///< ids of the visited element
    QString path_;    ///< path of the visited diagram
    std::optional<Place> place_;
};

} // namespace

std::optional<Place> placeAt(const project::Project& project, const QString& pointer)
{
    Way way(pointer);
    describe(way, project);
    return way.place();
}

bool isToDo(const project::Finding& finding)
{
    static constexpr std::array<std::string_view, 13> keys = {
        "block.unreachable", "field.missing", "group.unlinked", "link.no-adapter",   "operation.empty",
        "operation.unused",  "role.no-node",  "role.nowhere",   "role.no-operation", "topology.no-fabric",
        "volume.unbound",    "wire.missing",  "workload.none"};
    return std::ranges::find(keys, finding.key) != keys.end();
}

} // namespace headroom::widgets
