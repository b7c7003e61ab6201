#include "app/sizing/sized_prices.h"

#include "app/sizing/other_owners.h"
#include "project/expression/name_choice.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/field_walk.h"
#include "project/vocabulary/component_kinds.h"

#include <algorithm>

namespace headroom::app {

using project::Component;
using project::ElementKind;
using project::Json;

namespace {

/// Bandwidth of a channel of modules of which only the price is known. Without a capacity it decides nothing.
constexpr double usualChannelBps = 25.6e9;
/// Rated power of a power supply of which only the price is known. Without a curve of its efficiency it decides
/// nothing.
constexpr double usualSupplyW = 1400;
constexpr const char* ownSource = "Price given in “Size a cluster”.";

bool isPriced(const Component& component)
{
    return component.has("price_usd") || component.has("price_usd_per_GB");
}

/// The values that a field may have: those of the axis of the parameter that it names.
std::vector<std::string> valuesOf(const project::Project& system, const std::vector<project::StudyAxis>& choice,
                                  const std::string& value)
{
    const project::Parameter* parameter = project::findParameter(system, value);
    if (!parameter)
        return {value};
    std::vector<std::string> values;
    for (const project::StudyAxis& axis : choice)
        if (axis.parameter == value && axis.values.is_array())
            for (const Json& each : axis.values)
                values.push_back(project::settingText(each));
    if (values.empty())
        values.push_back(project::settingText(parameter->value));
    return values;
}

/// The fabric in use; empty: that is decided by a parameter that is chosen.
std::string fabricOf(const project::Project& system, const std::vector<project::StudyAxis>& choice)
{
    const auto& topology = system.topology;
    if (!topology.fabric.is_string())
        return topology.fabrics.empty() ? std::string() : topology.fabrics.front().id;
    const auto ids = valuesOf(system, choice, topology.fabric.get<std::string>());
    return ids.size() == 1 ? ids.front() : std::string();
}

class Search
{
public:
    Search(const project::Project& system, const std::vector<project::StudyAxis>& choice,
           const std::set<std::string>& others, const project::ComponentLibrary& components)
        : system_(system), choice_(choice), others_(others), components_(components), fabric_(fabricOf(system, choice))
    {
    }

    std::vector<UnpricedPart> found()
    {
        project::forEachField(system_, [this](const project::FieldPlace& place) {
            if (place.declaration->type == project::FieldType::component && place.value->is_string() && counts(place))
                for (const std::string& named : project::componentsNamedIn(place.value->get<std::string>()))
                    for (const std::string& id : valuesOf(system_, choice_, named))
                        add(id);
        });
        for (const project::NodeGroup& group : system_.topology.groups)
            if (!others_.contains(group.id)) {
                addUnnamed(group, "chassis", "chassis, board and fans", "each");
                addUnnamed(group, "memory_module", "memory", "a GB");
                if (hasChassisWithoutSupply(group))
                    addUnnamed(group, "power_supply", "power supply", "each");
            }
        return std::move(parts_);
    }

private:
    bool counts(const project::FieldPlace& place) const
    {
        switch (place.kind) {
        case ElementKind::nodeGroup:
        case ElementKind::controller:
        case ElementKind::device:
            break;
        case ElementKind::fabric:
        case ElementKind::networkSwitch:
        case ElementKind::link:
            if (!fabric_.empty() && place.ids.front() != fabric_)
                return false;
            break;
        default:
            return false; // reference processors, and the like
        }
        return !isOfOthers(system_, others_, place.kind, place.ids);
    }
    /// A chassis that nobody has named gets a price that holds its power supplies.
    bool hasChassisWithoutSupply(const project::NodeGroup& group) const
    {
        const auto named = group.fields.find("chassis");
        if (named == group.fields.end() || !named->is_string())
            return false;
        for (const std::string& choice : project::componentsNamedIn(named->get<std::string>()))
            for (const std::string& id : valuesOf(system_, choice_, choice))
                if (const Component* chassis = components_.find(id); chassis && chassis->figure("power_supplies") == 0)
                    return true;
        return false;
    }
    void add(const std::string& id)
    {
        const Component* component = components_.find(id);
        const bool known = std::ranges::find(parts_, id, &UnpricedPart::id) != parts_.end();
        if (!component || known || isPriced(*component))
            return;
        const bool sold = !component->vendor.empty() && component->vendor != "none";
        const bool perGB = component->kind == "memory" && !component->has("capacity_B");
        parts_.push_back(
            {id, (sold ? component->vendor + ' ' : std::string()) + component->model, perGB ? "a GB" : "each", {}, {}});
    }
    void addUnnamed(const project::NodeGroup& group, const char* field, const char* what, const char* per)
    {
        const auto named = group.fields.find(field);
        if (named != group.fields.end() && !named->is_null() && *named != "")
            return;
        parts_.push_back(
            {group.id + '_' + field, (group.name.empty() ? group.id : group.name) + ": " + what, per, group.id, field});
    }

    const project::Project& system_;
    const std::vector<project::StudyAxis>& choice_;
    const std::set<std::string>& others_;
    const project::ComponentLibrary& components_;
    std::string fabric_;
    std::vector<UnpricedPart> parts_;
};

/// A part of which nothing but the price is known.
Json unnamedPart(const UnpricedPart& part, double usd, const std::string& date)
{
    struct Kind
    {
        const char* name;
        Json figures;
    };
    Kind kind = part.field == "chassis" ? Kind{"chassis", {{"price_usd", usd}, {"power_supplies", 2}}}
                : part.field == "power_supply"
                    ? Kind{"power supply", {{"price_usd", usd}, {"rated_power_W", usualSupplyW}}}
                    : Kind{"memory", {{"bandwidth_per_channel_Bps", usualChannelBps}, {"price_usd_per_GB", usd}}};
    kind.figures["price_basis"] = date.empty() ? std::string("own price") : "own price, " + date;
    return {{"id", part.id},
            {"kind", kind.name},
            {"vendor", "none"},
            {"model", part.title},
            {"parameters", kind.figures},
            {"source", ownSource},
            {"confidence", "estimated"}};
}

/// With the day, and the amount in the currency in which it was given.
project::PartPrice ownPrice(const GivenPrice& price, double usd)
{
    project::PartPrice own{price.part.id, {{"usd", usd}}};
    if (price.part.per != "each")
        own.fields["per"] = "GB";
    if (!price.money.date.empty())
        own.fields["date"] = price.money.date;
    own.fields["source"] = price.money.currency == "USD"
                               ? std::string(ownSource)
                               : std::string(ownSource) + " It was " + price.money.amount + ' ' + price.money.currency +
                                     ", at " + project::formatNumber(price.money.usd) + " USD for one.";
    return own;
}

} // namespace

std::optional<double> usdOf(const Money& money)
{
    std::string digits;
    for (const char each : money.amount)
        if (each != ' ' && each != ',')
            digits += each;
    if (digits.ends_with(money.currency))
        digits.resize(digits.size() - money.currency.size());
    const auto quantity = project::parseQuantity(digits);
    if (!quantity || !(quantity->unit.empty() || (quantity->unit == "USD" && money.currency == "USD")) ||
        quantity->value < 0 || money.usd <= 0)
        return {};
    return quantity->value * money.usd;
}

std::vector<UnpricedPart> unpricedParts(const project::Project& system, const std::vector<project::StudyAxis>& choice,
                                        const std::set<std::string>& others,
                                        const project::ComponentLibrary& components)
{
    return Search(system, choice, others, components).found();
}

void applyPrices(project::Project& project, const std::vector<GivenPrice>& prices,
                 const project::ComponentLibrary& components)
{
    for (const GivenPrice& price : prices) {
        const auto usd = usdOf(price.money);
        const Component* component = components.find(price.part.id);
        if (!usd || (!component && price.part.group.empty()))
            continue;
        if (component) {
            std::erase_if(project.prices, [&](const project::PartPrice& own) { return own.id == price.part.id; });
            project.prices.push_back(ownPrice(price, *usd));
            continue;
        }
        Json& own = project.components;
        if (!own.is_array())
            own = Json::array();
        for (std::size_t i = own.size(); i-- > 0;)
            if (own[i].value("id", std::string()) == price.part.id)
                own.erase(i);
        own.push_back(unnamedPart(price.part, *usd, price.money.date));
        for (project::NodeGroup& group : project.topology.groups)
            if (group.id == price.part.group)
                group.fields[price.part.field] = price.part.id;
    }
}

} // namespace headroom::app
