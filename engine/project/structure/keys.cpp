#include "project/structure/keys.h"
#include "project/structure/describe.h"

namespace headroom::project {
namespace {

class SeeKeys : public PassOver
{
public:
    explicit SeeKeys(const std::function<void(const KeyInfo&)>& see) : see_(see) {}

    void names(const Member& member, const std::vector<std::string>&) { see(member); }
    void names(const Member& member, const std::optional<std::vector<std::string>>&) { see(member); }
    void values(const Member& member, const std::vector<Json>&) { see(member); }
    template <typename Value>
    void byName(const Member& member, const std::optional<InOrder<Value>>&)
    {
        see(member);
    }
    void object(const Member& member, ElementKind, const Json&, const Fields&) { see(member); }
    void map(const Member& member, ElementKind, const Json&) { see(member); }
    void components(const Member& member, const Json&) { see(member); }
    void view(const Member& member, const View&)
    {
        see(member);
        const Drawing prototype{};
        describe(*this, prototype);
    }
    void inner(const Member& member, const std::vector<Diagram>&) { see(member); }

    template <typename Item>
    void list(const List& list, const std::vector<Item>&)
    {
        see_({list.key, list.lines, list.word, list.title});
        const Item prototype{};
        describe(*this, prototype);
    }
    template <typename Item>
    void list(const List& list, const std::optional<std::vector<Item>>&)
    {
        this->list(list, std::vector<Item>());
    }
    void list(const List& list, const std::vector<Wire>&) { see_({list.key, list.lines, list.word, list.title}); }

    template <typename Thing>
    void part(const Member& member, ElementKind, const Thing& thing)
    {
        see(member);
        describe(*this, thing);
    }
    template <typename Thing>
    void part(const Member& member, const std::optional<Thing>&)
    {
        see(member);
        const Thing prototype{};
        describe(*this, prototype);
    }
    void definition(const Member& member, const Behaviour& behaviour)
    {
        see(member);
        describe(*this, behaviour.role);
    }

private:
    void see(const Member& member) { see_({member.key, member.lines, nullptr, nullptr}); }

    const std::function<void(const KeyInfo&)>& see_;
};

} // namespace

void forEachKey(const std::function<void(const KeyInfo&)>& see)
{
    SeeKeys visitor(see);
    const Project project;
    describe(visitor, project);
}

} // namespace headroom::project
