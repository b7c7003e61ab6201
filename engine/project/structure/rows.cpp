#include "project/structure/rows.h"
#include "project/structure/describe.h"

#include <map>
#include <set>

namespace headroom::project {
namespace {

/// Visits every list once, with an element that has only default values.
class Rows : public PassOver
{
public:
    Rows()
    {
        const Project project;
        describe(*this, project);
    }

    template <typename Item>
    void list(const List& list, const std::vector<Item>&)
    {
        if (list.kind) {
            byKind.emplace(*list.kind, list);
            if (inTopology_)
                hardware.insert(*list.kind);
            if (depth_ == 0)
                ofProject.push_back(list);
        }
        const Item prototype{};
        inside(prototype);
    }
    void list(const List&, const std::vector<Wire>&) {}
    void names(const Member& member, const std::vector<std::string>&)
    {
        if (member.declares)
            refusedNames.emplace(*member.declares, member.refusedWord);
    }
    void part(const Member&, ElementKind, const Topology& topology)
    {
        inTopology_ = true;
        inside(topology);
        inTopology_ = false;
    }
    void definition(const Member&, const Behaviour& behaviour) { describe(*this, behaviour.role); }

    std::map<ElementKind, List> byKind;
    std::vector<List> ofProject;
    std::map<ElementKind, const char*> refusedNames; ///< of kinds that are plain names
    std::set<ElementKind> hardware;

private:
    template <typename Thing>
    void inside(const Thing& thing)
    {
        ++depth_;
        describe(*this, thing);
        --depth_;
    }

    int depth_ = 0;
    bool inTopology_ = false;
};

const Rows& describedRows()
{
    static const Rows all;
    return all;
}

} // namespace

const List* listOf(ElementKind kind)
{
    const auto found = describedRows().byKind.find(kind);
    return found == describedRows().byKind.end() ? nullptr : &found->second;
}

const std::vector<List>& sections()
{
    return describedRows().ofProject;
}

std::string refusedWordOf(ElementKind kind)
{
    if (const List* list = listOf(kind))
        return list->refusedWord;
    const auto found = describedRows().refusedNames.find(kind);
    return found == describedRows().refusedNames.end() ? std::string() : found->second;
}

bool isHardware(ElementKind kind)
{
    return describedRows().hardware.contains(kind);
}

} // namespace headroom::project
