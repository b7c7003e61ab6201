// The first page of a report on several systems: which of them meets the goals, at what price, what limits it, and how
// far its model is known to be off.
#include "app/report/sections.h"

#include "child/run_fault.h"
#include "project/goals/goal_limits.h"
#include "project/resolve/resolver.h"
#include "project/validations.h"
#include "record/figures/figures.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::app {

using widgets::valueText;
using widgets::report::Paragraph;
using widgets::report::Table;

namespace {

struct Systems
{
    Q_DECLARE_TR_FUNCTIONS(ReportSystems)
};

constexpr double sameSize = 0.05; ///< mean sizes that differ by less are the same size
constexpr qsizetype mostRows = 9; ///< of assumptions on the first page

using record::GoalVerdict;

/// Two goals of different projects are the same if they are called the same, or limit the same figure alike.
bool sameGoal(const GoalVerdict& one, const GoalVerdict& other)
{
    return one.id == other.id || (one.metric == other.metric && one.atMost == other.atMost &&
                                  one.atLeast == other.atLeast && one.conditions.empty() == other.conditions.empty());
}

const GoalVerdict* find(const ReportedRun& run, const GoalVerdict& goal)
{
    const auto& goals = run.summary.goals;
    const auto found =
        std::find_if(goals.begin(), goals.end(), [&](const GoalVerdict& each) { return sameGoal(each, goal); });
    return found == goals.end() ? nullptr : &*found;
}

/// The goals of all systems, each once.
std::vector<GoalVerdict> allGoals(const Runs& runs)
{
    std::vector<GoalVerdict> goals;
    for (const ReportedRun& run : runs)
        for (const GoalVerdict& goal : run.summary.goals)
            if (std::none_of(goals.begin(), goals.end(), [&](const auto& each) { return sameGoal(each, goal); }))
                goals.push_back(goal);
    return goals;
}

QString limitOf(const GoalVerdict& goal)
{
    return text(project::limitsInWords(goal.atLeast, goal.atMost, goal.unit));
}

/// "read p99, at most 400 ms"; a goal that nobody named is called after its figure.
QString titleOf(const GoalVerdict& goal)
{
    const bool unnamed = goal.id.empty() || goal.id.starts_with("goal");
    return QStringList{text(unnamed ? goal.metric : goal.id), limitOf(goal)}.join(", ");
}

QString verdictOf(const ReportedRun& run, const GoalVerdict& goal)
{
    const GoalVerdict* const own = find(run, goal);
    if (!own)
        return Systems::tr("no such goal");
    QString verdict = text(own->verdict);
    if (own->value)
        verdict += (own->high && std::isinf(*own->high) ? Systems::tr(": from ") : QStringLiteral(": ")) +
                   valueText(*own->value, own->unit == "%" ? QStringLiteral("share") : text(own->unit));
    if (limitOf(*own) != limitOf(goal))
        verdict += " (" + limitOf(*own) + ')';
    return verdict;
}

enum class Standing
{
    meets,
    misses,
    open
};

Standing judge(const ReportedRun& run, const std::vector<GoalVerdict>& goals)
{
    Standing judgement = Standing::meets;
    for (const GoalVerdict& goal : goals) {
        const GoalVerdict* const own = find(run, goal);
        if (own && own->verdict == "missed")
            return Standing::misses;
        if (!own || own->verdict != "met")
            judgement = Standing::open;
    }
    return judgement;
}

/// The names of the goals with such a verdict; "no such goal" counts as not known.
QString goalsThatAre(const ReportedRun& run, const std::vector<GoalVerdict>& goals, bool missed)
{
    QStringList names;
    for (const GoalVerdict& goal : goals) {
        const GoalVerdict* const own = find(run, goal);
        const bool isMissed = own && own->verdict == "missed", isMet = own && own->verdict == "met";
        if (missed ? isMissed : !isMissed && !isMet)
            names += titleOf(goal);
    }
    return names.join("; ");
}

record::Price priceOf(const ReportedRun& run)
{
    return record::priceOf(run.summary.costs);
}

QString priceText(const ReportedRun& run)
{
    const record::Price price = priceOf(run);
    if (price.usd <= 0)
        return Systems::tr("an unknown price");
    const QString usd = widgets::usdText(price.usd);
    return price.unknown.empty() ? usd : Systems::tr("%1 or more").arg(usd);
}

bool cheaper(const ReportedRun* one, const ReportedRun* other)
{
    return priceOf(*one).usd < priceOf(*other).usd;
}

/// The recommendation, as far as the verdicts and prices carry one.
Parts recommendation(const Runs& runs, const std::vector<GoalVerdict>& goals)
{
    if (goals.empty())
        return {
            Paragraph{Systems::tr("None of the projects states goals, so that nothing decides between these systems "
                                  "but their figures."),
                      Paragraph::Kind::lead}};
    std::vector<const ReportedRun*> meeting, open;
    Parts reasons;
    for (const ReportedRun& run : runs) {
        const Standing judgement = judge(run, goals);
        if (judgement == Standing::meets)
            meeting.push_back(&run);
        else if (judgement == Standing::open)
            open.push_back(&run);
        if (judgement == Standing::misses)
            reasons.append(Paragraph{
                Systems::tr("%1 (%2) misses: %3.").arg(run.name, priceText(run), goalsThatAre(run, goals, true))});
        else if (judgement == Standing::open)
            reasons.append(Paragraph{Systems::tr("%1 (%2) is not decided: %3.")
                                         .arg(run.name, priceText(run), goalsThatAre(run, goals, false))});
    }
    const bool priced =
        std::all_of(meeting.begin(), meeting.end(), [](const auto* run) { return priceOf(*run).usd > 0; });
    const bool whole =
        std::all_of(meeting.begin(), meeting.end(), [](const auto* run) { return priceOf(*run).unknown.empty(); });
    std::sort(meeting.begin(), meeting.end(), cheaper);
    QString said;
    if (meeting.empty())
        said = open.empty() ? Systems::tr("None of the %1 systems meets all goals.").arg(runs.size())
                            : Systems::tr("None of the %1 systems is known to meet all goals.").arg(runs.size());
    else if (!priced) {
        QStringList names;
        for (const ReportedRun* run : meeting)
            names += run->name;
        said =
            Systems::tr("All goals are met by: %1. Without prices nothing decides between them.").arg(names.join(", "));
    } else {
        said =
            (goals.size() == 1 ? Systems::tr("%1 meets the goal for %2.") : Systems::tr("%1 meets all goals for %2."))
                .arg(meeting.front()->name, priceText(*meeting.front()));
        if (meeting.size() > 1)
            said += ' ' +
                    Systems::tr("The next that meets them is %1 for %2.").arg(meeting[1]->name, priceText(*meeting[1]));
        const bool openIsCheaper = std::any_of(open.begin(), open.end(), [&](const ReportedRun* run) {
            return priceOf(*run).usd < priceOf(*meeting[0]).usd;
        });
        said += ' ' + (openIsCheaper ? Systems::tr("A cheaper one is not decided, so that the choice is open.")
                       : whole || meeting.size() == 1
                           ? Systems::tr("By the simulation it is the one to buy of these.")
                           : Systems::tr("Prices are incomplete, so that another one may be cheaper."));
    }
    Parts parts{Paragraph{said, Paragraph::Kind::lead}};
    parts.append(reasons);
    return parts;
}

/// "disk drives of servers, 80 %".
QString firstLimit(const ReportedRun& run)
{
    const record::Summary& summary = run.summary;
    if (child::measuredNothing(summary))
        return Systems::tr("nothing was measured");
    const record::ResourceSummary* most = nullptr;
    for (const record::ResourceSummary& resource : summary.resources)
        if (!most || resource.utilisationMax > most->utilisationMax)
            most = &resource;
    if (summary.bottleneck)
        return Systems::tr("%1, %2").arg(text(record::resourceInWords(summary.bottleneck->resource)),
                                         valueText(summary.bottleneck->utilisation, "share"));
    return most ? Systems::tr("%1 of %2, %3")
                      .arg(text(most->resource), text(most->nodeGroup), valueText(most->utilisationMax, "share"))
                : dash;
}

Table systemsTable(const Runs& runs, const std::vector<GoalVerdict>& goals)
{
    Table table{{}, {QString()}, {}, static_cast<int>(runs.size()) + 1};
    for (const ReportedRun& run : runs)
        table.header += run.name;
    const auto add = [&](const QString& title, const auto& cellOf) {
        QStringList row{title};
        for (const ReportedRun& run : runs)
            row += cellOf(run);
        table.rows.append(row);
    };
    for (const GoalVerdict& goal : goals)
        add(titleOf(goal), [&](const ReportedRun& run) { return verdictOf(run, goal); });
    QStringList missing; // reported by the section on cost
    addConsumption(table, runs, missing);
    add(Systems::tr("Most used"), firstLimit);
    add(Systems::tr("Model's errors so far"),
        [](const ReportedRun& run) { return text(project::inShort(project::modelErrorsOf(run.project))); });
    return table;
}

/// The workloads that somebody waits for, by their types: "open loop".
QString loadTypes(const ReportedRun& run)
{
    std::set<std::string> types;
    for (const auto& [id, workload] : run.summary.workloads)
        if (!workload.background)
            types.insert(workload.type);
    QStringList names;
    for (const std::string& type : types)
        names += text(type);
    return names.join(", ");
}

/// Those that somebody waits for.
template <typename Use>
void forOperations(const record::Summary& summary, const Use& use)
{
    for (const auto& [name, operation] : summary.operations) {
        const auto workload = summary.workloads.find(operation.workload);
        if (operation.count > 0 && (workload == summary.workloads.end() || !workload->second.background))
            use(name, operation);
    }
}

QString operationNames(const ReportedRun& run)
{
    QStringList names;
    forOperations(run.summary, [&](const std::string& name, const auto&) { names += text(name); });
    return names.join(", ");
}

/// Mean over all operations; 0 if none has moved data.
double meanBytes(const ReportedRun& run)
{
    double bytes = 0, rate = 0;
    forOperations(run.summary, [&](const std::string&, const record::OperationSummary& operation) {
        bytes += operation.bytesPerSecond;
        rate += operation.perSecond;
    });
    return rate > 0 ? bytes / rate : 0;
}

/// The assumptions in which the systems differ, so that their figures do not compare as they stand.
class Assumptions
{
public:
    explicit Assumptions(const Runs& runs) : runs_(runs)
    {
        add(Systems::tr("Load"), loadTypes);
        add(Systems::tr("Operations"), operationNames);
        addSizes();
        addParameters();
    }

    Parts parts() const
    {
        if (rows_.isEmpty())
            return {};
        Table table{Systems::tr("What is assumed of these systems, where it differs"),
                    {QString()},
                    rows_.mid(0, mostRows),
                    static_cast<int>(runs_.size()) + 1};
        for (const ReportedRun& run : runs_)
            table.header += run.name;
        Parts parts{table};
        if (rows_.size() > mostRows)
            parts.append(Paragraph{Systems::tr("%1 further parameters of the same name differ; they stand in the "
                                               "configuration.")
                                       .arg(rows_.size() - mostRows),
                                   Paragraph::Kind::note});
        return parts;
    }

private:
    template <typename TextOf>
    void add(const QString& title, const TextOf& textOf)
    {
        QStringList row{title};
        QSet<QString> values;
        for (const ReportedRun& run : runs_) {
            const QString value = textOf(run);
            row += value.isEmpty() ? dash : value;
            if (!value.isEmpty())
                values += value;
        }
        if (values.size() > 1)
            rows_.append(row);
    }

    void addSizes()
    {
        const auto [least, most] = std::minmax_element(
            runs_.begin(), runs_.end(), [](const auto& a, const auto& b) { return meanBytes(a) < meanBytes(b); });
        if (meanBytes(*most) > (1 + sameSize) * meanBytes(*least))
            add(Systems::tr("Data of an operation, mean"),
                [](const ReportedRun& run) { return valueText(meanBytes(run), "B"); });
    }

    /// The generic parameters of one name that at least two projects have.
    void addParameters()
    {
        QStringList names;
        for (const ReportedRun& run : runs_)
            for (const project::Parameter& parameter : run.project.parameters)
                if (const QString name = text(parameter.name); !names.contains(name)) {
                    names += name;
                    add(name, [&](const ReportedRun& other) {
                        const project::Parameter* const same = project::findParameter(other.project, parameter.name);
                        return same ? widgets::displayOf(other.library, same->value) : QString();
                    });
                }
    }

    const Runs& runs_;
    QVector<QStringList> rows_;
};

} // namespace

std::vector<const ReportedRun*> systemsOf(const Runs& runs)
{
    std::vector<const ReportedRun*> systems;
    for (const ReportedRun& run : runs)
        if (std::none_of(systems.begin(), systems.end(),
                         [&](const ReportedRun* system) { return system->summary.project == run.summary.project; }))
            systems.push_back(&run);
    return systems;
}

bool ofSeveralSystems(const Runs& runs)
{
    return systemsOf(runs).size() > 1;
}

Parts systemsInShort(const Runs& runs)
{
    const std::vector<GoalVerdict> goals = allGoals(runs);
    Parts parts = recommendation(runs, goals);
    parts.append(systemsTable(runs, goals));
    parts.append(Assumptions(runs).parts());
    return parts;
}

Parts modelErrors(const Runs& runs)
{
    Parts parts;
    for (const ReportedRun* const system : systemsOf(runs)) {
        QStringList sentences;
        for (const project::ModelError& error : project::modelErrorsOf(system->project))
            sentences += text(project::sentenceOf(error));
        const QString words =
            sentences.isEmpty()
                ? Systems::tr(
                      "No figure of the model \"%1\" was compared with a measured one, so that its error is not "
                      "known.")
                : Systems::tr("The model \"%1\" was compared with measurements. %2 How far it is off for this cluster "
                              "is not known.")
                      .arg("%1", sentences.join(' '));
        parts.append(Paragraph{words.arg(text(system->summary.project))});
    }
    return parts;
}

} // namespace headroom::app
