#include "project/file/json_writer.h"
#include "project/structure/keys.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace headroom::project {
namespace {

constexpr std::size_t lineWidth = 120;

/// The layout of lists and objects by their keys: from the document's description, and for keys that are not described.
const std::map<std::string, Lines, std::less<>>& linesByKey()
{
    static const auto byKey = [] {
        std::map<std::string, Lines, std::less<>> lines;
        forEachKey([&](const KeyInfo& key) { lines.emplace(key.key, key.lines); });
        return lines;
    }();
    return byKey;
}

Lines linesOf(std::string_view key)
{
    const auto found = linesByKey().find(key);
    return found == linesByKey().end() ? Lines::free : found->second;
}

bool holdsRows(std::string_view key)
{
    return linesOf(key) == Lines::rows;
}

bool holdsTables(std::string_view key)
{
    return linesOf(key) == Lines::tables;
}

bool isStructure(std::string_view key)
{
    return linesOf(key) == Lines::spread || holdsTables(key);
}

void inlineText(const Json& value, std::string& out)
{
    if (!value.is_structured()) {
        out += value.dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    const bool object = value.is_object();
    out += object ? '{' : '[';
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
        if (!first)
            out += ", ";
        first = false;
        if (object)
            out += Json(it.key()).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        inlineText(*it, out);
    }
    out += object ? '}' : ']';
}

/// A list of texts or numbers, which is written on one line.
bool isPlainList(const Json& value)
{
    return value.is_array() &&
           std::none_of(value.begin(), value.end(), [](const Json& element) { return element.is_structured(); });
}

bool holdsStructure(const Json& value)
{
    if (value.is_array())
        return std::any_of(value.begin(), value.end(), holdsStructure);
    if (!value.is_object())
        return false;
    for (auto it = value.begin(); it != value.end(); ++it) {
        const bool named = holdsRows(it.key()) || isStructure(it.key());
        if (named && it->is_structured() && !it->empty() && !isPlainList(*it))
            return true;
    }
    return false;
}

enum class Shape
{
    free,
    row,
    expanded
};

/// Layout of the elements of a list, or of the members of an object.
Shape shapeBelow(std::string_view key, const Json& element)
{
    if (holdsRows(key))
        return element.is_object() && element.contains("inner") ? Shape::expanded : Shape::row;
    if (key == "operations" && element.is_object() && !element.contains("diagrams"))
        return Shape::row;
    return holdsTables(key) ? Shape::expanded : Shape::free;
}

class Layout
{
public:
    std::string run(const Json& tree)
    {
        write(tree, "", Shape::expanded, 0);
        out_ += '\n';
        return std::move(out_);
    }

private:
    void write(const Json& value, std::string_view key, Shape shape, std::size_t indent)
    {
        if (!value.is_structured() || value.empty() || shape == Shape::row) {
            inlineText(value, out_);
            return;
        }
        if (shape == Shape::free && !holdsStructure(value)) {
            std::string line;
            inlineText(value, line);
            const std::size_t lineStart = out_.rfind('\n') + 1;
            if (out_.size() - lineStart + line.size() < lineWidth) {
                out_ += line;
                return;
            }
        }
        expand(value, key, indent + 2);
    }

    void expand(const Json& value, std::string_view key, std::size_t indent)
    {
        const bool object = value.is_object();
        out_ += object ? '{' : '[';
        bool first = true;
        for (auto it = value.begin(); it != value.end(); ++it) {
            out_ += first ? "\n" : ",\n";
            first = false;
            out_.append(indent, ' ');
            if (object)
                out_ += Json(it.key()).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
            if (object && !holdsTables(key)) {
                const bool expanded = (holdsRows(it.key()) || isStructure(it.key())) && !isPlainList(*it);
                write(*it, it.key(), expanded ? Shape::expanded : Shape::free, indent);
            } else {
                write(*it, "", shapeBelow(key, *it), indent);
            }
        }
        out_ += '\n';
        out_.append(indent - 2, ' ');
        out_ += object ? '}' : ']';
    }

    std::string out_;
};

} // namespace

std::string layOut(const Json& tree)
{
    return Layout().run(tree);
}

} // namespace headroom::project
