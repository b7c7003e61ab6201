// The accuracy of the figures, their basis, and how to reproduce them.
#include "app/report/sections.h"

#include "child/run_fault.h"
#include "project/resolve/resolver.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace headroom::app {

using widgets::valueText;
using widgets::report::Paragraph;
using widgets::report::Table;

namespace {

struct Trust
{
    Q_DECLARE_TR_FUNCTIONS(ReportTrust)
};

QString conditionsText(const record::Summary& summary)
{
    return summary.conditions.empty()
               ? QString()
               : Trust::tr("It was run under the conditions of a goal: %1.").arg(text(summary.conditions)) + ' ';
}

QString warmUpText(const record::Summary& summary)
{
    if (child::measuredNothing(summary))
        return Trust::tr("All of it is warm-up, so that nothing was measured: let the run last longer, or shorten its "
                         "warm-up.");
    if (summary.warmUp.method == "fixed") {
        const QString fixed = Trust::tr("The first %1 are the warm-up, as set in the project, and are not counted.")
                                  .arg(valueText(summary.warmUpS, "s"));
        return summary.warmUp.neededS ? fixed + ' ' +
                                            Trust::tr("That is too short: the time up to %1 differs from the rest.")
                                                .arg(valueText(*summary.warmUp.neededS, "s"))
                                      : fixed;
    }
    QString said = Trust::tr("The first %1 are not counted; the end of the warm-up was found by %2.")
                       .arg(valueText(summary.warmUpS, "s"), text(summary.warmUp.method));
    if (!summary.warmUp.settled)
        said += ' ' + Trust::tr("The run had not settled after half of its time: it should be longer.");
    return said;
}

QString confidenceText(const record::Summary& summary)
{
    if (child::measuredNothing(summary))
        return {};
    if (summary.replications)
        return Trust::tr("Means and intervals are over %1 runs that differ only in their seed.")
            .arg(summary.replications->seeds.size());
    return Trust::tr("Intervals are taken from batches of the measured time (batch means).");
}

QString precisionText(const record::Precision& precision)
{
    const QString reached =
        Trust::tr("%1 was wanted within ± %2 and is known within ± %3.")
            .arg(text(precision.metric), valueText(precision.wanted, "share"), valueText(precision.reached, "share"));
    return precision.independent ? reached : reached + ' ' + Trust::tr("The batches are still correlated.");
}

QString lawText(const record::Summary& summary)
{
    const auto broken = std::count_if(summary.laws.begin(), summary.laws.end(),
                                      [](const record::LawCheck& law) { return law.left != law.right; });
    if (summary.laws.empty())
        return {};
    if (broken == 0)
        return Trust::tr(
                   "All %1 laws that a run must obey hold exactly: Little's law, the utilisation law, conservation of "
                   "requests.")
            .arg(summary.laws.size());
    return Trust::tr("%1 of %2 laws that a run must obey do not hold: do not rely on these figures.")
        .arg(broken)
        .arg(summary.laws.size());
}

/// The effects that each level of detail of a network neglects.
QString networkScope(const QString& detail)
{
    if (detail == "delay only")
        return Trust::tr("Messages are delayed only: they do not share bandwidth, and nothing waits in the network.");
    if (detail == "message")
        return Trust::tr("Whole messages and chunks of streams take turns at every link. That streams share a link is "
                         "not simulated; neither are single packets, losses and TCP's reaction to them.");
    if (detail == "packet")
        return Trust::tr(
            "Every packet is simulated, with output queues and a window-based sender. The variants of TCP's "
            "congestion control are not.");
    return Trust::tr(
        "Streams share every link max-min fairly. Single packets, losses and TCP's reaction to them are not "
        "simulated.");
}

} // namespace

Parts trust(const Runs& runs)
{
    Parts parts;
    for (const ReportedRun& run : runs) {
        const record::Summary& summary = run.summary;
        QStringList sentences{
            Trust::tr("%1 of the cluster's time were simulated (%2 events).")
                .arg(valueText(summary.simulatedS, "s"), valueText(static_cast<double>(summary.events), "1")),
            conditionsText(summary) + warmUpText(summary)};
        if (const QString confidence = confidenceText(summary); !confidence.isEmpty())
            sentences += confidence;
        if (summary.precision)
            sentences += precisionText(*summary.precision);
        if (const QString laws = lawText(summary); !laws.isEmpty())
            sentences += laws;
        if (!summary.limit.empty())
            sentences += Trust::tr("The run ended early: %1.").arg(text(summary.limit));
        else if (summary.stuck)
            sentences += text(record::sentenceOf(*summary.stuck));
        else if (summary.stopped)
            sentences += Trust::tr("The run was stopped early.");
        for (const record::Standstill& standstill : summary.standstills)
            sentences += text(record::sentenceOf(standstill));
        for (const std::string& trouble : record::loadTroubles(summary))
            sentences += text(trouble);
        parts.append(Paragraph{prefixOf(run, runs) + sentences.join(' ')});
        if (!run.findings.empty())
            parts.append(Paragraph{Trust::tr("Found when the project and its libraries were read for this report:")});
        for (const project::Finding& finding : run.findings)
            parts.append(Paragraph{text(project::toLine(finding)), Paragraph::Kind::note});
    }
    parts.append(modelErrors(runs));
    return parts;
}

namespace {

Table scopeOf(const ReportedRun& run, const QString& caption)
{
    project::Findings findings;
    project::Resolver resolver(run.project, run.library, findings);
    Table table{caption, {Trust::tr("Part"), Trust::tr("How it is simulated")}, {}, 2};
    QStringList roles;
    for (const project::Behaviour& behaviour : run.project.behaviours)
        roles += text(behaviour.role.id);
    table.rows.append(
        {Trust::tr("Software"),
         Trust::tr("Behaviour diagrams say what it does for a request, block by block: those of %1. What is not drawn "
                   "takes no time.")
             .arg(roles.join(", "))});
    for (const project::NodeGroup& group : run.project.topology.groups) {
        const QString how = text(resolver.text(project::nodeGroupFields(), "scheduling", group.fields, {}));
        table.rows.append(
            {Trust::tr("Processors of %1").arg(text(group.name.empty() ? group.id : group.name)),
             Trust::tr("Scheduling: %1. Work scales with the speed of a single thread; caches of the processor "
                       "and distances between sockets are not simulated.")
                 .arg(how)});
    }
    const std::string active =
        run.project.topology.fabric.is_string()
            ? widgets::displayOf(run.project, run.library, run.project.topology.fabric).toStdString()
            : std::string();
    for (const project::Fabric& fabric : run.project.topology.fabrics)
        if (fabric.id == active || (active.empty() && &fabric == &run.project.topology.fabrics.front()))
            table.rows.append(
                {run.project.topology.fabrics.size() == 1 ? Trust::tr("Network")
                                                          : Trust::tr("Network “%1”").arg(text(fabric.id)),
                 networkScope(text(resolver.text(project::fabricFields(), "detail", fabric.fields, {})))});
    table.rows.append(
        {Trust::tr("Storage"), Trust::tr("Devices work by their data sheets, behind a page cache that writes back by "
                                         "the rules of Linux. The host's I/O scheduler is that of the device: none, "
                                         "or deadline without merging and priorities. File systems are known by "
                                         "their overhead and their journal, not by their layout.")});
    QStringList failures;
    for (const project::Disturbance& disturbance : run.project.disturbances)
        if (!resolver.flag(project::disturbanceFields(), "disabled", disturbance.fields, {}))
            failures += text(disturbance.id);
    table.rows.append({Trust::tr("Failures"),
                       failures.isEmpty() ? Trust::tr("None: nothing failed or was slowed down in this run.")
                                          : Trust::tr("Those of the project only: %1.").arg(failures.join(", "))});
    return table;
}

} // namespace

Parts scope(const Runs& runs)
{
    Parts parts;
    for (const ReportedRun* const system : systemsOf(runs))
        parts.append(scopeOf(*system, ofSeveralSystems(runs) ? text(system->summary.project) : QString()));
    return parts;
}

Parts repetition(const Runs& runs)
{
    Parts parts{
        Paragraph{Trust::tr("The same project with the same seed gives the same result, bit for bit. Each result file "
                            "holds the project as it was:")}};
    for (const ReportedRun& run : runs) {
        const QString file = QFileInfo(run.file).fileName(),
                      project = QFileInfo(run.file).completeBaseName() + ".headroom";
        QString lines =
            QString("sqlite3 '%1' \"SELECT text FROM document WHERE name = 'project'\" > '%2'\n").arg(file, project);
        lines += QString("headroom-engine simulate '%1' --seed %2").arg(project).arg(run.summary.seed);
        if (run.summary.replications)
            lines += QString(" --replications %1").arg(run.summary.replications->seeds.size());
        parts.append(Paragraph{lines, Paragraph::Kind::code});
    }
    parts.append(Paragraph{Trust::tr("Headroom %1").arg(HEADROOM_VERSION), Paragraph::Kind::note});
    return parts;
}

} // namespace headroom::app
