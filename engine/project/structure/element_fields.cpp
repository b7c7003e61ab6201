#include "project/structure/element_fields.h"
#include "project/structure/to_element.h"

#include <cstring>

namespace headroom::project {
namespace {

class FindFields : public ToElement<FindFields>
{
public:
    FindFields(ElementKind kind, const std::vector<std::string>& ids) : ToElement(kind, ids)
    {
        if (!ids.empty())
            found_.title = ids.back();
    }

    std::optional<ElementFields> found() const { return found_.declared ? std::optional(found_) : std::nullopt; }

    template <typename Items>
    void list(const List& list, Items& items)
    {
        const std::string outside = std::exchange(word_, list.word);
        ToElement::list(list, items);
        word_ = outside;
    }
    void text(const Member& member, const std::string& text)
    {
        if (here() && std::strcmp(member.key, "name") == 0 && !text.empty())
            found_.title = text;
    }
    void fields(const Json& values, const Fields& declared)
    {
        if (here())
            take(word_, values, declared);
    }
    void object(const Member& member, ElementKind kind, const Json& values, const Fields& declared)
    {
        if (isElement(kind))
            take(member.key, values, declared);
    }

private:
    void take(const std::string& word, const Json& values, const Fields& declared)
    {
        found_.word = word;
        found_.values = &values;
        found_.declared = &declared;
    }

    ElementFields found_;
    std::string word_; ///< word of the visited list
};

} // namespace

std::optional<ElementFields> elementFields(const Project& project, ElementKind kind,
                                           const std::vector<std::string>& ids)
{
    FindFields visitor(kind, ids);
    describe(visitor, project);
    return visitor.found();
}

} // namespace headroom::project
