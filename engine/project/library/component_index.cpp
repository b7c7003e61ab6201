#include "project/library/component_index.h"

#include <algorithm>
#include <array>
#include <set>

namespace headroom::project {
namespace {

/// Passes over the text of a library. It trusts nothing: whatever it does not expect ends it.
class Scanner
{
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::optional<std::vector<IndexedComponent>> run()
    {
        std::vector<IndexedComponent> components;
        bool format = false, version = false, list = false;
        const bool read = object([&](std::string_view key) {
            if (key == "format")
                format = string() == "headroom-hardware";
            else if (key == "version")
                version = plain() == "1";
            else if (key == "components")
                list = elements(components);
            else
                return skipValue();
            return true;
        });
        const bool whole = read && next() == '\0' && at_ >= text_.size();
        if (!whole || !format || !version || !list)
            return {};
        std::set<std::string_view> ids;
        for (const IndexedComponent& each : components)
            if (!ids.insert(each.id).second)
                return {};
        return components;
    }

private:
    /// The next character that is no white space; 0 at the end.
    char next()
    {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    bool take(char expected)
    {
        if (next() != expected)
            return false;
        ++at_;
        return true;
    }

    /// The content of a string as it is written; empty if there is none.
    std::string_view string()
    {
        if (!take('"'))
            return {};
        const std::size_t begin = at_;
        for (std::size_t end = text_.find('"', at_); end != std::string_view::npos; end = text_.find('"', end + 1)) {
            std::size_t escapes = 0; // an even number: each is the second of a pair or begins one
            while (end - escapes > begin && text_[end - escapes - 1] == '\\')
                ++escapes;
            if (escapes % 2 == 0) {
                at_ = end + 1;
                return text_.substr(begin, end - begin);
            }
        }
        at_ = text_.size();
        return {};
    }

    static bool isBracketOrQuote(char c)
    {
        static constexpr auto these = [] {
            std::array<bool, 256> marked{};
            for (const char each : {'"', '{', '}', '[', ']'})
                marked[static_cast<unsigned char>(each)] = true;
            return marked;
        }();
        return these[static_cast<unsigned char>(c)];
    }

    /// A number or a word.
    std::string_view plain()
    {
        next();
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(",]} \n\t\r", at_), text_.size());
        return text_.substr(begin, at_ - begin);
    }

    /// Passes over an object. `member` passes over the value of a key; false ends it.
    template <class Member>
    bool object(const Member& member)
    {
        if (!take('{'))
            return false;
        do {
            const std::string_view key = string();
            if (key.empty() || !take(':') || !member(key))
                return false;
        } while (take(','));
        return take('}');
    }

    bool skipValue()
    {
        const char first = next();
        if (first == '{' || first == '[')
            return skipNested();
        if (first != '"')
            return !plain().empty();
        string();
        return true;
    }

    /// An object or a list with everything in it.
    bool skipNested()
    {
        std::size_t depth = 0;
        do {
            while (at_ < text_.size() && !isBracketOrQuote(text_[at_]))
                ++at_;
            if (at_ >= text_.size())
                return false;
            if (text_[at_] == '"') {
                string();
                continue;
            }
            const bool opens = text_[at_] == '{' || text_[at_] == '[';
            depth += opens ? 1 : 0;
            depth -= opens ? 0 : 1;
            ++at_;
        } while (depth > 0);
        return true;
    }

    bool elements(std::vector<IndexedComponent>& components)
    {
        if (!take('['))
            return false;
        if (take(']'))
            return true;
        do {
            next();
            IndexedComponent component;
            component.begin = at_;
            component.id = idOf();
            component.length = at_ - component.begin;
            if (component.id.empty())
                return false;
            components.push_back(std::move(component));
        } while (take(','));
        return take(']');
    }

    /// Passes over a component; its id, or nothing.
    std::string idOf()
    {
        std::string id;
        const bool read = object([&](std::string_view key) {
            if (key != "id")
                return skipValue();
            if (!id.empty())
                return false;
            id = string();
            return true;
        });
        return read && id.find('\\') == std::string::npos ? id : std::string();
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<std::vector<IndexedComponent>> componentIndex(std::string_view text)
{
    return Scanner(text).run();
}

} // namespace headroom::project
