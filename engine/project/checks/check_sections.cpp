// Visits the sections of a document. The checks common to all sections follow from their description; checks of single
// sections are functions below, or have files of their own if they are larger.
#include "project/checks/check_context.h"
#include "project/expression/quantity.h"
#include "project/goals/result_formulas.h"
#include "project/resolve/presets.h"
#include "project/structure/member_keys.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace headroom::project {
namespace {

bool isSet(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null();
}

/// The values of an axis: a list, the ticked alternatives, or a range.
void checkElement(CheckContext& context, const StudyAxis& axis, const std::string& pointer)
{
    const bool range = isSet(axis.fields, "from") && isSet(axis.fields, "to");
    if (axis.values.is_null() && !range)
        context.error("axis.no-values", pointer, "The axis has no values.",
                      "Set \"values\" to a list or to \"ticked\", or set \"from\" and \"to\".");
    else if (!axis.values.is_null() && range)
        context.error("axis.values-twice", pointer, "The axis has a list of values and a range.", "Keep one of them.");
    else if (axis.values.is_array() && axis.values.empty())
        context.error("axis.no-values", pointer + "/values", "The list of values is empty.", "Add a value.");
    else if (axis.values.is_string() && axis.values != "ticked")
        context.error("axis.unknown-word", pointer + "/values", "A text here can only be \"ticked\".",
                      "Write \"ticked\" or a list of values.");
}

/// As the pieces of an erasure code are written: "DATA + PARITY".
bool isSum(const Selector& selector)
{
    const auto replicas = selector.fields.find("replicas");
    return replicas != selector.fields.end() && replicas->is_string() &&
           replicas->get<std::string>().find('+') != std::string::npos;
}

/// Whole copies are rarely more than five, and their number is rarely a sum: such replicas are rather pieces of an
/// erasure code.
void checkElement(CheckContext& context, const Selector& selector, const std::string& pointer)
{
    constexpr double mostCopies = 5;
    Findings told; // errors of the fields themselves are reported elsewhere
    Resolver resolver(context.resolver, told);
    const double replicas = resolver.number(selectorFields(), "replicas", selector.fields, pointer);
    const double enough = resolver.number(selectorFields(), "enough", selector.fields, pointer);
    if (!told.empty())
        return;
    if (enough > replicas)
        context.error("ring.never-enough", pointer + "/enough",
                      "Nothing can be read: " + formatNumber(enough) + " replicas are needed, and the ring has " +
                          formatNumber(replicas) + ".",
                      "Lower \"enough\", or raise the replicas.");
    else if ((replicas > mostCopies || isSum(selector)) && !isSet(selector.fields, "enough"))
        context.report(Severity::warning, "ring.many-copies", pointer + "/replicas",
                       "Each of the " + formatNumber(replicas) +
                           " replicas counts as a whole copy, so that only so small a share of the raw capacity is "
                           "usable.",
                       "If they are pieces of an erasure code, say in \"enough\" how many of them make up the data; if "
                       "they are copies, set it to 1.");
}

void checkElement(CheckContext& context, const PartPrice& price, const std::string& pointer)
{
    const ComponentLibrary& components = context.resolver.components();
    if (components.find(price.id))
        return;
    const std::string nearest = components.nearest(price.id);
    context.report(Severity::warning, "price.unknown-part", pointer + "/part",
                   "No library holds a component \"" + price.id + "\", so that its price has no effect.",
                   nearest.empty() ? "Look up its id in the component list, or remove the price."
                                   : "Did you mean \"" + nearest + "\"?");
}

void checkElement(CheckContext& context, const Preset& preset, const std::string& pointer)
{
    checkPreset(context.project, preset, context.resolver.components(), pointer, context.findings);
}

template <typename Item>
void checkElement(CheckContext&, const Item&, const std::string&)
{
    // Elements with no checks other than those that follow from their description.
}

/// Checks what the description defines: ids, fields, unknown keys, and whether referenced elements exist.
class CheckSections : public PassOver
{
public:
    explicit CheckSections(CheckContext& context) : context_(context), scope_(&context.resolver.globalScope()) {}

    // Sections whose parts depend on each other in ways of their own.
    void list(const List&, const std::vector<Parameter>&) { checkParameters(context_); }
    void list(const List&, const std::vector<Behaviour>&) { checkBehaviours(context_); }
    void list(const List&, const std::vector<Workload>&) { checkWorkloads(context_); }
    void list(const List&, const std::vector<Disturbance>&) { checkDisturbances(context_); }
    void part(const Member&, ElementKind, const Topology&)
    {
        checkTopology(context_);
        checkHardware(context_);
    }

    void list(const List& list, const std::vector<DerivedResult>& results)
    {
        std::vector<std::string> figures;
        const Scope scope = scopeOfResults(context_.project, context_.resolver, figures);
        const Scope* const outside = std::exchange(scope_, &scope);
        this->list<DerivedResult>(list, results);
        scope_ = outside;
        checkResultsTogether(context_);
    }

    template <typename Item>
    void list(const List& list, const std::vector<Item>& items)
    {
        const std::string pointer = pointer_ + below(list.key);
        std::vector<std::string> names;
        for (const Item& item : items)
            names.push_back(nameOf(item));
        context_.uniqueIds(names, pointer, list.title);
        for (std::size_t i = 0; i < items.size(); ++i)
            element(items[i], pointer + below(i));
    }

    void object(const Member& member, ElementKind, const Json& values, const Fields& declared)
    {
        // Only a condition uses figures.
        std::vector<std::string> figures;
        const Scope scope = scopeOfResults(withCondition(context_.project), context_.resolver, figures);
        context_.fields(declared, values, {}, pointer_ + below(member.key), scope);
        checkCondition(context_, pointer_ + below(member.key));
    }

    void text(const Member& member, const std::string& text)
    {
        if (member.refersTo)
            context_.reference({*member.refersTo}, text, Json::object(), pointer_ + below(member.key), {});
    }
    void fields(const Json& values, const Fields& declared)
    {
        context_.fields(declared, values, *keys_, pointer_, *scope_);
    }
    void extra(const Json& values)
    {
        if (!pointer_.empty()) // those of the whole document are reported first, see check()
            context_.unknownKeys(values, {}, *keys_, pointer_);
    }

private:
    template <typename Item>
    void element(const Item& item, const std::string& pointer)
    {
        const std::string outside = std::exchange(pointer_, pointer);
        const std::vector<std::string>* keysOutside = std::exchange(keys_, &memberKeys<Item>());
        describe(*this, item);
        checkElement(context_, item, pointer);
        pointer_ = outside;
        keys_ = keysOutside;
    }

    CheckContext& context_;
    const Scope* scope_;                                            ///< of the expressions of the visited element
    std::string pointer_;                                           ///< pointer to the visited element
    const std::vector<std::string>* keys_ = &memberKeys<Project>(); ///< keys of its members
};

} // namespace

void checkSections(CheckContext& context)
{
    CheckSections visitor(context);
    describe(visitor, context.project);
}

} // namespace headroom::project
