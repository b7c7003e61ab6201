#include "project/document/list_in_words.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/units.h"
#include "project/file/schema.h"
#include "project/structure/place_in_words.h"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>

namespace headroom::project {
namespace {

/// valijson writes a place as "<root>", "[key]", "[index]" ...
std::string pointerOf(const std::vector<std::string>& context)
{
    std::string pointer;
    for (std::size_t i = 1; i < context.size(); ++i) {
        const std::string& part = context[i];
        pointer += below(part.size() >= 2 ? std::string_view(part).substr(1, part.size() - 2) : part);
    }
    return pointer;
}

/// A parent's error that one of its children is invalid; the child's own finding is more precise.
bool isDerived(const std::string& description)
{
    static constexpr std::array<std::string_view, 6> beginnings = {
        "Failed to validate against schema associated",     "Failed to validate item #",
        "Failed to validate against additional properties", "Failed to validate against a conditional",
        "Failed to validate against child schema",          "Failed to validate against all",
    };
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return description.starts_with(beginning); });
}

std::string between(const std::string& text, char quote)
{
    const std::size_t first = text.find(quote);
    const std::size_t last = text.rfind(quote);
    return first == std::string::npos || last == first ? std::string() : text.substr(first + 1, last - first - 1);
}

/// True if an object satisfies a condition of the schemas, which requires a value of one member.
bool holds(const Json& condition, const Json* value)
{
    if (!condition.contains("properties") || !value || !value->is_object())
        return true;
    for (const auto& [name, asked] : condition["properties"].items()) {
        const auto member = value->find(name);
        const Json allowed = asked.contains("const") ? Json::array({asked["const"]}) : asked.value("enum", Json());
        if (member == value->end() || std::find(allowed.begin(), allowed.end(), *member) == allowed.end())
            return false;
    }
    return true;
}

/// The parts of a schema that apply to a value, following references, conditions and array items.
class SchemaPath
{
public:
    SchemaPath(const Json& root, const Json& tree) : root_(root), value_(&tree), nodes_(flatten(root)) {}

    void descend(const std::string& part)
    {
        value_ = value_ ? valueAt(*value_, below(part)) : nullptr;
        std::vector<const Json*> next;
        for (const Json* node : nodes_) {
            const auto properties = node->find("properties");
            if (properties != node->end() && properties->contains(part))
                append(next, (*properties)[part]);
            else if (node->contains("items"))
                append(next, (*node)["items"]);
            else if (node->contains("additionalProperties"))
                append(next, (*node)["additionalProperties"]);
        }
        nodes_ = std::move(next);
    }

    /// The value of a keyword, e.g. "type" or "enum", in the most specific part: conditions come last.
    const Json* keyword(const char* name) const
    {
        const Json* last = nullptr;
        for (const Json* node : nodes_)
            if (const auto found = node->find(name); found != node->end())
                last = &*found;
        return last;
    }

private:
    void append(std::vector<const Json*>& nodes, const Json& node) const
    {
        const std::vector<const Json*> more = flatten(node);
        nodes.insert(nodes.end(), more.begin(), more.end());
    }

    std::vector<const Json*> flatten(const Json& node) const
    {
        std::vector<const Json*> result;
        if (!node.is_object())
            return result;
        if (const auto found = node.find("$ref"); found != node.end()) {
            if (const Json* target = valueAt(root_, found->get<std::string>().substr(1)))
                append(result, *target);
            return result;
        }
        result.push_back(&node);
        if (const auto condition = node.find("if"); condition != node.end())
            if (const auto found = node.find(holds(*condition, value_) ? "then" : "else"); found != node.end())
                append(result, *found);
        if (const auto found = node.find("allOf"); found != node.end())
            for (const Json& part : *found)
                append(result, part);
        return result;
    }

    const Json& root_;
    const Json* value_; ///< null if it is missing
    std::vector<const Json*> nodes_;
};

std::string typeWords(const Json& types)
{
    static const std::map<std::string, std::string> words = {
        {"string", "a text"},         {"number", "a number"},  {"integer", "a whole number"},
        {"boolean", "true or false"}, {"object", "an object"}, {"array", "a list"}};
    std::vector<std::string> names;
    for (const Json& type : types.is_array() ? types : Json::array({types})) {
        const auto word = words.find(type.get<std::string>());
        names.push_back(word == words.end() ? type.get<std::string>() : word->second);
    }
    return listInWords(names, " or ");
}

std::string shortText(const Json& value)
{
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() > 60 ? text.substr(0, 57) + "..." : text;
}

std::vector<std::string> textsOf(const Json& list)
{
    std::vector<std::string> result;
    for (const Json& value : list)
        result.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    return result;
}

/// "at least 1 and at most 65536"; empty if the value has no bounds.
std::string boundOf(const SchemaPath& path)
{
    std::string text;
    for (const auto& [name, words] : {std::pair("minimum", "at least "), std::pair("maximum", "at most ")})
        if (const Json* bound = path.keyword(name))
            text += (text.empty() ? "" : " and ") + (words + exactText(bound->get<double>(), {}));
    return text;
}

bool isOutOfBounds(const Json& value, const SchemaPath& path)
{
    const Json* least = path.keyword("minimum");
    const Json* most = path.keyword("maximum");
    return value.is_number() && ((least && value.get<double>() < least->get<double>()) ||
                                 (most && value.get<double>() > most->get<double>()));
}

/// valijson reads a number as a signed integer if it is whole: one that is too large for that would be negative.
void makeHugeIntegersDouble(nlohmann::json& value)
{
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX)
        value = value.get<double>();
    else if (value.is_structured())
        for (nlohmann::json& inner : value)
            makeHugeIntegersDouble(inner);
}

/// A readable finding for an error that valijson reports for a value.
Finding findingOf(const std::string& description, std::string pointer, const Json& tree, const Json& schema)
{
    Finding finding{Severity::error, "schema.value", pointer, "", "", ""};
    const Json* value = valueAt(tree, pointer);
    SchemaPath path(schema, tree);
    for (const std::string& part : partsOf(pointer))
        path.descend(part);
    if (description.starts_with("Missing required property")) {
        const std::string missing = between(description, '\'');
        finding.key = "schema.missing";
        finding.pointer += below(missing);
        finding.problem = '"' + missing + "\" is missing.";
        path.descend(missing);
        const Json* meaning = path.keyword("description");
        finding.remedy = "Add it" + (meaning ? ": " + meaning->get<std::string>() : std::string("."));
    } else if (value && isOutOfBounds(*value, path)) {
        const Json* meaning = path.keyword("description");
        finding.problem = "It must be " + boundOf(path) + ", not " + shortText(*value) + '.';
        finding.remedy = "Correct the value" + (meaning ? ": " + meaning->get<std::string>() : std::string("."));
    } else if (description.find("type") != std::string::npos && path.keyword("type")) {
        finding.key = "schema.type";
        finding.problem =
            "It must be " + typeWords(*path.keyword("type")) + ", not " + (value ? shortText(*value) : "this") + '.';
        finding.remedy = "Change it to " + typeWords(*path.keyword("type")) + '.';
    } else if (path.keyword("enum") && value) {
        const std::vector<std::string> allowed = textsOf(*path.keyword("enum"));
        finding.problem = shortText(*value) + " is none of the known values.";
        finding.remedy = value->is_string() ? suggestion(value->get<std::string>(), allowed) : "";
        finding.remedy += (finding.remedy.starts_with("Known") || finding.remedy.empty() ? "" : " ");
        finding.remedy += finding.remedy.starts_with("Known") ? "" : "Use " + listOf(allowed) + '.';
    } else if (path.keyword("const")) {
        finding.problem = "It must be " + shortText(*path.keyword("const")) + '.';
        finding.remedy = "Write that.";
    } else {
        finding.problem = description;
        finding.remedy = "Correct the value.";
    }
    return finding;
}

} // namespace

/// The schemas contain no patterns: std::regex recurses on long texts.
struct SchemaCheck::Ready
{
    Json schema;
    valijson::Schema compiled;
};

SchemaCheck::SchemaCheck(Json schema)
{
    auto ready = std::make_unique<Ready>();
    ready->schema = std::move(schema);
    const nlohmann::json sorted = ready->schema; // valijson's adapter requires sorted keys
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(sorted), ready->compiled);
    ready_ = std::move(ready);
}

SchemaCheck::SchemaCheck(SchemaCheck&&) noexcept = default;
SchemaCheck& SchemaCheck::operator=(SchemaCheck&&) noexcept = default;
SchemaCheck::~SchemaCheck() = default;

Findings SchemaCheck::faultsOf(const Json& tree) const
{
    nlohmann::json sorted = tree;
    makeHugeIntegersDouble(sorted);
    valijson::ValidationResults results;
    valijson::Validator().validate(ready_->compiled, valijson::adapters::NlohmannJsonAdapter(sorted), &results);

    Findings findings;
    std::set<std::pair<std::string, std::string>> seen;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        if (isDerived(error.description))
            continue;
        Finding finding = findingOf(error.description, pointerOf(error.context), tree, ready_->schema);
        if (seen.emplace(finding.pointer, finding.key).second) {
            finding.place = placeInWords(tree, finding.pointer);
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

} // namespace headroom::project
