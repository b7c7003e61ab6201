#include "app/sizing/sized_load.h"

#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/resolver.h"
#include "project/resolve/workload_types.h"
#include "project/structure/element_fields.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::app {

using project::Json;
using project::OperationShare;
using project::Workload;

namespace {

/// A number as people type it.
std::string typed(double number)
{
    return number == std::floor(number) && std::abs(number) < 1e15 ? std::to_string(static_cast<long long>(number))
                                                                   : Json(number).dump();
}

std::optional<double> amount(const std::string& text, const std::string& unit = {})
{
    const auto quantity = project::parseQuantity(text);
    return quantity && (quantity->unit.empty() || quantity->unit == unit) ? std::optional(quantity->value)
                                                                          : std::nullopt;
}

/// The number of a text that has this unit, and not merely none.
std::optional<double> amountIn(const std::string& text, const std::string& unit)
{
    const auto quantity = project::parseQuantity(text);
    return quantity && quantity->unit == unit ? std::optional(quantity->value) : std::nullopt;
}

constexpr int rateDigits = 6; ///< of a rate that follows from bytes: far more than it is known to

double toDigits(double number, int digits)
{
    const double power = number > 0 ? std::pow(10, digits - 1 - std::floor(std::log10(number))) : 1;
    return std::round(number * power) / power;
}

/// Evaluates fields of workloads; its faults are those that the checks of the system report.
class Reading
{
public:
    Reading(const project::Project& system, const project::ComponentLibrary& components)
        : system_(system), resolver_(system, components, findings_)
    {
    }

    std::string typeOf(std::size_t workload) { return project::workloadType(system_, workload, resolver_); }
    bool isDisabled(const Workload& workload)
    {
        return resolver_.flag(project::workloadFields(), "disabled", workload.fields, {});
    }
    double number(const Workload& workload, const char* field)
    {
        return resolver_.number(project::workloadFields(), field, workload.fields, {});
    }
    double weight(const OperationShare& share)
    {
        return resolver_.number(project::shareFields(), "weight", share.fields, {});
    }
    /// Nothing if it is not the same for all requests.
    std::optional<double> bytes(const OperationShare& share)
    {
        const auto payload = share.fields.find("payload");
        if (payload == share.fields.end() || payload->is_null())
            return {};
        const std::size_t before = findings_.size();
        const auto expression = resolver_.expression(*payload, "B", {}, resolver_.globalScope());
        if (findings_.size() != before || !expression.isConstant() || expression.value() <= 0)
            return {};
        return expression.value();
    }

private:
    const project::Project& system_;
    project::Findings findings_;
    project::Resolver resolver_;
};

bool isSet(const Workload& workload, const char* field)
{
    const auto set = workload.fields.find(field);
    return set != workload.fields.end() && !set->is_null();
}

/// The parameter that a field names; null if it has a value or an expression.
project::Parameter* namedBy(project::Project& project, const Json& value)
{
    return value.is_string() ? project::findParameter(project, value.get<std::string>()) : nullptr;
}

/// The bytes as the system writes them, if it does.
std::string sizeText(const project::Project& system, const OperationShare& share, double bytes)
{
    Json written = share.fields.at("payload");
    if (written.is_string())
        if (const auto* parameter = project::findParameter(system, written.get<std::string>()))
            written = parameter->value;
    const std::string text = project::settingText(written);
    return amount(text, "B") == bytes ? text : project::exactText(bytes, "B");
}

/// Operations other than those of the form keep what they have.
const SizedOperation* operationIn(const SizedLoad& load, const std::string& name)
{
    const auto found = std::ranges::find(load.operations, name, &SizedOperation::operation);
    return found == load.operations.end() ? nullptr : &*found;
}

/// Requests a second. A rate in bytes is made of requests of the stated size; nothing if there is none.
std::optional<double> perSecond(const SizedOperation& operation)
{
    const auto bytes = amountIn(operation.perSecond, "B/s");
    if (!bytes)
        return amount(operation.perSecond, "1/s");
    const double size = amount(operation.size, "B").value_or(0);
    return size > 0 ? std::optional(toDigits(*bytes / size, rateDigits)) : std::nullopt;
}

double demandOf(const SizedLoad& load, const SizedOperation& operation)
{
    return (load.byRate ? perSecond(operation) : amount(operation.share)).value_or(0);
}

/// Reason why the demand of an operation cannot be simulated; empty if it can.
std::string faultOfDemand(const SizedLoad& load, const SizedOperation& operation)
{
    const std::string& given = load.byRate ? operation.perSecond : operation.share;
    const auto demand = load.byRate ? perSecond(operation) : amount(given);
    if (given.empty() || (demand && *demand >= 0))
        return {};
    if (load.byRate && operation.size.empty() && amountIn(given, "B/s"))
        return operation.operation + ": \"" + given +
               "\" says no number of requests, since the system does not state their size: give requests a second.";
    return operation.operation + ": \"" + given + "\" is no " + (load.byRate ? "rate, as in 120 or 1 GB/s." : "share.");
}

/// The text of a number that a parameter raises.
Json raised(const Json& value, const std::string& growth, bool whole)
{
    if (growth.empty())
        return value;
    const std::string text = project::settingText(value);
    const bool simple = project::parseQuantity(text).has_value();
    const std::string product = (simple ? text : '(' + text + ')') + " * " + growth;
    return whole ? "ceil(" + product + ')' : product;
}

void setClients(project::Project& project, Workload& workload, const SizedLoad& load, const std::string& growth)
{
    if (const auto clients = amount(load.clients)) {
        const Json number = static_cast<std::int64_t>(*clients);
        if (auto* parameter = namedBy(project, workload.fields.value("workers", Json())))
            parameter->value = number;
        else
            workload.fields["workers"] = number;
    }
    workload.fields["workers"] = raised(workload.fields.value("workers", Json(1)), growth, true);
}

void setRate(Workload& workload, const SizedLoad& load, const std::string& growth)
{
    double sum = 0;
    for (const SizedOperation& operation : load.operations)
        sum += demandOf(load, operation);
    Json& fields = workload.fields;
    const bool waited = fields.value("type", Json("closed loop")) != "open loop";
    fields["type"] = "open loop";
    if (waited) {
        if (const auto workers = fields.find("workers"); workers != fields.end())
            fields["clients"] = *workers; // as many ask as before, each with a number of its own
        fields["arrivals"] = "Poisson";
    }
    for (const char* const ofClosed : {"workers", "depth", "think_time", "think_distribution", "think_table"})
        fields.erase(ofClosed);
    // In an expression "160 /s" would be a division; a plain number is in 1/s.
    fields["rate"] = growth.empty() ? Json(typed(sum) + " /s") : raised(typed(sum), growth, false);
}

/// The size in the payload, and in the arguments that have the same text.
void setSize(OperationShare& share, const std::string& size)
{
    const Json was = share.fields.at("payload");
    share.fields["payload"] = size;
    if (const auto arguments = share.fields.find("arguments");
        arguments != share.fields.end() && arguments->is_object())
        for (Json& argument : *arguments)
            if (argument == was)
                argument = size;
}

/// Sizes that differ from the present ones. A parameter that an operation names gets the size of the operation with the
/// largest part of the load, since other parts of the system may depend on it, too.
void setSizes(project::Project& project, Workload& workload, const SizedLoad& load, const SizedLoad& before)
{
    std::map<std::string, const SizedOperation*> largest; // by parameter
    for (const OperationShare& share : workload.operations) {
        const SizedOperation* now = operationIn(load, share.operation);
        const auto* parameter = now && !now->size.empty() ? namedBy(project, share.fields.at("payload")) : nullptr;
        if (!parameter)
            continue;
        const SizedOperation*& most = largest[parameter->name];
        if (!most || demandOf(load, *now) > demandOf(load, *most))
            most = now;
    }
    for (const auto& [name, operation] : largest) {
        project::Parameter& parameter = *project::findParameter(project, name);
        parameter.value = project::valueFromText(parameter, operation->size);
    }
    for (OperationShare& share : workload.operations) {
        const SizedOperation *now = operationIn(load, share.operation), *was = operationIn(before, share.operation);
        if (!now || now->size.empty())
            continue;
        const auto* parameter = namedBy(project, share.fields.at("payload"));
        const bool fits = parameter ? amount(project::settingText(parameter->value), "B") == amount(now->size, "B")
                                    : was && amount(was->size, "B") == amount(now->size, "B");
        if (!fits)
            setSize(share, now->size);
    }
}

} // namespace

std::vector<SizedLoad> loadsOf(const project::Project& system, const project::ComponentLibrary& components)
{
    Reading reading(system, components);
    std::vector<SizedLoad> loads;
    for (std::size_t i = 0; i < system.workloads.size(); ++i) {
        const Workload& workload = system.workloads[i];
        const std::string type = reading.typeOf(i);
        const bool changes = isSet(workload, "stages") || isSet(workload, "rates") ||
                             workload.fields.value("arrivals", Json()) == "bursts";
        if ((type != "closed loop" && type != "open loop") || changes || reading.isDisabled(workload))
            continue;
        SizedLoad& load = loads.emplace_back();
        load.workload = workload.id;
        load.byRate = type == "open loop";
        if (!load.byRate)
            load.clients = typed(reading.number(workload, "workers"));
        const double rate = load.byRate ? reading.number(workload, "rate") : 0;
        double weights = 0;
        for (const OperationShare& share : workload.operations)
            weights += reading.weight(share);
        for (const OperationShare& share : workload.operations) {
            const auto names = project::operationsInResults(system, workload, share.operation);
            SizedOperation& operation = load.operations.emplace_back();
            operation.operation = share.operation;
            operation.result = names.empty() ? share.operation : names.front();
            const double weight = reading.weight(share);
            operation.share = typed(weight);
            operation.perSecond = load.byRate && weights > 0 ? typed(rate * weight / weights) : std::string();
            if (const auto bytes = reading.bytes(share))
                operation.size = sizeText(system, share, *bytes);
        }
    }
    return loads;
}

bool inBytes(const std::string& throughput)
{
    return amountIn(throughput, "B/s").has_value();
}

bool isAsked(const SizedLoad& load, const SizedOperation& operation)
{
    return demandOf(load, operation) > 0;
}

std::string faultOf(const SizedLoad& load)
{
    if (const auto clients = amount(load.clients); !load.byRate && (!clients || *clients < 1))
        return '"' + load.clients + "\" is no number of clients.";
    bool any = false;
    for (const SizedOperation& operation : load.operations) {
        if (std::string fault = faultOfDemand(load, operation); !fault.empty())
            return fault;
        any = any || isAsked(load, operation);
        const auto size = amount(operation.size, "B");
        if (!operation.size.empty() && (!size || *size <= 0))
            return operation.operation + ": \"" + operation.size + "\" is no size, as in 8 MB.";
        const auto throughput =
            inBytes(operation.throughput) ? amount(operation.throughput, "B/s") : amount(operation.throughput, "1/s");
        if (!operation.throughput.empty() && (!throughput || *throughput <= 0))
            return operation.operation + ": \"" + operation.throughput +
                   "\" is no throughput, as in 2000 /s or 1 GB/s.";
        const auto p99 = project::parseQuantity(operation.p99);
        if (!operation.p99.empty() && (!p99 || p99->unit != "s" || p99->value <= 0))
            return operation.operation + ": \"" + operation.p99 + "\" is no latency, as in 50 ms.";
        if (!isAsked(load, operation) && operation.hasLevel())
            return operation.operation + " has a service level, but nobody asks for it: give it a " +
                   (load.byRate ? "rate" : "share") + ", or remove the level.";
    }
    return any ? std::string() : "Nobody asks for any operation: state how often each is asked for.";
}

void applyLoads(project::Project& project, const std::vector<SizedLoad>& loads, const std::string& growth,
                const project::ComponentLibrary& components)
{
    const auto present = loadsOf(project, components);
    for (const SizedLoad& load : loads) {
        const auto workload = std::ranges::find(project.workloads, load.workload, &Workload::id);
        const auto before = std::ranges::find(present, load.workload, &SizedLoad::workload);
        if (workload == project.workloads.end() || before == present.end())
            continue;
        setSizes(project, *workload, load, *before);
        for (OperationShare& share : workload->operations)
            if (const SizedOperation* operation = operationIn(load, share.operation)) {
                const double demand = demandOf(load, *operation);
                const bool whole = demand == std::floor(demand);
                share.fields["weight"] = whole ? Json(static_cast<std::int64_t>(demand)) : Json(demand);
            }
        if (load.byRate)
            setRate(*workload, load, growth);
        else
            setClients(project, *workload, load, growth);
    }
}

std::string inWords(const SizedLoad& load)
{
    std::string words;
    for (const SizedOperation& operation : load.operations) {
        if (!isAsked(load, operation))
            continue;
        words += words.empty() ? "" : ", ";
        const bool bytes = load.byRate && inBytes(operation.perSecond);
        if (load.byRate)
            words += (bytes ? operation.perSecond + " of" : typed(demandOf(load, operation))) + ' ';
        words += operation.operation + (load.byRate && !bytes ? "/s" : "");
        if (!operation.size.empty())
            words += (bytes ? " in requests of " : " of ") + operation.size;
    }
    return load.byRate ? words : load.clients + (load.clients == "1" ? " client: " : " clients: ") + words;
}

} // namespace headroom::app
