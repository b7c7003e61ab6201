#include "behaviour/program/state_items.h"

#include "project/document/whole_number.h"
#include "project/vocabulary/declarations.h"

#include <algorithm>
#include <map>

namespace headroom::behaviour {

namespace {

template <typename Value>
Value chosen(const std::map<std::string, Value>& known, const std::string& name)
{
    const auto found = known.find(name);
    return found == known.end() ? Value{} : found->second;
}

} // namespace

std::uint32_t StateInfo::valueIndex(const std::string& value)
{
    const auto found = std::find(values.begin(), values.end(), value);
    const auto index = static_cast<std::uint32_t>(found - values.begin());
    if (found == values.end())
        values.push_back(value);
    return index;
}

StateInfo stateInfo(const project::StateItem& item, std::uint32_t role, project::Resolver& resolver,
                    const std::string& pointer, const project::Scope& scope)
{
    using Policy = CacheStore::Policy;
    const auto& fields = project::stateFields();
    const auto text = [&](const char* name) { return resolver.text(fields, name, item.fields, pointer); };
    const auto number = [&](const char* name) { return resolver.number(fields, name, item.fields, pointer, scope); };
    const auto count = [&](const char* name) { return project::wholeNumber(number(name)); };
    StateInfo state;
    state.name = item.id;
    state.role = role;
    state.kind = chosen<StateKind>({{"slots", StateKind::slots},
                                    {"cache", StateKind::cache},
                                    {"queue", StateKind::queue},
                                    {"barrier", StateKind::barrier},
                                    {"token bucket", StateKind::tokens},
                                    {"value", StateKind::value}},
                                   text("type"));
    const std::string owner = text("owner");
    state.owner = owner == "worker"    ? Owner::worker
                  : owner == "cluster" ? Owner::cluster
                  : owner == "job"     ? Owner::job
                  : owner == "request" ? Owner::request
                                       : Owner::node;
    state.capacity = std::max(1U, project::wholeNumber<std::uint32_t>(number("capacity")));
    state.initial = number("value");
    state.tokensPerS = number("rate");
    state.burst = std::max<std::uint64_t>(1, count("burst"));
    state.keyed = resolver.flag(fields, "keyed", item.fields, pointer);
    state.entries = count("entries");
    state.bytes = count("bytes");
    state.policy = chosen<Policy>(
        {{"LRU", Policy::lru}, {"FIFO", Policy::fifo}, {"CLOCK", Policy::clock}, {"random", Policy::random}},
        text("policy"));
    state.pieceBytes = count("piece");
    state.lifetimeS = number("expires");
    const std::string start = text("start");
    state.heldAtStart = start == "warm" ? 1.0 : start == "steady" ? number("held") : 0.0;
    if (start == "steady" && text("popularity") == "Zipf" && state.heldAtStart > 0 && state.heldAtStart < 1)
        state.popularity = SteadyState(state.heldAtStart, number("keys"), number("zipf_exponent"),
                                       state.policy == Policy::lru || state.policy == Policy::clock);
    state.byPriority = text("order") == "priority";
    state.inHashSet = text("waiting") == "hash set";
    state.byLocality = text("order") == "locality";
    state.patienceS = number("patience");
    return state;
}

} // namespace headroom::behaviour
