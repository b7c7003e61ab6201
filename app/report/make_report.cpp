#include "app/report/make_report.h"

#include "app/report/sections.h"

#include <QCoreApplication>
#include <QDate>
#include <QLocale>

namespace headroom::app {

namespace {

struct Sections
{
    Q_DECLARE_TR_FUNCTIONS(ReportSections)
};

struct SectionKind
{
    const char* id;
    const char* title;
    Parts (*write)(const Runs& runs);
};

const SectionKind kinds[] = {
    {"summary", QT_TRANSLATE_NOOP("ReportSections", "In short"), inShort},
    {"load", QT_TRANSLATE_NOOP("ReportSections", "Load"), load},
    {"results", QT_TRANSLATE_NOOP("ReportSections", "Results"), resultTables},
    {"charts", QT_TRANSLATE_NOOP("ReportSections", "Charts"), charts},
    {"limits", QT_TRANSLATE_NOOP("ReportSections", "What limits"), limits},
    {"cost", QT_TRANSLATE_NOOP("ReportSections", "Capacity, cost and energy"), costAndEnergy},
    {"trust", QT_TRANSLATE_NOOP("ReportSections", "How sure the figures are"), trust},
    {"scope", QT_TRANSLATE_NOOP("ReportSections", "What is modelled, and what is not"), scope},
    {"configuration", QT_TRANSLATE_NOOP("ReportSections", "Configuration"), configuration},
    {"repeat", QT_TRANSLATE_NOOP("ReportSections", "How to reproduce it"), repetition},
    {"software", QT_TRANSLATE_NOOP("ReportSections", "The software as it is drawn"), software},
};

QString reportTitleOf(const Runs& runs)
{
    const QString project = text(runs.front().summary.project);
    if (runs.size() == 1)
        return project;
    QStringList names;
    for (const ReportedRun& run : runs)
        names += run.name;
    return ofSeveralSystems(runs) ? names.join(", ") : project + ": " + names.join(Sections::tr(" against "));
}

} // namespace

QVector<std::pair<QString, QString>> reportSections()
{
    QVector<std::pair<QString, QString>> sections;
    for (const SectionKind& kind : kinds)
        sections.append({kind.id, Sections::tr(kind.title)});
    return sections;
}

widgets::report::Report reportHead(const ReportChoice& choice, const QString& title, const QString& question)
{
    widgets::report::Report report;
    report.title = choice.title.isEmpty() ? title : choice.title;
    report.subtitle = Sections::tr("Simulated with Headroom %1 · %2")
                          .arg(HEADROOM_VERSION, QLocale().toString(QDate::currentDate(), QLocale::LongFormat));
    report.question = choice.question.isEmpty() ? question : choice.question;
    report.author = choice.author;
    report.logo = choice.logo;
    return report;
}

widgets::report::Report reportHead(const Runs& runs, const ReportChoice& choice)
{
    // The description of one project would not be the question to several.
    return reportHead(choice, reportTitleOf(runs),
                      ofSeveralSystems(runs) ? QString() : text(runs.front().project.description));
}

widgets::report::Section reportSection(const QString& id, const Runs& runs)
{
    for (const SectionKind& kind : kinds)
        if (id == kind.id)
            return {id, Sections::tr(kind.title), kind.write(runs)};
    return {};
}

widgets::report::Report makeReport(const Runs& runs, const ReportChoice& choice)
{
    auto report = reportHead(runs, choice);
    QStringList ids;
    if (ofSeveralSystems(runs)) // what decides between them comes first
        ids = {"summary", "cost", "limits", "trust"};
    for (const SectionKind& kind : kinds)
        if (!ids.contains(kind.id))
            ids += kind.id;
    for (const QString& id : ids)
        if (!choice.leftOut.contains(id))
            if (auto section = reportSection(id, runs); !section.parts.isEmpty())
                report.sections.append(std::move(section));
    return report;
}

} // namespace headroom::app
