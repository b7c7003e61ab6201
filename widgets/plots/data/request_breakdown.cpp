#include "widgets/plots/data/request_breakdown.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <tuple>

namespace headroom::widgets {

namespace {

using Entry = RequestSpans::Entry;
using Kind = RequestSpans::Kind;

constexpr int deepestCall = 64; // limits invalid streams; requests of a model are nested less deeply
constexpr double sameInstant = 1e-12;

struct BreakdownWords
{
    Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

class Attribution
{
public:
    using Key = std::tuple<QString, QString, QString>; // role, node group, what
    struct Spent
    {
        TimeKind kind = TimeKind::other;
        double seconds = 0;
    };
    explicit Attribution(const RequestSpans& spans) : spans_(spans) {}

    const std::map<Key, Spent>& parts() const { return parts_; }

    /// Attributes the activities of `request` between two times.
    void attribute(const Entry& request, double from, double to, int depth)
    {
        std::vector<const Entry*> active, passive;
        for (const std::uint32_t b : spans_.childrenOf(request.id)) {
            const Entry& block = spans_.entries()[b];
            if (block.kind != Kind::block)
                continue;
            for (const std::uint32_t w : spans_.childrenOf(block.id))
                if (const Entry& wait = spans_.entries()[w]; wait.kind == Kind::wait)
                    (isForOthers(wait) ? passive : active).push_back(&wait);
        }
        const auto byEnd = [](const Entry* a, const Entry* b) {
            return std::tie(a->end, a->begin) < std::tie(b->end, b->begin);
        };
        std::sort(active.begin(), active.end(), byEnd);
        double at = to;
        for (auto wait = active.rbegin(); wait != active.rend() && at > from; ++wait) {
            // A wait that ended later was not on the critical path.
            if ((*wait)->end > at + sameInstant || (*wait)->begin >= at)
                continue;
            between(request, passive, std::max(from, (*wait)->end), at);
            at = std::min(at, (*wait)->end);
            spent(**wait, std::max(from, (*wait)->begin), at, depth);
            at = (*wait)->begin;
        }
        between(request, passive, from, at);
    }

private:
    /// A join waits for other paths, a queue for other requests.
    bool isForOthers(const Entry& wait) const
    {
        return spans_.text(wait.name) == QLatin1String("queue for a message, room or others");
    }

    void add(const QString& role, const QString& group, const QString& what, TimeKind kind, double seconds)
    {
        if (seconds <= sameInstant) // differences of times leave less than a tick
            return;
        Spent& part = parts_[{role, group, what}];
        part.kind = kind;
        part.seconds += seconds;
    }

    void between(const Entry& request, const std::vector<const Entry*>& passive, double from, double to)
    {
        if (to <= from)
            return;
        double waited = 0;
        for (const Entry* wait : passive)
            waited = std::max(waited, std::min(wait->end, to) - std::max(wait->begin, from));
        waited = std::clamp(waited, 0.0, to - from);
        const QString role = spans_.text(request.role), group = spans_.nodeGroup(request);
        add(role, group, BreakdownWords::tr("waiting for others"), TimeKind::queue, waited);
        add(role, group, BreakdownWords::tr("other"), TimeKind::other, to - from - waited);
    }

    void spent(const Entry& wait, double from, double to, int depth)
    {
        const QString& name = spans_.text(wait.name);
        if (name != QLatin1String("answer")) {
            const bool moving = name == QLatin1String("transfer");
            add(moving ? QString() : spans_.text(wait.role), moving ? QString() : spans_.nodeGroup(wait),
                moving ? BreakdownWords::tr("network, streams") : name, timeKindOf(name), to - from);
            return;
        }
        const Entry* callee = lastCallee(wait, to);
        if (!callee || depth >= deepestCall) {
            add({}, {}, BreakdownWords::tr("network"), TimeKind::network, to - from);
            return;
        }
        const double end = std::min(to, callee->end), begin = std::clamp(callee->begin, from, end);
        const double arrived = std::clamp(callee->begin - callee->acceptWait, from, begin);
        add({}, {}, BreakdownWords::tr("network"), TimeKind::network, (to - end) + (arrived - from));
        add(spans_.text(callee->role), spans_.nodeGroup(*callee), BreakdownWords::tr("queue to be accepted"),
            TimeKind::queue, begin - arrived);
        attribute(*callee, begin, end, depth + 1);
    }

    /// The called request that ended this wait.
    const Entry* lastCallee(const Entry& wait, double to) const
    {
        const Entry* last = nullptr;
        for (const std::uint32_t i : spans_.childrenOf(wait.parent)) {
            const Entry& callee = spans_.entries()[i];
            const bool answered = callee.kind == Kind::request && callee.begin < to && callee.end > wait.begin;
            if (!answered)
                continue;
            // A callee may continue after its reply; one that ended in time is preferred.
            const auto rank = [to](const Entry& e) { return std::pair(e.end <= to + sameInstant, e.end); };
            if (!last || rank(*last) < rank(callee))
                last = &callee;
        }
        return last;
    }

    const RequestSpans& spans_;
    std::map<Key, Spent> parts_;
};

void sortParts(OperationBreakdown& breakdown)
{
    std::stable_sort(breakdown.parts.begin(), breakdown.parts.end(),
                     [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
}

/// Share of waiting in the time at a node group's devices of one kind; nullopt if it was not measured.
std::optional<double> waitingShare(const record::Summary& summary, const QString& group, const QString& what)
{
    double waiting = 0, served = 0;
    for (const auto& row : summary.resources) {
        const QString resource = QString::fromStdString(row.resource);
        const bool fits = what == "processor" ? resource == "processor" : resource.startsWith("disk ");
        if (QString::fromStdString(row.nodeGroup) != group || !fits || !row.waitingS)
            continue;
        waiting += *row.waitingS;
        served += row.servedS;
    }
    return waiting + served > 0 ? std::optional(waiting / (waiting + served)) : std::nullopt;
}

} // namespace

std::vector<OperationBreakdown> breakdownOf(const RequestSpans& spans)
{
    std::map<QString, std::vector<const Entry*>> requests;
    for (const std::uint32_t index : spans.usersRequests()) {
        const Entry& request = spans.entries()[index];
        requests[spans.text(request.name)].push_back(&request);
    }
    std::vector<OperationBreakdown> result;
    for (const auto& [operation, all] : requests) {
        OperationBreakdown& breakdown = result.emplace_back();
        breakdown.operation = operation;
        breakdown.requests = all.size();
        Attribution attribution(spans);
        const auto count = static_cast<double>(all.size());
        for (const Entry* request : all) {
            attribution.attribute(*request, request->begin, request->end, 0);
            breakdown.meanS += (request->end - request->begin) / count;
        }
        for (const auto& [key, part] : attribution.parts())
            breakdown.parts.push_back(
                {std::get<0>(key), std::get<1>(key), std::get<2>(key), part.seconds / count, part.kind});
        sortParts(breakdown);
    }
    return result;
}

std::vector<OperationBreakdown> splitByWaiting(std::vector<OperationBreakdown> breakdowns,
                                               const record::Summary& summary)
{
    for (OperationBreakdown& breakdown : breakdowns) {
        std::vector<BreakdownPart> parts;
        for (const BreakdownPart& part : breakdown.parts) {
            const bool device = part.kind == TimeKind::processor || part.kind == TimeKind::storage;
            const auto share = device ? waitingShare(summary, part.nodeGroup, part.what) : std::nullopt;
            if (!share) {
                parts.push_back(part);
                continue;
            }
            parts.push_back({part.role, part.nodeGroup, BreakdownWords::tr("%1, service").arg(part.what),
                             part.seconds * (1 - *share), part.kind});
            parts.push_back({part.role, part.nodeGroup, BreakdownWords::tr("%1, waiting").arg(part.what),
                             part.seconds * *share, part.kind, true});
        }
        std::erase_if(parts, [](const BreakdownPart& part) { return part.seconds <= sameInstant; });
        breakdown.parts = std::move(parts);
        sortParts(breakdown);
    }
    return breakdowns;
}

} // namespace headroom::widgets
