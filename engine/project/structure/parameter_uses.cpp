#include "project/structure/parameter_uses.h"

#include "project/expression/expression.h"
#include "project/expression/name_choice.h"
#include "project/structure/rows.h"
#include "project/vocabulary/assignments.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headroom::project {

namespace {

/// Replaces a parameter's name in a value; nullopt if the value does not use it.
class ParameterRenaming
{
public:
    ParameterRenaming(const std::string& from, const std::string& to) : from_(from), to_(to) {}

    std::optional<Json> of(const FieldPlace& place) const
    {
        auto renamed = ofField(*place.declaration, *place.value);
        const auto& others = *place.shadowing;
        if (renamed && std::find(others.begin(), others.end(), from_) != others.end())
            return {};
        return renamed;
    }

private:
    std::optional<Json> ofText(const Json& value, bool namesFigures = false) const
    {
        if (!value.is_string() || value.get_ref<const std::string&>().find(from_) == std::string::npos)
            return {};
        const std::string& text = value.get_ref<const std::string&>();
        const auto names = identifiersIn(text);
        const auto uses = [&](const std::string& name) { return beginsWithIdentifier(name, from_); };
        // An operation may have the parameter's name: PUT.throughput is its figure, not one of a component.
        const auto isFigure = [&](const std::string& name) { return namesFigures && unitOfFigure(name); };
        if (std::none_of(names.begin(), names.end(),
                         [&](const std::string& name) { return uses(name) && !isFigure(name); }))
            return {};
        return renameIdentifiers(text, [&](const std::string& name) {
            return uses(name) && !isFigure(name) ? to_ + name.substr(from_.size()) : name;
        });
    }

    std::optional<Json> ofName(const FieldDeclaration& field, const Json& value) const
    {
        const bool own = std::find(field.choices.begin(), field.choices.end(), from_) != field.choices.end();
        return value.is_string() && value.get_ref<const std::string&>() == from_ && !own ? std::optional<Json>(to_)
                                                                                         : std::nullopt;
    }

    std::optional<Json> ofField(const FieldDeclaration& field, const Json& value) const
    {
        switch (field.type) {
        case FieldType::number:
        case FieldType::integer:
        case FieldType::quantity:
        case FieldType::flag:
            return ofText(value, field.namesFigures);
        case FieldType::component:
            return value.is_string() && NameChoice::chooses(value.get_ref<const std::string&>()) ? ofText(value)
                                                                                                 : ofName(field, value);
        case FieldType::choice:
        case FieldType::text:
            return ofName(field, value);
        case FieldType::assignments:
            return field.valuesAreNames ? std::nullopt
                                        : ofParts(withNames(value), [this](const Json& part) { return ofText(part); });
        case FieldType::rows:
            return ofParts(value, [this](const Json& row) {
                return ofParts(row, [this](const Json& cell) { return ofText(cell); });
            });
        default:
            return {};
        }
    }

    template <typename Part>
    std::optional<Json> ofParts(const Json& value, const Part& part) const
    {
        if (!value.is_structured())
            return {};
        std::optional<Json> result; // most values use no parameter: only those that do are copied
        auto at = value.begin();
        for (std::ptrdiff_t i = 0; at != value.end(); ++at, ++i) {
            if (auto renamed = part(*at)) {
                if (!result)
                    result = value;
                *std::next(result->begin(), i) = std::move(*renamed);
            }
        }
        return result;
    }

    const std::string& from_;
    const std::string& to_;
};

/// Fields of a workload that say how many ask, or how often.
bool makesLoad(const std::string& field)
{
    constexpr std::array fields{"workers", "think_time", "stages", "rate", "rates", "period", "speed"};
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

} // namespace

std::optional<Json> renamedParameter(const FieldPlace& place, const std::string& from, const std::string& to)
{
    return ParameterRenaming(from, to).of(place);
}

bool usesParameter(const FieldPlace& place, const std::string& name)
{
    return renamedParameter(place, name, name).has_value();
}

std::vector<std::string> withoutEffect(const Project& project, std::vector<std::string> parameters)
{
    forEachField(project, [&](const FieldPlace& place) {
        if (const List* list = listOf(place.kind); !list || list->simulated)
            std::erase_if(parameters, [&](const std::string& name) { return usesParameter(place, name); });
    });
    return parameters;
}

bool hasEffect(const Project& project, const std::string& parameter)
{
    return withoutEffect(project, {parameter}).empty();
}

LoadUse loadUse(const Project& project, const std::string& parameter)
{
    LoadUse use;
    forEachField(project, [&](const FieldPlace& place) {
        const bool workload = place.kind == ElementKind::workload;
        if ((!workload && !isHardware(place.kind)) || !usesParameter(place, parameter))
            return;
        use.users = use.users || (workload && place.field == "workers");
        use.load = use.load || (workload && makesLoad(place.field));
        use.hardware = use.hardware || !workload;
    });
    return use;
}

} // namespace headroom::project
